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
 * So an option is never listed, and most positions cost a few lookups. Masks
 * are kept for the totals within reach of a move: for Top Entails, where a move
 * takes one counter or none, the last two.
 * Retrograde analysis by unmoves: Thompson, ICCA Journal 9 (1986). Of the
 * 6,639,349 Top Entails positions of at most 60 counters 53,854 are P.
 *
 * Ranges of one layer may be solved at the same time by any number of threads;
 * layers in ascending order, each after the one before.
 */
#ifndef ENGINE_RETROGRADE_RETROGRADE_H
#define ENGINE_RETROGRADE_RETROGRADE_H

#include "engine/game/ruleset.h"
#include "engine/grid/grid.h"

/* At most 15 different heap sizes, since 1 + ... + 16 = 136; the 16 bits of a
 * mask would do up to 152. */
enum { RETROGRADE_TOTAL_MAX = 135, RETROGRADE_STATES_MAX = 17 };

struct retrograde;

/* Can outcomes of this game be found so on this grid? */
bool retrograde_fits(const struct grid *, const struct game *);

/* The most bytes of masks in use at a time: 2 for each point of the totals that
 * moves lead to from the one in hand, or from which they lead to it. NOMEM. */
enum status retrograde_window(const struct grid *, const struct game *,
                              uint64_t *bytes) MUST_CHECK;
/* folder: NULL, or where a file without a name holds the masks, 2 bytes per
 * point, which the kernel caches as it sees fit. NOMEM, IO; logged. */
enum status retrograde_open(const struct grid *, const struct game *,
                            const char *folder,
                            struct retrograde **) MUST_CHECK;
void retrograde_close(struct retrograde *);
/* Of masks in memory that are in use now; 0 if they are in a file. */
uint64_t retrograde_bytes(const struct retrograde *);
/* All points before `index` are solved: masks that no later one needs are
 * freed. One thread at a time, beside ranges from `index` on. */
void retrograde_reached(struct retrograde *, uint64_t index);

/* Solves points from..to-1, in order. Every earlier layer must be solved, and
 * the range must not hold a point whose options another thread is solving.
 * visit, unless NULL, is called with each point, its mask and its number of
 * sizes; returning false stops the range. Returns the states solved. */
uint64_t retrograde_range(struct retrograde *, uint64_t from, uint64_t to,
                          bool (*visit)(void *context, uint64_t index,
                                        const struct point *, unsigned mask,
                                        unsigned sizes),
                          void *context);

#endif
