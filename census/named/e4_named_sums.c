/* e4_named_sums.c - sums of Top Entails or entailing Nim heaps with Nim heaps,
 * the answer compelled in the largest or the smallest other heap: outcomes,
 * also by the nim-sum of pair values and by Bouton's rule.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/named_heaps.h"
#include "rules/kinds.h"

enum { TEXT = 48, GAMES = NAMED_HEAPS };

struct row {
    uint8_t parts, nim_parts, bouton;
    uint8_t outcome[GAMES], predicted[GAMES];
    char position[TEXT];
};

#define GAME_COLUMNS(name, g, help)                                            \
    {name, COLUMN_U8, COLUMN_FACT, offsetof(struct row, outcome[g]),           \
     1,    "",        help,        outcome_labels},                            \
    {                                                                          \
        name "_predicted", COLUMN_U8, COLUMN_FACT,                             \
            offsetof(struct row, predicted[g]), 1, "",                         \
            "outcome by the nim-sum of pair values, " help, outcome_labels     \
    }

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the sum, a star before Nim"),
    COLUMN(struct row, parts, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, nim_parts, COLUMN_KEY, "heaps",
           "how many of them are plain Nim heaps"),
    COLUMN_ENUM(struct row, bouton, COLUMN_FACT, outcome_labels,
                "outcome by Bouton's rule on all heaps"),
    GAME_COLUMNS("top_largest_strict", 0, "Top Entails, largest, strict"),
    GAME_COLUMNS("top_largest_lapse", 1, "Top Entails, largest, lapsing"),
    GAME_COLUMNS("top_smallest_strict", 2, "Top Entails, smallest, strict"),
    GAME_COLUMNS("top_smallest_lapse", 3, "Top Entails, smallest, lapsing"),
    GAME_COLUMNS("one_largest_strict", 4, "entailing Nim, largest, strict"),
    GAME_COLUMNS("one_largest_lapse", 5, "entailing Nim, largest, lapsing"),
    GAME_COLUMNS("one_smallest_strict", 6, "entailing Nim, smallest, strict"),
    GAME_COLUMNS("one_smallest_lapse", 7, "entailing Nim, smallest, lapsing"),
};

static enum status e4_named_sums_row(const struct cell *cell, void *out)
{
    const struct point *p = cell->point;
    struct row *row = out;
    uint32_t sum = 0;
    row->parts = (uint8_t)p->n;
    for (uint32_t i = 0; i < p->n; i++) {
        sum ^= p->size[i];
        if (p->kind[i] == PART_NIM)
            row->nim_parts++;
    }
    row->bouton = sum ? OUTCOME_N : OUTCOME_P;
    enum status st = ask_position(cell, 0, row->position, TEXT);
    for (size_t g = 0; g < GAMES && !st; g++) {
        st = ask_outcome(cell, g, &row->outcome[g]);
        if (!st)
            st = ask_pair_sum(cell, g, &row->predicted[g]);
    }
    return st;
}

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 20,
     .def = "7",
     .help = "largest heap that compels"},
    {.name = "nim",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 40,
     .def = "4",
     .help = "largest Nim heap"},
    {.name = "parts",
     .type = PARAM_INTEGER,
     .lo = 2,
     .hi = 8,
     .def = "3",
     .help = "heaps in a sum, at most"},
};

const struct census census_e4_named_sums = {
    .name = "e4-named-sums",
    .summary = "sums of heaps, answers in the largest or smallest other heap, "
               "against pair values and Bouton's rule",
    .version = 1,
    .games = NAMED_HEAPS_GAMES,
    .grid = "sums:parts=1..{parts},heaps=1..{size},nim=1..{nim},least=1",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e4_named_sums_row,
};
