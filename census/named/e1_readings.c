/* e1_readings.c - what taking a heap's last counter does: small Top Entails
 * positions under the three readings.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>
#include <stdlib.h>

struct row {
    uint8_t a, b;
    uint8_t free, lose, illegal;
    uint16_t moves_illegal;
};

static const struct column columns[] = {
    COLUMN(struct row, a, COLUMN_KEY, "counters", "first heap"),
    COLUMN(struct row, b, COLUMN_KEY, "counters", "second heap, 0 for none"),
    COLUMN_ENUM(struct row, free, COLUMN_FACT, outcome_labels,
                "outcome if emptying a heap compels nothing"),
    COLUMN_ENUM(struct row, lose, COLUMN_FACT, outcome_labels,
                "outcome if the opponent is sent into the empty heap"),
    COLUMN_ENUM(struct row, illegal, COLUMN_FACT, outcome_labels,
                "outcome if the last counter may not be taken"),
    COLUMN(struct row, moves_illegal, COLUMN_FACT, "moves",
           "moves if the last counter may not be taken"),
};

static enum status count_moves(const struct cell *cell, size_t g,
                               uint16_t *moves)
{
    const struct game *game = &cell->games[g];
    struct position p;
    enum status st = ask_start(cell, g, &p);
    if (st)
        return st;
    struct position *out =
        calloc(game->rules->options_max(game->self, p), sizeof *out);
    if (!out)
        return STATUS_NOMEM;
    *moves = (uint16_t)game->rules->options(game->self, p, LEFT, out);
    free(out);
    return STATUS_OK;
}

static enum status e1_readings_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    row->a = (uint8_t)cell->point->size[0];
    row->b = (uint8_t)(cell->point->n > 1 ? cell->point->size[1] : 0);
    enum status st = ask_outcome(cell, 0, &row->free);
    if (!st)
        st = ask_outcome(cell, 1, &row->lose);
    if (!st)
        st = ask_outcome(cell, 2, &row->illegal);
    return st ? st : count_moves(cell, 2, &row->moves_illegal);
}

static const char *const names[] = {
    "a", "b", "free", "lose", "illegal", "moves_illegal", NULL};
enum { A, B, FREE, LOSE, ILLEGAL, MOVES, N_NAMES };

static enum status one_and_one(struct archive *a, char out[], size_t cap)
{
    static const int64_t ones[] = {1, 1};
    int64_t *c[N_NAMES];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    const uint64_t row = claims_find(c, ones, 2, n);
    snprintf(out, cap, "%s / %s / %s", outcome_labels[c[FREE][row]],
             outcome_labels[c[LOSE][row]], outcome_labels[c[ILLEGAL][row]]);
    claims_release(c, names);
    return STATUS_OK;
}

static enum status one_alone(struct archive *a, char out[], size_t cap)
{
    static const int64_t one[] = {1, 0};
    int64_t *c[N_NAMES];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    const uint64_t row = claims_find(c, one, 2, n);
    snprintf(out, cap, "%s%s", outcome_labels[c[ILLEGAL][row]],
             c[MOVES][row] ? ", with moves" : "");
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E1.7",
     .text = "1+1 when emptying a heap is free / loses / is illegal",
     .printed = "P / N / P",
     .compute = one_and_one},
    {.id = "E1.8",
     .text = "a heap of one alone when emptying is illegal: no move",
     .printed = "P",
     .compute = one_alone},
};

const struct census census_e1_readings = {
    .name = "e1-readings",
    .summary = "one or two Top Entails heaps to four under three readings of "
               "emptying",
    .version = 1,
    .games = {{"top-entails:reply=same,empty=free", "outcome"},
              {"top-entails:reply=same,empty=lose", "outcome"},
              {"top-entails:reply=same,empty=illegal", "outcome"}},
    .grid = "lists:parts=1..2,size=1..4",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e1_readings_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
