#include "census/run/custom.h"

#include "census/named/shared/ask.h"
#include "engine/base/log.h"
#include "engine/segments/segment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBES = 4096 };

/* What is no column is cut off the row's end, see row_size(). */
struct row {
    uint32_t heaps, counters;
    uint8_t outcome;
    uint64_t value; /* unless it is the outcome */
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

static void custom_rows_of_values(const struct cell *cell, uint32_t parts,
                                  uint64_t total, const uint64_t values[],
                                  size_t n, void *out)
{
    const struct domain *domain = cell->solvers[0].domain;
    const struct domain_kind *kind = domain->kind;
    char *at = out;
    for (size_t i = 0; i < n; i++, at += cell->census->row_size) {
        struct row *row = (struct row *)(void *)at;
        row->heaps = parts;
        row->counters = (uint32_t)total;
        if (!kind->is_outcome)
            row->value = values[i];
        if (kind->name_value)
            kind->name_value(domain->self, values[i], row->name);
        row->outcome = (uint8_t)kind->outcome(domain->self, values[i]);
    }
}

static enum status custom_row(const struct cell *cell, void *out)
{
    uint64_t total = 0, value = 0;
    for (uint32_t i = 0; i < cell->point->n; i++)
        total += cell->point->size[i];
    enum status st = cell_value(cell, 0, &value);
    if (!st)
        custom_rows_of_values(cell, cell->point->n, total, &value, 1, out);
    return st;
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

/* The census's own domain at the row's beginning, where 8 bytes are kept for a
 * number. */
static bool fact_first(const void *in, size_t game, size_t state,
                       uint64_t *value)
{
    memcpy(value, in, sizeof *value);
    return game == 0 && state == 0;
}

static enum status recall_first(const struct cell *cell, const void *in)
{
    const struct game *game = &cell->games[0];
    struct solver *solver = &cell->solvers[0];
    struct position p;
    uint64_t value;
    enum status st = game_start(game, cell->point, &p);
    fact_first(in, 0, 0, &value);
    return st ? st : memo_put(solver->memo, solver->worker, &p, &value, 1);
}

/* A row of the columns asked for. */
static enum status chosen_row(const struct cell *cell, void *out)
{
    const struct custom *c = (const struct custom *)cell->census;
    uint64_t value = 0, other = 0;
    enum status st = cell_value(cell, 0, &value);
    if (!st && c->census.games[1].rules)
        st = cell_value(cell, 1, &other);
    for (size_t i = 0; i < c->census.ncolumns && !st; i++)
        st = columns_put(&c->entries[i], &c->columns[i], cell, value, other,
                         (char *)out + c->columns[i].offset);
    return st;
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

/* What the grid says of the notation of its points. */
struct measured {
    uint64_t width; /* bytes for every point's notation */
    bool parts;     /* points have parts that tell them apart or are kept */
    bool whole;     /* points are positions, without parts */
    bool segments;  /* points are segments: */
    struct grid_segment segment;
};

/* Bytes for the notation of every point: those of heaps, or all there are
 * (`most_kept`) if the game writes its positions otherwise. Points that are
 * positions have no parts; their notation tells them apart. */
static enum status measure(const char *spec, const char *rules,
                           const struct catalogue *known, uint64_t most_kept,
                           struct measured *m)
{
    struct grid grid;
    struct game game;
    enum status st = game_open(known->rulesets, rules, &game);
    if (st)
        return st;
    st = grid_open(known->grids, spec, &game, &grid);
    m->segments = !st && grid_segments_of(&grid);
    if (m->segments) {
        m->segment = *grid_segments_of(&grid);
        grid_close(&grid);
    } else if (!st) {
        uint64_t most = 0;
        /* Of a small grid every point is measured. */
        const bool exact = most_kept > CUSTOM_TEXT_MAX && grid.count < PROBES;
        m->width = heaps_width(&grid);
        /* A text too long to be kept need not be measured. */
        if (m->width <= most_kept)
            st = longest(&grid, &game, &most);
        if (most > m->width)
            m->width = exact || most > most_kept ? most : most_kept;
        m->whole = grid_of_positions(&grid);
        m->parts = !m->whole || m->width > CUSTOM_TEXT_MAX;
        grid_close(&grid);
    }
    game_close(&game);
    return st;
}

static size_t row_size(bool value, bool position, bool name)
{
    return name       ? sizeof(struct row)
           : position ? offsetof(struct row, name)
           : value    ? offsetof(struct row, position)
                      : offsetof(struct row, value);
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
        c->census.rows_of_values = NULL;
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
    c->census.row_size = row_size(!domain->is_outcome, width <= CUSTOM_TEXT_MAX,
                                  domain->name_value);
}

/* A row that is there already. */
static enum status segment_row(const struct cell *cell, void *out)
{
    memcpy(out, cell->segment, cell->census->row_size);
    return STATUS_OK;
}

/* The row does not say what a position is worth. */
static bool fact_none(const void *in, size_t game, size_t state,
                      uint64_t *value)
{
    (void)in;
    (void)game;
    (void)state;
    (void)value;
    return false;
}

static enum status add_segments(struct custom *c,
                                const struct grid_segment *segment,
                                const char *columns)
{
    _Static_assert((int)SEGMENT_COLUMNS <= (int)COLUMNS_CHOSEN_MAX,
                   "room for columns");
    if (columns)
        return log_error(STATUS_USAGE, "--columns: the grid segments has "
                                       "columns of its own");
    c->census.summary = "the values of single heaps, segment by segment";
    c->census.row_size = segment_columns(segment, c->columns);
    c->census.columns = c->columns;
    c->census.ncolumns = SEGMENT_COLUMNS;
    c->census.row = segment_row;
    c->census.fact = fact_none;
    return STATUS_OK;
}

static bool is_own(const struct columns_entry *e,
                   const struct domain_kind *domain)
{
    return !e->of && !strcmp(e->column.name, domain->column.name);
}

/* What a column asked for needs of the census as a whole. */
static void prepare(struct custom *c, const struct domain_kind *domain,
                    const struct columns_entry *e)
{
    c->census.beyond = c->census.beyond || e->beyond;
    if (e->ask)
        c->census.games[1] = (struct census_game){c->rules, e->ask};
    if (is_own(e, domain) && !domain->name_value) {
        c->census.fact = fact_first;
        /* Of two games only one would be recalled. */
        c->census.recall = recall_first;
    }
}

static enum status add_chosen(struct custom *c, const char *name,
                              const struct domain_kind *domain,
                              const struct domain_kind *const domains[],
                              const struct game *game, const struct measured *m)
{
    const size_t n = c->census.ncolumns;
    struct columns_entry *e = &c->entries[n];
    if (n == COLUMNS_CHOSEN_MAX)
        return log_error(STATUS_USAGE, "--columns: more than %d",
                         COLUMNS_CHOSEN_MAX);
    enum status st = columns_find(domains, name, domain, game, e);
    if (st)
        return st;
    if (e->parts && m->whole)
        return log_error(STATUS_USAGE,
                         "--columns: %s: the points of this grid are "
                         "positions, which have no parts",
                         e->column.name);
    struct column *column = &c->columns[n];
    *column = e->column;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(c->columns[i].name, column->name))
            return log_error(STATUS_USAGE, "--columns: %s is asked for twice",
                             column->name);
    if (!column->width && m->width > COLUMNS_TEXT_MAX)
        return log_error(STATUS_RANGE,
                         "--columns: %s: on this grid it may have %llu "
                         "characters, and %d are kept",
                         column->name, (unsigned long long)m->width,
                         COLUMNS_TEXT_MAX);
    if (!column->width)
        column->width = m->width;
    /* The domain's number comes first, where fact_first looks for it. */
    const bool first = is_own(e, domain) && !domain->name_value;
    column->offset = first ? 0 : c->census.row_size;
    c->census.row_size += first ? 0 : (column->width + 7) / 8 * 8;
    c->census.ncolumns++;
    prepare(c, domain, e);
    return STATUS_OK;
}

/* The names as the columns have them. */
static enum status name_chosen(struct custom *c)
{
    size_t used = 0, size = 1;
    for (size_t i = 0; i < c->census.ncolumns; i++)
        size += strlen(c->columns[i].name) + 1;
    c->chosen = calloc(1, size);
    if (!c->chosen)
        return log_error(STATUS_NOMEM, "out of memory for columns");
    for (size_t i = 0; i < c->census.ncolumns; i++)
        used += (size_t)snprintf(c->chosen + used, size - used, "%s%s",
                                 i ? "," : "", c->columns[i].name);
    return STATUS_OK;
}

static enum status choose(struct custom *c, const char *columns,
                          const struct domain_kind *domain,
                          const struct catalogue *known,
                          const struct measured *m)
{
    struct game game;
    char *names = strdup(columns), *at = names;
    if (!names)
        return log_error(STATUS_NOMEM, "out of memory for columns");
    enum status st = game_open(known->rulesets, c->rules, &game);
    if (!st) {
        c->census.row_size = sizeof(uint64_t);
        for (char *name; (name = strsep(&at, ",")) && !st;)
            st = *name ? add_chosen(c, name, domain, known->domains, &game, m)
                       : log_error(STATUS_USAGE,
                                   "--columns '%s': a column has no name",
                                   columns);
        game_close(&game);
    }
    free(names);
    c->census.columns = c->columns;
    c->census.row = chosen_row;
    c->census.rows_of_values = NULL;
    return st ? st : name_chosen(c);
}

enum status custom_init(struct custom *c, const char *rules, const char *ask,
                        const char *grid, const char *columns,
                        const struct catalogue *known)
{
    struct measured m;
    const struct domain_kind *domain;
    enum status st = domain_find(known->domains, ask, &domain);
    if (!st)
        st = measure(grid, rules, known,
                     columns ? COLUMNS_TEXT_MAX : CUSTOM_TEXT_MAX, &m);
    if (st)
        return st;
    *c = (struct custom){.census = {.name = CUSTOM_NAME,
                                    .summary = "a grid of positions, solved",
                                    .version = CUSTOM_VERSION,
                                    .free_only = true,
                                    .row = custom_row,
                                    .rows_of_values = custom_rows_of_values}};
    if (strlen(rules) >= sizeof c->rules || strlen(grid) >= sizeof c->grid)
        return log_error(STATUS_USAGE, "ruleset or grid: the text is too long");
    strcpy(c->rules, rules);
    strcpy(c->ask, domain->name);
    strcpy(c->grid, grid);
    c->census.games[0] = (struct census_game){c->rules, c->ask};
    c->census.grid = c->grid;
    if (m.segments)
        return add_segments(c, &m.segment, columns);
    if (columns) {
        st = choose(c, columns, domain, known, &m);
        if (st)
            custom_release(c);
        return st;
    }
    /* Ids private to a run cannot be recalled. */
    if (!domain->name_value) {
        c->census.recall = custom_recall;
        c->census.fact = domain->is_outcome ? fact_outcome : fact_value;
    }
    add_columns(c, domain, m.width, m.parts);
    return STATUS_OK;
}

void custom_release(struct custom *c)
{
    free(c->chosen);
    c->chosen = NULL;
}
