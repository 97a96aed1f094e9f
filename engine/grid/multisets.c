/* multisets.c - multisets of parts: "multisets:parts=1..4,size=1..7".
 *
 * Fewer parts first; of equally many, by the largest part, then the second
 * largest, and so on (choose.h). multisets:parts=1..4,size=1..7 has 329
 * points.
 */
#include "engine/base/log.h"
#include "engine/grid/box.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

enum { PARTS_LIMIT = 64 };

struct multisets {
    struct box box;
    uint64_t first[PARTS_LIMIT + 2]; /* index of the first point of n parts */
};

static const struct param params[] = {BOX_PARTS(PARTS_LIMIT), BOX_PART_SIZE};

static enum status multisets_open(const struct param_value v[], void **self)
{
    struct multisets *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid multisets: out of memory");
    g->box = box_read(v, "parts");
    for (uint32_t k = g->box.least; k <= g->box.most; k++)
        g->first[k + 1] =
            choose_plus(g->first[k], choose_multisets(box_sizes(&g->box), k));
    *self = g;
    const bool counts = box_counts(&g->box);
    if (g->first[g->box.most + 1] < UINT64_MAX && counts)
        return STATUS_OK;
    free(g);
    if (!counts)
        return log_error(STATUS_RANGE, "grid multisets: parts add up to 2^32");
    return log_error(STATUS_RANGE, "grid multisets: 2^63 points or more");
}

static uint64_t multisets_count(const void *self)
{
    const struct multisets *g = self;
    return g->first[g->box.most + 1];
}

static void multisets_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct multisets *g = self;
    p->n = g->box.least;
    while (g->first[p->n + 1] <= index)
        p->n++;
    choose_unrank(index - g->first[p->n], p->n, p->size);
    for (uint32_t i = 0; i < p->n; i++) {
        p->size[i] += g->box.lo;
        p->kind[i] = PART_OWN;
    }
}

/* The smallest part that can grow does, and all below it start again; if there
 * is none, so do all, and one part more. */
static void multisets_next(const void *self, struct point *p)
{
    const struct multisets *g = self;
    uint32_t i = 0;
    while (i < p->n &&
           p->size[i] == (i + 1 < p->n ? p->size[i + 1] : g->box.hi))
        i++;
    if (i < p->n) {
        p->size[i]++;
    } else {
        p->size[i] = g->box.lo;
        p->kind[i] = PART_OWN;
        p->n++;
    }
    while (i-- > 0)
        p->size[i] = g->box.lo;
}

static bool multisets_rank(const void *self, const struct point *p,
                           uint64_t *index)
{
    const struct multisets *g = self;
    uint32_t items[PARTS_LIMIT];
    if (!box_has_number(&g->box, p))
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!box_has_part(&g->box, p, i))
            return false;
        items[i] = p->size[i] - g->box.lo;
    }
    *index = g->first[p->n] + choose_rank(items, p->n);
    return true;
}

static void multisets_bounds(const void *self, struct grid_bounds *b)
{
    *b = box_bounds(&((const struct multisets *)self)->box);
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
    .next = multisets_next,
    .rank = multisets_rank,
    .bounds = multisets_bounds,
};
