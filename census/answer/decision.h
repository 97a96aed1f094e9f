/* decision.h - is a column a function of others, and of how few of them?
 *
 *   rows, as tuples of numbers ─► classes: rows with equal features, which
 *                                 have one value, or there is a contradiction
 *   classes ─► the smallest sets of features that tell apart all classes of
 *              different values ─► classes of such a set: a decision table
 *
 * All sets are looked at, by size. A set that fails does so by two classes
 * which only other features tell apart: every further set without one of these
 * fails, too, and is not tried. Memory: (features + 7) words for each class.
 * Knows neither archives nor SQL. One thread at a time.
 *
 * To check it against: the nim-sum of two heaps of 0..3, of the features first
 * heap, second heap and largest heap, needs the first two; the first and the
 * largest do not tell 3+1 from 3+2, whose nim-sums are 2 and 1.
 */
#ifndef CENSUS_ANSWER_DECISION_H
#define CENSUS_ANSWER_DECISION_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECISION_FEATURES_MAX = 16, DECISION_SETS_MAX = 64 };

/* Rows whose features are equal, in the order of their first ones. */
struct decision {
    size_t features;   /* up to DECISION_FEATURES_MAX */
    size_t n, cap;     /* classes */
    uint32_t *feature; /* n x features */
    uint32_t *value;   /* n */
    uint64_t *rows;    /* n: how many */
    uint64_t *first;   /* n: the least row */
    uint64_t *slots;   /* class + 1; 0: empty */
    size_t nslots;     /* a power of 2, or 0 */
    /* OPTIONAL. Asked during the search; true stops it. */
    bool (*stop)(void *context);
    void *context;
};

void decision_init(struct decision *, size_t features);
void decision_release(struct decision *);

/* Adds `rows` rows, of which the given one is the first; rows come in ascending
 * order. *at is their class. DISAGREE, not logged, if that has another value;
 * nothing is added then. NOMEM; logged. */
enum status decision_add(struct decision *, const uint32_t feature[],
                         uint32_t value, uint64_t row, uint64_t rows,
                         size_t *at) MUST_CHECK;

/* The sets of the least size that determine the value: bit i is feature i. In
 * the order of the numbers that they are. */
struct decision_sets {
    unsigned size;
    uint64_t n;                       /* how many there are */
    uint32_t mask[DECISION_SETS_MAX]; /* the first ones */
};

/* NOMEM; logged. STOPPED, not logged. */
enum status decision_smallest(const struct decision *,
                              struct decision_sets *) MUST_CHECK;

/* The classes by the features of a set alone. DISAGREE, not logged, if they do
 * not determine the value: *apart is then a set of features that tell two
 * classes of different values apart, none of them in the mask. NOMEM; logged.
 * STOPPED, not logged. To be released in each case. */
enum status decision_project(const struct decision *, uint32_t mask,
                             struct decision *out, uint32_t *apart) MUST_CHECK;

#endif
