/* point.h - a grid point: a short list of part sizes, in the grid's order.
 *
 * It is what a grid hands to a ruleset. What a part is (a heap, a run of
 * frogs, the side of a board) only the ruleset knows. Grids of mixed sums mark
 * each part with its kind; all other grids leave kind 0.
 */
#ifndef ENGINE_GAME_POINT_H
#define ENGINE_GAME_POINT_H

#include <stdbool.h>
#include <stdint.h>

enum { POINT_PARTS_MAX = 512 };

enum part_kind {
    PART_OWN = 0, /* the ruleset's own heaps */
    PART_NIM = 1, /* plain Nim heaps, written *3 */
    PART_TOP = 2, /* Top Entails heaps, written t3 */
    PART_ONE = 3, /* entailing-Nim heaps, written e3 */
};

struct point {
    uint32_t n; /* parts in use; the rest is undefined */
    uint32_t size[POINT_PARTS_MAX];
    uint8_t kind[POINT_PARTS_MAX]; /* enum part_kind */
};

/* `count` parts of equal size. */
struct point_run {
    uint32_t size, count; /* 1 or more */
};

/* The largest number of parts, part size and total of sizes of any point of a
 * grid; mixed: some part is not PART_OWN. */
struct grid_bounds {
    uint32_t parts, size;
    uint64_t total;
    bool mixed;
};

#endif
