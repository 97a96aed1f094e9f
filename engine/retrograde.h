/* retrograde.h - outcomes of all partitions of a total, backward from the
 * losses: the fast way to sweep a heap game.
 *
 * For normal play of a game whose moves change one heap into at most two, and
 * oblige, if at all, to answer in what is left of that heap; on the grid
 * `partitions`. One mask of 16 bits per position holds the outcomes of all of
 * its states: bit i is set if moving in the i-th smallest heap size wins (the
 * player compelled into it wins; the free player wins if any bit is set).
 *
 *   moves that oblige   are few (one per heap): looked up in the position they
 *                       lead to, whose index is found from running sums
 *   moves that do not   are many, but count only if they lead to a loss, and
 *                       losses are few: each loss sets the bit of every
 *                       position with such a move to it
 *
 * So an option is never listed, and most positions cost a few lookups.
 * Retrograde analysis by unmoves: Thompson, ICCA Journal 9 (1986). Of the
 * 6,639,349 Top Entails positions of at most 60 counters 53,854 are P.
 *
 * Ranges of one layer may be solved at the same time by any number of threads;
 * layers in ascending order, each after the one before.
 */
#ifndef ENGINE_RETROGRADE_H
#define ENGINE_RETROGRADE_H

#include "engine/grid.h"
#include "engine/ruleset.h"

enum { RETROGRADE_TOTAL_MAX = 135 }; /* 17 sizes have at least 153 counters */

struct retrograde;

/* Can this game be swept so on this grid, and its outcomes be asked? */
bool retrograde_fits(const struct grid *, const struct game *);

/* NOMEM, logged. 2 bytes per point of the grid. */
enum status retrograde_open(const struct grid *, const struct game *,
                            struct retrograde **) MUST_CHECK;
void retrograde_close(struct retrograde *);
uint64_t retrograde_bytes(const struct retrograde *);
uint64_t retrograde_bytes_for(uint64_t points); /* before it is opened */

/* Solves points from..to-1, in order. Every earlier layer must be solved, and
 * the range must not hold a point whose options another thread is solving.
 * visit, unless NULL, is told of each point, its mask and its number of sizes;
 * it stops the range by returning false. Returns the states solved. */
uint64_t retrograde_range(struct retrograde *, uint64_t from, uint64_t to,
                          bool (*visit)(void *context, uint64_t index,
                                        const struct point *, unsigned mask,
                                        unsigned sizes),
                          void *context);

#endif
