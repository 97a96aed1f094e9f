/* quotient_proof.h - does a candidate multiplication table obey its rule?
 *
 * Searches for a sum at which obligations (2) to (4) of quotient.h fail. There
 * is one exactly if the candidate gives some sum the wrong outcome. Pure
 * function but for memory; any thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_PROOF_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_PROOF_H

#include "engine/theory/quotient/quotient_limits.h"
#include "engine/theory/quotient/quotient_rule.h"

struct quotient_candidate {
    const struct quotient *q; /* a commutative monoid */
    const struct heap_moves *moves;
    const uint8_t *word; /* order x (q->top + 1) counts: for each element
                            a sum with that image */
};

struct quotient_flaw {
    bool found;
    /* A sum: its own outcome, or that of one of its options, is wrong. */
    uint8_t sum[HEAP_MOVES_TOP + 1];
    uint64_t pairs; /* (x, W) examined */
};

/* STATUS_RANGE, not logged, after more pairs than the limits' effort; STOPPED;
 * NOMEM, logged. */
enum status quotient_prove(const struct quotient_candidate *,
                           const struct quotient_limits *,
                           struct quotient_flaw *) MUST_CHECK;

#endif
