/* e4_classes.c - Top Entails, answers elsewhere: which single heaps and pairs
 * of heaps no company of up to `tests` further heaps tells apart.
 *
 * An element is nothing, a heap or two heaps; it is without obligation, or one
 * of its heaps is barred for the player to move. Two elements are in one class
 * if they have the same outcomes beside every test. A class is named by its
 * first element, in the order of largest heaps, then of rows. Told apart "from
 * H": beside some test of heaps to H, and heaps to H - 1 do not suffice; as
 * elements with larger heaps come later, the classes of heaps to any H are as
 * many as the elements to H that are told apart from all before them from H or
 * less.
 */
#include "census/named/shared/ask.h"
#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 8, ELEMENT_HEAPS = 2, TESTS_HEAPS = 4, CONVENTIONS = 2 };

struct class
{
    char first[TEXT];
    uint8_t from;
};

/* Without obligation beside tests without, beside tests one heap of which may
 * be barred as well, and with the larger, the smaller heap barred. */
struct row {
    char position[TEXT];
    uint8_t parts, largest, difference;
    struct {
        struct class free, any, barred, small;
    } of[CONVENTIONS];
};

#define FIRST(c, title, which, text)                                           \
    {                                                                          \
        .name = #title, .type = COLUMN_TEXT, .role = COLUMN_FACT,              \
        .offset = offsetof(struct row, of[c].which.first), .width = TEXT,      \
        .unit = "",                                                            \
        .help = text ": first element of its class; empty: there is no such "  \
                     "element",                                                \
    }
#define FROM(c, title, which)                                                  \
    {                                                                          \
        .name = #title, .type = COLUMN_U8, .role = COLUMN_FACT,                \
        .offset = offsetof(struct row, of[c].which.from), .width = 1,          \
        .unit = "counters",                                                    \
        .help =                                                                \
            "told apart from all elements before it beside tests of heaps "    \
            "to this; 0: not",                                                 \
    }
#define CLASSES(c, name)                                                       \
    FIRST(c, name##_free, free, "nothing barred"),                             \
        FROM(c, name##_free_from, free),                                       \
        FIRST(c, name##_any, any,                                              \
              "nothing barred here, perhaps a heap of the test"),              \
        FROM(c, name##_any_from, any),                                         \
        FIRST(c, name##_barred, barred, "the larger heap is barred"),          \
        FROM(c, name##_barred_from, barred),                                   \
        FIRST(c, name##_small, small, "the smaller of two heaps is barred"),   \
        FROM(c, name##_small_from, small)

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the heaps"),
    COLUMN(struct row, parts, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, largest, COLUMN_KEY, "counters", "largest heap"),
    COLUMN(struct row, difference, COLUMN_KEY, "counters",
           "of two heaps; 0 if there are fewer"),
    CLASSES(0, strict),
    CLASSES(1, lapse),
};

struct element {
    uint32_t row, n, size[ELEMENT_HEAPS], largest, smallest;
    uint32_t barred; /* the size; 0: nothing */
};

/* Elements by largest heap, then by row. */
struct family {
    size_t n;
    struct element *of;
};

struct test {
    uint32_t n, size[TESTS_HEAPS], largest;
};

struct shared {
    struct family free, barred;
    struct test *tests; /* by largest heap */
    size_t ntests;
};

/* What the heaps of an element and a test are worth with the heap of this size
 * barred, 0: none. */
static enum status outcome(const struct cell *cell, size_t g,
                           const struct element *e, const struct test *t,
                           uint32_t barred, enum outcome *value)
{
    struct heaps h = {.duty = DUTY_NONE};
    struct position p;
    bool fits = true;
    for (uint32_t i = 0; i < e->n; i++)
        fits = fits && heaps_add(&h, PART_OWN, e->size[i], 1);
    for (uint32_t i = 0; i < t->n; i++)
        fits = fits && heaps_add(&h, PART_OWN, t->size[i], 1);
    for (h.named = 0; barred && h.at[h.named].size != barred;)
        h.named++;
    h.duty = barred ? DUTY_NOT_IN : DUTY_NONE;
    if (!fits || !heaps_pack(&h, &p))
        return log_error(STATUS_RANGE, "the heaps do not fit in a position");
    return solve_outcome(&cell->solvers[g], p, value);
}

/* Does the test tell two elements apart, with a heap of its own barred, too, if
 * `any`? */
static enum status tells_apart(const struct cell *cell, size_t g,
                               const struct element *a, const struct element *b,
                               const struct test *t, bool any, bool *apart)
{
    enum outcome va, vb;
    enum status st = outcome(cell, g, a, t, a->barred, &va);
    st = st ? st : outcome(cell, g, b, t, b->barred, &vb);
    *apart = !st && va != vb;
    for (uint32_t i = 0; any && i < t->n && !st && !*apart; i++) {
        st = outcome(cell, g, a, t, t->size[i], &va);
        st = st ? st : outcome(cell, g, b, t, t->size[i], &vb);
        *apart = !st && va != vb;
    }
    return st;
}

/* The largest heap of the first test that tells them apart, at least that of
 * the elements; *apart is false if none does. */
static enum status told_from(const struct cell *cell, size_t g,
                             const struct element *a, const struct element *b,
                             bool any, bool *apart, uint32_t *from)
{
    const struct shared *s = cell->shared;
    enum status st = STATUS_OK;
    *apart = false;
    for (size_t i = 0; i < s->ntests && !st && !*apart; i++) {
        st = tells_apart(cell, g, a, b, &s->tests[i], any, apart);
        *from = s->tests[i].largest;
    }
    *from = *from > a->largest ? *from : a->largest;
    return st;
}

static void print(const struct element *e, char out[TEXT])
{
    size_t used = 0;
    memset(out, 0, TEXT);
    if (!e->n)
        memcpy(out, "0", 1);
    bool barred = e->barred > 0; /* one of two equal heaps */
    for (uint32_t i = 0; i < e->n; i++) {
        const bool this = barred && e->size[i] == e->barred;
        used +=
            (size_t)snprintf(out + used, TEXT - used, this ? "%s(%u)" : "%s%u",
                             i ? "+" : "", e->size[i]);
        barred = barred && !this;
    }
}

static bool same(const struct element *a, const struct element *b)
{
    return a->row == b->row && a->barred == b->barred;
}

static enum status classify(const struct cell *cell, size_t g,
                            const struct family *family,
                            const struct element *e, bool any,
                            struct class *class)
{
    const struct element *before = family->of;
    bool apart = true;
    class->from = (uint8_t)e->largest;
    for (; !same(before, e); before++) {
        uint32_t from = 0;
        enum status st = told_from(cell, g, e, before, any, &apart, &from);
        if (st)
            return st;
        if (!apart)
            break;
        class->from = from > class->from ? (uint8_t)from : class->from;
    }
    class->from = apart ? class->from : 0;
    print(before, class->first);
    return STATUS_OK;
}

static const struct element *find(const struct family *family, uint64_t row)
{
    const struct element *e = family->of;
    while (e->row != row)
        e++;
    return e;
}

static enum status e4_classes_row(const struct cell *cell, void *out)
{
    const struct shared *s = cell->shared;
    struct row *row = out;
    struct element e = *find(&s->free, cell->index);
    enum status st = ask_position(cell, 0, row->position, TEXT);
    row->parts = (uint8_t)e.n;
    row->largest = (uint8_t)e.largest;
    row->difference = (uint8_t)(e.largest - e.smallest);
    for (size_t g = 0; g < CONVENTIONS && !st; g++) {
        e.barred = 0;
        st = classify(cell, g, &s->free, &e, false, &row->of[g].free);
        st = st ? st : classify(cell, g, &s->free, &e, true, &row->of[g].any);
        e.barred = e.largest;
        if (!st && e.n > 0)
            st = classify(cell, g, &s->barred, &e, false, &row->of[g].barred);
        e.barred = e.smallest;
        if (!st && e.smallest < e.largest)
            st = classify(cell, g, &s->barred, &e, false, &row->of[g].small);
    }
    return st;
}

static int by_largest(const void *a, const void *b)
{
    const struct test *x = a, *y = b;
    return (x->largest > y->largest) - (x->largest < y->largest);
}

static enum status list_tests(struct shared *s, const struct grid *grid)
{
    struct point p;
    s->tests = calloc(grid->count, sizeof *s->tests);
    if (!s->tests)
        return log_error(STATUS_NOMEM, "out of memory for tests");
    for (s->ntests = 0; s->ntests < grid->count; s->ntests++) {
        struct test *t = &s->tests[s->ntests];
        grid_unrank(grid, s->ntests, &p);
        t->n = p.n;
        for (uint32_t i = 0; i < p.n; i++) {
            t->size[i] = p.size[i];
            t->largest = p.size[i] > t->largest ? p.size[i] : t->largest;
        }
    }
    qsort(s->tests, s->ntests, sizeof *s->tests, by_largest);
    return STATUS_OK;
}

static int by_largest_element(const void *a, const void *b)
{
    const struct element *x = a, *y = b;
    if (x->largest != y->largest)
        return x->largest < y->largest ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static struct element read_element(const struct point *p, uint32_t row)
{
    struct element e = {.row = row, .n = p->n};
    for (uint32_t i = 0; i < p->n; i++) {
        e.size[i] = p->size[i];
        e.largest = p->size[i] > e.largest ? p->size[i] : e.largest;
        e.smallest = i && e.smallest < p->size[i] ? e.smallest : p->size[i];
    }
    return e;
}

/* Each element with each of its heaps barred. */
static void list_barred(struct shared *s)
{
    for (size_t i = 0; i < s->free.n; i++) {
        struct element e = s->free.of[i];
        e.barred = e.largest;
        if (e.n > 0)
            s->barred.of[s->barred.n++] = e;
        e.barred = e.smallest;
        if (e.smallest < e.largest)
            s->barred.of[s->barred.n++] = e;
    }
}

static enum status list_elements(struct shared *s, const struct grid *grid)
{
    struct point p;
    s->free.of = calloc(grid->count, sizeof *s->free.of);
    s->barred.of = calloc(grid->count, 2 * sizeof *s->barred.of);
    if (!s->free.of || !s->barred.of)
        return log_error(STATUS_NOMEM, "out of memory for elements");
    for (; s->free.n < grid->count; s->free.n++) {
        grid_unrank(grid, s->free.n, &p);
        s->free.of[s->free.n] = read_element(&p, (uint32_t)s->free.n);
    }
    qsort(s->free.of, s->free.n, sizeof *s->free.of, by_largest_element);
    list_barred(s);
    return STATUS_OK;
}

static enum status list_grid(struct shared *s, int64_t parts, int64_t size,
                             enum status (*list)(struct shared *,
                                                 const struct grid *))
{
    char spec[64];
    struct grid grid;
    snprintf(spec, sizeof spec, "multisets:parts=0..%d,size=1..%d", (int)parts,
             (int)size);
    enum status st = grid_open(grid_kinds, spec, NULL, &grid);
    if (st)
        return st;
    st = list(s, &grid);
    grid_close(&grid);
    return st;
}

static void e4_classes_close(void *shared)
{
    struct shared *s = shared;
    free(s->free.of);
    free(s->barred.of);
    free(s->tests);
    free(s);
}

static enum status e4_classes_open(const int64_t params[], void **out)
{
    struct shared *s = calloc(1, sizeof *s);
    if (!s)
        return log_error(STATUS_NOMEM, "out of memory");
    enum status st = list_grid(s, ELEMENT_HEAPS, params[0], list_elements);
    st = st ? st : list_grid(s, params[1], params[0], list_tests);
    if (st)
        e4_classes_close(s);
    else
        *out = s;
    return st;
}

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 12,
     .def = "6",
     .help = "largest heap"},
    {.name = "tests",
     .type = PARAM_INTEGER,
     .lo = 0,
     .hi = TESTS_HEAPS,
     .def = "3",
     .help = "most heaps in a test"},
};

const struct census census_e4_classes = {
    .name = "e4-classes",
    .summary = "answers elsewhere, Top Entails: classes of heaps and of pairs, "
               "with and without a barred heap",
    .version = 1,
    .games = {{"top-entails:reply=elsewhere,alone=strict", "outcome"},
              {"top-entails:reply=elsewhere,alone=lapse", "outcome"}},
    .grid = "multisets:parts=0..2,size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = e4_classes_open,
    .close = e4_classes_close,
    .beyond = true,
    .row = e4_classes_row,
};
