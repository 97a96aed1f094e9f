/* e3_shapes.c - one against two: sums of up to four Nim heaps of one to six,
 * and which of them no sum of up to three heaps tells apart.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/indistinguishable.h"

#include <stdio.h>

struct row {
    char position[16];
    uint32_t coalition;
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the heaps"),
    COLUMN(struct row, coalition, COLUMN_FACT, "row",
           "row, from 1, of the first position of the same class"),
};

static const struct indistinguishable grids = {
    "multisets:parts=0..4,size=1..6", "multisets:parts=0..3,size=1..6"};

static enum status e3_shapes_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    enum status st = ask_position(cell, 0, row->position, sizeof row->position);
    return st ? st : indistinguishable_first(cell, 0, &grids, &row->coalition);
}

static enum status seven(struct archive *a, char out[], size_t cap)
{
    uint64_t n, largest;
    enum status st = indistinguishable_count(a, "coalition", &n, &largest);
    snprintf(out, cap, "%u; %u", (unsigned)n, (unsigned)largest);
    return st;
}

static const struct claim claims[] = {
    {.id = "E3.9",
     .text = "classes of positions to four heaps to six over tests to three "
             "heaps; largest",
     .printed = "7; 185",
     .compute = seven},
};

const struct census census_e3_shapes = {
    .name = "e3-shapes",
    .summary = "one against two: four Nim heaps to six that no test separates",
    .version = 1,
    .games = {{"nim:players=3", "coalition"}},
    .grid = "multisets:parts=0..4,size=1..6",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e3_shapes_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
