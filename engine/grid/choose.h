/* choose.h - multisets by number: the combinatorial number system.
 *
 * A multiset of k items out of n, written as ascending numbers 0 <= a1 <= ...
 * <= ak < n, has the rank sum of C(a_i + i - 1, i): 0 .. choose(n + k - 1, k)
 * - 1, in ascending order of the largest item, then the second largest, ...
 * (Knuth, TAOCP 4A, 7.2.1.3.) Pure functions, any thread.
 */
#ifndef ENGINE_GRID_CHOOSE_H
#define ENGINE_GRID_CHOOSE_H

#include <stdint.h>

/* C(n, k), or UINT64_MAX if it is 2^63 or more. C(10, 3) == 120. */
uint64_t choose(uint64_t n, uint64_t k);

/* The number of multisets of k items out of n, likewise saturated. */
uint64_t choose_multisets(uint64_t n, uint64_t k);
void choose_unrank(uint64_t rank, uint32_t k, uint32_t items[]);
/* Sorts items[k] first. */
uint64_t choose_rank(uint32_t items[], uint32_t k);

/* a * b and a + b, saturated at UINT64_MAX from 2^63 on. */
uint64_t choose_times(uint64_t a, uint64_t b);
uint64_t choose_plus(uint64_t a, uint64_t b);

#endif
