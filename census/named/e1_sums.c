/* e1_sums.c - ordered pairs of Top Entails heaps to six a side: outcomes
 * against the nim-sum of naive values, winning moves, compelled states.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

struct row {
    uint32_t a, b, naive_a, naive_b;
    uint8_t outcome, predicted, outcome_in_a;
    uint8_t entries;
    uint16_t winning, entailing;
};

static const struct column columns[] = {
    COLUMN(struct row, a, COLUMN_KEY, "counters", "first heap"),
    COLUMN(struct row, b, COLUMN_KEY, "counters", "second heap"),
    COLUMN(struct row, naive_a, COLUMN_FACT, "nimber",
           "naive Grundy value of the first heap"),
    COLUMN(struct row, naive_b, COLUMN_FACT, "nimber",
           "naive Grundy value of the second heap"),
    COLUMN_ENUM(struct row, predicted, COLUMN_FACT, outcome_labels,
                "outcome that the nim-sum of the naive values predicts"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome with nothing compelled"),
    COLUMN_ENUM(struct row, outcome_in_a, COLUMN_FACT, outcome_labels,
                "outcome when compelled to move in the first heap"),
    COLUMN(struct row, entries, COLUMN_FACT, "entries",
           "memo entries of the free and the compelled state"),
    COLUMN(struct row, winning, COLUMN_FACT, "moves", "winning moves"),
    COLUMN(struct row, entailing, COLUMN_FACT, "moves",
           "winning moves that entail"),
};

/* Solves the pair free and compelled into its first heap, and counts the memo
 * entries that the two need: their keys, for a memo may forget what it held and
 * the fact must not depend on it. */
static enum status solve_states(const struct cell *cell, struct row *row)
{
    const struct game *game = &cell->games[1];
    struct solver *solver = &cell->solvers[1];
    struct position p[2];
    uint64_t values[2];
    char text[32];
    snprintf(text, sizeof text, "[%u]+%u", row->a, row->b);
    enum status st = ask_start(cell, 1, &p[0]);
    if (!st)
        st = game->rules->parse(game->self, text, &p[1]);
    for (int i = 0; i < 2 && !st; i++)
        st = solve_value(solver, p[i], &values[i]);
    if (st)
        return st;
    row->outcome = (uint8_t)values[0];
    row->outcome_in_a = (uint8_t)values[1];
    row->entries = 2 - position_equal(p[0], p[1]);
    return STATUS_OK;
}

static enum status e1_sums_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    struct ask_winning winning;
    uint64_t naive_a, naive_b;
    row->a = cell->point->size[0];
    row->b = cell->point->size[1];
    enum status st = ask_heap(cell, 0, row->a, &naive_a);
    if (!st)
        st = ask_heap(cell, 0, row->b, &naive_b);
    if (!st)
        st = ask_winning(cell, 1, &winning);
    if (!st)
        st = solve_states(cell, row);
    if (st)
        return st;
    row->naive_a = (uint32_t)naive_a;
    row->naive_b = (uint32_t)naive_b;
    row->predicted = naive_a ^ naive_b ? OUTCOME_N : OUTCOME_P;
    row->winning = winning.moves;
    row->entailing = winning.obliging;
    return STATUS_OK;
}

static const char *const names[] = {
    "a", "b", "outcome", "winning", "entailing", "predicted", "entries", NULL};
enum { A, B, OUTCOME, WINNING, ENTAILING, PREDICTED, ENTRIES, N_NAMES };

static enum status misread(struct archive *a, char out[], size_t cap)
{
    int64_t *c[N_NAMES];
    uint64_t n, wrong = 0;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++)
        wrong += c[PREDICTED][i] != c[OUTCOME][i];
    snprintf(out, cap, "%llu wrong of %llu", (unsigned long long)wrong,
             (unsigned long long)n);
    claims_release(c, names);
    return STATUS_OK;
}

/* The row of a pair; the grid holds every pair to six a side. */
static uint64_t pair(int64_t *const c[], int64_t a, int64_t b, uint64_t n)
{
    const int64_t wanted[] = {a, b};
    return claims_find(c, wanted, 2, n);
}

static enum status two_and_two(struct archive *a, char out[], size_t cap)
{
    int64_t *c[N_NAMES];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    const uint64_t twos = pair(c, 2, 2, n), ones = pair(c, 1, 1, n);
    const int64_t moves = c[WINNING][twos], entailing = c[ENTAILING][twos];
    snprintf(out, cap, "2+2 is %s, %s winning moves entail; 1+1 is %s",
             outcome_labels[c[OUTCOME][twos]],
             moves && moves == entailing ? "all"
             : entailing                 ? "some"
                                         : "no",
             outcome_labels[c[OUTCOME][ones]]);
    claims_release(c, names);
    return STATUS_OK;
}

static enum status two_entries(struct archive *a, char out[], size_t cap)
{
    static const char *const words[] = {"no", "one", "two"};
    int64_t *c[N_NAMES];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    snprintf(out, cap, "%s memo entries", words[c[ENTRIES][pair(c, 1, 2, n)]]);
    claims_release(c, names);
    return STATUS_OK;
}

static enum status no_mirror(struct archive *a, char out[], size_t cap)
{
    int64_t *c[N_NAMES];
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    snprintf(out, cap, "%s", outcome_labels[c[OUTCOME][pair(c, 2, 2, n)]]);
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E1.2",
     .text = "two-heap sums to six a side: nim-sum of naive values against "
             "outcome",
     .printed = "9 wrong of 36",
     .compute = misread},
    {.id = "E1.3",
     .text = "two heaps of two, and two heaps of one",
     .printed = "2+2 is N, all winning moves entail; 1+1 is P",
     .note = "the essay adds that a position with a loony option is won by "
             "making it; but a move to a loony position loses: the winning "
             "options lead to compelled positions that lose",
     .compute = two_and_two},
    {.id = "E1.6",
     .text = "[1,2] free and [1,2] compelled into the first heap",
     .printed = "two memo entries",
     .compute = two_entries},
    {.id = "E1.9",
     .text = "2+2 in spite of G+G = 0, in the free reading",
     .printed = "N",
     .compute = no_mirror},
};

const struct census census_e1_sums = {
    .name = "e1-sums",
    .summary = "ordered pairs of Top Entails heaps to six a side",
    .version = 1,
    .games = {{"top-entails:reply=any", "nimber"},
              {"top-entails:reply=same,empty=free", "outcome"}},
    .grid = "lists:parts=2,size=1..6",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e1_sums_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
