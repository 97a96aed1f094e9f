/* games_algebra.h - what is made of games beside their sums.
 *
 * Every function yields GAMES_NONE if memory is short or a result would be too
 * tall, logged (games_failure). Threads as in games.h.
 *
 * Source: Siegel, Combinatorial Game Theory (2013), II.4 to II.6; reduced
 * canonical form: Grossman, Siegel, Reductions of partizan games (Games of No
 * Chance 3, 2009).
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_ALGEBRA_H
#define ENGINE_VALUE_GAMES_GAMES_ALGEBRA_H

#include "engine/base/dyadic.h"
#include "engine/value/games/games.h"

enum { GAMES_POWER_MAX = 1000 }; /* of games_power and games_power_to */

/* n copies of a game, negated if n < 0: 2 * {1 | -1} is 0. */
uint32_t games_multiple(struct games_worker *, int64_t n, uint32_t);

/* The ordinal sum a : b of a's canonical form: a move in a ends b. *4 : *5 is
 * *9, 1 : * is {1* | 1}... it depends on the form of a, not only on its value.
 */
uint32_t games_ordinal_sum(struct games_worker *, uint32_t a, uint32_t b);

/* Of G = {0 | H}: G[n] = {G[n-1] | H}, with G[1] = G, and the power G^n =
 * {0 | H - G[n-1]}, n >= 1. The second power of up is {0 | v*}. */
uint32_t games_power_to(struct games_worker *, uint32_t g, unsigned n);
uint32_t games_power(struct games_worker *, uint32_t g, unsigned n);

/* {0 | {0 | -x}}. */
uint32_t games_tiny(struct games_worker *, uint32_t x);

/* G cooled by t >= 0: every move costs t, and play stops where it would no
 * longer pay. {3 | -1} cooled by 1 is {2 | 0}, by 2 it is 1*, by 3 it is 1. */
uint32_t games_cool(struct games_worker *, uint32_t, struct dyadic t);
/* G heated by t: every move but those in numbers gains t. */
uint32_t games_heat(struct games_worker *, uint32_t, struct dyadic t);

/* The simplest game infinitesimally close: 1 of 1*, {2 | 0} of {2* | ^}. */
uint32_t games_reduced(struct games_worker *, uint32_t);

/* What a move of Left (Right) gains at its best: the undominated GL - G, or
 * G - GR, into *list, which is freed by the caller, and *n. NOMEM, RANGE. */
enum status games_incentives(struct games_worker *, uint32_t, bool left,
                             uint32_t **list, size_t *n) MUST_CHECK;

#endif
