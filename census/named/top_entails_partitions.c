/* top_entails_partitions.c - every Top Entails position with at most so many
 * counters: its outcome, free and compelled into each of its heaps.
 */
#include "census/named/shared/ask.h"

struct row {
    uint16_t counters, heaps, largest;
    uint8_t outcome, sizes;
    uint32_t compelled;
};

static const struct column columns[] = {
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "counters in all heaps"),
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, largest, COLUMN_KEY, "counters", "largest heap"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome with nothing compelled"),
    COLUMN(struct row, sizes, COLUMN_FACT, "sizes",
           "number of different heap sizes"),
    COLUMN(struct row, compelled, COLUMN_FACT, "bits",
           "bit i is set if the outcome compelled into the i-th smallest heap "
           "size, from 0, is N"),
};

static enum status top_entails_row(const struct cell *cell, void *out)
{
    const struct point *p = cell->point;
    uint64_t room[POINT_PARTS_MAX];
    const uint64_t *values;
    struct row *row = out;
    uint32_t counters = 0, compelled = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        counters += p->size[i];
    enum status st = cell_values(cell, 0, room, &values, &n);
    if (st)
        return st;
    for (size_t i = 1; i < n; i++)
        compelled |= (uint32_t)(values[i] == OUTCOME_N) << (i - 1);
    *row = (struct row){.counters = (uint16_t)counters,
                        .heaps = (uint16_t)p->n,
                        /* They ascend. */
                        .largest = p->n ? (uint16_t)p->size[p->n - 1] : 0,
                        .outcome = (uint8_t)values[0],
                        .sizes = (uint8_t)(n - 1),
                        .compelled = compelled};
    return STATUS_OK;
}

static bool top_entails_fact(const void *in, size_t game, size_t state,
                             uint64_t *value)
{
    const struct row *row = in;
    (void)game;
    if (state == 0)
        *value = row->outcome;
    else
        *value = row->compelled >> (state - 1) & 1 ? OUTCOME_N : OUTCOME_P;
    return true;
}

static enum status top_entails_recall(const struct cell *cell, const void *in)
{
    struct position states[POINT_PARTS_MAX];
    uint64_t values[POINT_PARTS_MAX];
    size_t n = 0;
    enum status st = cell_positions(cell, 0, states, &n);
    if (st)
        return st;
    for (size_t i = 0; i < n; i++)
        top_entails_fact(in, 0, i, &values[i]);
    return memo_put(cell->solvers[0].memo, cell->solvers[0].worker, states,
                    values, n);
}

static const struct param params[] = {
    {.name = "total",
     .type = PARAM_INTEGER,
     .lo = 0,
     .hi = POINT_PARTS_MAX,
     .def = "40",
     .help = "counters in all heaps, at most"},
};

const struct census census_top_entails_partitions = {
    .name = "top-entails-partitions",
    .summary = "all Top Entails positions to a total, free and compelled",
    .version = 1,
    .games = {{"top-entails:reply=same,empty=free", "outcome"}},
    .grid = "partitions:total=0..{total}",
    .params = params,
    .nparams = 1,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = top_entails_row,
    .recall = top_entails_recall,
    .fact = top_entails_fact,
};
