/* retrograde_inner.h - what a retrograde sweep looks up; for retrograde*.c
 * only.
 *
 * Read-only once it is open, but for the masks.
 */
#ifndef ENGINE_RETROGRADE_RETROGRADE_INNER_H
#define ENGINE_RETROGRADE_RETROGRADE_INNER_H

#include "engine/grid/partitions.h"
#include "engine/retrograde/masks.h"
#include "engine/retrograde/retrograde.h"

enum { TOTAL_MAX = RETROGRADE_TOTAL_MAX };

/* In counters: how far back solved layers are looked up, and how far ahead
 * losses are marked. That is the most that a move takes which obliges, and one
 * that does not. */
struct reach {
    uint32_t back, on;
};

struct retrograde {
    const struct partitions *grid;
    bool obliges;
    struct masks masks;
    struct reach reach;
    /* Which heaps have a move to {a, b}, a >= b, that obliges nobody:
     * heap[first[pair(a, b)]] .. heap[first[pair(a, b) + 1] - 1]. */
    uint32_t *first, *heap;
    /* What a move that obliges leaves of heap h: left[h][0..lefts[h]-1]. */
    uint8_t lefts[TOTAL_MAX + 1], left[TOTAL_MAX + 1][TOTAL_MAX + 1];
};

static inline size_t pair(const struct retrograde *r, uint32_t a, uint32_t b)
{
    return (size_t)a * (r->grid->hi + 1) + b;
}

#endif
