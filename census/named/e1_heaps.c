/* e1_heaps.c - single Top Entails heaps: the naive Grundy value, the outcome,
 * and how the heap is won.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

struct row {
    uint32_t heap, naive;
    uint8_t outcome;
    uint16_t winning, entailing;
};

static const struct column columns[] = {
    COLUMN(struct row, heap, COLUMN_KEY, "counters", "size of the heap"),
    COLUMN(struct row, naive, COLUMN_FACT, "nimber",
           "Grundy value by the mex rule, the compulsion ignored"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome with nothing compelled"),
    COLUMN(struct row, winning, COLUMN_FACT, "moves", "winning moves"),
    COLUMN(struct row, entailing, COLUMN_FACT, "moves",
           "winning moves that entail"),
};

static enum status e1_heaps_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct ask_winning winning;
    uint64_t naive;
    row->heap = cell->point->size[0];
    enum status st = ask_heap(cell, 0, row->heap, &naive);
    if (!st)
        st = ask_outcome(cell, 1, &row->outcome);
    if (!st)
        st = ask_winning(cell, 1, &winning);
    if (st)
        return st;
    row->naive = (uint32_t)naive;
    row->winning = winning.moves;
    row->entailing = winning.obliging;
    return STATUS_OK;
}

/* "1, 2, 0, 2, 0, 2, ..." where the dots stand for heaps that go on likewise.
 */
static enum status naive_values(struct archive *a, char out[], size_t cap)
{
    int64_t *naive;
    uint64_t n, same = 2;
    enum status st = claims_column(a, "naive", &naive, &n);
    if (st)
        return st;
    while (same < n && naive[same] == (same % 2 ? 2 : 0))
        same++;
    snprintf(out, cap, "%lld, %lld, %lld, %lld, %lld, %lld%s",
             (long long)naive[0], (long long)naive[1], (long long)naive[2],
             (long long)naive[3], (long long)naive[4], (long long)naive[5],
             same == n ? ", ..." : ", then others");
    claims_free(naive);
    return STATUS_OK;
}

static enum status heap_of_two(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"winning", "entailing", NULL};
    int64_t *c[2];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    snprintf(out, cap, "%s",
             c[0][1] == 0   ? "not won"
             : c[1][1] == 0 ? "won by splitting"
                            : "won by taking");
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E1.1",
     .text = "naive Grundy values of Top Entails heaps 1, 2, 3, ...",
     .printed = "1, 2, 0, 2, 0, 2, ...",
     .compute = naive_values},
    {.id = "E1.4",
     .text = "how a heap of two is won",
     .printed = "won by splitting",
     .compute = heap_of_two},
};

static const struct param params[] = {
    {.name = "heap",
     .type = PARAM_INTEGER,
     .lo = 6,
     .hi = 60,
     .def = "20",
     .help = "largest heap"},
};

const struct census census_e1_heaps = {
    .name = "e1-heaps",
    .summary = "single Top Entails heaps: naive values and winning moves",
    .version = 1,
    .games = {{"top-entails:reply=any", "nimber"},
              {"top-entails:reply=same,empty=free", "outcome"}},
    .grid = "lists:parts=1,size=1..{heap}",
    .params = params,
    .nparams = 1,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e1_heaps_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
