/* dealer.h - who of several processes solves which of the missing parts.
 *
 * Where parts need those before them (layers), they are dealt in ascending
 * order, and none before what it needs is done: each position is evaluated
 * once, by all processes together. Elsewhere every process has a share of
 * neighbouring parts, as those have most positions in common; one whose share
 * is used up gets the second half of the longest that is left.
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
    uint64_t n, *missing; /* parts to solve, ascending */
    bool *done;           /* of each of these */
    bool layers;
    uint64_t *needs; /* with layers, of each of these: how many of them */
    uint64_t whole;  /* with layers: the first that is not done */
    struct dealer_rank {
        uint64_t next, end; /* its share; with layers of rank 0 only */
        uint64_t hand;      /* what it works on; n: nothing */
    } * rank;
};

/* has[part]: is it there already? needs: see handout.h, NULL without layers.
 * NOMEM; logged. */
enum status dealer_init(struct dealer *, unsigned ranks, uint64_t parts,
                        const bool has[], const uint64_t needs[]) MUST_CHECK;
void dealer_release(struct dealer *);

/* The part in that rank's hands is done, if it has one. */
void dealer_done(struct dealer *, unsigned rank);
/* The next part for a rank that has none in hand. DEALER_WAIT: there will be
 * one when another rank has done its own. DEALER_NONE: there is none. */
enum dealer_answer { DEALER_PART, DEALER_WAIT, DEALER_NONE };
enum dealer_answer dealer_next(struct dealer *, unsigned rank, uint64_t *part);

#endif
