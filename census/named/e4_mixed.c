/* e4_mixed.c - sums of Top Entails and Nim heaps, the answer compelled
 * elsewhere: outcomes against the nim-sum of pair values.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"

#include <stdio.h>

enum { TEXT = 48 };

struct row {
    uint8_t parts, nim_parts, smallest, largest;
    uint8_t strict, strict_predicted, lapse, lapse_predicted;
    char position[TEXT];
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the sum, a star before Nim"),
    COLUMN(struct row, parts, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, nim_parts, COLUMN_KEY, "heaps",
           "how many of them are plain Nim heaps"),
    COLUMN(struct row, smallest, COLUMN_KEY, "counters",
           "smallest Top Entails heap"),
    COLUMN(struct row, largest, COLUMN_KEY, "counters",
           "largest Top Entails heap"),
    COLUMN_ENUM(struct row, strict, COLUMN_FACT, outcome_labels,
                "outcome, strict: nowhere else to go is a loss"),
    COLUMN_ENUM(struct row, strict_predicted, COLUMN_FACT, outcome_labels,
                "outcome by the nim-sum of pair values, strict"),
    COLUMN_ENUM(struct row, lapse, COLUMN_FACT, outcome_labels,
                "outcome, lapsing: nowhere else to go frees the player"),
    COLUMN_ENUM(struct row, lapse_predicted, COLUMN_FACT, outcome_labels,
                "outcome by the nim-sum of pair values, lapsing"),
};

static enum status e4_mixed_row(const struct cell *cell, void *out)
{
    const struct point *p = cell->point;
    struct row *row = out;
    row->parts = (uint8_t)p->n;
    row->smallest = (uint8_t)p->size[0]; /* own heaps first, ascending */
    for (uint32_t i = 0; i < p->n; i++)
        if (p->kind[i] == PART_OWN)
            row->largest = (uint8_t)p->size[i];
        else
            row->nim_parts++;
    enum status st = ask_position(cell, 0, row->position, TEXT);
    if (!st)
        st = ask_outcome(cell, 0, &row->strict);
    if (!st)
        st = ask_outcome(cell, 1, &row->lapse);
    if (!st)
        st = ask_pair_sum(cell, 0, &row->strict_predicted);
    if (!st)
        st = ask_pair_sum(cell, 1, &row->lapse_predicted);
    return st;
}

static const char *const names[] = {
    "parts", "nim_parts",        "smallest",        "strict",
    "lapse", "strict_predicted", "lapse_predicted", NULL};
enum { PARTS, NIM_PARTS, SMALLEST, OUTCOME, PREDICTED = OUTCOME + 2, N = 7 };
enum { STRICT, LAPSE }; /* added to OUTCOME and PREDICTED */

/* What the claims read. */
struct rows {
    int64_t *c[N];
    char *texts;
    size_t width;
    uint64_t n;
};

static enum status rows_read(struct archive *a, struct rows *r)
{
    enum status st = claims_columns(a, names, r->c, &r->n);
    if (st)
        return st;
    st = claims_texts(a, "position", &r->texts, &r->width, &r->n);
    if (st)
        claims_release(r->c, names);
    return st;
}

static void rows_release(struct rows *r)
{
    claims_release(r->c, names);
    claims_texts_free(r->texts);
}

static bool misread(const struct rows *r, int convention, uint64_t row)
{
    return r->c[OUTCOME + convention][row] != r->c[PREDICTED + convention][row];
}

/* Misread rows with this outcome; OUTCOME_UNSET: with any. */
static unsigned long long count(const struct rows *r, int convention,
                                int64_t outcome)
{
    unsigned long long n = 0;
    for (uint64_t row = 0; row < r->n; row++)
        n += misread(r, convention, row) &&
             (outcome == OUTCOME_UNSET ||
              outcome == r->c[OUTCOME + convention][row]);
    return n;
}

static enum status misread_counts(struct archive *a, char out[], size_t cap)
{
    struct rows r;
    enum status st = rows_read(a, &r);
    if (st)
        return st;
    snprintf(out, cap, "%llu / %llu of %llu", count(&r, STRICT, OUTCOME_UNSET),
             count(&r, LAPSE, OUTCOME_UNSET), (unsigned long long)r.n);
    rows_release(&r);
    return STATUS_OK;
}

static enum status directions(struct archive *a, char out[], size_t cap)
{
    struct rows r;
    enum status st = rows_read(a, &r);
    if (st)
        return st;
    snprintf(out, cap,
             "losses called wins, wins called losses: strict %llu, %llu; "
             "lapse %llu, %llu",
             count(&r, STRICT, OUTCOME_P), count(&r, STRICT, OUTCOME_N),
             count(&r, LAPSE, OUTCOME_P), count(&r, LAPSE, OUTCOME_N));
    rows_release(&r);
    return STATUS_OK;
}

/* Which rows a list is about. */
struct filter {
    int convention;
    int64_t parts, nim_parts, smallest; /* -1: any */
};

/* "2+6, 3+7": the misread rows that pass; returns their number. */
static size_t list(const struct rows *r, const struct filter *f, char out[],
                   size_t cap)
{
    size_t used = 0, n = 0;
    out[0] = 0;
    for (uint64_t row = 0; row < r->n && used < cap; row++) {
        const int64_t wanted[] = {f->parts, f->nim_parts, f->smallest};
        bool pass = misread(r, f->convention, row);
        for (int i = PARTS; i <= SMALLEST; i++)
            pass = pass && (wanted[i] < 0 || wanted[i] == r->c[i][row]);
        if (pass)
            used +=
                (size_t)snprintf(out + used, cap - used, "%s%s",
                                 n++ ? ", " : "", r->texts + row * r->width);
    }
    return n;
}

static enum status two_parts(struct archive *a, char out[], size_t cap)
{
    char lists[2][200];
    size_t n[2];
    struct rows r;
    enum status st = rows_read(a, &r);
    if (st)
        return st;
    for (int c = STRICT; c <= LAPSE; c++) {
        const struct filter f = {c, 2, -1, -1};
        n[c] = list(&r, &f, lists[c], sizeof lists[c]);
    }
    rows_release(&r);
    if (!n[STRICT] && !n[LAPSE])
        snprintf(out, cap, "every sum of two parts");
    else
        snprintf(out, cap, "strict: all%s%s; lapse: all%s%s",
                 n[STRICT] ? " but " : "", lists[STRICT],
                 n[LAPSE] ? " but " : "", lists[LAPSE]);
    return STATUS_OK;
}

static enum status beside(struct archive *a, int64_t smallest, char out[],
                          size_t cap)
{
    const struct filter f = {STRICT, 3, 0, smallest};
    struct rows r;
    enum status st = rows_read(a, &r);
    if (st)
        return st;
    list(&r, &f, out, cap);
    rows_release(&r);
    return STATUS_OK;
}

static enum status beside_three(struct archive *a, char out[], size_t cap)
{
    return beside(a, 3, out, cap);
}

static enum status beside_two(struct archive *a, char out[], size_t cap)
{
    return beside(a, 2, out, cap);
}

static const struct claim claims[] = {
    {.id = "E4.7",
     .text = "sums of two or three parts (Top Entails 1..7, at least one; Nim "
             "1..4) that pair values misread: strict / lapse",
     .printed = "27 / 60 of 322",
     .note = "322 are the sums of two or three parts with at least one Top "
             "Entails heap, heaps of 1..7 and Nim heaps of 1..4",
     .compute = misread_counts},
    {.id = "E4.8",
     .text = "direction of the failures",
     .printed = "every failure is a loss that the values call a win",
     .truth = "losses called wins, wins called losses: strict 27, 0; lapse "
              "33, 27",
     .note = "true of the strict convention only",
     .compute = directions},
    {.id = "E4.9",
     .text = "which sums of two parts the values decide",
     .printed = "every sum of two parts",
     .truth = "strict: all; lapse: all but 2+6, 3+7",
     .note = "true of the strict convention only: lapse misreads 2+6 and 3+7",
     .compute = two_parts},
    {.id = "E4.10",
     .text = "strict failures among three Top Entails heaps, the smallest a "
             "three",
     .printed = "3+3+3, 3+4+4, 3+3+5, 3+5+5, 3+4+6, 3+6+6, 3+7+7",
     .compute = beside_three},
    {.id = "E4.11",
     .text = "strict failures among three Top Entails heaps, the smallest a "
             "two",
     .printed = "2+2+3, 2+4+5, 2+6+7",
     .compute = beside_two},
};

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 20,
     .def = "7",
     .help = "largest Top Entails heap"},
    {.name = "nim",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 40,
     .def = "4",
     .help = "largest Nim heap"},
    {.name = "parts",
     .type = PARAM_INTEGER,
     .lo = 2,
     .hi = 8,
     .def = "3",
     .help = "heaps in a sum, at most"},
};

const struct census census_e4_mixed = {
    .name = "e4-mixed",
    .summary = "Top Entails and Nim heaps, answers elsewhere: outcomes against "
               "pair values",
    .version = 1,
    .games = {{"top-entails:reply=elsewhere,alone=strict", "outcome"},
              {"top-entails:reply=elsewhere,alone=lapse", "outcome"}},
    .grid = "sums:parts=2..{parts},heaps=1..{size},nim=1..{nim},least=1",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e4_mixed_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
