/* slow_sums.h - sums of heaps under any fold, worked out plainly.
 *
 * Domains and quotients are compared with this. A sum is an array of sizes, in
 * any order; its options are found by trying every move in every heap; what has
 * been worked out is kept under the sorted sizes. It shares nothing with the
 * engine. One slow_sums belongs to one thread.
 */
#ifndef TEST_ORACLE_SLOW_SUMS_H
#define TEST_ORACLE_SLOW_SUMS_H

#include <stddef.h>

enum { SLOW_HEAPS_MAX = 40, SLOW_OPTIONS_MAX = 400 };

struct slow_sums {
    /* "nim", an octal code "0.77", or "-1,3" to take one or three. */
    const char *game;
    /* The value of a sum from those of its options, each move counted. */
    unsigned (*fold)(const unsigned options[], size_t n);
    void *known; /* a search tree; start with NULL */
};

unsigned slow_value(struct slow_sums *, const int sizes[], size_t n);
void slow_release(struct slow_sums *);

/* The folds, by their definitions in theory.md. */
unsigned slow_normal(const unsigned options[], size_t n);     /* 1: N */
unsigned slow_misere(const unsigned options[], size_t n);     /* 1: N */
unsigned slow_grundy(const unsigned options[], size_t n);     /* mex */
unsigned slow_upstream(const unsigned options[], size_t n);   /* winner */
unsigned slow_downstream(const unsigned options[], size_t n); /* winner */
unsigned slow_lone(const unsigned options[], size_t n); /* bit i: F(p, i) */
/* The same if whoever makes the last move loses; if whoever has no move is the
 * only loser. */
unsigned slow_lone_misere(const unsigned options[], size_t n);
unsigned slow_lone_loser(const unsigned options[], size_t n);

/* Calls visit for every multiset of at most `parts` sizes from `least` up to
 * `size`, the empty one too. */
void slow_multisets(size_t parts, int least, int size,
                    void (*visit)(void *context, const int sizes[], size_t n),
                    void *context);

#endif
