/* e3_classes.c - sums of up to two Nim heaps of one to eight: which of them no
 * sum of up to three heaps tells apart, by two-player outcome, by either
 * convention of three players, and by one against two.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/indistinguishable.h"

#include <stdio.h>

struct row {
    char position[8];
    uint32_t normal, downstream, upstream, coalition;
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the heaps"),
    COLUMN(struct row, normal, COLUMN_FACT, "row",
           "row, from 1, of the first position of the same class: two players"),
    COLUMN(struct row, downstream, COLUMN_FACT, "row",
           "the same for three players who prefer the previous to the next"),
    COLUMN(struct row, upstream, COLUMN_FACT, "row",
           "the same for three players who prefer the next to the previous"),
    COLUMN(struct row, coalition, COLUMN_FACT, "row",
           "the same for one player against two, all three phases"),
};

static const struct indistinguishable grids = {
    "multisets:parts=0..2,size=1..8", "multisets:parts=0..3,size=1..8"};

static enum status e3_classes_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    enum status st = ask_position(cell, 0, row->position, sizeof row->position);
    if (!st)
        st = indistinguishable_first(cell, 0, &grids, &row->normal);
    if (!st)
        st = indistinguishable_first(cell, 1, &grids, &row->downstream);
    if (!st)
        st = indistinguishable_first(cell, 2, &grids, &row->upstream);
    if (!st)
        st = indistinguishable_first(cell, 3, &grids, &row->coalition);
    return st;
}

static enum status class_counts(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"normal", "downstream", "upstream",
                                        "coalition"};
    uint64_t n[4], largest;
    enum status st = STATUS_OK;
    for (int i = 0; i < 4 && !st; i++)
        st = indistinguishable_count(a, names[i], &n[i], &largest);
    if (!st)
        snprintf(out, cap, "%u / %u / %u / %u", (unsigned)n[0], (unsigned)n[1],
                 (unsigned)n[2], (unsigned)n[3]);
    return st;
}

static enum status largest_class(struct archive *a, char out[], size_t cap)
{
    uint64_t n, largest;
    enum status st = indistinguishable_count(a, "coalition", &n, &largest);
    snprintf(out, cap, "%u", (unsigned)largest);
    return st;
}

static const struct claim claims[] = {
    {.id = "E3.7",
     .text = "classes of the 45 positions (two heaps to eight) over 165 tests "
             "(three heaps to eight): two-player / downstream / upstream / "
             "coalition",
     .printed = "16 / 45 / 45 / 6",
     .compute = class_counts},
    {.id = "E3.8",
     .text = "largest coalition class among the 45",
     .printed = "28",
     .compute = largest_class},
};

const struct census census_e3_classes = {
    .name = "e3-classes",
    .summary = "two Nim heaps to eight: which no three heaps tell apart",
    .version = 1,
    .games = {{"nim", "outcome"},
              {"nim:players=3", "downstream"},
              {"nim:players=3", "upstream"},
              {"nim:players=3", "coalition"}},
    .grid = "multisets:parts=0..2,size=1..8",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e3_classes_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
