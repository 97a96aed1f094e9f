/* quotient_learn.h - guesses a multiplication table from outcomes, and corrects
 * it by counterexamples.
 *
 * This is learning an automaton from queries (Angluin, Information and
 * Computation 75 (1987); the tree is that of Kearns and Vazirani, the search
 * in a counterexample that of Rivest and Schapire) for words whose letters
 * commute. Known at any time: elements, each with a sum that leads to it, its
 * word; and tests, sums that tell every two elements apart. The tests form a
 * tree with the elements at its leaves:
 *
 *                 test: empty               outcome of the sum itself
 *              0 /           \ 1
 *          test: 2+2          element 1
 *         0 /      \ 1
 *     element 0    element 2
 *
 * Two elements are separate only if a true outcome separates them, so there are
 * never more elements than the quotient has, and every correction adds an
 * element or corrects a step. True outcomes come from quotient_play.h.
 *
 * Sums are counts [0..stride-1] by heap size. STATUS_RANGE, not logged, means a
 * limit was reached: the learner must not be used any more. NOMEM is logged.
 * One learner belongs to one thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_LEARN_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_LEARN_H

#include "engine/theory/quotient/quotient_play.h"

enum { QUOTIENT_VALUES = 8 };

struct learn_node {
    int32_t parent;
    int32_t test;                   /* number of the test; -1: a leaf */
    int32_t leaf;                   /* its element */
    int32_t child[QUOTIENT_VALUES]; /* by outcome; -1: none yet */
};

struct learner {
    const struct heap_moves *moves;
    struct quotient_play *play; /* set by the caller before each use */
    unsigned top, stride;       /* heaps 1..top now; stride - 1 at most */
    unsigned order_limit;

    unsigned order, filled; /* steps of elements 0..filled-1 are known */
    uint8_t *word;          /* order x stride */
    uint16_t *step;         /* order x stride: the element one heap further */
    uint8_t *outcome;       /* of each element */
    int32_t *leaf_node;     /* of each element */
    uint16_t *parent; /* the word is the parent's and one heap of `last` */
    uint8_t *last;
    unsigned room;

    uint8_t *test; /* tests x stride */
    unsigned tests;
    struct learn_node *node;
    int32_t nodes;
};

/* One element, the empty sum. */
enum status learner_init(struct learner *, const struct heap_moves *,
                         unsigned order_limit, uint8_t end) MUST_CHECK;
/* The second as the first is; it is to be released even after NOMEM. */
enum status learner_copy(const struct learner *, struct learner *) MUST_CHECK;
void learner_release(struct learner *);

/* Heaps 1..top + 1 from now on. */
enum status learner_raise(struct learner *) MUST_CHECK;
/* Corrects until the steps of any two heaps commute: then the elements, with
 * the steps as multiplication, are a commutative monoid. */
enum status learner_settle(struct learner *) MUST_CHECK;
/* Learns from a counterexample: the table gives the sum, or one of its options,
 * a wrong outcome. DISAGREE, not logged, if the play has a fold and neither the
 * sum nor an option has another outcome in it: then the fold is wrong. */
enum status learner_correct(struct learner *, const uint8_t sum[]) MUST_CHECK;

static inline unsigned learner_step(const struct learner *l, unsigned x,
                                    unsigned heap)
{
    unsigned h = l->moves->isomorphic[heap];
    return h ? l->step[(size_t)x * l->stride + h] : x;
}

/* quotient_play's guess: the outcome of where the sum leads, if steps are known
 * all the way. */
bool learner_guess(const void *learner, const uint8_t sum[], uint8_t *value);

#endif
