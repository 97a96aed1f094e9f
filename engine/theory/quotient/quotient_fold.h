/* quotient_fold.h - small heaps of a sum folded into one element of a quotient.
 *
 * A sum of heaps 1..top, of which heaps 1..fold are known by the element of a
 * proved quotient that they make: the moves of the folded part lead from
 * element to element. That is a play of sums in which a word stands for all
 * sums of heaps 1..fold with the same element, the one with the shortest
 * longest play, so that every move shortens it. Beside heaps that the quotient
 * does not cover two such sums need not have equal outcomes: whoever folds
 * guesses that they have, and proves what follows.
 *
 * Read-only once open; any thread may read it.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_FOLD_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_FOLD_H

#include "engine/theory/quotient/quotient.h"

struct quotient_fold {
    unsigned top;     /* heaps 1..top are folded; 0: none */
    uint8_t *word;    /* order x (top + 1) counts */
    uint32_t *first;  /* options of element x: first[x]..first[x + 1] - 1 */
    uint16_t *option; /* each option of an element once */
};

/* Folds heaps 1..top, top <= known->top, of moves that the quotient is of.
 * Heaps whose longest play has 2^32 moves or more are not folded: fold->top is
 * then less. NOMEM, logged. */
enum status quotient_fold_open(struct quotient_fold *, const struct quotient *,
                               const struct heap_moves *,
                               unsigned top) MUST_CHECK;
void quotient_fold_close(struct quotient_fold *);

#endif
