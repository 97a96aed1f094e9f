/* dealer.h - who of several processes solves which of the missing parts.
 *
 * Every process has a share of neighbouring parts, as those have most positions
 * in common; one whose share is used up gets the second half of the longest
 * that is left. Or all are dealt in ascending order, to processes that cannot
 * go back.
 *
 * Knows nothing of how processes talk. One thread at a time.
 */
#ifndef ENGINE_RANKS_DEALER_H
#define ENGINE_RANKS_DEALER_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct dealer {
    unsigned ranks;
    bool ascending;
    uint64_t n, *missing; /* parts to solve, ascending */
    struct dealer_share {
        uint64_t next, end; /* of these */
    } * share; /* of each rank; ascending: the first is everybody's */
};

/* has[part]: is it there already? NOMEM; logged. */
enum status dealer_init(struct dealer *, unsigned ranks, uint64_t parts,
                        const bool has[], bool ascending) MUST_CHECK;
void dealer_release(struct dealer *);

/* The next part for a rank that has none in hand; false if there is none. */
bool dealer_next(struct dealer *, unsigned rank, uint64_t *part);

#endif
