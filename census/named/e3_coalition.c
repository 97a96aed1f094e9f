/* e3_coalition.c - one player against two in Nim: up to six heaps of one to
 * nine, for the rule that reads only ones and large heaps. The essay goes to
 * four heaps.
 */
#include "census/check/check.h"
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>
#include <string.h>

enum { HEAPS_MAX = 8, ESSAY_HEAPS = 4 };

struct row {
    uint8_t heaps, ones, lone;
    char position[4 * HEAPS_MAX];
    uint8_t a, b, c, d; /* the smallest heaps, for the claim */
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the heaps"),
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, a, COLUMN_KEY, "counters", "smallest heap"),
    COLUMN(struct row, b, COLUMN_KEY, "counters", "second heap, 0 for none"),
    COLUMN(struct row, c, COLUMN_KEY, "counters", "third heap, 0 for none"),
    COLUMN(struct row, d, COLUMN_KEY, "counters", "fourth heap, 0 for none"),
    COLUMN(struct row, ones, COLUMN_FACT, "heaps", "heaps of one"),
    COLUMN(struct row, lone, COLUMN_FACT, "bits",
           "bit i: a lone player who is i-th after the mover beats the other "
           "two"),
};

static enum status e3_coalition_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *p = cell->point;
    uint64_t lone;
    enum status st = ask_value(cell, 0, &lone);
    if (!st)
        st = ask_position(cell, 0, row->position, sizeof row->position);
    if (st)
        return st;
    row->heaps = (uint8_t)p->n;
    row->a = (uint8_t)p->size[0];
    row->b = (uint8_t)(p->n > 1 ? p->size[1] : 0);
    row->c = (uint8_t)(p->n > 2 ? p->size[2] : 0);
    row->d = (uint8_t)(p->n > 3 ? p->size[3] : 0);
    for (uint32_t i = 0; i < p->n; i++)
        row->ones = (uint8_t)(row->ones + (p->size[i] == 1));
    row->lone = (uint8_t)lone;
    return STATUS_OK;
}

/* Each position of up to four heaps is checked in three phases. */
static enum status rule_failures(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"a",     "b",    "c", "d",
                                        "heaps", "lone", NULL};
    enum { HEAPS = 4, LONE, N_NAMES };
    const struct check *rule = check_find(checks, "coalition-rule");
    int64_t *c[N_NAMES];
    uint64_t n;
    unsigned phases = 0, wrong = 0;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++) {
        struct point p = {.n = (uint32_t)c[HEAPS][i]};
        int64_t predicted = 0;
        if (p.n > ESSAY_HEAPS)
            continue;
        for (uint32_t k = 0; k < p.n; k++)
            p.size[k] = (uint32_t)c[k][i];
        rule->predict(NULL, &p, &predicted);
        for (int phase = 0; phase < 3; phase++, phases++)
            wrong += ((predicted ^ c[LONE][i]) >> phase & 1) != 0;
    }
    snprintf(out, cap, "%u / %u", phases, wrong);
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E3.10",
     .text = "coalition rule, four heaps to nine, every phase: checks / wrong",
     .printed = "2142 / 0",
     .note = "714 positions, without the empty one, in 3 phases",
     .compute = rule_failures},
};

static const struct param params[] = {
    {.name = "heaps",
     .type = PARAM_INTEGER,
     .lo = ESSAY_HEAPS,
     .hi = HEAPS_MAX,
     .def = "6",
     .help = "most heaps"},
};

const struct census census_e3_coalition = {
    .name = "e3-coalition",
    .summary = "one player against two in Nim, heaps of one to nine",
    .version = 1,
    .games = {{"nim:players=3", "coalition"}},
    .grid = "multisets:parts=1..{heaps},size=1..9",
    .params = params,
    .nparams = 1,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e3_coalition_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
