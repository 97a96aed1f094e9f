/* e1_rule.c - ordered lists of one to three Top Entails heaps of one to six,
 * for the three-clause rule.
 */
#include "census/check/check.h"
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

struct row {
    uint8_t heaps, a, b, c;
    uint8_t outcome;
};

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, a, COLUMN_KEY, "counters", "first heap"),
    COLUMN(struct row, b, COLUMN_KEY, "counters", "second heap, 0 for none"),
    COLUMN(struct row, c, COLUMN_KEY, "counters", "third heap, 0 for none"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome with nothing compelled"),
};

static enum status e1_rule_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *p = cell->point;
    row->heaps = (uint8_t)p->n;
    row->a = (uint8_t)p->size[0];
    row->b = (uint8_t)(p->n > 1 ? p->size[1] : 0);
    row->c = (uint8_t)(p->n > 2 ? p->size[2] : 0);
    return ask_outcome(cell, 0, &row->outcome);
}

static enum status rule_failures(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"a",     "b",       "c",
                                        "heaps", "outcome", NULL};
    const struct check *rule = check_find(checks, "three-clause");
    int64_t *c[5];
    uint64_t n, wrong = 0;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++) {
        struct point p = {.n = (uint32_t)c[3][i]};
        int64_t predicted = OUTCOME_UNSET;
        for (uint32_t k = 0; k < p.n; k++)
            p.size[k] = (uint32_t)c[k][i];
        rule->predict(NULL, &p, &predicted);
        wrong += predicted != c[4][i];
    }
    snprintf(out, cap, "%llu / %llu", (unsigned long long)n,
             (unsigned long long)wrong);
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E1.5",
     .text = "lists of one to three heaps of one to six: positions / "
             "three-clause rule failures",
     .printed = "258 / 0",
     .note = "258 are ordered lists; as multisets they are 83",
     .compute = rule_failures},
};

const struct census census_e1_rule = {
    .name = "e1-rule",
    .summary = "ordered lists of one to three Top Entails heaps of one to six",
    .version = 1,
    .games = {{"top-entails:reply=same,empty=free", "outcome"}},
    .grid = "lists:parts=1..3,size=1..6",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e1_rule_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
