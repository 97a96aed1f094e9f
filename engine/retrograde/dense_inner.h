/* dense_inner.h - the tables of dense.h and a position among them; for
 * dense*.c only.
 */
#ifndef ENGINE_RETROGRADE_DENSE_INNER_H
#define ENGINE_RETROGRADE_DENSE_INNER_H

#include "engine/retrograde/bit_table.h"
#include "engine/retrograde/dense.h"
#include "engine/retrograde/heap_table.h"
#include "engine/retrograde/numbering.h"

/* Masks have at most 64 bits. */
enum { DENSE_SIZES = 64, DENSE_WORDS = 16 };

struct dense {
    struct numbering m;
    struct heap_table moves;
    struct dense_fold fold;
    struct bit_table points;
    /* Sets of values, one bit each; of outcomes only losses. In words of their
     * own if there are more than 64 values. */
    struct bit_table lines;
    uint64_t *wide;
    uint64_t nlines;
    size_t words;
    _Atomic size_t used; /* words of `wide` that are not zero in every line */
    /* With splits, a layer is the points of one total and number of heaps. */
    struct {
        uint32_t total, parts;
    } * layer;
    size_t layers;
    /* The grid's points ascend by total, and of the table of points a window is
     * in use: from `back` totals before the one in hand to `on` behind it. */
    bool ascends;
    uint32_t back, on;
    uint32_t low;  /* smaller totals are forgotten */
    size_t solved; /* layers */
};

/* One size of a position: so many heaps, and the weight of all heaps up to and
 * below it. line: the terms from here on of the line without one of the heaps,
 * and its offset; DENSE_LATER: not found yet. */
#define DENSE_LATER UINT64_MAX
struct dense_run {
    uint32_t size, count, x, below;
    uint64_t line;
};

/* A position: runs at[base..DENSE_SIZES - 1] by ascending size. */
struct dense_walk {
    struct dense *d;
    uint64_t states;
    uint32_t total, parts; /* of all heaps */
    unsigned base;
    struct dense_run at[DENSE_SIZES];
    /* The terms of the rank from here on, and what they would be if all weights
     * were one less. */
    uint64_t from[DENSE_SIZES + 1], less[DENSE_SIZES + 1];
};

/* Solves one position. */
void dense_solve(struct dense_walk *);

#endif
