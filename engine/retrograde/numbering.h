/* numbering.h - multisets of heaps without gaps: heaps of 1..size, at most
 * `parts` of them, or of at most `total` counters in all.
 *
 * Every heap has a weight, and a multiset of sizes d1 < d2 < ... with the
 * weights x1, x2, ... of all heaps up to each of them has the rank
 *
 *    sum over i of  V(x_i, d_i) - V(x_{i-1}, d_i)
 *
 *   in a box     every heap weighs 1, and so do the heaps of 0 that make their
 *                number up to `parts`: V(x, d) = C(x + d, d), the combinatorial
 *                number system (Knuth, TAOCP 4A, 7.2.1.3)
 *   by total     a heap of d weighs d; V(x, d) = partitions of x into parts of
 *                at most d; smaller totals first
 *
 * Either way V(x, d) = V(x, d - 1) + V(x - weight of d, d), which is why equal
 * heaps take two lookups together. Of the multisets of equal weight those with
 * the smaller largest heap come first, then those with the smaller second one,
 * ... So a move that takes counters or splits a heap lowers the rank.
 * 2+2+1 of the 19 with at most 5 counters: 12 have fewer, and V(1, 1) - V(0, 1)
 * + V(5, 2) - V(1, 2) = 2, so its rank is 14.
 *
 * Read-only once it is open; any thread.
 */
#ifndef ENGINE_RETROGRADE_NUMBERING_H
#define ENGINE_RETROGRADE_NUMBERING_H

#include "engine/base/status.h"
#include "engine/game/point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct numbering {
    bool by_total;
    uint32_t parts, size, total; /* bounds; parts is total if by_total */
    uint32_t weight;             /* the largest x: parts, or total */
    uint64_t count;
    uint64_t *table;  /* V(x, d) at x * (size + 1) + d */
    uint64_t *offset; /* of weight x: those before it; 0 in a box. One more
                         at the end: count */
};

/* RANGE, not logged: there are 2^40 or more; NOMEM, logged. */
enum status numbering_open(bool by_total, uint64_t parts, uint64_t size,
                           uint64_t total, struct numbering *) MUST_CHECK;
void numbering_close(struct numbering *);

static inline uint64_t numbering_ways(const struct numbering *m, uint32_t x,
                                      uint32_t d)
{
    return m->table[(size_t)x * (m->size + 1) + d];
}

static inline uint32_t numbering_weight(const struct numbering *m, uint32_t d)
{
    return m->by_total ? d : 1;
}

/* Different sizes in one multiset, at most. */
uint32_t numbering_sizes(const struct numbering *);
/* All pairs of a multiset and one of its sizes. 1, 1+1 and 2 and so on up to a
 * total of 4: 0 + 1 + 2 + 4 + 7 = 14. */
uint64_t numbering_pairs(const struct numbering *);
/* The rank of heaps of runs by ascending size, which must be within the
 * bounds. */
uint64_t numbering_rank(const struct numbering *, const struct point_run[],
                        uint32_t runs);
bool numbering_holds(const struct numbering *, const struct point_run[],
                     uint32_t runs);

#endif
