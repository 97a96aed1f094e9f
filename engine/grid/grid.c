#include "engine/grid/grid.h"

#include "engine/base/log.h"

#include <string.h>

#define X(object) extern const struct grid_kind object;
#include "grids.inc"
#undef X

const struct grid_kind *const grid_kinds[] = {
#define X(object) &object,
#include "grids.inc"
#undef X
    NULL};

enum status grid_open(const char *spec, struct grid *g)
{
    struct param_value values[PARAM_MAX];
    char name[32];
    enum status st = param_name(spec, name, sizeof name);
    if (st)
        return st;
    const struct grid_kind *kind = NULL;
    for (size_t i = 0; grid_kinds[i] && !kind; i++)
        if (!strcmp(grid_kinds[i]->name, name))
            kind = grid_kinds[i];
    if (!kind)
        return log_error(STATUS_UNKNOWN, "no grid '%s' (census list grids)",
                         name);
    st = param_read("grid", spec, kind->params, kind->nparams, values, g->spec);
    if (st)
        return st;
    g->kind = kind;
    st = kind->open(values, &g->self);
    if (!st)
        g->count = kind->count(g->self);
    return st;
}

void grid_close(struct grid *g)
{
    g->kind->close(g->self);
}
