/* games_facts.h - facts of a game beyond its options: kinds, numbers, stops,
 * atomic weight.
 *
 * Nothing here depends on the form a game was given in: all facts are facts of
 * the value. Threads as in games.h; stops and weights are remembered in the
 * store when first asked for.
 *
 * Source: Siegel, Combinatorial Game Theory (2013), II.3 to II.7; atomic
 * weight: Berlekamp, Conway, Guy, Winning Ways, ch. 8.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_FACTS_H
#define ENGINE_VALUE_GAMES_GAMES_FACTS_H

#include "engine/base/dyadic.h"
#include "engine/value/games/games.h"

enum { GAMES_HEAP_BESIDE_NUMBER = 64 };

bool games_is_number(const struct games *, uint32_t);
/* A Nim heap *k; 0 is *0. */
bool games_is_nimber(const struct games *, uint32_t);
/* In every position of it both players can move or neither. */
bool games_is_all_small(const struct games *, uint32_t);
/* Both stops are 0: less than every positive number, and its negative too.
 * 0, * and {0|*2} are; so is tiny, which is not all-small. */
bool games_is_infinitesimal(struct games_worker *, uint32_t);

/* num / 2^exp of a number, in lowest terms: 3/4 is 3, 2. False if the game is
 * no number or needs more than dyadic.h holds. */
bool games_dyadic(const struct games *, uint32_t, int64_t *num, unsigned *exp);
/* n ups (n < 0: downs) and *k: 1, 0 of ^; 0, 2 of *2. False if it is none. */
bool games_ups(const struct games *, uint32_t, int *n, unsigned *k);
/* The same beside a number: the id of 1, 3 and 2 of 1 + ^3 + *2. */
bool games_sum_of_ups(const struct games *, uint32_t, uint32_t *number, int *n,
                      unsigned *k);
/* k of the Nim heap *k. */
unsigned games_heap(const struct games *, uint32_t nimber);

/* The number num / 2^exp; the Nim heap *k; n ups and *k (n < 0: downs).
 * GAMES_NONE if memory is short, or the birthday would be above
 * GAMES_BIRTHDAY_MAX or k is above GAMES_NIMBER_MAX, logged. */
uint32_t games_number(struct games_worker *, int64_t num, unsigned exp);
uint32_t games_nimber(struct games_worker *, unsigned k);
uint32_t games_up(struct games_worker *, int n, unsigned k);
/* The same beside a number, and k of at most GAMES_HEAP_BESIDE_NUMBER if that
 * is not 0: 1, 3 and 2 make 1 + ^3 + *2. */
uint32_t games_up_beside(struct games_worker *, uint32_t number, int n,
                         unsigned k);
/* Is there a game of this number? */
bool games_number_fits(struct dyadic);

/* The number at which play stops if Left (Right) moves first: 1 and -1 for the
 * switch {1|-1}, 0 and 0 for *. GAMES_NONE if memory is short, logged. */
uint32_t games_left_stop(struct games_worker *, uint32_t);
uint32_t games_right_stop(struct games_worker *, uint32_t);

/* The atomic weight of an all-small game: 1 for up, 0 for every nimber, n for n
 * ups. Often an integer, always a game. GAMES_NONE if the game is not
 * all-small, or memory is short (logged). */
uint32_t games_atomic_weight(struct games_worker *, uint32_t);

#endif
