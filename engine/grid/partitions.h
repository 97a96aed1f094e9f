/* partitions.h - the numbering of the grid `partitions`, for code that steps
 * from point to point.
 *
 * Smaller totals first; of one total, more parts first. So taking counters and
 * splitting heaps both lead to earlier layers, a layer being the points of
 * equal total and equal number of parts.
 *
 * Of one total and number of parts, the order is that of the conjugate
 * partition c (c_j = number of parts >= j), lexicographically descending.
 * With P(n, m) = partitions of n into parts of at most m,
 *     sum over j of P(c_j + c_j+1 + ..., c_j - 1)
 * is the rank of c among the partitions of its total in ascending order, and
 * the index counts from the other end. The terms of equal c_j = c add up to
 * P(n, c) - P(n less these c_j, c), as P(n, c) = P(n, c - 1) + P(n - c, c); so
 * ranking takes two lookups for each size, in a table that stays in the cache.
 *
 *    2+2+1: c = 3 2     rank P(5, 2) + P(2, 1) = 3 + 1 = 4 of 0..6
 *
 * Read-only once the grid is open; any thread.
 */
#ifndef ENGINE_GRID_PARTITIONS_H
#define ENGINE_GRID_PARTITIONS_H

#include <stddef.h>
#include <stdint.h>

struct partitions {
    uint32_t lo, hi;  /* totals */
    uint64_t *offset; /* offset[n - lo]: index of the first point of total n;
                         one more at the end */
    uint64_t *table;  /* P(n, m) at n * (hi + 1) + m, n and m in 0..hi */
};

#endif
