/* rows.c - rows of heaps, the order of the heaps counting:
 * "rows:heaps=1..6,size=1..4".
 *
 * Smaller totals first; of one total, shorter rows first; then lexicographic. A
 * layer is the rows of one total: taking counters leads to an earlier one. The
 * grid is closed under moves that take counters if size starts at 1, except for
 * the empty row: it is a point only if heaps starts at 0, and is solved
 * separately otherwise. rows:heaps=1..6,size=1..4 has 5,460 points.
 */
#include "engine/base/log.h"
#include "engine/grid/box.h"
#include "engine/grid/choose.h"
#include "engine/grid/compositions.h"
#include "engine/grid/grid.h"

#include <stdlib.h>
#include <string.h>

struct rows {
    struct box box;
    struct compositions c;
    uint64_t *first; /* of total t and n heaps at t * lengths + n - least;
                        one more at the end */
};

static const struct param params[] = {BOX_HEAPS(64), BOX_HEAP_SIZE};

static size_t lengths(const struct rows *g)
{
    return g->box.most - g->box.least + 1;
}

static size_t groups(const struct rows *g)
{
    return ((size_t)g->box.most * g->box.hi + 1) * lengths(g);
}

static void rows_close(void *self)
{
    struct rows *g = self;
    compositions_close(&g->c);
    free(g->first);
    free(g);
}

static enum status number_groups(struct rows *g)
{
    g->first = calloc(groups(g) + 1, sizeof *g->first);
    if (!g->first)
        return log_error(STATUS_NOMEM, "grid rows: out of memory");
    for (size_t i = 0; i < groups(g); i++) {
        uint32_t n = g->box.least + (uint32_t)(i % lengths(g));
        uint32_t total = (uint32_t)(i / lengths(g));
        g->first[i + 1] =
            choose_plus(g->first[i], compositions_count(&g->c, n, total));
    }
    if (g->first[groups(g)] == UINT64_MAX)
        return log_error(STATUS_RANGE, "grid rows: 2^63 points or more");
    return STATUS_OK;
}

static enum status rows_open(const struct param_value v[], void **self)
{
    struct rows *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid rows: out of memory");
    g->box = box_read(v, "heaps");
    enum status st =
        compositions_open(&g->c, g->box.most, g->box.lo, g->box.hi);
    st = st ? st : number_groups(g);
    if (st)
        rows_close(g);
    else
        *self = g;
    return st;
}

static uint64_t rows_count(const void *self)
{
    const struct rows *g = self;
    return g->first[groups(g)];
}

/* The group that holds a point. */
static size_t group_of(const struct rows *g, uint64_t index)
{
    size_t lo = 0, hi = groups(g); /* first[lo] <= index < first[hi] */
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (g->first[mid] <= index)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static void rows_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct rows *g = self;
    size_t group = group_of(g, index);
    p->n = g->box.least + (uint32_t)(group % lengths(g));
    compositions_unrank(&g->c, p->n, (uint32_t)(group / lengths(g)),
                        index - g->first[group], p->size);
    memset(p->kind, PART_OWN, p->n);
}

/* True if the point is one of the grid; then its group. */
static bool find_group(const struct rows *g, const struct point *p,
                       size_t *group)
{
    size_t total = 0;
    if (!box_has_number(&g->box, p))
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!box_has_part(&g->box, p, i))
            return false;
        total += p->size[i];
    }
    *group = total * lengths(g) + p->n - g->box.least;
    return true;
}

static bool rows_rank(const void *self, const struct point *p, uint64_t *index)
{
    const struct rows *g = self;
    size_t group;
    if (!find_group(g, p, &group))
        return false;
    *index = g->first[group] + compositions_rank(&g->c, p->n, p->size);
    return true;
}

static void rows_bounds(const void *self, struct grid_bounds *b)
{
    *b = box_bounds(&((const struct rows *)self)->box);
}

static void rows_next(const void *self, struct point *p)
{
    const struct rows *g = self;
    size_t group;
    if (compositions_next(&g->c, p->n, p->size) || !find_group(g, p, &group))
        return;
    rows_unrank(self, g->first[group + 1], p);
}

static uint64_t rows_layer_end(const void *self, uint64_t index)
{
    const struct rows *g = self;
    size_t total = group_of(g, index) / lengths(g);
    return g->first[(total + 1) * lengths(g)];
}

const struct grid_kind grid_rows = {
    .name = "rows",
    .summary = "rows of heaps in order, smaller totals first",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = rows_open,
    .close = rows_close,
    .count = rows_count,
    .unrank = rows_unrank,
    .rank = rows_rank,
    .bounds = rows_bounds,
    .next = rows_next,
    .layer_end = rows_layer_end,
};
