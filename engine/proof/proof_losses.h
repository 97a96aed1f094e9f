/* proof_losses.h - outcomes from the losses that the file claims, for sums of
 * heaps on a grid that is closed under moves: a proof at the cost of a run.
 *
 *   1  every loss of the file marks the positions with a move to it that
 *      obliges nobody: bit i, if it is a move in the i-th smallest size
 *   2  of every point, in ascending order of layers: a size that is not marked
 *      wins if a move in it obliges the opponent to a loss
 *
 *   free: wins iff any size does          compelled into size i: iff it does
 *
 * A loss is wrongly claimed, or one is missing, in a first row; all smaller
 * rows being right, so are the marks of that row, and it is found to be wrong.
 *
 * The moves are taken from the ruleset's options() of single heaps, once, and
 * the trait GAME_SUMS says that they are those of a heap in a sum. Indices are
 * those of the grid's rank_runs(). Neither is what retrograde analysis uses.
 *
 * 2 bytes per row. Any thread, each row or range once, within the order above.
 */
#ifndef ENGINE_PROOF_PROOF_LOSSES_H
#define ENGINE_PROOF_PROOF_LOSSES_H

#include "engine/proof/proof_facts.h"

/* As many different sizes, at most, and states. */
enum { PROOF_SIZES_MAX = 16, PROOF_STATES_MAX = PROOF_SIZES_MAX + 2 };

struct proof_losses;

/* *losses NULL: plan or game are not of that kind. NOMEM; NO_ANSWER beyond the
 * limit of memory; logged. */
enum status proof_losses_open(const struct proof_facts *,
                              struct proof_losses **) MUST_CHECK;
void proof_losses_close(struct proof_losses *);

/* Step 1 for the rows from..to-1; returns the number of marks. */
uint64_t proof_losses_mark(struct proof_losses *, struct proof_reader *,
                           const struct domain_kind *, uint64_t from,
                           uint64_t to);
/* The rows from `first` on that step 2 may do at the same time. */
uint64_t proof_losses_end(const struct proof_losses *, uint64_t first);
/* Step 2: the values of all states of a point, in the order of the ruleset's
 * states(); returns their number. */
size_t proof_losses_states(struct proof_losses *, uint64_t row,
                           const struct point *,
                           uint64_t values[PROOF_STATES_MAX]);

#endif
