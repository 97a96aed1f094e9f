/* classes.h - which positions no test tells apart.
 *
 * Two positions are in one class iff every test gives both the same value. How
 * a position is tested is the caller's: a function that gives the values of a
 * position for a range of tests. Works for a million positions and a thousand
 * tests: memory grows with positions (33 bytes each), not with values.
 *
 *   sign      each position's values are hashed to 128 bits      parallel
 *   group     positions of equal hash make a class               alone
 *   confirm   each position is compared, value by value, with    parallel
 *             the first of its class: no answer rests on a hash
 *   settle    positions that fail are a class of their own;      alone
 *             again from confirm until none fails
 *
 * sign and confirm may run on any number of threads over disjoint ranges of
 * 0..positions-1; `worker` is handed on to the caller's function. Classes are
 * numbered in the order of their first positions, whatever the threads.
 */
#ifndef ENGINE_SURVEY_CLASSES_H
#define ENGINE_SURVEY_CLASSES_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct classes_question {
    uint64_t positions, tests; /* positions < 2^32 - 1 */
    unsigned hash_bits;        /* 0: all 128; a test of this module wants few */
    /* values[i] of the position under test first + i, for i < n. A failure is
     * passed on. */
    enum status (*values)(void *context, unsigned worker, uint64_t position,
                          uint64_t first, size_t n, uint64_t values[]);
    void *context;
};

struct classes {
    struct classes_question ask;
    uint64_t n;      /* classes */
    uint32_t *class; /* of each position; valid when settled */
    uint32_t *first; /* the first position of each class */
    uint32_t *size;  /* positions in each class */

    uint64_t (*hash)[2];
    uint32_t *renamed; /* scratch: new numbers of classes */
    bool *odd;         /* positions that failed to be confirmed */
};

/* NOMEM, RANGE; logged. */
enum status classes_init(struct classes *,
                         const struct classes_question *) MUST_CHECK;
void classes_release(struct classes *);

enum status classes_sign(struct classes *, unsigned worker, uint64_t first,
                         uint64_t n) MUST_CHECK;
enum status classes_group(struct classes *) MUST_CHECK;
enum status classes_confirm(struct classes *, unsigned worker, uint64_t first,
                            uint64_t n) MUST_CHECK;
void classes_settle(struct classes *, bool *done);

/* All of it on the calling thread, as worker 0. */
enum status classes_find(struct classes *) MUST_CHECK;

/* The least test that tells two positions apart; tests if there is none. Any
 * thread, each with its worker's number. */
enum status classes_separate(const struct classes *, unsigned worker,
                             uint64_t a, uint64_t b, uint64_t *test) MUST_CHECK;

#endif
