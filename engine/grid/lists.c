/* lists.c - ordered lists of parts: "lists:parts=1..3,size=1..6".
 *
 * Shorter lists first; lists of equal length like numbers, the first part the
 * leading digit. lists:parts=1..3,size=1..6 has 258 points.
 */
#include "engine/base/log.h"
#include "engine/grid/box.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

struct lists {
    struct box box;
    uint64_t count;
};

static const struct param params[] = {BOX_PARTS(64), BOX_PART_SIZE};

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
    *g = (struct lists){.box = box_read(v, "parts")};
    for (uint32_t k = g->box.least; k <= g->box.most; k++)
        g->count = choose_plus(g->count, power(box_sizes(&g->box), k));
    *self = g;
    const bool counts = box_counts(&g->box);
    if (g->count < UINT64_MAX && counts)
        return STATUS_OK;
    free(g);
    if (!counts)
        return log_error(STATUS_RANGE, "grid lists: parts add up to 2^32");
    return log_error(STATUS_RANGE, "grid lists: 2^63 points or more");
}

static uint64_t lists_count(const void *self)
{
    return ((const struct lists *)self)->count;
}

static void lists_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct lists *g = self;
    const uint32_t sizes = box_sizes(&g->box);
    p->n = g->box.least;
    for (uint64_t of_n; index >= (of_n = power(sizes, p->n)); p->n++)
        index -= of_n;
    for (uint32_t i = p->n; i-- > 0; index /= sizes) {
        p->size[i] = g->box.lo + (uint32_t)(index % sizes);
        p->kind[i] = PART_OWN;
    }
}

static bool lists_rank(const void *self, const struct point *p, uint64_t *index)
{
    const struct lists *g = self;
    const uint32_t sizes = box_sizes(&g->box);
    uint64_t rank = 0, shorter = 0;
    if (!box_has_number(&g->box, p))
        return false;
    for (uint32_t k = g->box.least; k < p->n; k++)
        shorter += power(sizes, k);
    for (uint32_t i = 0; i < p->n; i++) {
        if (!box_has_part(&g->box, p, i))
            return false;
        rank = rank * sizes + (p->size[i] - g->box.lo);
    }
    *index = shorter + rank;
    return true;
}

static void lists_bounds(const void *self, struct grid_bounds *b)
{
    *b = box_bounds(&((const struct lists *)self)->box);
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
