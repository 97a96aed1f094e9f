/* compositions.h - rows of n parts of lo..hi with a given total, by number.
 *
 * Rows of one length and total are numbered in lexicographic order, the first
 * part leading. The counts stand in a table, so ranking is exact and takes one
 * lookup for each part and unit of size. Opened, it is read-only: any thread.
 */
#ifndef ENGINE_GRID_COMPOSITIONS_H
#define ENGINE_GRID_COMPOSITIONS_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct compositions {
    uint32_t lo, hi; /* sizes of a part, 1 <= lo */
    uint32_t parts;  /* n is at most this */
    uint64_t *count; /* of n parts and total t at n * (parts * hi + 1) + t */
};

/* NOMEM; logged. */
enum status compositions_open(struct compositions *, uint32_t parts,
                              uint32_t lo, uint32_t hi) MUST_CHECK;
void compositions_close(struct compositions *);

/* How many there are; UINT64_MAX: 2^63 or more. Any n and total. 3 parts of
 * 1..4 with total 6: 10. */
uint64_t compositions_count(const struct compositions *, uint32_t n,
                            uint32_t total);
/* The sizes must be lo..hi; the total is theirs. */
uint64_t compositions_rank(const struct compositions *, uint32_t n,
                           const uint32_t sizes[]);
void compositions_unrank(const struct compositions *, uint32_t n,
                         uint32_t total, uint64_t rank, uint32_t sizes[]);
/* The next row of equal length and total; false if this is the last. */
bool compositions_next(const struct compositions *, uint32_t n,
                       uint32_t sizes[]);

#endif
