/* e4_named_pairs.c - heaps of Top Entails and entailing Nim by pairing, the
 * answer compelled in the largest or the smallest other heap: the Nim heap
 * beside which each is lost.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/named_heaps.h"

enum { GAMES = NAMED_HEAPS };

struct row {
    uint32_t heap;
    uint8_t value[GAMES];
};

#define PAIR_COLUMN(name_, g, help_)                                           \
    {                                                                          \
        .name = name_, .type = COLUMN_U8, .role = COLUMN_FACT,                 \
        .offset = offsetof(struct row, value[g]), .width = 1,                  \
        .unit = "nimber, 255 loony", .help = help_                             \
    }

static const struct column columns[] = {
    COLUMN(struct row, heap, COLUMN_KEY, "counters", "size of the heap"),
    PAIR_COLUMN("top_largest_strict", 0, "Top Entails, largest, strict"),
    PAIR_COLUMN("top_largest_lapse", 1, "Top Entails, largest, lapsing"),
    PAIR_COLUMN("top_smallest_strict", 2, "Top Entails, smallest, strict"),
    PAIR_COLUMN("top_smallest_lapse", 3, "Top Entails, smallest, lapsing"),
    PAIR_COLUMN("one_largest_strict", 4, "entailing Nim, largest, strict"),
    PAIR_COLUMN("one_largest_lapse", 5, "entailing Nim, largest, lapsing"),
    PAIR_COLUMN("one_smallest_strict", 6, "entailing Nim, smallest, strict"),
    PAIR_COLUMN("one_smallest_lapse", 7, "entailing Nim, smallest, lapsing"),
};

static enum status e4_named_pairs_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    enum status st = STATUS_OK;
    row->heap = cell->point->size[0];
    for (size_t g = 0; g < GAMES && !st; g++)
        st = ask_pair(cell, g, row->heap, &row->value[g]);
    return st;
}

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 60,
     .def = "10",
     .help = "largest heap"},
};

const struct census census_e4_named_pairs = {
    .name = "e4-named-pairs",
    .summary = "heaps that compel the answer in the largest or smallest other "
               "heap, beside Nim heaps",
    .version = 1,
    .games = NAMED_HEAPS_GAMES,
    .grid = "lists:parts=1,size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e4_named_pairs_row,
};
