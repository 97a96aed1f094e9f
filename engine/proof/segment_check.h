/* segment_check.h - rows of segments found again: each alone, from the window
 * that the archive has of the segment before, by other pairs in another order.
 *
 * If all rows are what they are found to be, then, by induction from the first,
 * which needs no window, all values are those of the game.
 */
#ifndef ENGINE_PROOF_SEGMENT_CHECK_H
#define ENGINE_PROOF_SEGMENT_CHECK_H

#include "engine/run/plan.h"

struct segment_check {
    unsigned threads; /* 0: one per processor; each takes segment_bytes() */
    bool (*stop)(void *context); /* OPTIONAL. True: end with STOPPED */
    void *context;
};

/* Rows at[0..n) of an archive of this plan, whose columns are the census's.
 * DISAGREE with the first row that is not what it is found to be and its
 * column; errors of segment_solve and of the archive; logged, but for
 * STOPPED. */
enum status segment_check(struct archive *, const struct plan *,
                          const uint64_t at[], size_t n,
                          const struct segment_check *) MUST_CHECK;

#endif
