/* quotient_play.h - outcomes of sums of heaps, by playing them out.
 *
 * A plain memoised recursion over the options: its outcomes are true if nothing
 * is folded (quotient_fold.h), and guesses are corrected by them. A guess may
 * order the options to try; it never decides. Sums of heaps that a proved
 * quotient covers are looked up. A sum is one count per heap size,
 * count[1..top]; sizes with the same game tree count as one.
 *
 * One play belongs to one thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_PLAY_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_PLAY_H

#include "engine/theory/quotient/quotient_fold.h"
#include "engine/theory/quotient/quotient_limits.h"
#include "engine/theory/quotient/quotient_rule.h"

struct quotient_play {
    const struct heap_moves *moves;
    const struct quotient_clauses *clauses;
    const struct quotient *known; /* of heaps 1..known->top */
    unsigned top;                 /* of the sums asked for */
    struct quotient_fold fold;    /* of `known` */
    const struct quotient_limits *limits;

    /* OPTIONAL. The outcome that a sum is guessed to have; false: no guess. */
    bool (*guess)(const void *guesser, const uint8_t count[], uint8_t *value);
    const void *guesser;

    uint64_t played; /* positions in the table */
    uint8_t *entry;  /* played x width bytes: value, folded element, counts of
                        the heaps that are not folded */
    size_t width;
    /* Hash table: 0 empty, else the upper half of the sum's hash and 1 + the
     * number of its entry. */
    uint64_t *slot;
    size_t slots, room;
    uint64_t weight[HEAP_MOVES_TOP + 1]; /* of a heap in a sum's hash */
    uint64_t *folded_weight;             /* of a folded element */
    /* Of `known`: k heaps of size h, h * (UINT8_MAX + 1) + k. */
    uint16_t *power;
};

/* Heaps 1..fold are folded, fold <= known->top. Keeps pointers to the moves,
 * `known` and the limits; to be released even after NOMEM, logged. */
enum status quotient_play_init(struct quotient_play *,
                               const struct heap_moves *, enum quotient_rule,
                               const struct quotient *known, unsigned top,
                               unsigned fold,
                               const struct quotient_limits *) MUST_CHECK;
void quotient_play_release(struct quotient_play *);

/* The outcome of count[1..top] (count[0] is ignored). STATUS_RANGE, not
 * logged, when a limit is reached or a count passes 255; NOMEM, logged. */
enum status quotient_play_outcome(struct quotient_play *, const uint8_t count[],
                                  uint8_t *value) MUST_CHECK;

#endif
