#include "engine/value/games_book.h"

#include "engine/log.h"
#include "engine/value/games_inner.h"
#include "engine/value/games_text.h"

#include <stdlib.h>
#include <string.h>

#define FACT(field, unit, help)                                                \
    COLUMN(struct games_entry, field, COLUMN_FACT, unit, help)

const struct column games_book_columns[GAMES_BOOK_COLUMNS] = {
    COLUMN(struct games_entry, name, COLUMN_KEY, "",
           "name of the canonical form: a hash, 32 hex digits"),
    FACT(text, "", "the canonical form; empty if longer than 64 bytes"),
    COLUMN_ENUM(struct games_entry, outcome, COLUMN_FACT, outcome_labels,
                "outcome class"),
    FACT(birthday, "moves", "height of the canonical form"),
    FACT(lefts, "options", "number of Left's options"),
    FACT(rights, "options", "number of Right's options"),
    FACT(first, "",
         "place of Left's first option in the list of options; "
         "Right's follow Left's"),
};

/* A value on the way into the book. */
struct listed {
    struct games_name name;
    uint32_t id;
};

struct making {
    const struct games *g;
    uint32_t *numbers; /* by slot(): entry + 1; 0: not in the book */
    struct listed *list;
    size_t n, cap;
};

/* A number for each id, without gaps for games that are their own negatives. */
static size_t slot(uint32_t id)
{
    return (size_t)(id >> 2) * 2 + (id & 1);
}

static bool add(struct making *m, uint32_t id)
{
    if (m->numbers[slot(id)])
        return true;
    if (m->n == m->cap) {
        size_t cap = m->cap ? 2 * m->cap : 1024;
        struct listed *list = realloc(m->list, cap * sizeof *list);
        if (!list)
            return false;
        m->list = list;
        m->cap = cap;
    }
    m->numbers[slot(id)] = 1;
    m->list[m->n++] = (struct listed){games_name(m->g, id), id};
    return true;
}

/* Adds the values asked for and all that can be reached from them. */
static bool collect(struct making *m, const uint32_t ids[], size_t n)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++)
        ok = add(m, ids[i]);
    for (size_t next = 0; next < m->n && ok; next++) {
        const uint32_t id = m->list[next].id;
        for (size_t i = 0; i < games_lefts(m->g, id) && ok; i++)
            ok = add(m, games_left(m->g, id, i));
        for (size_t i = 0; i < games_rights(m->g, id) && ok; i++)
            ok = add(m, games_right(m->g, id, i));
    }
    return ok;
}

static int by_name(const void *a, const void *b)
{
    const struct games_name x = ((const struct listed *)a)->name;
    const struct games_name y = ((const struct listed *)b)->name;
    return x.hi != y.hi ? (x.hi > y.hi) - (x.hi < y.hi)
                        : (x.lo > y.lo) - (x.lo < y.lo);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void describe(const struct games *g, uint32_t id, struct games_entry *e)
{
    char text[GAMES_BOOK_TEXT + 1];
    memset(e, 0, sizeof *e);
    e->outcome = (uint8_t)games_outcome(g, id);
    e->birthday = (uint16_t)games_birthday(g, id);
    e->lefts = (uint32_t)games_lefts(g, id);
    e->rights = (uint32_t)games_rights(g, id);
    games_name_text(games_name(g, id), e->name);
    size_t length = games_print_short(g, GAMES_UNICODE, id, text, sizeof text);
    if (length <= GAMES_BOOK_TEXT)
        memcpy(e->text, text, length);
}

static void write_options(const struct making *m, uint32_t id,
                          const struct games_entry *e, uint32_t out[])
{
    for (size_t i = 0; i < e->lefts; i++)
        out[i] = m->numbers[slot(games_left(m->g, id, i))] - 1;
    for (size_t i = 0; i < e->rights; i++)
        out[e->lefts + i] = m->numbers[slot(games_right(m->g, id, i))] - 1;
    qsort(out, e->lefts, sizeof *out, by_number);
    qsort(out + e->lefts, e->rights, sizeof *out, by_number);
}

static bool write_book(struct making *m, struct games_book *book)
{
    qsort(m->list, m->n, sizeof *m->list, by_name);
    book->entries = malloc((m->n + 1) * sizeof *book->entries);
    if (!book->entries)
        return false;
    for (size_t i = 0; i < m->n; i++) {
        struct games_entry *e = &book->entries[i];
        m->numbers[slot(m->list[i].id)] = (uint32_t)i + 1;
        describe(m->g, m->list[i].id, e);
        e->first = book->noptions;
        book->noptions += e->lefts + e->rights;
    }
    book->n = m->n;
    book->options = malloc((book->noptions + 1) * sizeof *book->options);
    for (size_t i = 0; i < m->n && book->options; i++)
        write_options(m, m->list[i].id, &book->entries[i],
                      book->options + book->entries[i].first);
    return book->options;
}

enum status games_book_make(const struct games *g, const uint32_t ids[],
                            size_t n, struct games_book *book)
{
    struct making m = {.g = g};
    *book = (struct games_book){0};
    m.numbers = calloc(2 * atomic_load(&g->next_record), sizeof *m.numbers);
    bool ok = m.numbers && collect(&m, ids, n) && write_book(&m, book);
    free(m.numbers);
    free(m.list);
    if (ok)
        return STATUS_OK;
    games_book_release(book);
    return log_error(STATUS_NOMEM, "no memory for the list of values");
}

void games_book_release(struct games_book *book)
{
    free(book->entries);
    free(book->options);
    *book = (struct games_book){0};
}
