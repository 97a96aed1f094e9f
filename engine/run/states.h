/* states.h - the states of a sweep's points, solved many at a time, and their
 * values, which the rows are handed (cell.h).
 *
 * No point is an option of another one in its layer, so that the options of all
 * their states are looked up together.
 */
#ifndef ENGINE_RUN_STATES_H
#define ENGINE_RUN_STATES_H

#include "engine/run/plan.h"

/* Points solved in one call by a sweep. */
enum { STATES_ROWS = 64 };

/* One thread's; all zero at first. */
struct states {
    uint64_t *values;
    size_t used, cap;
    /* Those of row i in game g: first[g][i] .. first[g][i + 1] - 1. */
    size_t first[CENSUS_GAMES_MAX][STATES_ROWS + 1];
};

/* Solves every state of n <= STATES_ROWS grid points from number `first` on,
 * for each game with one of solvers[], which belong to the calling thread.
 * Correct for any points, quick if they are in one layer and lower layers are
 * solved. As solve_bulk. */
enum status states_solve(struct states *, const struct plan *,
                         struct solver solvers[], uint64_t first,
                         uint64_t n) MUST_CHECK;
void states_release(struct states *);

/* The values of the i-th of these points in each game, valid until the next
 * call of states_solve. */
void states_of(const struct states *, const struct plan *, size_t i,
               struct cell_states out[]);

#endif
