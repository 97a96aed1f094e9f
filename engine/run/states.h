/* states.h - the states of a sweep's points, solved many at a time.
 *
 * A point of a grid is a position without obligation; its states are that
 * position and those with each obligation that a move may have left behind
 * (ruleset.h). No point is an option of another one in its layer, so that the
 * options of all their states are looked up together.
 */
#ifndef ENGINE_RUN_STATES_H
#define ENGINE_RUN_STATES_H

#include "engine/run/plan.h"

/* Points solved in one call by a sweep. */
enum { STATES_ROWS = 64 };

/* Solves every state of n grid points from number `first` on, for each game
 * with one of solvers[], which belong to the calling thread. Correct for any
 * points, quick if they are in one layer and lower layers are solved. As
 * solve_bulk. */
enum status states_solve(const struct plan *, struct solver solvers[],
                         uint64_t first, uint64_t n) MUST_CHECK;

#endif
