/* e2_impartial.c - End-Nim with either end for both players: Grundy values,
 * which have no known rule, and the outcomes of three ways to end the game.
 */
#include "census/named/shared/ask.h"
#include "rules/end_rows.h"

enum { POSITION_WIDTH = 24 };

struct row {
    uint8_t heaps, equal;
    uint16_t counters;
    char position[POSITION_WIDTH];
    uint32_t grundy;
    uint8_t outcome, misere, loop, agree;
};

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "counters in all heaps"),
    COLUMN(struct row, equal, COLUMN_KEY, "", "1: all heaps are equal"),
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the heaps from left to right"),
    COLUMN(struct row, grundy, COLUMN_FACT, "nimber", "Grundy value"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome: the last to move wins"),
    COLUMN_ENUM(struct row, misere, COLUMN_FACT, outcome_labels,
                "outcome in misere play: the last to move loses"),
    COLUMN_ENUM(struct row, loop, COLUMN_FACT, outcome_labels,
                "outcome if whoever leaves a single heap wins"),
    COLUMN(struct row, agree, COLUMN_FACT, "", "1: the outcomes are the same"),
};

static enum status e2_impartial_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *point = cell->point;
    struct position p;
    uint64_t grundy;
    row->heaps = (uint8_t)point->n;
    row->equal = 1;
    for (uint32_t i = 0; i < point->n; i++) {
        row->counters = (uint16_t)(row->counters + point->size[i]);
        row->equal = row->equal && point->size[i] == point->size[0];
    }
    enum status st = ask_position(cell, 0, row->position, POSITION_WIDTH);
    st = st ? st : ask_start(cell, 0, &p);
    st = st ? st : solve_value(&cell->solvers[0], p, &grundy);
    st = st ? st : ask_outcome(cell, 1, &row->misere);
    st = st ? st : ask_outcome(cell, 2, &row->loop);
    if (st)
        return st;
    row->grundy = (uint32_t)grundy;
    row->outcome = grundy ? OUTCOME_N : OUTCOME_P;
    row->agree = row->outcome == row->misere && row->outcome == row->loop;
    return STATUS_OK;
}

const struct census census_e2_impartial = {
    .name = "e2-impartial",
    .summary = "End-Nim with either end for both: Grundy values and outcomes",
    .version = 1,
    .games = {{"end-nim:players=impartial", "nimber"},
              {"end-nim:players=impartial,play=misere", "outcome"},
              {"end-nim:players=impartial,play=loop", "outcome"}},
    .grid = "rows:heaps=1..{heaps},size=1..{size}",
    .params = end_rows_params,
    .nparams = END_ROWS_PARAMS,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e2_impartial_row,
};
