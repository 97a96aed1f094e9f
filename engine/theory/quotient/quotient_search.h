/* quotient_search.h - finds the quotients of heaps 1, 1..2, 1..3, ...
 *
 * How a quotient is found. The naive way solves the box of all multiplicities
 * below (index + period) of every heap size; the box is the product of these
 * and grows past any memory long before the quotient does. Here nothing depends
 * on a box: a guess is learned from the outcomes of a few short sums
 * (quotient_learn.h, quotient_play.h), the guess is proved or refuted for all
 * sums (quotient_proof.h), and a refutation names a sum to learn from. Each
 * round adds an element that the quotient really has, so the search ends if the
 * quotient is finite, and ends with a proof. The guess for H + 1 heaps starts
 * from the elements and tests known for H, and outcomes of sums of heaps to H
 * are read off the quotient proved for them.
 *
 * Playing out the sums is the cost. So heaps 1..f of a sum, f <= H, are folded
 * into one element of the quotient known (quotient_fold.h), as if what cannot
 * be told apart among heaps 1..H could not beside heap H + 1 either. That is a
 * guess, too: if it is wrong then the proof fails where no outcome played has
 * it wrong, and the search begins again with fewer heaps folded, at last with
 * none. Misere 0.07 with heaps to 25, 144 elements: 0.8 million sums played
 * with heaps 1..9 folded; with none 43 elements were known after a million.
 *
 * One search belongs to one thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_SEARCH_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_SEARCH_H

#include "engine/theory/quotient/quotient_limits.h"

struct quotient_search;

/* A search for the quotients of heaps 1, 1..2, 1..3, ...; it keeps a pointer
 * to the moves. Starts with the trivial monoid of no heaps. NOMEM, logged. */
enum status quotient_search_open(const struct heap_moves *, enum quotient_rule,
                                 const struct quotient_limits *,
                                 struct quotient_search **) MUST_CHECK;
void quotient_search_close(struct quotient_search *);

/* The quotient proved so far, certified; valid until the next raise. */
const struct quotient *quotient_proved(const struct quotient_search *);

/* One heap more, starting from what is known. *finished is false if a limit
 * stopped it, and after STOPPED: then nothing is claimed about that size, what
 * was proved stays, and further calls do nothing. top must be less than the
 * moves' top. NOMEM, logged. */
enum status quotient_raise(struct quotient_search *, bool *finished) MUST_CHECK;

struct quotient_effort {
    uint64_t played, pairs; /* in all attempts of the last raise */
    unsigned tests;         /* sums that tell the elements apart */
};
void quotient_effort(const struct quotient_search *, struct quotient_effort *);

#endif
