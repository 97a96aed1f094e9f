/* memo_ops.h - the timed operations of bench/memo on one table.
 *
 * Keys and values are made ready in blocks before the clock starts, and what a
 * lookup found is compared with what was put after it stopped: all that is
 * timed are the calls of the table.
 */
#ifndef BENCH_MEMO_OPS_H
#define BENCH_MEMO_OPS_H

#include "engine/memo/memo.h"

/* GROW: as INSERT, into a table that was told nothing about its size; FORETOLD:
 * that will have so many entries, but has no room for them yet. */
enum op { INSERT, HIT, MISS, GROW, FORETOLD, OPS };

/* DEPENDENT: the next key is known only when the last value is there.
 * INDEPENDENT: one key a call. BATCHED: `batch` keys a call. */
enum mode { DEPENDENT, INDEPENDENT, BATCHED, MODES };

enum { BATCH_MOST = 1 << 16 };

struct keys {
    int log2;         /* 2^log2 keys are put; others are asked for too */
    int wide;         /* 128 bits, not 64 */
    int census_order; /* ranks, one after the other, not in any order */
    unsigned batch;   /* 2..BATCH_MOST keys a call */
};

struct speed {
    double mops;       /* M operations a second, all threads together */
    double longest_ms; /* the longest call; 0 if calls were not timed singly */
};

/* How long does this operation take with n keys, a part of them by each
 * thread? INSERT and GROW put keys number from..from+n-1. HIT asks for keys
 * taken from all 2^log2, which must be there, and MISS for others: the same
 * ones for the same `from`. Ends the program at a wrong answer or without
 * memory. Alone on the machine, at best. */
struct speed ops_run(struct memo *, const struct keys *, enum op, enum mode,
                     unsigned threads, uint64_t from, uint64_t n);

/* Is there such a measurement? A miss is the same whatever the line holds, so
 * the processor guesses it and goes on: nothing depends on it. */
static inline bool ops_measured(enum op op, enum mode mode)
{
    if (op == GROW || op == FORETOLD)
        return mode == BATCHED;
    return op == HIT || mode != DEPENDENT;
}

#endif
