/* explain.h - the book of all values that a finished run has found.
 *
 * Called by one thread when all rows are there. Positions that this process has
 * not solved (their parts were there before) are solved on the way.
 */
#ifndef ENGINE_EXPLAIN_H
#define ENGINE_EXPLAIN_H

#include "engine/plan.h"

/* Gives the parts the book of the values of game 0, asked by its solver;
 * nothing if its domain needs none. What the solver returns; NOMEM. Logged. */
enum status explain_values(const struct plan *, struct solver *,
                           struct parts *) MUST_CHECK;

#endif
