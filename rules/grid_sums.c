/* grid_sums.c - multisets of heaps of several kinds (kinds.h):
 * "sums:parts=2..3,heaps=1..7,nim=1..4,least=1".
 *
 * Fewer parts first; of equally many, more own heaps first, then more Nim
 * heaps, and so on; then by the number of each kind's multiset (choose.h).
 * sums:parts=2..3,heaps=1..7,nim=1..4,least=1 has 322 points.
 */
#include "engine/base/log.h"
#include "engine/grid/box.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"
#include "rules/kinds.h"

#include <stdlib.h>

enum { KINDS = 4, PARTS_LIMIT = 24 };

/* How many parts of each kind, and the index of the first such point. */
struct shape {
    uint32_t parts[KINDS];
    uint64_t first, points[KINDS]; /* points: multisets of each kind */
};

struct sums {
    uint32_t least, most;
    uint32_t lo[KINDS], sizes[KINDS], least_of[KINDS]; /* by kind */
    struct shape *shapes;
    size_t nshapes;
    uint64_t count;
};

/* Sizes of heaps of another kind. */
#define SUMS_KIND(name_, help_)                                                \
    {                                                                          \
        .name = name_, .type = PARAM_RANGE, .lo = 0, .hi = 100000, .def = "0", \
        .help = help_                                                          \
    }
#define SUMS_LEAST(name_, help_)                                               \
    {                                                                          \
        .name = name_, .type = PARAM_INTEGER, .lo = 0, .hi = PARTS_LIMIT,      \
        .def = "0", .help = help_                                              \
    }

/* The parameters with the sizes of each kind. */
static const char *const kind_names[KINDS] = {
    [PART_OWN] = "heaps",
    [PART_NIM] = "nim",
    [PART_TOP] = "top",
    [PART_ONE] = "one",
};

static const struct param params[] = {
    BOX_PARTS(PARTS_LIMIT),
    BOX_RANGE("heaps", 1, 100000, "sizes of the ruleset's own heaps"),
    SUMS_KIND("nim", "sizes of plain Nim heaps, 0 for none"),
    SUMS_KIND("top", "sizes of Top Entails heaps (t), 0 for none"),
    SUMS_KIND("one", "sizes of entailing-Nim heaps (e), 0 for none"),
    SUMS_LEAST("least", "own heaps at least"),
    SUMS_LEAST("leastnim", "plain Nim heaps at least"),
};

/* Calls itself for each kind; `left` parts are still to be given out. The last
 * kind takes what is left. */
static void list_shapes(struct sums *g, struct shape *shape, uint32_t kind,
                        uint32_t left)
{
    uint32_t most = g->sizes[kind] ? left : 0;
    uint32_t least = kind == KINDS - 1 ? left : g->least_of[kind];
    for (uint32_t n = most + 1; n-- > least;) {
        shape->parts[kind] = n;
        shape->points[kind] = choose_multisets(g->sizes[kind], n);
        if (kind < KINDS - 1) {
            list_shapes(g, shape, kind + 1, left - n);
            continue;
        }
        uint64_t points = 1;
        for (uint32_t k = 0; k < KINDS; k++)
            points = choose_times(points, shape->points[k]);
        shape->first = g->count;
        g->count = choose_plus(g->count, points);
        g->shapes[g->nshapes++] = *shape;
    }
}

static void sums_close(void *self)
{
    struct sums *g = self;
    free(g->shapes);
    free(g);
}

static enum status sums_open(const struct param_value v[], void **self)
{
    struct sums *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid sums: out of memory");
    *self = g;
    g->least = (uint32_t)param_of(v, "parts")->lo;
    g->most = (uint32_t)param_of(v, "parts")->hi;
    for (uint32_t k = 0; k < KINDS; k++) {
        const struct param_value *sizes = param_of(v, kind_names[k]);
        g->lo[k] = sizes->lo ? (uint32_t)sizes->lo : 1;
        g->sizes[k] = (uint32_t)(sizes->hi + 1) - g->lo[k];
    }
    g->least_of[PART_OWN] = (uint32_t)param_of(v, "least")->lo;
    g->least_of[PART_NIM] = (uint32_t)param_of(v, "leastnim")->lo;
    /* Each shape is a choice of KINDS numbers with a sum of at most most. */
    g->shapes = calloc(choose(g->most + KINDS, KINDS), sizeof *g->shapes);
    if (!g->shapes) {
        sums_close(g);
        return log_error(STATUS_NOMEM, "grid sums: out of memory");
    }
    for (uint32_t n = g->least; n <= g->most; n++) {
        struct shape shape = {0};
        list_shapes(g, &shape, 0, n);
    }
    if (g->count < UINT64_MAX)
        return STATUS_OK;
    sums_close(g);
    return log_error(STATUS_RANGE, "grid sums: 2^63 points or more");
}

static uint64_t sums_count(const void *self)
{
    return ((const struct sums *)self)->count;
}

static const struct shape *shape_of(const struct sums *g, uint64_t index)
{
    size_t lo = 0, hi = g->nshapes;
    while (hi - lo > 1) {
        size_t middle = lo + (hi - lo) / 2;
        if (g->shapes[middle].first <= index)
            lo = middle;
        else
            hi = middle;
    }
    return &g->shapes[lo];
}

static void sums_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct sums *g = self;
    const struct shape *shape = shape_of(g, index);
    uint64_t rest = index - shape->first;
    p->n = 0;
    for (uint32_t k = 0; k < KINDS; k++) {
        uint32_t items[PARTS_LIMIT];
        choose_unrank(rest % shape->points[k], shape->parts[k], items);
        rest /= shape->points[k];
        for (uint32_t i = 0; i < shape->parts[k]; i++) {
            p->size[p->n] = g->lo[k] + items[i];
            p->kind[p->n++] = (uint8_t)k;
        }
    }
}

static bool sums_rank(const void *self, const struct point *p, uint64_t *index)
{
    const struct sums *g = self;
    uint32_t items[KINDS][PARTS_LIMIT], n[KINDS] = {0};
    if (p->n > g->most)
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t k = p->kind[i];
        if (p->size[i] < g->lo[k] || p->size[i] - g->lo[k] >= g->sizes[k])
            return false;
        items[k][n[k]++] = p->size[i] - g->lo[k];
    }
    for (size_t s = 0; s < g->nshapes; s++) {
        const struct shape *shape = &g->shapes[s];
        uint64_t rank = 0, scale = 1;
        bool same = true;
        for (uint32_t k = 0; k < KINDS; k++)
            same = same && shape->parts[k] == n[k];
        if (!same)
            continue;
        for (uint32_t k = 0; k < KINDS; k++) {
            rank += scale * choose_rank(items[k], n[k]);
            scale *= shape->points[k];
        }
        *index = shape->first + rank;
        return true;
    }
    return false;
}

static void sums_bounds(const void *self, struct grid_bounds *b)
{
    const struct sums *g = self;
    *b = (struct grid_bounds){.parts = g->most};
    for (uint32_t k = 0; k < KINDS; k++) {
        uint32_t size = g->sizes[k] ? g->lo[k] + g->sizes[k] - 1 : 0;
        b->size = size > b->size ? size : b->size;
        b->mixed = b->mixed || (k != PART_OWN && size);
    }
    b->total = (uint64_t)b->parts * b->size;
}

const struct grid_kind grid_sums = {
    .name = "sums",
    .summary = "multisets of own heaps and heaps of other kinds",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = sums_open,
    .close = sums_close,
    .count = sums_count,
    .unrank = sums_unrank,
    .rank = sums_rank,
    .bounds = sums_bounds,
};
