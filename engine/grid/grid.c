#include "engine/grid/grid.h"

#include "engine/base/log.h"

#include <string.h>

enum status grid_open(const struct grid_kind *const kinds[], const char *spec,
                      const struct game *game, struct grid *g)
{
    struct param_value values[PARAM_MAX];
    char name[32];
    enum status st = param_name(spec, name, sizeof name);
    if (st)
        return st;
    while (*kinds && strcmp((*kinds)->name, name))
        kinds++;
    const struct grid_kind *kind = *kinds;
    if (!kind)
        return log_error(STATUS_UNKNOWN, "no grid '%s' (census list grids)",
                         name);
    st = param_read("grid", spec, kind->params, kind->nparams, values, g->spec);
    if (st)
        return st;
    if (!kind->open_for)
        st = kind->open(values, &g->self);
    else if (game)
        st = kind->open_for(values, game, &g->self);
    else
        st = log_error(STATUS_USAGE,
                       "grid %s: its points are positions of a game, and there "
                       "is none here",
                       name);
    if (st)
        return st;
    g->kind = kind;
    g->count = kind->count(g->self);
    return STATUS_OK;
}

bool grid_row(const struct grid *g, const struct game *game, struct position p,
              uint64_t *index)
{
    struct point point = {.whole = grid_of_positions(g), .position = p};
    if (grid_segments_of(g))
        return false;
    if (!point.whole) {
        if (!game->rules->parts)
            return false;
        game->rules->parts(game->self, p, &point);
    }
    return g->kind->rank(g->self, &point, index) && *index < g->count;
}

void grid_close(struct grid *g)
{
    g->kind->close(g->self);
}
