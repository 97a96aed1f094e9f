/* multisets.c - multisets of parts: "multisets:parts=1..4,size=1..7".
 *
 * Fewer parts first; of equally many, by the largest part, then the second
 * largest, and so on (choose.h). multisets:parts=1..4,size=1..7 has 329
 * points.
 */
#include "engine/base/log.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

enum { PARTS_LIMIT = 64 };

struct multisets {
    uint32_t least, most;            /* parts */
    uint32_t lo, sizes;              /* smallest size, number of sizes */
    uint64_t first[PARTS_LIMIT + 2]; /* index of the first point of n parts */
};

static const struct param params[] = {
    {.name = "parts",
     .type = PARAM_RANGE,
     .lo = 0,
     .hi = PARTS_LIMIT,
     .help = "number of parts"},
    {.name = "size",
     .type = PARAM_RANGE,
     .lo = 1,
     .hi = 1000000,
     .help = "size of each part"},
};

static enum status multisets_open(const struct param_value v[], void **self)
{
    struct multisets *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid multisets: out of memory");
    g->least = (uint32_t)v[0].lo;
    g->most = (uint32_t)v[0].hi;
    g->lo = (uint32_t)v[1].lo;
    g->sizes = (uint32_t)(v[1].hi - v[1].lo + 1);
    for (uint32_t k = g->least; k <= g->most; k++)
        g->first[k + 1] =
            choose_plus(g->first[k], choose_multisets(g->sizes, k));
    *self = g;
    if (g->first[g->most + 1] < UINT64_MAX)
        return STATUS_OK;
    free(g);
    return log_error(STATUS_RANGE, "grid multisets: 2^63 points or more");
}

static uint64_t multisets_count(const void *self)
{
    const struct multisets *g = self;
    return g->first[g->most + 1];
}

static void multisets_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct multisets *g = self;
    p->n = g->least;
    while (g->first[p->n + 1] <= index)
        p->n++;
    choose_unrank(index - g->first[p->n], p->n, p->size);
    for (uint32_t i = 0; i < p->n; i++) {
        p->size[i] += g->lo;
        p->kind[i] = PART_OWN;
    }
}

static bool multisets_rank(const void *self, const struct point *p,
                           uint64_t *index)
{
    const struct multisets *g = self;
    uint32_t items[PARTS_LIMIT];
    if (p->n < g->least || p->n > g->most)
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->kind[i] != PART_OWN || p->size[i] < g->lo ||
            p->size[i] - g->lo >= g->sizes)
            return false;
        items[i] = p->size[i] - g->lo;
    }
    *index = g->first[p->n] + choose_rank(items, p->n);
    return true;
}

static void multisets_bounds(const void *self, struct grid_bounds *b)
{
    const struct multisets *g = self;
    *b = (struct grid_bounds){.parts = g->most, .size = g->lo + g->sizes - 1};
    b->total = (uint64_t)b->parts * b->size;
}

const struct grid_kind grid_multisets = {
    .name = "multisets",
    .summary = "multisets of parts",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = multisets_open,
    .close = free,
    .count = multisets_count,
    .unrank = multisets_unrank,
    .rank = multisets_rank,
    .bounds = multisets_bounds,
};
