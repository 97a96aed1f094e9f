/* regions.c - connected regions of squares: "regions:squares=1..9", each once
 * up to translation, or "regions:squares=9,up-to=symmetry", each once up to
 * the eight symmetries of the square.
 *
 * The ruleset says which position begins on a region (region_slots). Fewer
 * squares come first; how those of equally many are numbered, see
 * polyominoes.h. There are 760 regions of 7 squares up to translation, and 108
 * up to symmetry.
 */
#include "engine/base/log.h"
#include "engine/grid/grid.h"
#include "engine/grid/polyominoes.h"

#include <stdlib.h>

struct regions {
    const struct game *game; /* borrowed */
    size_t n;
    uint64_t count;
    struct polyominoes level[POLYOMINOES_SQUARES_MAX]; /* n, by squares */
    uint64_t first[POLYOMINOES_SQUARES_MAX];
};

static const struct param params[] = {
    {.name = "squares",
     .type = PARAM_RANGE,
     .lo = 1,
     .hi = POLYOMINOES_SQUARES_MAX,
     .help = "squares of each region"},
    {.name = "up-to",
     .type = PARAM_CHOICE,
     .choices = "translation|symmetry",
     .def = "translation",
     .help = "which regions are one"},
};

static void regions_close(void *self)
{
    struct regions *g = self;
    for (size_t i = 0; i < g->n; i++)
        polyominoes_close(&g->level[i]);
    free(g);
}

static enum status check_game(const struct game *game, uint32_t most)
{
    const struct region_slots *slots = game->rules->region;
    if (!slots)
        return log_error(STATUS_USAGE,
                         "grid regions: %s is not played on regions",
                         game->spec);
    if (most > slots->squares_max)
        return log_error(STATUS_RANGE,
                         "grid regions: %s has room for regions of %u squares, "
                         "not of %u",
                         game->spec, slots->squares_max, most);
    return STATUS_OK;
}

static enum status regions_open(const struct param_value v[],
                                const struct game *game, void **self)
{
    const struct param_value *squares = param_of(v, "squares");
    const bool free = param_of(v, "up-to")->lo == 1;
    enum status st = check_game(game, (uint32_t)squares->hi);
    if (st)
        return st;
    struct regions *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid regions: out of memory");
    g->game = game;
    for (int64_t n = squares->lo; n <= squares->hi && !st; n++) {
        st = polyominoes_open(&g->level[g->n], (uint32_t)n, free);
        if (st)
            break;
        g->first[g->n] = g->count;
        g->count += g->level[g->n++].count;
    }
    if (st)
        regions_close(g);
    else
        *self = g;
    return st;
}

static uint64_t regions_count(const void *self)
{
    return ((const struct regions *)self)->count;
}

static void regions_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct regions *g = self;
    struct region region;
    size_t i = g->n - 1;
    while (g->first[i] > index)
        i--;
    polyominoes_unrank(&g->level[i], index - g->first[i], &region);
    p->whole = true;
    p->n = 0;
    p->position = g->game->rules->region->start(g->game->self, &region);
}

static void regions_next(const void *self, struct point *p)
{
    const struct regions *g = self;
    struct region region;
    g->game->rules->region->region(g->game->self, p->position, &region);
    const size_t i = region_squares(&region) - g->level[0].squares;
    if (!polyominoes_next(&g->level[i], &region))
        polyominoes_unrank(&g->level[i + 1], 0, &region);
    p->position = g->game->rules->region->start(g->game->self, &region);
}

static bool regions_rank(const void *self, const struct point *p,
                         uint64_t *index)
{
    const struct regions *g = self;
    struct region region;
    if (!p->whole ||
        !g->game->rules->region->region(g->game->self, p->position, &region))
        return false;
    /* Fewer squares than the least wrap round to a large number. */
    const size_t i = (size_t)region_squares(&region) - g->level[0].squares;
    uint64_t number = 0;
    if (i >= g->n || !polyominoes_rank(&g->level[i], &region, &number))
        return false;
    *index = g->first[i] + number;
    return true;
}

/* Of one part, the box, whose size is its number of squares. */
static void regions_bounds(const void *self, struct grid_bounds *b)
{
    const struct regions *g = self;
    const uint32_t sides = g->level[g->n - 1].squares + 1;
    const uint32_t box = sides / 2 * (sides - sides / 2);
    *b = (struct grid_bounds){.parts = 1, .size = box, .total = box};
}

const struct grid_kind grid_regions = {
    .name = "regions",
    .summary = "every connected region of squares",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open_for = regions_open,
    .close = regions_close,
    .count = regions_count,
    .unrank = regions_unrank,
    .rank = regions_rank,
    .bounds = regions_bounds,
    .next = regions_next,
};
