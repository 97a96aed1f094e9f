/* box.h - what grids of one kind of part have in common: a range of numbers of
 * parts, and a range of sizes, the same for each part. Their parameters are
 * declared here once. Pure functions, any thread.
 */
#ifndef ENGINE_GRID_BOX_H
#define ENGINE_GRID_BOX_H

#include "engine/base/param.h"
#include "engine/game/point.h"

struct box {
    uint32_t least, most; /* parts */
    uint32_t lo, hi;      /* sizes */
};

/* As large as heaps are (rules/heaps.h); all parts together are below 2^32. */
enum { BOX_SIZE_MAX = 2000000000 };

/* The two parameters of a box: parts and size of lists and multisets, heaps and
 * size of rows. */
#define BOX_RANGE(name_, lo_, hi_, help_)                                      \
    {                                                                          \
        .name = name_, .type = PARAM_RANGE, .lo = lo_, .hi = hi_,              \
        .help = help_                                                          \
    }
#define BOX_PARTS(most) BOX_RANGE("parts", 0, most, "number of parts")
#define BOX_PART_SIZE BOX_RANGE("size", 1, BOX_SIZE_MAX, "size of each part")
#define BOX_HEAPS(most) BOX_RANGE("heaps", 0, most, "number of heaps")
#define BOX_HEAP_SIZE BOX_RANGE("size", 1, 255, "counters in each heap")

/* `parts` is the name of the first. */
static inline struct box box_read(const struct param_value v[],
                                  const char *parts)
{
    const struct param_value *number = param_of(v, parts);
    const struct param_value *size = param_of(v, "size");
    return (struct box){(uint32_t)number->lo, (uint32_t)number->hi,
                        (uint32_t)size->lo, (uint32_t)size->hi};
}

/* The number of sizes. */
static inline uint32_t box_sizes(const struct box *b)
{
    return b->hi - b->lo + 1;
}

/* Do the parts of every point add up to less than 2^32? */
static inline bool box_counts(const struct box *b)
{
    return (uint64_t)b->most * b->hi <= UINT32_MAX;
}

static inline bool box_has_number(const struct box *b, const struct point *p)
{
    return p->n >= b->least && p->n <= b->most;
}

/* May part i of a point be in the box? */
static inline bool box_has_part(const struct box *b, const struct point *p,
                                uint32_t i)
{
    return p->kind[i] == PART_OWN && p->size[i] >= b->lo && p->size[i] <= b->hi;
}

static inline struct grid_bounds box_bounds(const struct box *b)
{
    return (struct grid_bounds){
        .parts = b->most, .size = b->hi, .total = (uint64_t)b->most * b->hi};
}

#endif
