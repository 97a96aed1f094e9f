/* e4_replies.c - Nim: where are the winning replies to a move from a P
 * position, in the heap just moved or elsewhere?
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

enum { TEXT = 32 };

struct row {
    uint8_t outcome;
    uint32_t moves, replies, at_home;
    char position[TEXT];
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the sum"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome of the sum"),
    COLUMN(struct row, moves, COLUMN_FACT, "moves",
           "moves from it, equal heaps counted once"),
    COLUMN(struct row, replies, COLUMN_FACT, "replies",
           "winning replies to all of these moves"),
    COLUMN(struct row, at_home, COLUMN_FACT, "replies",
           "how many of them are in the heap that was moved"),
};

static enum status e4_replies_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct ask_replies replies = {0};
    enum status st = ask_position(cell, 0, row->position, TEXT);
    if (!st)
        st = ask_outcome(cell, 0, &row->outcome);
    if (!st)
        st = ask_replies(cell, 0, &replies);
    row->moves = replies.moves;
    row->replies = replies.winning;
    row->at_home = replies.at_home;
    return st;
}

static enum status counterexamples(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"outcome", "at_home", NULL};
    int64_t *c[2];
    long long n = 0;
    uint64_t rows;
    enum status st = claims_columns(a, names, c, &rows);
    if (st)
        return st;
    for (uint64_t i = 0; i < rows; i++)
        if (c[0][i] == OUTCOME_P)
            n += c[1][i];
    snprintf(out, cap, "%lld counterexamples", n);
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E4.18",
     .text = "in Nim no winning reply to a move from a P position is in the "
             "heap just moved (to four heaps of seven)",
     .printed = "0 counterexamples",
     .compute = counterexamples},
};

const struct census census_e4_replies = {
    .name = "e4-replies",
    .summary = "Nim to four heaps of seven: winning replies in the heap just "
               "moved",
    .version = 1,
    .games = {{"nim", "outcome"}},
    .grid = "multisets:parts=1..4,size=1..7",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e4_replies_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
