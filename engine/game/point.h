/* point.h - a grid point: a short list of part sizes, in the grid's order, or a
 * position.
 *
 * It is what a grid hands to a ruleset. What a part is (a heap, a run of
 * frogs, the side of a board) only the ruleset knows, and which kinds of part
 * there are beside its own: all grids but those of mixed sums leave kind 0.
 */
#ifndef ENGINE_GAME_POINT_H
#define ENGINE_GAME_POINT_H

#include "engine/game/position.h"

#include <stdbool.h>
#include <stdint.h>

enum { POINT_PARTS_MAX = 512 };

enum { PART_OWN = 0 }; /* the kind of the ruleset's own parts */

struct point {
    bool whole; /* the point is `position`, and has no parts: n is 0 */
    uint32_t n; /* parts in use; the rest is undefined */
    struct position position;
    uint32_t size[POINT_PARTS_MAX];
    uint8_t kind[POINT_PARTS_MAX];
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
