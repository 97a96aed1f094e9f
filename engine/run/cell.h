/* cell.h - what a census's row function is handed: a grid point, and the values
 * of its states.
 *
 * A point is a position without obligation; its states are that position first,
 * then the position with each obligation that it may carry (ruleset.h,
 * states()). Methods that solve the states of a point on their way hand their
 * values over; otherwise they are solved when they are asked for. A row
 * function asks in the same way, whatever the method.
 *
 * A cell belongs to one thread.
 */
#ifndef ENGINE_RUN_CELL_H
#define ENGINE_RUN_CELL_H

#include "engine/solve/solve.h"

enum { CELL_GAMES_MAX = 8 };

struct census;

/* The values of the states of a point in one game. */
struct cell_states {
    const uint64_t *values; /* NULL: not solved yet */
    size_t n;
};

struct cell {
    uint64_t index;
    const struct point *point;
    struct solver *solvers; /* one per game, in the census's order */
    const struct game *games;
    const struct cell_states *states; /* one per game; NULL: none is solved */
    const void *segment; /* a whole row, of a grid of segments (segment.h) */
    void *shared;        /* what the census's open() made */
    const struct census *census;
};

/* The point in game number g, without obligation. As solve_value. */
enum status cell_value(const struct cell *, size_t g,
                       uint64_t *value) MUST_CHECK;
/* All states of the point in game number g, values[POINT_PARTS_MAX], solved
 * now. */
enum status cell_solve(const struct cell *, size_t g, uint64_t values[],
                       size_t *n) MUST_CHECK;
/* The states as positions, p[POINT_PARTS_MAX], and their number. */
enum status cell_positions(const struct cell *, size_t g, struct position p[],
                           size_t *n) MUST_CHECK;

/* The same: the values handed over, or, in room[POINT_PARTS_MAX], those solved
 * now. */
static inline enum status cell_values(const struct cell *cell, size_t g,
                                      uint64_t room[], const uint64_t **values,
                                      size_t *n)
{
    if (cell->states && cell->states[g].values) {
        *n = cell->states[g].n;
        *values = cell->states[g].values;
        return STATUS_OK;
    }
    *values = room;
    return cell_solve(cell, g, room, n);
}

#endif
