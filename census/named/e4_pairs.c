/* e4_pairs.c - heaps of Top Entails and entailing Nim by pairing: the Nim heap
 * beside which each is lost, the answer compelled in the same heap or
 * elsewhere.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

enum { GAMES = 6 };

struct row {
    uint32_t heap;
    uint8_t top_same, one_same, top_strict, one_strict, top_lapse, one_lapse;
};

#define PAIR_COLUMN(field, help)                                               \
    COLUMN(struct row, field, COLUMN_FACT, "nimber, 255 loony", help)

static const struct column columns[] = {
    COLUMN(struct row, heap, COLUMN_KEY, "counters", "size of the heap"),
    PAIR_COLUMN(top_same, "Top Entails, reply in the same heap"),
    PAIR_COLUMN(one_same, "entailing Nim, reply in the same heap"),
    PAIR_COLUMN(top_strict, "Top Entails, reply elsewhere, strict"),
    PAIR_COLUMN(one_strict, "entailing Nim, reply elsewhere, strict"),
    PAIR_COLUMN(top_lapse, "Top Entails, reply elsewhere, lapsing"),
    PAIR_COLUMN(one_lapse, "entailing Nim, reply elsewhere, lapsing"),
};

static enum status e4_pairs_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    uint8_t *values[GAMES] = {&row->top_same,   &row->one_same,
                              &row->top_strict, &row->one_strict,
                              &row->top_lapse,  &row->one_lapse};
    enum status st = STATUS_OK;
    row->heap = cell->point->size[0];
    for (size_t g = 0; g < GAMES && !st; g++)
        st = ask_pair(cell, g, row->heap, values[g]);
    return st;
}

/* A rule for the value of a heap. */
typedef int64_t value_rule(int64_t heap);

static int64_t top_same_rule(int64_t heap)
{
    return heap == 1 ? 1 : heap % 2 ? 0 : PAIR_LOONY;
}

static int64_t one_same_rule(int64_t heap)
{
    return heap % 2 ? (heap + 1) / 2 : PAIR_LOONY;
}

static int64_t nim_rule(int64_t heap)
{
    return heap;
}

static int64_t top_strict_rule(int64_t heap)
{
    return heap == 1 ? 1 : 2 * (heap - 1);
}

/* Writes the first values, `shown` of them, and then whether all that follow
 * go on by the rule. */
static enum status put_values(struct archive *a, const char *column,
                              uint64_t shown, value_rule *rule, char out[],
                              size_t cap)
{
    int64_t *values;
    uint64_t n, same;
    size_t used = 0;
    enum status st = claims_column(a, column, &values, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < shown && i < n && used < cap; i++) {
        if (i)
            used += (size_t)snprintf(out + used, cap - used, ", ");
        used += values[i] == PAIR_LOONY
                    ? (size_t)snprintf(out + used, cap - used, "loony")
                    : (size_t)snprintf(out + used, cap - used, "%lld",
                                       (long long)values[i]);
    }
    for (same = 0; same < n && values[same] == rule((int64_t)same + 1);)
        same++;
    snprintf(out + used, cap - used, "%s",
             same == n ? ", ..." : ", then by no such rule");
    claims_free(values);
    return STATUS_OK;
}

static enum status top_same(struct archive *a, char out[], size_t cap)
{
    return put_values(a, "top_same", 4, top_same_rule, out, cap);
}

static enum status one_same(struct archive *a, char out[], size_t cap)
{
    return put_values(a, "one_same", 5, one_same_rule, out, cap);
}

/* Does each column follow the rule at every heap? */
static enum status follow(struct archive *a, const char *const names[],
                          value_rule *rule, bool *all)
{
    *all = true;
    for (size_t i = 0; names[i]; i++) {
        int64_t *values;
        uint64_t n;
        enum status st = claims_column(a, names[i], &values, &n);
        if (st)
            return st;
        for (uint64_t row = 0; row < n; row++)
            *all = *all && values[row] == rule((int64_t)row + 1);
        claims_free(values);
    }
    return STATUS_OK;
}

static enum status one_elsewhere(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"one_strict", "one_lapse", NULL};
    bool all;
    enum status st = follow(a, names, nim_rule, &all);
    snprintf(out, cap, all ? "h is *h" : "some h is not *h");
    return st;
}

static enum status top_strict(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"top_strict", NULL};
    bool all;
    enum status st = follow(a, names, top_strict_rule, &all);
    snprintf(out, cap,
             all ? "1, 2, then *(2(h-1))" : "1, 2, then not *(2(h-1))");
    return st;
}

static enum status top_lapse(struct archive *a, char out[], size_t cap)
{
    int64_t *values;
    uint64_t n;
    size_t used = 0;
    enum status st = claims_column(a, "top_lapse", &values, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < 10 && i < n && used < cap; i++)
        used += (size_t)snprintf(out + used, cap - used, "%s%lld", i ? " " : "",
                                 (long long)values[i]);
    claims_free(values);
    return STATUS_OK;
}

static enum status loony_elsewhere(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"top_strict", "top_lapse", "one_strict",
                                        "one_lapse", NULL};
    unsigned long long loony = 0;
    for (size_t i = 0; names[i]; i++) {
        int64_t *values;
        uint64_t n;
        enum status st = claims_column(a, names[i], &values, &n);
        if (st)
            return st;
        for (uint64_t row = 0; row < n; row++)
            loony += values[row] == PAIR_LOONY;
        claims_free(values);
    }
    if (loony)
        snprintf(out, cap, "%llu", loony);
    else
        snprintf(out, cap, "none");
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E4.1",
     .text = "pair values, reply in the same heap: Top Entails 1, 2, ...",
     .printed = "1, loony, 0, loony, ...",
     .compute = top_same},
    {.id = "E4.2",
     .text = "pair values, reply in the same heap: entailing Nim 1, 2, ...",
     .printed = "1, loony, 2, loony, 3, ...",
     .compute = one_same},
    {.id = "E4.3",
     .text = "pair values, reply elsewhere, strict and lapsing: entailing Nim",
     .printed = "h is *h",
     .compute = one_elsewhere},
    {.id = "E4.4",
     .text = "pair values, reply elsewhere, strict: Top Entails",
     .printed = "1, 2, then *(2(h-1))",
     .compute = top_strict},
    {.id = "E4.5",
     .text = "pair values, reply elsewhere, lapsing: Top Entails 1..10",
     .printed = "1 2 0 1 3 5 0 1 3 5",
     .compute = top_lapse},
    {.id = "E4.6",
     .text = "loony values elsewhere, either game, either convention",
     .printed = "none",
     .compute = loony_elsewhere},
};

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 10,
     .hi = 60,
     .def = "10",
     .help = "largest heap"},
};

const struct census census_e4_pairs = {
    .name = "e4-pairs",
    .summary = "heaps that compel the answer, valued beside Nim heaps",
    .version = 1,
    .games = {{"top-entails:reply=same,empty=free", "outcome"},
              {"entailing-nim:reply=same,empty=free", "outcome"},
              {"top-entails:reply=elsewhere,alone=strict", "outcome"},
              {"entailing-nim:reply=elsewhere,alone=strict", "outcome"},
              {"top-entails:reply=elsewhere,alone=lapse", "outcome"},
              {"entailing-nim:reply=elsewhere,alone=lapse", "outcome"}},
    .grid = "lists:parts=1,size=1..{size}",
    .params = params,
    .nparams = 1,
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .beyond = true,
    .row = e4_pairs_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
