/* e2_counts.c - how many End-Nim rows of one to `size` counters have which
 * outcome, by length, from the thresholds of all rows two heaps shorter.
 *
 * The rule of thresholds (rules/end_rows.h) is proved for every row. So a row
 * of n heaps needs no play, but X and Y of what is between its ends; and these
 * are tabulated for all rows of a length at once, from those one heap shorter:
 *
 *   number of a row: its heaps less one as digits, the leftmost first
 *   X(M m), Y(M m)   from the number without its last digit
 *   Y(m M)           from the number without its first digit
 */
#include "engine/base/log.h"
#include "engine/run/census.h"

#include <assert.h>
#include <stdlib.h>

struct row {
    uint8_t heaps, size;
    uint64_t rows, left, right, next, previous;
};

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, size, COLUMN_KEY, "counters", "largest heap"),
    COLUMN(struct row, rows, COLUMN_FACT, "rows", "all of them"),
    COLUMN(struct row, left, COLUMN_FACT, "rows", "that Left wins: L"),
    COLUMN(struct row, right, COLUMN_FACT, "rows", "that Right wins: R"),
    COLUMN(struct row, next, COLUMN_FACT, "rows",
           "that the player to move wins: N"),
    COLUMN(struct row, previous, COLUMN_FACT, "rows",
           "that the player to move loses: P"),
};

enum { SIZE_MAX_HEAP = 9, HEAPS_MAX = 34 };
#define TABLE_MAX ((uint64_t)1 << 30) /* rows of one length: two bytes each */

/* X and Y of all rows of a length. No threshold is more than the counters. */
struct thresholds {
    uint64_t n;
    uint8_t *x, *y;
};

static void release(struct thresholds *t)
{
    free(t->x);
    free(t->y);
}

static enum status init(struct thresholds *t, uint64_t n)
{
    *t = (struct thresholds){n, calloc(n, 1), calloc(n, 1)};
    if (t->x && t->y)
        return STATUS_OK;
    release(t);
    return log_error(STATUS_NOMEM, "thresholds of %llu rows",
                     (unsigned long long)n);
}

static uint8_t step(unsigned own, unsigned other, unsigned m)
{
    const unsigned next = m < other ? 1 : own + m - other + 1;
    assert(next <= UINT8_MAX);
    return (uint8_t)next;
}

/* The rows of one heap more. */
static enum status lengthen(struct thresholds *t, unsigned size)
{
    struct thresholds longer;
    enum status st = init(&longer, t->n * size);
    if (st)
        return st;
    for (uint64_t i = 0; i < longer.n; i++) {
        const uint64_t prefix = i / size, suffix = i % t->n;
        longer.x[i] =
            step(t->x[prefix], t->y[prefix], (unsigned)(i % size) + 1);
        longer.y[i] =
            step(t->y[suffix], t->x[suffix], (unsigned)(i / t->n) + 1);
    }
    release(t);
    *t = longer;
    return STATUS_OK;
}

/* Rows x M y for every M of the table. */
static void count(const struct thresholds *t, unsigned size, struct row *row)
{
    for (uint64_t i = 0; i < t->n; i++)
        for (int x = 1; x <= (int)size; x++)
            for (int y = 1; y <= (int)size; y++) {
                const int left = x - t->x[i], right = y - t->y[i];
                const bool lefts = left >= 0, rights = right >= 0;
                row->left += lefts && (!rights || left > right);
                row->right += rights && (!lefts || right > left);
                row->next += !lefts && !rights;
                row->previous += lefts && left == right;
            }
    row->rows = t->n * size * size;
}

static enum status e2_counts_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct thresholds t;
    const unsigned size = *(const unsigned *)cell->shared;
    row->size = (uint8_t)size;
    row->heaps = (uint8_t)cell->point->size[0];
    if (row->heaps == 1) { /* a single heap is taken by whoever moves */
        row->rows = row->next = size;
        return STATUS_OK;
    }
    enum status st = init(&t, 1);
    for (unsigned n = 2; !st && n < row->heaps; n++)
        if ((st = lengthen(&t, size)))
            release(&t);
    if (st)
        return st;
    count(&t, size, row);
    release(&t);
    return STATUS_OK;
}

static enum status e2_counts_open(const int64_t params[], void **out)
{
    uint64_t tabled = 1; /* for the longest rows */
    for (int64_t n = 2; n < params[0] && tabled <= TABLE_MAX; n++)
        tabled *= (uint64_t)params[1];
    if (tabled > TABLE_MAX)
        return log_error(STATUS_RANGE,
                         "e2-counts: more than %llu rows of two heaps less to "
                         "tabulate",
                         (unsigned long long)TABLE_MAX);
    unsigned *size = malloc(sizeof *size);
    if (!size)
        return log_error(STATUS_NOMEM, "out of memory");
    *size = (unsigned)params[1];
    *out = size;
    return STATUS_OK;
}

static const struct param params[] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = HEAPS_MAX,
     .def = "12",
     .help = "most heaps in a row"},
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = SIZE_MAX_HEAP,
     .def = "2",
     .help = "largest heap"},
};

const struct census census_e2_counts = {
    .name = "e2-counts",
    .summary = "End-Nim rows counted by outcome and length, from thresholds",
    .version = 1,
    .games = {{"end-nim", "outcome"}},
    .grid = "lists:parts=1,size=1..{heaps}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .open = e2_counts_open,
    .close = free,
    .row = e2_counts_row,
};
