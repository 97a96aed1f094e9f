/* domineering_regions.c - Domineering on every connected region of at most so
 * many squares, each once up to symmetry: value, outcome, mean and temperature.
 *
 * The transpose of a region is worth the negative, so a region's images have
 * its temperature, and its mean or the negative of that. Uiterwijk and Barton,
 * New results for Domineering from combinatorial game theory endgame databases,
 * Theoret. Comput. Sci. 592 (2015), list the values to 15 squares. Berlekamp
 * conjectured that no position is hotter than 2.
 */
#include "census/named/shared/ask.h"
#include "census/named/shared/claims.h"
#include "engine/base/log.h"
#include "engine/game/region.h"
#include "engine/value/games/games_thermograph.h"
#include "engine/value/partizan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest notation: 9 rows of 10 columns, which 18 squares fill. */
enum { POSITION_WIDTH = 98, SIX = 6 };

struct row {
    uint8_t squares, rows, columns;
    char position[POSITION_WIDTH];
    char value[DOMAIN_NAME_MAX];
    uint8_t outcome;
    double mean, temperature;
};

#define FACT(field, unit, help)                                                \
    COLUMN(struct row, field, COLUMN_FACT, unit, help)

static const struct column columns[] = {
    COLUMN(struct row, squares, COLUMN_KEY, "squares", "squares of the region"),
    COLUMN(struct row, rows, COLUMN_KEY, "squares", "height of its box"),
    COLUMN(struct row, columns, COLUMN_KEY, "squares", "width of its box"),
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the region: rows from the top, '.' a square of it"),
    FACT(value, "", "name of the canonical form: a hash, 32 hex digits"),
    COLUMN_ENUM(struct row, outcome, COLUMN_FACT, outcome_labels,
                "outcome class"),
    FACT(mean, "moves", "mean value; NaN if it is no dyadic of 64 bits"),
    FACT(temperature, "moves",
         "temperature, -1 of an integer; NaN if it is no dyadic of 64 bits"),
};

static double real(struct dyadic x)
{
    return ldexp((double)x.num, -(int)x.exp);
}

static enum status heat(const struct cell *cell, uint64_t value,
                        struct row *row)
{
    const struct solver *s = &cell->solvers[0];
    const struct games_thermograph *t;
    enum status st =
        games_thermograph(games_worker(partizan_games(s->domain), s->worker),
                          (uint32_t)value, &t);
    row->mean = row->temperature = NAN;
    if (st == STATUS_RANGE)
        return STATUS_OK;
    if (!st) {
        row->mean = real(t->mean);
        row->temperature = real(t->temperature);
    }
    return st;
}

static enum status domineering_regions_row(const struct cell *cell, void *out)
{
    const struct domain *domain = cell->solvers[0].domain;
    struct row *row = out;
    struct position p;
    struct region region;
    uint64_t value;
    enum status st = ask_position(cell, 0, row->position, POSITION_WIDTH);
    if (!st)
        st = ask_start(cell, 0, &p);
    if (!st)
        st = ask_value(cell, 0, &value);
    if (st)
        return st;
    region_unpack(p, &region);
    row->squares = (uint8_t)region_squares(&region);
    row->rows = (uint8_t)region.rows;
    row->columns = (uint8_t)region.columns;
    domain->kind->name_value(domain->self, value, row->value);
    row->outcome = (uint8_t)domain->kind->outcome(domain->self, value);
    return heat(cell, value, row);
}

/* The temperatures of all rows and their squares. */
struct heats {
    double *temperature;
    int64_t *squares;
    uint64_t n;
};

static void heats_release(struct heats *h)
{
    free(h->temperature);
    claims_free(h->squares);
}

static enum status heats_read(struct archive *a, struct heats *h)
{
    size_t column = 0;
    while (strcmp(columns[column].name, "temperature"))
        column++;
    *h = (struct heats){0};
    enum status st = claims_column(a, "squares", &h->squares, &h->n);
    if (st)
        return st;
    h->temperature = malloc((h->n + 1) * sizeof *h->temperature);
    st = h->temperature ? archive_read(a, column, 0, h->n, h->temperature)
                        : log_error(STATUS_NOMEM, "out of memory for claims");
    if (st)
        heats_release(h);
    return st;
}

/* As a fraction: "5/4". */
static void put(double x, char out[], size_t cap)
{
    int exp = 0;
    for (; exp < DYADIC_EXP_MAX && x != floor(x); exp++)
        x *= 2;
    dyadic_text((struct dyadic){(int64_t)x, (unsigned)exp}, out, cap);
}

static enum status hottest_of_six(struct archive *a, char out[], size_t cap)
{
    struct heats h;
    double most = -INFINITY;
    enum status st = heats_read(a, &h);
    if (st)
        return st;
    for (uint64_t i = 0; i < h.n; i++)
        if (h.squares[i] == SIX && h.temperature[i] > most)
            most = h.temperature[i];
    if (most > -INFINITY)
        put(most, out, cap);
    else
        snprintf(out, cap, "no row");
    heats_release(&h);
    return STATUS_OK;
}

static enum status hotter_than_two(struct archive *a, char out[], size_t cap)
{
    struct heats h;
    uint64_t n = 0;
    enum status st = heats_read(a, &h);
    if (st)
        return st;
    for (uint64_t i = 0; i < h.n; i++)
        n += !(h.temperature[i] <= 2);
    snprintf(out, cap, "%llu", (unsigned long long)n);
    heats_release(&h);
    return STATUS_OK;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum status values_of_six(struct archive *a, char out[], size_t cap)
{
    int64_t *squares = NULL;
    char *names = NULL;
    size_t width = 0, m = 0, different = 0;
    uint64_t n = 0;
    enum status st = claims_column(a, "squares", &squares, &n);
    if (!st)
        st = claims_texts(a, "value", &names, &width, &n);
    const char **six = st ? NULL : malloc((n + 1) * sizeof *six);
    if (!st && !six)
        st = log_error(STATUS_NOMEM, "out of memory for claims");
    for (uint64_t i = 0; i < n && !st; i++)
        if (squares[i] == SIX)
            six[m++] = names + i * width;
    if (!st) {
        qsort(six, m, sizeof *six, compare_names);
        for (size_t i = 0; i < m; i++)
            different += !i || strcmp(six[i - 1], six[i]) != 0;
        snprintf(out, cap, "%zu", different);
    }
    free(six);
    claims_texts_free(names);
    claims_free(squares);
    return st;
}

static const struct claim claims[] = {
    {.id = "R1.1",
     .text = "temperature of the hottest region of six squares",
     .printed = "5/4",
     .compute = hottest_of_six},
    {.id = "R1.2",
     .text = "different values of the 35 regions of six squares",
     .printed = "17",
     .compute = values_of_six},
    {.id = "R1.3",
     .text = "regions hotter than 2 (Berlekamp's conjecture: none)",
     .printed = "0",
     .compute = hotter_than_two},
};

static const struct param params[] = {
    {.name = "squares",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = 18,
     .def = "8",
     .help = "squares of the largest regions"},
};

const struct census census_domineering_regions = {
    .name = "domineering-regions",
    .summary = "Domineering on all regions to a number of squares",
    .version = 1,
    .games = {{"domineering", "partizan"}},
    .grid = "regions:squares=1..{squares},up-to=symmetry",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .columns = columns,
    .ncolumns = sizeof columns / sizeof columns[0],
    .row_size = sizeof(struct row),
    .row = domineering_regions_row,
    .claims = claims,
    .nclaims = sizeof claims / sizeof claims[0],
};
