/* proof_closure.h - outcomes of heaps where answers are compelled elsewhere, on
 * grids that are not closed under moves: everything that heaps of the grid can
 * become is solved by number, since most of it has no row.
 *
 *   W(M)           the sizes of a multiset M in which some move wins
 *   free           wins iff W(M) is not empty
 *   barred from s  wins iff W(M) has another size, or s where another heap of
 *                  that size stands; as if free, if nothing else is there and
 *                  the bar lapses (GAME_LAPSES)
 *
 * So a byte is enough: 0 for W empty, 1 + i for the i-th smallest size, single
 * and alone in W, ALL otherwise; and no more moves are tried than it takes to
 * know. Multisets of heaps up to `size` are numbered total by total:
 *
 *   rank among those of total n = sum of P(n, d) - P(n - c d, d) over sizes d,
 *   largest first, c of each, n being what is left: a size that is left out
 *   counts 0. P(n, d) are the partitions of n into parts of at most d.
 *
 * The moves are the ruleset's options() of single heaps; GAME_ELSEWHERE says
 * that they are those of a heap in a sum. The rows of the
 * file are compared with what is found, and not used.
 *
 * One thread solves; any may read then.
 */
#ifndef ENGINE_PROOF_PROOF_CLOSURE_H
#define ENGINE_PROOF_PROOF_CLOSURE_H

#include "engine/proof/proof_facts.h"

struct proof_closure;

/* *closure NULL: plan or game are not of that kind, or there are 2^26 multisets
 * or more. NOMEM; NO_ANSWER beyond the limit of memory; logged. */
enum status proof_closure_open(const struct proof_facts *,
                               struct proof_closure **) MUST_CHECK;
void proof_closure_close(struct proof_closure *);
/* Once, before values are asked for. As proof_limits_poll. */
enum status proof_closure_solve(struct proof_closure *) MUST_CHECK;
/* The multisets that are solved. */
uint64_t proof_closure_points(const struct proof_closure *);
/* Whether the player to move, free, wins a point of the grid (enum outcome). */
uint64_t proof_closure_value(const struct proof_closure *,
                             const struct point *);

#endif
