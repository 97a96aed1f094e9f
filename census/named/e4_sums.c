/* e4_sums.c - sums of up to four heaps of one to seven, the answer compelled
 * elsewhere: outcomes of Top Entails and entailing Nim under both conventions,
 * and whether nimbers can explain them.
 */
#include "census/named/shared/archive_sums.h"
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 48 };

struct row {
    uint8_t parts;
    uint8_t top_strict, top_lapse, one_strict, one_lapse;
    char position[TEXT];
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the sum"),
    COLUMN(struct row, parts, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN_ENUM(struct row, top_strict, COLUMN_FACT, outcome_labels,
                "Top Entails, strict"),
    COLUMN_ENUM(struct row, top_lapse, COLUMN_FACT, outcome_labels,
                "Top Entails, lapsing"),
    COLUMN_ENUM(struct row, one_strict, COLUMN_FACT, outcome_labels,
                "entailing Nim, strict"),
    COLUMN_ENUM(struct row, one_lapse, COLUMN_FACT, outcome_labels,
                "entailing Nim, lapsing"),
};

static enum status e4_sums_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    uint8_t *outcomes[] = {&row->top_strict, &row->top_lapse, &row->one_strict,
                           &row->one_lapse};
    enum status st = ask_position(cell, 0, row->position, TEXT);
    row->parts = (uint8_t)cell->point->n;
    for (size_t g = 0; g < 4 && !st; g++)
        st = ask_outcome(cell, g, outcomes[g]);
    return st;
}

static enum status changed(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"top_strict", "top_lapse", NULL};
    int64_t *c[2];
    char *texts, list[300] = "";
    size_t width, used = 0;
    unsigned long long n, differ = 0;
    uint64_t rows;
    enum status st = claims_columns(a, names, c, &rows);
    if (st)
        return st;
    st = claims_texts(a, "position", &texts, &width, &rows);
    for (uint64_t i = 0; i < rows && !st && used < sizeof list; i++)
        if (c[0][i] != c[1][i])
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                     differ++ ? "; " : "", texts + i * width);
    n = rows;
    if (!st) {
        snprintf(out, cap, "%llu of %llu: %s", differ, n, list);
        claims_texts_free(texts);
    }
    claims_release(c, names);
    return st;
}

/* "1 2 3 4 5 6 7", or "none". */
static enum status search(struct archive *a, const char *column, char out[],
                          size_t cap)
{
    struct archive_sums e;
    struct assignment found;
    size_t used = 0;
    enum status st = archive_sums_read(a, column, 0, 0, &e);
    if (st)
        return st;
    st = assign_search(e.sums, e.n, e.heaps, 32, &found);
    snprintf(out, cap, "none");
    for (unsigned h = 1; h <= e.heaps && !st && found.found && used < cap; h++)
        used +=
            (size_t)snprintf(out + used, cap - used, "%s%llu", h > 1 ? " " : "",
                             (unsigned long long)found.value[h]);
    archive_sums_release(&e);
    return st;
}

/* The same figure for two columns is shown once. */
static enum status search_both(struct archive *a, const char *strict,
                               const char *lapse, char out[], size_t cap)
{
    char other[200];
    enum status st = search(a, strict, out, cap);
    if (!st)
        st = search(a, lapse, other, sizeof other);
    if (!st && strcmp(out, other)) {
        char both[400];
        snprintf(both, sizeof both, "strict %.180s; lapse %s", out, other);
        snprintf(out, cap, "%s", both);
    }
    return st;
}

static enum status assign_top(struct archive *a, char out[], size_t cap)
{
    return search_both(a, "top_strict", "top_lapse", out, cap);
}

static enum status assign_one(struct archive *a, char out[], size_t cap)
{
    return search_both(a, "one_strict", "one_lapse", out, cap);
}

/* The outcomes of 1+1+3 and 2+2+3, from the rows. */
static enum status pair_beside_three(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"top_strict", "top_lapse", NULL};
    static const char *const sums[] = {"1+1+3", "2+2+3"};
    const char *seen[2][2] = {{"?", "?"}, {"?", "?"}};
    int64_t *c[2];
    char *texts;
    size_t width;
    uint64_t rows;
    enum status st = claims_columns(a, names, c, &rows);
    if (st)
        return st;
    st = claims_texts(a, "position", &texts, &width, &rows);
    for (uint64_t i = 0; i < rows && !st; i++)
        for (int s = 0; s < 2; s++)
            for (int k = 0; k < 2; k++)
                if (!strcmp(texts + i * width, sums[s]))
                    seen[k][s] = outcome_labels[c[k][i]];
    if (!st) {
        claims_texts_free(texts);
        bool same =
            !strcmp(seen[0][0], seen[1][0]) && !strcmp(seen[0][1], seen[1][1]);
        snprintf(out, cap, "%s / %s%s", seen[0][0], seen[0][1],
                 same ? "" : ", other when lapsing");
    }
    claims_release(c, names);
    return st;
}

/* Searches for the contradiction that the essay names. */
struct sought {
    const struct archive_sums *e;
    bool found;
};

static void visit_pair(void *context, const size_t set[], unsigned k)
{
    struct sought *s = context;
    char a[32], b[32];
    if (k != 2)
        return;
    archive_sums_print(&s->e->sums[set[0]], a, sizeof a);
    archive_sums_print(&s->e->sums[set[1]], b, sizeof b);
    s->found = s->found || (!strcmp(a, "1+1+3") && !strcmp(b, "2+2+3"));
}

static enum status contradiction(struct archive *a, char out[], size_t cap)
{
    struct archive_sums e;
    enum status st = archive_sums_read(a, "top_strict", 3, 4, &e);
    if (st)
        return st;
    struct sought s = {&e, false};
    unsigned k;
    st = assign_contradictions(e.sums, e.n, visit_pair, &s, &k);
    snprintf(out, cap, "%s / {1+1+3, 2+2+3} is %s", k == 1 ? "some" : "none",
             s.found ? "one" : "none");
    archive_sums_release(&e);
    return st;
}

static const struct claim claims[] = {
    {.id = "E4.12",
     .text = "outcomes changed by the convention, Top Entails sums to four "
             "heaps of 1..7",
     .printed = "7 of 329: 3; 7; 1+4; 2+6; 1+1+5; 1+2+7; 1+1+1+6",
     .compute = changed},
    {.id = "E4.13",
     .text = "nimbers (< 32) of heaps 1..7 that explain all 329 sums: Top "
             "Entails, strict and lapse",
     .printed = "none",
     .compute = assign_top},
    {.id = "E4.14",
     .text = "the same search on entailing Nim",
     .printed = "1 2 3 4 5 6 7",
     .compute = assign_one},
    {.id = "E4.15",
     .text = "1+1+3 / 2+2+3, either convention",
     .printed = "N / P",
     .compute = pair_beside_three},
    {.id = "E4.16",
     .text = "smallest contradiction: sets of one / two sums to three heaps to "
             "four",
     .printed = "none / {1+1+3, 2+2+3} is one",
     .compute = contradiction},
};

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 4,
     .hi = 20,
     .def = "7",
     .help = "largest heap"},
    {.name = "parts",
     .type = PARAM_INTEGER,
     .lo = 3,
     .hi = 8,
     .def = "4",
     .help = "heaps in a sum, at most"},
};

const struct census census_e4_sums = {
    .name = "e4-sums",
    .summary = "sums of heaps, answers elsewhere: do nimbers explain them?",
    .version = 1,
    .games = {{"top-entails:reply=elsewhere,alone=strict", "outcome"},
              {"top-entails:reply=elsewhere,alone=lapse", "outcome"},
              {"entailing-nim:reply=elsewhere,alone=strict", "outcome"},
              {"entailing-nim:reply=elsewhere,alone=lapse", "outcome"}},
    .grid = "multisets:parts=1..{parts},size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e4_sums_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
