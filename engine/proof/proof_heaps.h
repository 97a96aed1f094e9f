/* proof_heaps.h - values of single heaps, whose options are sums of two smaller
 * heaps, from what the file claims of those: a proof at the cost of a run.
 *
 * Where a rule for every size says the moves (heap_code.h) and values of sums
 * are exclusive-ors, a heap's options are a loop over two columns:
 *
 *   claimed v:  no option is worth v, and some option is worth each smaller
 *               nimber: 8 pairs at a time for the first, and for the second
 *               the heaps that were needed before are tried first
 *   otherwise:  the values of all options, each once, folded by the domain;
 *               and so are those of a heap in which the player must move
 *
 * A first wrong row is found, since all smaller rows are right. That the rule
 * says the same as the ruleset's options() is held to the oracle: all small
 * heaps, and of the others a share so large that it costs the same at every
 * size, are left to that (proof_heaps_left).
 *
 * 8 bytes for each heap, and 8 more if moves oblige. Each worker has scratch of
 * its own; if moves oblige, one worker takes all heaps in ascending order.
 */
#ifndef ENGINE_PROOF_PROOF_HEAPS_H
#define ENGINE_PROOF_PROOF_HEAPS_H

#include "engine/proof/proof_facts.h"

enum { PROOF_HEAP_STATES = 3 };

struct proof_heaps;

/* *heaps NULL: the plan's rows are not the heaps 1, 2, 3, ... (after that of no
 * heap, perhaps) of such a game, or hold no values below 2^14. Domain and
 * table, the oracle's, must live longer. NOMEM; NO_ANSWER beyond the limit of
 * memory; logged. */
enum status proof_heaps_open(const struct proof_facts *, const struct domain *,
                             struct proof_table *, unsigned threads,
                             struct proof_heaps **) MUST_CHECK;
void proof_heaps_close(struct proof_heaps *);

/* Must one worker take all rows, in ascending order? */
bool proof_heaps_in_order(const struct proof_heaps *);
/* Is this row one of those that the oracle proves? */
bool proof_heaps_left(const struct proof_heaps *, uint64_t row);
/* The values of the states of a row's heap, in the order of the ruleset's
 * states(), and their number, 0 of the row of no heap; *read grows by the
 * options that were read in the file. NOMEM, RANGE of the domain's folds;
 * STOPPED, NO_ANSWER as proof_limits_poll. */
enum status proof_heaps_states(struct proof_heaps *, unsigned worker,
                               uint64_t row, uint64_t values[PROOF_HEAP_STATES],
                               size_t *n, uint64_t *read) MUST_CHECK;

#endif
