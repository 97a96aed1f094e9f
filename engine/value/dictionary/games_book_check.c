#include "engine/value/dictionary/games_book.h"

#include "engine/base/log.h"
#include "engine/value/games/games_inner.h"
#include "engine/value/games/games_text.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    const struct games_book *book;
    struct games_worker *worker;
    uint32_t *ids;          /* of the entries */
    uint32_t *turns;        /* entries by birthday */
    uint32_t *games;        /* the options of the entry in hand */
    const uint32_t *option; /* the same by number */
};

/* NULL, or what is wrong with the options of an entry, as places in the
 * list. */
static const char *options_fault(const struct games_book *book, size_t i,
                                 uint64_t first)
{
    const struct games_entry *e = &book->entries[i];
    const uint64_t n = (uint64_t)e->lefts + e->rights;
    if (i && memcmp(book->entries[i - 1].name, e->name, sizeof e->name) >= 0)
        return "its name is not in order";
    if (e->first != first || n > book->noptions - first)
        return "its options are not where they must be";
    for (uint64_t k = 0; k < n; k++) {
        const uint32_t option = book->options[first + k];
        if (option >= book->n || book->entries[option].birthday >= e->birthday)
            return "an option is no simpler value of the list";
        if (k && k != e->lefts && option <= book->options[first + k - 1])
            return "its options are not in order";
    }
    return NULL;
}

/* The text of an option of the entry in hand. */
static const char *text_of(const void *context, uint32_t id, size_t *length)
{
    const struct checking *c = context;
    size_t k = 0;
    while (c->ids[c->option[k]] != id)
        k++;
    const char *text = c->book->entries[c->option[k]].text;
    *length = strnlen(text, GAMES_BOOK_TEXT);
    return *length ? text : NULL;
}

static bool has_text(const struct checking *c, const struct games_entry *e,
                     uint32_t id)
{
    char text[GAMES_BOOK_TEXT + 1];
    size_t n = games_print_short(games_store(c->worker), GAMES_UNICODE, id,
                                 text_of, c, text, sizeof text);
    n = n <= GAMES_BOOK_TEXT ? n : 0;
    return strnlen(e->text, GAMES_BOOK_TEXT) == n && !memcmp(e->text, text, n);
}

static enum status build(struct checking *c, size_t i, const char **what)
{
    const struct games_entry *e = &c->book->entries[i];
    const struct games *g = games_store(c->worker);
    char name[GAMES_NAME_TEXT];
    c->option = c->book->options + e->first;
    for (size_t k = 0; k < e->lefts + e->rights; k++)
        c->games[k] = c->ids[c->option[k]];
    const uint32_t id = games_make(c->worker, c->games, e->lefts,
                                   c->games + e->lefts, e->rights);
    if (id == GAMES_NONE)
        return STATUS_NOMEM;
    c->ids[i] = id;
    games_name_text(games_name(g, id), name);
    if (games_lefts(g, id) != e->lefts || games_rights(g, id) != e->rights)
        *what = "it is not in canonical form";
    else if (memcmp(name, e->name, sizeof name))
        *what = "its options have another name";
    else if (games_outcome(g, id) != e->outcome)
        *what = "its outcome is another";
    else if (games_birthday(g, id) != e->birthday)
        *what = "its birthday is another";
    else if (!has_text(c, e, id))
        *what = "its text is another";
    return *what ? STATUS_DISAGREE : STATUS_OK;
}

/* Checks every entry's options before any value is built. */
static enum status prepare(struct checking *c, size_t *at, const char **what)
{
    const struct games_book *book = c->book;
    size_t first = 0, most = 0;
    for (*at = 0; *at < book->n; ++*at) {
        *what = options_fault(book, *at, first);
        if (*what)
            return STATUS_DISAGREE;
        const size_t n = book->entries[*at].lefts + book->entries[*at].rights;
        first += n;
        most = n > most ? n : most;
    }
    c->ids = malloc((book->n + 1) * sizeof *c->ids);
    c->games = malloc((most + 1) * sizeof *c->games);
    c->turns = games_book_turns(book);
    return c->ids && c->games && c->turns
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "no memory to check the values");
}

enum status games_book_check(const struct games_book *book, size_t *at,
                             const char **what)
{
    struct checking c = {.book = book};
    struct games *g;
    *what = NULL;
    enum status st = games_open(1, &g);
    if (st)
        return st;
    c.worker = games_worker(g, 0);
    st = prepare(&c, at, what);
    for (size_t i = 0; i < book->n && !st; i++) {
        *at = c.turns[i];
        st = build(&c, *at, what);
    }
    free(c.ids);
    free(c.turns);
    free(c.games);
    games_close(g);
    return st;
}
