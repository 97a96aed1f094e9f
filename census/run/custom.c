#include "census/run/custom.h"

#include "census/named/shared/ask.h"
#include "engine/base/log.h"

#include <stdio.h>
#include <string.h>

enum { PROBES = 4096 };

/* Texts that are no columns are cut off the row's end, see row_size(). */
struct row {
    uint64_t value;
    uint32_t heaps, counters;
    uint8_t outcome;
    _Alignas(8) char position[CUSTOM_TEXT_MAX];
    char name[DOMAIN_NAME_MAX]; /* of the value, for domains with own_numbers */
};

static const struct column key_columns[] = {
    COLUMN(struct row, heaps, COLUMN_KEY, "parts", "parts of the position"),
    COLUMN(struct row, counters, COLUMN_KEY, "counters",
           "sizes of all parts added up"),
};

static const struct column position_column =
    COLUMN(struct row, position, COLUMN_KEY, "",
           "the position in the ruleset's notation");

static const struct column outcome_column = COLUMN_ENUM(
    struct row, outcome, COLUMN_FACT, outcome_labels, "outcome class");

static enum status custom_row(const struct cell *cell, void *out)
{
    struct row *row = out;
    uint64_t value;
    row->heaps = cell->point->n;
    for (uint32_t i = 0; i < cell->point->n; i++)
        row->counters += cell->point->size[i];
    enum status st = cell_value(cell, 0, &value);
    if (st)
        return st;
    const struct domain *domain = cell->solvers[0].domain;
    row->value = value;
    if (domain->kind->name_value)
        domain->kind->name_value(domain->self, value, row->name);
    row->outcome = (uint8_t)domain->kind->outcome(domain->self, value);
    return STATUS_OK;
}

static enum status custom_row_with_position(const struct cell *cell, void *out)
{
    const struct game *game = &cell->games[0];
    char text[CUSTOM_TEXT_MAX + 1];
    struct row *row = out;
    struct position p;
    enum status st = custom_row(cell, out);
    if (!st)
        st = ask_start(cell, 0, &p);
    if (st)
        return st;
    const size_t n = game->rules->print(game->self, p, text, sizeof text);
    if (n > sizeof row->position)
        return log_error(STATUS_RANGE,
                         "%s: the notation of point %llu is %zu characters "
                         "long: at most %d are kept",
                         game->spec, (unsigned long long)cell->index, n,
                         CUSTOM_TEXT_MAX);
    memcpy(row->position, text, n);
    return STATUS_OK;
}

/* An outcome that is the value itself is stored once, as the outcome. */
static bool fact_outcome(const void *in, size_t game, size_t state,
                         uint64_t *value)
{
    const struct row *row = in;
    (void)game;
    *value = row->outcome;
    return state == 0;
}

static bool fact_value(const void *in, size_t game, size_t state,
                       uint64_t *value)
{
    const struct row *row = in;
    (void)game;
    *value = row->value;
    return state == 0;
}

static enum status custom_recall(const struct cell *cell, const void *in)
{
    const struct game *game = &cell->games[0];
    struct solver *solver = &cell->solvers[0];
    struct position p;
    uint64_t value;
    enum status st = game_start(game, cell->point, &p);
    if (solver->domain->kind->is_outcome)
        fact_outcome(in, 0, 0, &value);
    else
        fact_value(in, 0, 0, &value);
    return st ? st : memo_put(solver->memo, solver->worker, &p, &value, 1);
}

/* The longest notation of heaps: a letter, the digits and a sign for each. */
static uint64_t heaps_width(const struct grid *grid)
{
    struct grid_bounds bounds;
    grid->kind->bounds(grid->self, &bounds);
    uint64_t digits = 1;
    for (uint32_t size = bounds.size; size >= 10; size /= 10)
        digits++;
    return bounds.parts ? bounds.parts * (digits + 1 + bounds.mixed) : 1;
}

/* The longest notation among points spread over the grid, the last included.
 * Fails at a point that is none of this game, which a run would only reach
 * later. */
static enum status longest(const struct grid *grid, const struct game *game,
                           uint64_t *most)
{
    const uint64_t step = grid->count / PROBES + 1;
    enum status st = STATUS_OK;
    *most = 0;
    for (uint64_t left = grid->count; left > 0 && !st;
         left -= left < step ? left : step) {
        struct point point;
        struct position p;
        grid_unrank(grid, left - 1, &point);
        st = game_start(game, &point, &p);
        const size_t n = st ? 0 : game->rules->print(game->self, p, NULL, 0);
        *most = n > *most ? n : *most;
    }
    return st;
}

/* Bytes for the notation of every point: those of heaps, or all there are if
 * the game writes its positions otherwise. Points that are positions have no
 * parts; their notation tells them apart. */
static enum status measure(const char *spec, const char *rules,
                           const struct catalogue *known, uint64_t *width,
                           bool *parts)
{
    struct grid grid;
    struct game game;
    enum status st = game_open(known->rulesets, rules, &game);
    if (st)
        return st;
    st = grid_open(known->grids, spec, &game, &grid);
    if (!st) {
        uint64_t most = 0;
        *width = heaps_width(&grid);
        /* A text too long to be kept need not be measured. */
        if (*width <= CUSTOM_TEXT_MAX)
            st = longest(&grid, &game, &most);
        if (most > *width)
            *width = most > CUSTOM_TEXT_MAX ? most : CUSTOM_TEXT_MAX;
        *parts = !grid_of_positions(&grid) || *width > CUSTOM_TEXT_MAX;
        grid_close(&grid);
    }
    game_close(&game);
    return st;
}

static size_t row_size(bool position, bool name)
{
    return name       ? sizeof(struct row)
           : position ? offsetof(struct row, name)
                      : offsetof(struct row, position);
}

static void add_columns(struct custom *c, const struct domain_kind *domain,
                        uint64_t width, bool parts)
{
    size_t n = 0;
    if (parts) {
        memcpy(c->columns, key_columns, sizeof key_columns);
        n = sizeof key_columns / sizeof key_columns[0];
    }
    if (width <= CUSTOM_TEXT_MAX) {
        c->columns[n] = position_column;
        c->columns[n++].width = width;
        c->census.row = custom_row_with_position;
    }
    if (!domain->is_outcome) {
        c->columns[n] = domain->column;
        c->columns[n++].offset = domain->name_value
                                     ? offsetof(struct row, name)
                                     : offsetof(struct row, value);
    }
    if (domain->players == 2)
        c->columns[n++] = outcome_column;
    c->census.columns = c->columns;
    c->census.ncolumns = n;
    c->census.row_size = row_size(width <= CUSTOM_TEXT_MAX, domain->name_value);
}

enum status custom_init(struct custom *c, const char *rules, const char *ask,
                        const char *grid, const struct catalogue *known)
{
    uint64_t width;
    bool parts;
    const struct domain_kind *domain;
    enum status st = domain_find(known->domains, ask, &domain);
    if (!st)
        st = measure(grid, rules, known, &width, &parts);
    if (st)
        return st;
    *c = (struct custom){.census = {.name = CUSTOM_NAME,
                                    .summary = "a grid of positions, solved",
                                    .version = 1,
                                    .row = custom_row}};
    /* Ids private to a run cannot be recalled. */
    if (!domain->name_value) {
        c->census.recall = custom_recall;
        c->census.fact = domain->is_outcome ? fact_outcome : fact_value;
    }
    if (strlen(rules) >= sizeof c->rules || strlen(grid) >= sizeof c->grid)
        return log_error(STATUS_USAGE, "ruleset or grid: the text is too long");
    strcpy(c->rules, rules);
    strcpy(c->ask, domain->name);
    strcpy(c->grid, grid);
    c->census.games[0] = (struct census_game){c->rules, c->ask};
    c->census.grid = c->grid;
    add_columns(c, domain, width, parts);
    return STATUS_OK;
}
