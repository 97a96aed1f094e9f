/* e4_bouton.c - entailing Nim with plain Nim mixed in, the answer compelled
 * elsewhere: is it Nim?
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"
#include "rules/kinds.h"

#include <stdio.h>

enum { TEXT = 32 };

struct row {
    uint8_t parts, nim_parts;
    uint8_t strict, lapse, bouton;
    char position[TEXT];
};

static const struct column columns[] = {
    COLUMN(struct row, position, COLUMN_KEY, "", "the sum, a star before Nim"),
    COLUMN(struct row, parts, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, nim_parts, COLUMN_KEY, "heaps",
           "how many of them are plain Nim heaps"),
    COLUMN_ENUM(struct row, strict, COLUMN_FACT, outcome_labels,
                "outcome, strict"),
    COLUMN_ENUM(struct row, lapse, COLUMN_FACT, outcome_labels,
                "outcome, lapsing"),
    COLUMN_ENUM(struct row, bouton, COLUMN_FACT, outcome_labels,
                "outcome by Bouton's rule on all heaps"),
};

static enum status e4_bouton_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    uint32_t sum = 0;
    row->parts = (uint8_t)cell->point->n;
    for (uint32_t i = 0; i < cell->point->n; i++) {
        sum ^= cell->point->size[i];
        if (cell->point->kind[i] == PART_NIM)
            row->nim_parts++;
    }
    row->bouton = sum ? OUTCOME_N : OUTCOME_P;
    enum status st = ask_position(cell, 0, row->position, TEXT);
    if (!st)
        st = ask_outcome(cell, 0, &row->strict);
    return st ? st : ask_outcome(cell, 1, &row->lapse);
}

static enum status failures(struct archive *a, char out[], size_t cap)
{
    static const char *const names[] = {"bouton", "strict", "lapse", NULL};
    int64_t *c[3];
    unsigned long long wrong = 0;
    uint64_t n;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++)
        wrong += c[0][i] != c[1][i] || c[0][i] != c[2][i];
    snprintf(out, cap, "%llu wrong", wrong);
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E4.17",
     .text =
         "entailing Nim elsewhere: Bouton's rule on every sum to four heaps "
         "of seven, plain Nim mixed in",
     .printed = "0 wrong",
     .compute = failures},
};

const struct census census_e4_bouton = {
    .name = "e4-bouton",
    .summary = "entailing Nim and Nim heaps, answers elsewhere, against "
               "Bouton's rule",
    .version = 1,
    .games = {{"entailing-nim:reply=elsewhere,alone=strict", "outcome"},
              {"entailing-nim:reply=elsewhere,alone=lapse", "outcome"}},
    .grid = "sums:parts=1..4,heaps=1..7,nim=1..7",
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e4_bouton_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
