/* games_book_build.c - single values of a book, built again from their options:
 * an entry's options first, on a stack of its own. */
#include "engine/value/dictionary/games_book.h"

#include "engine/base/log.h"
#include "engine/value/games/games_inner.h"

#include <stdlib.h>
#include <string.h>

/* An entry in hand: its options before `next` are built. */
struct level {
    size_t entry;
    uint64_t next;
};

struct building {
    struct games_worker *worker;
    const struct games_book *book;
    uint64_t *ids;
    struct level *levels; /* by descending birthday */
    size_t depth, cap;
    uint32_t *games; /* the options of one entry */
    uint64_t games_cap;
};

static uint64_t options_of(const struct games_entry *e)
{
    return (uint64_t)e->lefts + e->rights;
}

static enum status no_memory(void)
{
    return log_error(STATUS_NOMEM, "no memory to build a value again");
}

static enum status wrong(size_t entry, const char *what)
{
    return log_error(STATUS_FORMAT, "/values, row %zu: %s", entry, what);
}

static enum status push(struct building *b, size_t entry)
{
    const struct games_book *book = b->book;
    const struct games_entry *e = &book->entries[entry];
    if (e->first > book->noptions || options_of(e) > book->noptions - e->first)
        return wrong(entry, "its options are not where they must be");
    if (b->depth == b->cap) {
        const size_t cap = b->cap ? 2 * b->cap : 64;
        struct level *levels = realloc(b->levels, cap * sizeof *levels);
        if (!levels)
            return no_memory();
        b->levels = levels;
        b->cap = cap;
    }
    if (options_of(e) > b->games_cap) {
        uint32_t *games = realloc(b->games, options_of(e) * sizeof *b->games);
        if (!games)
            return no_memory();
        b->games = games;
        b->games_cap = options_of(e);
    }
    b->levels[b->depth++] = (struct level){entry, 0};
    return STATUS_OK;
}

/* All options of the top entry are built: the entry itself. */
static enum status make(struct building *b, size_t entry)
{
    const struct games_entry *e = &b->book->entries[entry];
    const uint32_t *option = b->book->options + e->first;
    char name[GAMES_NAME_TEXT];
    for (uint64_t k = 0; k < options_of(e); k++)
        b->games[k] = (uint32_t)b->ids[option[k]];
    const uint32_t id = games_make(b->worker, b->games, e->lefts,
                                   b->games + e->lefts, e->rights);
    if (id == GAMES_NONE)
        return STATUS_NOMEM;
    games_name_text(games_name(games_store(b->worker), id), name);
    if (memcmp(name, e->name, sizeof name))
        return wrong(entry, "its options have another name");
    b->ids[entry] = id;
    b->depth--;
    return STATUS_OK;
}

/* The next missing option of the top entry, or the entry itself. Options have
 * earlier birthdays, so this ends. */
static enum status step(struct building *b)
{
    struct level *top = &b->levels[b->depth - 1];
    const struct games_book *book = b->book;
    const struct games_entry *e = &book->entries[top->entry];
    for (; top->next < options_of(e); top->next++) {
        const uint32_t option = book->options[e->first + top->next];
        if (option >= book->n || book->entries[option].birthday >= e->birthday)
            return wrong(top->entry,
                         "an option is no simpler value of the list");
        if (b->ids[option] == GAMES_BOOK_UNKNOWN)
            return push(b, option);
    }
    return make(b, top->entry);
}

enum status games_book_build(struct games_worker *w,
                             const struct games_book *book, size_t entry,
                             uint64_t ids[])
{
    struct building b = {.worker = w, .book = book, .ids = ids};
    enum status st =
        ids[entry] == GAMES_BOOK_UNKNOWN ? push(&b, entry) : STATUS_OK;
    while (!st && b.depth)
        st = step(&b);
    free(b.levels);
    free(b.games);
    return st;
}
