/* e2_palindromes.c - End-Nim rows that read the same both ways, by outcome
 * alone: such a row is worth *k if and only if it is P beside a Nim heap of k.
 * So this goes far past the sizes where canonical forms are affordable.
 */
#include "census/named/shared/ask.h"
#include "rules/kinds.h"

enum { POSITION_WIDTH = 64, NO_NIMBER = 255 };

struct row {
    uint8_t heaps;
    uint16_t counters;
    char position[POSITION_WIDTH];
    uint8_t outcome, nimber;
};

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "counters in all heaps"),
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the heaps from left to right"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome class"),
    COLUMN(struct row, nimber, COLUMN_FACT, "nimber",
           "the k, up to the largest heap, beside which the row is P: it is "
           "worth *k; 255 if there is none"),
};

/* The largest k that is tried: the row's largest heap. */
static uint32_t largest(const struct point *p)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->n; i++)
        most = p->size[i] > most ? p->size[i] : most;
    return most;
}

static enum status find_nimber(const struct cell *cell, uint8_t *nimber)
{
    const struct game *game = &cell->games[1];
    struct point beside = *cell->point;
    beside.kind[beside.n++] = PART_NIM;
    *nimber = NO_NIMBER;
    for (uint32_t k = 0; k <= largest(cell->point); k++) {
        struct position p;
        enum outcome outcome = OUTCOME_UNSET;
        beside.size[beside.n - 1] = k;
        enum status st = game_start(game, &beside, &p);
        st = st ? st : solve_outcome(&cell->solvers[1], p, &outcome);
        if (st)
            return st;
        if (outcome == OUTCOME_P) {
            *nimber = (uint8_t)k;
            return STATUS_OK;
        }
    }
    return STATUS_OK;
}

static enum status e2_palindromes_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *point = cell->point;
    row->heaps = (uint8_t)point->n;
    for (uint32_t i = 0; i < point->n; i++)
        row->counters = (uint16_t)(row->counters + point->size[i]);
    enum status st = ask_position(cell, 0, row->position, POSITION_WIDTH);
    st = st ? st : ask_outcome(cell, 0, &row->outcome);
    return st ? st : find_nimber(cell, &row->nimber);
}

static const struct param params[] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 32,
     .def = "11",
     .help = "most heaps in a row"},
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 9,
     .def = "4",
     .help = "largest heap"},
};

const struct census census_e2_palindromes = {
    .name = "e2-palindromes",
    .summary = "End-Nim rows that read the same both ways: which are nimbers",
    .version = 1,
    /* The second has room in its memo for the Nim heap. */
    .games = {{"end-nim", "outcome"}, {"end-nim:beside=1", "outcome"}},
    .grid = "palindromes:heaps=1..{heaps},size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e2_palindromes_row,
};
