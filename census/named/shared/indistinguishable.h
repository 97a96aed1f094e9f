/* indistinguishable.h - rows of indistinguishability: the first point of a grid
 * that no test tells apart from the row's point.
 *
 * So a class is named by its first position, and a row needs no other row. For
 * small grids: a row is compared with the points before it, one by one. Used by
 * one thread with its own cell.
 */
#ifndef CENSUS_NAMED_SHARED_INDISTINGUISHABLE_H
#define CENSUS_NAMED_SHARED_INDISTINGUISHABLE_H

#include "engine/run/census.h"
#include "engine/store/read/archive.h"

/* Grids of multisets, whose points are added up: a position and a test. */
struct indistinguishable {
    const char *positions, *tests; /* positions: the census's own grid */
};

/* One plus the index of the first position with the same values as the cell's
 * in game g's domain under every test; it may be the cell's own. */
enum status indistinguishable_first(const struct cell *, size_t g,
                                    const struct indistinguishable *,
                                    uint32_t *first) MUST_CHECK;

/* Of a column of such numbers: the classes, and the positions in the largest.
 */
enum status indistinguishable_count(struct archive *, const char *column,
                                    uint64_t *classes,
                                    uint64_t *largest) MUST_CHECK;

#endif
