/* e2_heaps.c - End-Nim rows of one and two heaps. */
#include "census/named/shared/claims.h"
#include "engine/run/census.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/partizan.h"
#include "rules/end_rows.h"

#include <stdio.h>

enum { NO_NIMBER = 255 };

struct row {
    uint8_t heaps, first, last;
    uint8_t outcome, nimber;
    char value[DOMAIN_NAME_MAX];
};

static const struct column columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "heaps", "number of heaps"),
    COLUMN(struct row, first, COLUMN_KEY, "counters", "Left's end heap"),
    COLUMN(struct row, last, COLUMN_KEY, "counters", "Right's end heap"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome class"),
    COLUMN(struct row, nimber, COLUMN_FACT, "nimber",
           "k if the value is *k, 255 if it is no nimber"),
    COLUMN(struct row, value, COLUMN_FACT, "",
           "name of the canonical form: a hash, 32 hex digits"),
};

static enum status e2_heaps_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    const struct point *point = cell->point;
    const struct game *game = &cell->games[0];
    struct position p;
    uint64_t value;
    enum status st = game_start(game, point, &p);
    st = st ? st : solve_value(&cell->solvers[0], p, &value);
    if (st)
        return st;
    const struct games *g = partizan_games(cell->solvers[0].domain);
    const uint32_t id = (uint32_t)value;
    row->heaps = (uint8_t)point->n;
    row->first = (uint8_t)point->size[0];
    row->last = (uint8_t)point->size[point->n - 1];
    row->outcome = (uint8_t)games_outcome(g, id);
    row->nimber =
        games_is_nimber(g, id) ? (uint8_t)games_lefts(g, id) : NO_NIMBER;
    games_name_text(games_name(g, id), row->value);
    return STATUS_OK;
}

static const char *const names[] = {"heaps",   "first",  "last",
                                    "outcome", "nimber", NULL};

static enum status pairs(struct archive *a, char out[], size_t cap)
{
    int64_t *c[5];
    uint64_t n;
    unsigned long long two = 0, wrong = 0;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t ends[] = {(uint32_t)c[1][i], (uint32_t)c[2][i]};
        two += c[0][i] == 2;
        wrong += c[0][i] == 2 && end_rows_guess(ends, 2) != c[3][i];
    }
    snprintf(out, cap, "%llu pairs, %llu wrong", two, wrong);
    claims_release(c, names);
    return STATUS_OK;
}

static enum status singles(struct archive *a, char out[], size_t cap)
{
    int64_t *c[5];
    uint64_t n;
    unsigned long long wrong = 0;
    enum status st = claims_columns(a, names, c, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++)
        wrong += c[0][i] == 1 && c[4][i] != c[1][i];
    if (wrong)
        snprintf(out, cap, "%llu wrong", wrong);
    else
        snprintf(out, cap, "every n checked");
    claims_release(c, names);
    return STATUS_OK;
}

static const struct claim claims[] = {
    {.id = "E2.7",
     .text = "two heaps to twenty a side: larger heap wins, equal is P",
     .printed = "400 pairs, 0 wrong",
     .compute = pairs},
    {.id = "E2.8",
     .text = "a single heap n is *n",
     .printed = "every n checked",
     .compute = singles},
};

static const struct param params[] = {
    {.name = "size",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 60,
     .def = "20",
     .help = "largest heap"},
};

const struct census census_e2_heaps = {
    .name = "e2-heaps",
    .summary = "End-Nim rows of one and two heaps",
    .version = 1,
    .games = {{"end-nim", "partizan"}},
    .grid = "rows:heaps=1..2,size=1..{size}",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = e2_heaps_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
