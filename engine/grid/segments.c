/* segments.c - segments of the sequence of all heaps, one after another, each
 * of the same number of heaps: "segments:length=16777216,count=64".
 *
 * Point i stands for the heaps i * length, i * length + 1, .. and has one part,
 * i + 1, which numbers it. What its row says and what a window is:
 * engine/segments/segment.h.
 */
#include "engine/base/log.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

enum { COUNT_MAX = 16384, LENGTH_MAX = 1 << 30, WINDOW_MAX = 3 << 18 };

static const struct param params[] = {
    {.name = "length",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = LENGTH_MAX,
     .def = "16777216",
     .help = "heaps in each segment"},
    {.name = "count",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = COUNT_MAX,
     .help = "number of segments"},
    {.name = "window",
     .type = PARAM_INTEGER,
     .lo = 1,
     .hi = WINDOW_MAX,
     .def = "65536",
     .help = "heaps at the end of each that are kept"},
};

static enum status segments_open(const struct param_value v[], void **self)
{
    struct grid_segment *g = malloc(sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid segments: out of memory");
    *g = (struct grid_segment){.length = (uint32_t)param_of(v, "length")->lo,
                               .count = (uint32_t)param_of(v, "count")->lo,
                               .window = (uint32_t)param_of(v, "window")->lo};
    *self = g;
    if (g->window <= g->length)
        return STATUS_OK;
    free(g);
    return log_error(STATUS_RANGE,
                     "grid segments: windows are longer than segments");
}

static uint64_t segments_count(const void *self)
{
    return ((const struct grid_segment *)self)->count;
}

static void segments_unrank(const void *self, uint64_t index, struct point *p)
{
    (void)self;
    p->n = 1;
    p->size[0] = (uint32_t)index + 1;
    p->kind[0] = PART_OWN;
}

static bool segments_rank(const void *self, const struct point *p,
                          uint64_t *index)
{
    const struct grid_segment *g = self;
    if (p->n != 1 || p->kind[0] != PART_OWN || p->size[0] < 1 ||
        p->size[0] > g->count)
        return false;
    *index = p->size[0] - 1;
    return true;
}

static void segments_bounds(const void *self, struct grid_bounds *b)
{
    const struct grid_segment *g = self;
    *b = (struct grid_bounds){
        .parts = 1, .size = g->count, .total = g->count, .mixed = false};
}

static const struct grid_segment *segments_segment(const void *self)
{
    return self;
}

const struct grid_kind grid_segments = {
    .name = "segments",
    .summary = "segments of the sequence of single heaps",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = segments_open,
    .close = free,
    .count = segments_count,
    .unrank = segments_unrank,
    .rank = segments_rank,
    .bounds = segments_bounds,
    .segment = segments_segment,
};
