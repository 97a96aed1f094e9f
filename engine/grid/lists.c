/* lists.c - ordered lists of parts: "lists:parts=1..3,size=1..6".
 *
 * Shorter lists first; lists of equal length like numbers, the first part the
 * leading digit. lists:parts=1..3,size=1..6 has 258 points.
 */
#include "engine/base/log.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

struct lists {
    uint32_t least, most; /* parts */
    uint32_t lo, sizes;   /* smallest size, number of sizes */
    uint64_t count;
};

static const struct param params[] = {
    {.name = "parts",
     .type = PARAM_RANGE,
     .lo = 0,
     .hi = 64,
     .help = "number of parts"},
    {.name = "size",
     .type = PARAM_RANGE,
     .lo = 1,
     .hi = 1000000,
     .help = "size of each part"},
};

static uint64_t power(uint64_t base, uint32_t exponent)
{
    uint64_t result = 1;
    while (exponent--)
        result = choose_times(result, base);
    return result;
}

static enum status lists_open(const struct param_value v[], void **self)
{
    struct lists *g = malloc(sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid lists: out of memory");
    *g = (struct lists){(uint32_t)v[0].lo, (uint32_t)v[0].hi, (uint32_t)v[1].lo,
                        (uint32_t)(v[1].hi - v[1].lo + 1), 0};
    for (uint32_t k = g->least; k <= g->most; k++)
        g->count = choose_plus(g->count, power(g->sizes, k));
    *self = g;
    if (g->count < UINT64_MAX)
        return STATUS_OK;
    free(g);
    return log_error(STATUS_RANGE, "grid lists: 2^63 points or more");
}

static uint64_t lists_count(const void *self)
{
    return ((const struct lists *)self)->count;
}

static void lists_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct lists *g = self;
    p->n = g->least;
    for (uint64_t of_n; index >= (of_n = power(g->sizes, p->n)); p->n++)
        index -= of_n;
    for (uint32_t i = p->n; i-- > 0; index /= g->sizes) {
        p->size[i] = g->lo + (uint32_t)(index % g->sizes);
        p->kind[i] = PART_OWN;
    }
}

static bool lists_rank(const void *self, const struct point *p, uint64_t *index)
{
    const struct lists *g = self;
    uint64_t rank = 0, shorter = 0;
    if (p->n < g->least || p->n > g->most)
        return false;
    for (uint32_t k = g->least; k < p->n; k++)
        shorter += power(g->sizes, k);
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->kind[i] != PART_OWN || p->size[i] < g->lo ||
            p->size[i] - g->lo >= g->sizes)
            return false;
        rank = rank * g->sizes + (p->size[i] - g->lo);
    }
    *index = shorter + rank;
    return true;
}

static void lists_bounds(const void *self, struct grid_bounds *b)
{
    const struct lists *g = self;
    *b = (struct grid_bounds){.parts = g->most, .size = g->lo + g->sizes - 1};
    b->total = (uint64_t)b->parts * b->size;
}

const struct grid_kind grid_lists = {
    .name = "lists",
    .summary = "ordered lists of parts",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = lists_open,
    .close = free,
    .count = lists_count,
    .unrank = lists_unrank,
    .rank = lists_rank,
    .bounds = lists_bounds,
};
