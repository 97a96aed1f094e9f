/* run.h - the driver: grid -> shards -> threads -> rows -> parts.
 *
 * run.c is the only file that knows about OpenMP. A run takes the missing
 * parts in ascending order. Inside a part, threads take shards (index ranges)
 * in turn; each thread has its own solvers, all share one memo per game.
 *
 *   sweep      grids closed under moves: layer after layer with a barrier
 *              between them, every state of a point (each obligation) solved,
 *              so every option is a lookup and every position is evaluated
 *              once, on any number of threads
 *   retrograde the same for heap games asked for outcomes only: masks by grid
 *              index instead of a memo, see retrograde.h
 *   recursion  other grids: rows in ascending order of the game's measure, so
 *              that most options are solved already; the rest are solved on
 *              the way
 *
 * The facts are the same for any threads, memo, part size and interruptions.
 */
#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

#include "engine/plan.h"

enum run_method { RUN_RECURSION, RUN_SWEEP, RUN_RETROGRADE };

const char *run_method_name(enum run_method);

struct run_options {
    unsigned threads;             /* 0: one per processor */
    const struct memo_kind *memo; /* NULL: the fastest way that fits */
    bool recursion;               /* do not sweep even where it is possible */
    bool quiet;                   /* no progress lines */
    /* OPTIONAL. Asked now and then by some thread; true: stop the run. */
    bool (*stop)(void *context);
    void *context;
};

struct run_report {
    unsigned threads;
    uint64_t rows;      /* solved by this run */
    uint64_t recalled;  /* read back from parts that were there */
    uint64_t evaluated; /* positions folded */
    uint64_t positions; /* distinct positions that came into the memos */
    uint64_t hits, misses;
    uint64_t memo_bytes;
    double seconds, cpu_seconds;
    enum run_method method;
};

/* Solves every row that parts do not have yet and commits it. STOPPED if
 * asked to; what the solver or the store meet otherwise. The parts that were
 * committed stay in every case. */
enum status run_census(const struct plan *, struct parts *,
                       const struct run_options *,
                       struct run_report *) MUST_CHECK;

/* Calls job(context, worker, i) for every i < jobs, in about ascending order,
 * on so many threads (0: one per processor), which are the workers 0.. of
 * run_threads(). Hands out no more after a failure, and returns one. */
enum status run_parallel(unsigned threads, uint64_t jobs,
                         enum status (*job)(void *context, unsigned worker,
                                            uint64_t i),
                         void *context) MUST_CHECK;
/* So many, or one per processor for 0. */
unsigned run_threads(unsigned threads);

/* The number of rows in a part that suits so many rows: about 64 parts, whole
 * chunks for large runs, short parts for small ones. */
uint64_t run_part_rows(uint64_t rows);

#endif
