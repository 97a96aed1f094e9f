#include "engine/value/dictionary/games_book.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"
#include "engine/value/games/games_inner.h"
#include "engine/value/games/games_text.h"

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

/* AHEAD: how many entries before it is needed one is fetched from memory, as
 * names put entries in no order of the games. */
enum { JOB_ENTRIES = 1024, BUCKETS = 256, PLACE_BITS = 16, AHEAD = 12 };

/* A value to be entered in the book. */
struct listed {
    struct games_name name;
    uint32_t id;
};

struct making {
    const struct games *g;
    const struct crew *crew;
    uint32_t *numbers; /* by slot(): entry + 1; 0: not in the book */
    struct listed *list, *spare;
    size_t n;
    size_t ends[BUCKETS + 1]; /* of names with one first byte */
    struct games_book *book;
    uint32_t *turns;    /* entries by birthday */
    size_t turn, layer; /* the layer turns[turn .. turn + layer) */
};

/* A number for each id, without gaps for games that are their own negatives. */
static size_t slot(uint32_t id)
{
    return (size_t)(id >> 2) * 2 + (id & 1);
}

static void add(struct making *m, uint32_t id)
{
    if (m->numbers[slot(id)])
        return;
    m->numbers[slot(id)] = 1;
    m->list[m->n++] = (struct listed){games_name(m->g, id), id};
}

/* Adds the values asked for and all that can be reached from them. */
static void collect(struct making *m, const uint32_t ids[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(m, ids[i]);
    for (size_t next = 0; next < m->n; next++) {
        const struct games_view v = games_view(m->g, m->list[next].id);
        for (size_t i = 0; i < v.nleft; i++)
            add(m, games_flip(v.left[i], v.flip));
        for (size_t i = 0; i < v.nright; i++)
            add(m, games_flip(v.right[i], v.flip));
    }
}

static bool name_less(struct games_name x, struct games_name y)
{
    return x.hi != y.hi ? x.hi < y.hi : x.lo < y.lo;
}

/* The numbers of a value's options, ascending. */
static void put_numbers(const struct making *m, const uint32_t options[],
                        size_t n, uint32_t flip, uint32_t out[])
{
    for (size_t k = 0; k < n; k++) {
        const uint32_t number =
            m->numbers[slot(games_flip(options[k], flip))] - 1;
        size_t at = k;
        for (; at > 0 && out[at - 1] > number; at--)
            out[at] = out[at - 1];
        out[at] = number;
    }
}

/* The text of an option, which has an earlier birthday and so was described
 * before. */
static const char *text_of(const void *context, uint32_t id, size_t *length)
{
    const struct making *m = context;
    const char *text = m->book->entries[m->numbers[slot(id)] - 1].text;
    *length = strnlen(text, GAMES_BOOK_TEXT);
    return *length ? text : NULL;
}

static void describe(const struct making *m, size_t entry)
{
    const uint32_t id = m->list[entry].id;
    struct games_entry *e = &m->book->entries[entry];
    char text[GAMES_BOOK_TEXT + 1];
    e->outcome = (uint8_t)games_outcome(m->g, id);
    games_name_text(m->list[entry].name, e->name);
    size_t length = games_print_short(m->g, GAMES_UNICODE, id, text_of, m, text,
                                      sizeof text);
    if (length <= GAMES_BOOK_TEXT)
        memcpy(e->text, text, length);
}

static enum status describe_job(void *context, unsigned worker, uint64_t job)
{
    const struct making *m = context;
    const size_t first = (size_t)job * JOB_ENTRIES, left = m->layer - first;
    const size_t n = left < JOB_ENTRIES ? left : JOB_ENTRIES;
    const uint32_t *turns = m->turns + m->turn + first;
    (void)worker;
    for (size_t i = 0; i < n; i++) {
        if (i + 2 * AHEAD < n)
            __builtin_prefetch(&m->list[turns[i + 2 * AHEAD]]);
        if (i + AHEAD < n) {
            __builtin_prefetch(
                games_record(m->g, m->list[turns[i + AHEAD]].id));
            __builtin_prefetch(&m->book->entries[turns[i + AHEAD]], 1);
        }
        describe(m, turns[i]);
    }
    return STATUS_OK;
}

static enum status write_options_job(void *context, unsigned worker,
                                     uint64_t job)
{
    const struct making *m = context;
    const size_t first = (size_t)job * JOB_ENTRIES;
    (void)worker;
    for (size_t i = first; i < m->n && i - first < JOB_ENTRIES; i++) {
        const struct games_entry *e = &m->book->entries[i];
        const struct games_view v = games_view(m->g, m->list[i].id);
        uint32_t *out = m->book->options + e->first;
        if (i + AHEAD < m->n)
            __builtin_prefetch(games_record(m->g, m->list[i + AHEAD].id));
        put_numbers(m, v.left, v.nleft, v.flip, out);
        put_numbers(m, v.right, v.nright, v.flip, out + v.nleft);
    }
    return STATUS_OK;
}

static unsigned bucket(struct games_name name)
{
    return (unsigned)(name.hi >> 56);
}

/* Puts the names of a bucket, which are hashes, about where they belong by
 * their next bits, and sorts what is near each other. */
static enum status sort_job(void *context, unsigned worker, uint64_t job)
{
    const struct making *m = context;
    const size_t n = m->ends[job + 1] - m->ends[job];
    const struct listed *from = m->spare + m->ends[job];
    struct listed *to = m->list + m->ends[job];
    unsigned bits = 1;
    (void)worker;
    while (bits < PLACE_BITS && n >> bits)
        bits++;
    uint32_t *next = calloc(((size_t)1 << bits) + 1, sizeof *next);
    if (!next)
        return STATUS_NOMEM;
    for (size_t i = 0; i < n; i++)
        next[(from[i].name.hi << 8 >> (64 - bits)) + 1]++;
    for (size_t p = 0; p < (size_t)1 << bits; p++)
        next[p + 1] += next[p];
    for (size_t i = 0; i < n; i++)
        to[next[from[i].name.hi << 8 >> (64 - bits)]++] = from[i];
    free(next);
    for (size_t i = 1; i < n; i++) {
        const struct listed x = to[i];
        size_t at = i;
        for (; at > 0 && name_less(x.name, to[at - 1].name); at--)
            to[at] = to[at - 1];
        to[at] = x;
    }
    return STATUS_OK;
}

/* Sorts the list by name. Names are hashes, so their first bytes make buckets
 * of about equal size. */
static enum status sort_list(struct making *m)
{
    size_t next[BUCKETS];
    m->spare = pages_malloc((m->n + 1) * sizeof *m->spare);
    if (!m->spare)
        return STATUS_NOMEM;
    for (size_t i = 0; i < m->n; i++)
        m->ends[bucket(m->list[i].name) + 1]++;
    for (size_t b = 0; b < BUCKETS; b++) {
        m->ends[b + 1] += m->ends[b];
        next[b] = m->ends[b];
    }
    for (size_t i = 0; i < m->n; i++)
        m->spare[next[bucket(m->list[i].name)]++] = m->list[i];
    const enum status st = crew_each(m->crew, BUCKETS, sort_job, m);
    free(m->spare);
    m->spare = NULL;
    return st;
}

/* Numbers the entries and counts their options. */
static enum status number_job(void *context, unsigned worker, uint64_t job)
{
    const struct making *m = context;
    const size_t first = (size_t)job * JOB_ENTRIES;
    (void)worker;
    for (size_t i = first; i < m->n && i - first < JOB_ENTRIES; i++) {
        const uint32_t id = m->list[i].id;
        const struct games_view v = games_view(m->g, id);
        struct games_entry *e = &m->book->entries[i];
        if (i + AHEAD < m->n) {
            const uint32_t then = m->list[i + AHEAD].id;
            __builtin_prefetch(games_record(m->g, then));
            __builtin_prefetch(&m->numbers[slot(then)], 1);
        }
        m->numbers[slot(id)] = (uint32_t)i + 1;
        e->birthday = (uint16_t)games_birthday(m->g, id);
        e->lefts = (uint32_t)v.nleft;
        e->rights = (uint32_t)v.nright;
    }
    return STATUS_OK;
}

uint32_t *games_book_turns(const struct games_book *book)
{
    size_t *ends = calloc(UINT16_MAX + 2, sizeof *ends);
    uint32_t *turns = malloc((book->n + 1) * sizeof *turns);
    if (ends && turns) {
        for (size_t i = 0; i < book->n; i++)
            ends[book->entries[i].birthday + 1u]++;
        for (size_t b = 1; b <= UINT16_MAX; b++)
            ends[b] += ends[b - 1];
        for (size_t i = 0; i < book->n; i++)
            turns[ends[book->entries[i].birthday]++] = (uint32_t)i;
    } else {
        free(turns);
        turns = NULL;
    }
    free(ends);
    return turns;
}

/* Computes where the options of each entry begin. */
static enum status place_options(struct making *m)
{
    struct games_book *book = m->book;
    for (size_t i = 0; i < m->n; i++) {
        struct games_entry *e = &book->entries[i];
        e->first = book->noptions;
        book->noptions += e->lefts + e->rights;
    }
    book->options = pages_malloc((book->noptions + 1) * sizeof *book->options);
    m->turns = games_book_turns(book);
    return book->options && m->turns ? STATUS_OK : STATUS_NOMEM;
}

static uint64_t jobs(size_t n)
{
    return (n + JOB_ENTRIES - 1) / JOB_ENTRIES;
}

static enum status describe_all(struct making *m)
{
    enum status st = STATUS_OK;
    for (m->turn = 0; m->turn < m->n && !st; m->turn += m->layer) {
        const struct games_entry *entries = m->book->entries;
        const unsigned birthday = entries[m->turns[m->turn]].birthday;
        m->layer = 1;
        while (m->turn + m->layer < m->n &&
               entries[m->turns[m->turn + m->layer]].birthday == birthday)
            m->layer++;
        st = crew_each(m->crew, jobs(m->layer), describe_job, m);
    }
    return st;
}

static enum status write_book(struct making *m)
{
    m->book->n = m->n;
    m->book->entries = pages_calloc(m->n + 1, sizeof *m->book->entries);
    enum status st = m->book->entries ? sort_list(m) : STATUS_NOMEM;
    if (!st)
        st = crew_each(m->crew, jobs(m->n), number_job, m);
    if (!st)
        st = place_options(m);
    if (!st)
        st = describe_all(m);
    return st ? st : crew_each(m->crew, jobs(m->n), write_options_job, m);
}

enum status games_book_make(const struct games *g, const uint32_t ids[],
                            size_t n, const struct crew *crew,
                            struct games_book *book)
{
    struct making m = {.g = g, .crew = crew, .book = book};
    const uint64_t ids_most = 2 * atomic_load(&g->next_record);
    *book = (struct games_book){0};
    m.numbers = pages_calloc(ids_most, sizeof *m.numbers);
    m.list = pages_malloc(ids_most * sizeof *m.list);
    enum status st = STATUS_NOMEM;
    if (m.numbers && m.list) {
        collect(&m, ids, n);
        st = write_book(&m);
    }
    free(m.numbers);
    free(m.list);
    free(m.turns);
    if (!st)
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
