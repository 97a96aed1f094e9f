/* partizan.c - values of partizan games: canonical forms in a store of games
 * that all threads share (games.h).
 *
 * A value in the memo is the id of a game in this run's store; in an archive it
 * is the game's name, which is the same in every run. End-Nim 2 1 is worth
 * {0 | *2}.
 */
#include "engine/value/partizan.h"
#include "engine/value/partizan_columns.h"

#include "engine/base/log.h"
#include "engine/value/dictionary/games_book.h"
#include "engine/value/dictionary/games_told.h"
#include "engine/value/games/games_text.h"

#include <assert.h>

#include <stdio.h>
#include <stdlib.h>

enum { OPTIONS_ON_STACK = 256 };

static void partizan_close(void *self)
{
    games_close(self);
}

static enum status partizan_open(const struct game *game, unsigned threads,
                                 void **self)
{
    struct games *games;
    (void)game;
    enum status st = games_open(threads, &games);
    *self = games;
    return st;
}

static void narrow(const uint64_t from[], size_t n, uint32_t to[])
{
    for (size_t i = 0; i < n; i++)
        to[i] = (uint32_t)from[i];
}

static enum status partizan_fold(void *self, unsigned worker,
                                 const uint64_t left[], size_t nleft,
                                 const uint64_t right[], size_t nright,
                                 uint64_t *value)
{
    uint32_t fixed[OPTIONS_ON_STACK], *options = fixed;
    if (nleft + nright > OPTIONS_ON_STACK)
        options = malloc((nleft + nright) * sizeof *options);
    if (!options)
        return log_error(STATUS_NOMEM, "domain partizan: out of memory");
    narrow(left, nleft, options);
    narrow(right, nright, options + nleft);
    *value = games_make(games_worker(self, worker), options, nleft,
                        options + nleft, nright);
    if (options != fixed)
        free(options);
    return *value == GAMES_NONE ? games_failure(games_worker(self, worker))
                                : STATUS_OK;
}

static enum status partizan_sum(void *self, unsigned worker, uint64_t a,
                                uint64_t b, uint64_t *value)
{
    *value = games_add(games_worker(self, worker), (uint32_t)a, (uint32_t)b);
    return *value == GAMES_NONE ? games_failure(games_worker(self, worker))
                                : STATUS_OK;
}

static bool partizan_le(void *self, unsigned worker, uint64_t a, uint64_t b)
{
    return games_le(games_worker(self, worker), (uint32_t)a, (uint32_t)b);
}

static uint64_t partizan_negate(const void *self, uint64_t value)
{
    (void)self;
    return games_negate((uint32_t)value);
}

static size_t partizan_print(const void *self, uint64_t value, char out[],
                             size_t cap)
{
    return games_print(self, GAMES_ASCII, (uint32_t)value, out, cap);
}

static size_t partizan_print_start(const void *self, uint64_t value, char out[],
                                   size_t cap)
{
    return games_print_start(self, GAMES_ASCII, (uint32_t)value, out, cap);
}

static enum status partizan_parse(void *self, unsigned worker, const char *text,
                                  uint64_t *value)
{
    uint32_t id = GAMES_NONE;
    enum status st = games_parse(games_worker(self, worker), text, &id);
    *value = id;
    return st;
}

static unsigned partizan_outcome(const void *self, uint64_t value)
{
    return games_outcome(self, (uint32_t)value);
}

static void partizan_name(const void *self, uint64_t value, char out[])
{
    games_name_text(games_name(self, (uint32_t)value), out);
}

static enum status partizan_book(const void *self, const uint64_t values[],
                                 size_t n, const struct crew *crew,
                                 struct book *book)
{
    struct games_book games;
    uint32_t *ids = malloc((n + 1) * sizeof *ids);
    if (!ids)
        return log_error(STATUS_NOMEM, "domain partizan: out of memory");
    narrow(values, n, ids);
    enum status st = games_book_make(self, ids, n, crew, &games);
    free(ids);
    if (!st)
        *book = (struct book){.columns = games_book_columns,
                              .ncolumns = GAMES_BOOK_COLUMNS,
                              .row_size = sizeof *games.entries,
                              .rows = games.entries,
                              .n = games.n,
                              .options = games.options,
                              .noptions = games.noptions};
    return st;
}

static struct games_book games_of(const struct book *book)
{
    return (struct games_book){.entries = book->rows,
                               .n = book->n,
                               .options = book->options,
                               .noptions = book->noptions};
}

static enum status partizan_check_book(const struct book *book, size_t *at,
                                       const char **what)
{
    const struct games_book games = games_of(book);
    return games_book_check(&games, at, what);
}

static enum status partizan_book_value(void *self, unsigned worker,
                                       const struct book *book, size_t row,
                                       uint64_t values[])
{
    const struct games_book games = games_of(book);
    _Static_assert(GAMES_BOOK_UNKNOWN == DOMAIN_UNKNOWN, "one word for it");
    return games_book_build(games_worker(self, worker), &games, row, values);
}

static void partizan_tell_end(void *known)
{
    if (known)
        games_told_release(known);
    free(known);
}

/* What is known, and room for n ids. */
static enum status begin_telling(void **known, size_t n, uint32_t **ids)
{
    if (!*known)
        *known = calloc(1, sizeof(struct games_told));
    *ids = malloc((n + 1) * sizeof **ids);
    return *known && *ids
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "domain partizan: out of memory");
}

static enum status partizan_tell(void *self, void **known,
                                 const uint64_t values[], size_t n,
                                 struct message *words)
{
    uint32_t *ids;
    enum status st = begin_telling(known, n, &ids);
    if (!st) {
        narrow(values, n, ids);
        st = games_told_write(*known, self, ids, n, words);
    }
    free(ids);
    return st;
}

static enum status partizan_hear(void *self, void **known,
                                 const uint32_t words[], size_t length,
                                 uint64_t values[], size_t n)
{
    uint32_t *ids;
    enum status st = begin_telling(known, n, &ids);
    if (!st)
        st = games_told_read(*known, games_worker(self, 0), words, length, ids,
                             n);
    for (size_t i = 0; i < n && !st; i++)
        values[i] = ids[i];
    free(ids);
    return st;
}

static uint64_t partizan_bytes(const void *self)
{
    return games_bytes(self);
}

const struct domain_kind domain_partizan = {
    .name = "partizan",
    .summary = "games in canonical form, equal values being one",
    .needs = GAME_PARTIZAN,
    .refuses = GAME_OBLIGES | GAME_MISERE,
    .players = 2,
    .value_bytes = 4,
    .own_numbers = true,
    .tells_value = true,
    .column = {.name = "value",
               .type = COLUMN_TEXT,
               .role = COLUMN_FACT,
               .width = GAMES_NAME_TEXT,
               .unit = "",
               .help = "name of the canonical form: a hash, 32 hex digits"},
    .columns = partizan_columns,
    .ncolumns = PARTIZAN_COLUMNS,
    .open = partizan_open,
    .close = partizan_close,
    .fold = partizan_fold,
    .print = partizan_print,
    .print_start = partizan_print_start,
    .parse = partizan_parse,
    .outcome = partizan_outcome,
    .sum = partizan_sum,
    .bytes = partizan_bytes,
    .le = partizan_le,
    .negate = partizan_negate,
    .name_value = partizan_name,
    .book = partizan_book,
    .book_columns = games_book_columns,
    .nbook_columns = GAMES_BOOK_COLUMNS,
    .book_row_size = sizeof(struct games_entry),
    .check_book = partizan_check_book,
    .book_value = partizan_book_value,
    .tell = partizan_tell,
    .hear = partizan_hear,
    .tell_end = partizan_tell_end,
};
