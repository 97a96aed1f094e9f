/* run.h - the driver: grid -> shards -> threads -> rows -> parts.
 *
 * run.c is the only file that uses OpenMP. A run solves the missing
 * parts in ascending order. Inside a part, threads take shards (index ranges)
 * in turn; each thread has its own solvers, all share one memo per game.
 *
 * How the values of the rows' states are found is the method's affair
 * (method.h): by a sweep, by retrograde analysis, by number, or by recursion.
 *
 * The facts are the same for any threads, memo, part size and interruptions.
 */
#ifndef ENGINE_RUN_RUN_H
#define ENGINE_RUN_RUN_H

#include "engine/base/crew.h"
#include "engine/run/handout.h"
#include "engine/run/method.h"
#include "engine/run/plan.h"
#include "engine/value/book.h"

struct run_options {
    unsigned threads;             /* 0: one per processor */
    const struct memo_kind *memo; /* NULL: the fastest way that fits */
    bool recursion;               /* do not sweep even where it is possible */
    bool descending; /* recursion: large positions first, as a plain
                        recursion from the top would; to compare */
    bool check;      /* segments: each is found twice, by other pairs */
    bool quiet;      /* no progress lines */
    bool spill;      /* retrograde, dense: masks or tables go to the parts'
                        folder, as they do not fit in memory */
    double keep;     /* seconds of work from which on memos are kept at a stop;
                        0: MEMO_CHECKPOINT_SECONDS */
    /* Positions that the memo of each game is going to hold; 0: not known. */
    uint64_t expect[CENSUS_GAMES_MAX];
    /* Which parts are solved; NULL: those of the share that are missing. */
    const struct handout *handout;
    /* OPTIONAL. A run among several processes leaves the book of values here
     * when it is done; a run that finds it here need not make it. */
    struct book *book;
    uint64_t memory; /* stop when memos and rows hold more bytes;
                        0: no limit */
    /* OPTIONAL. Called by some thread after each shard, and within a row that
     * takes long. True: stop the run; the part in hand is finished first if
     * that takes about two seconds or less. Once true, true for ever. */
    bool (*stop)(void *context);
    /* OPTIONAL. True: show the progress line now, quiet or not. */
    bool (*show)(void *context);
    void *context;
};

struct run_report {
    unsigned threads;
    uint64_t rows;      /* solved by this run */
    uint64_t recalled;  /* read back from parts that were there */
    uint64_t warm;      /* positions read from memo checkpoints */
    uint64_t kept;      /* positions in the last memo checkpoint written */
    uint64_t evaluated; /* positions folded */
    uint64_t positions; /* distinct positions added to the memos, without the
                           warm ones */
    uint64_t hits, misses;
    uint64_t value_bytes; /* of the values that domains keep */
    uint64_t memo_bytes;
    uint64_t barriers; /* at which all threads met */
    double seconds, cpu_seconds;
    double waiting_seconds; /* of cpu_seconds: at barriers */
    const struct method *method;
    const char *memo; /* the strategy's name; NULL: none is used */
};

/* Solves every row that parts do not have yet, or those of its share of them
 * (parts_join), and commits it. STOPPED on
 * request; else the errors of solver and store. The parts that were committed
 * stay in every case. */
enum status run_census(const struct plan *, struct parts *,
                       const struct run_options *,
                       struct run_report *) MUST_CHECK;

/* The book of values that an archive needs whose rows other processes have
 * solved: its positions are solved again. Nothing where the domain has none. */
enum status run_book(const struct plan *, struct parts *,
                     const struct run_options *) MUST_CHECK;

const struct method *run_method(const struct plan *,
                                const struct run_options *);
/* The memo that a run opens: the one asked for, else the team's. */
const struct memo_kind *run_memo(const struct plan *,
                                 const struct run_options *);

/* Solves rows 0..n-1 into rows[], which are zeros, in parts like a run's, and
 * keeps nothing else: what estimates are made from. */
enum status run_pilot(const struct plan *, const struct run_options *,
                      uint64_t n, uint64_t part_rows, void *rows,
                      struct run_report *) MUST_CHECK;

/* Are there so many threads to be had, with stacks that are large enough?
 * Before the first of them is made. NOMEM, logged. */
enum status run_ready(unsigned threads) MUST_CHECK;
/* Calls job(context, worker, i) for every i < jobs, in about ascending order,
 * on run_threads(threads) threads, the workers 0.. Hands out no more after a
 * failure, and returns one. */
enum status run_parallel(unsigned threads, uint64_t jobs, crew_task *,
                         void *context) MUST_CHECK;
/* The same as an interface, for files that must not use OpenMP. */
struct crew run_crew(unsigned threads);
/* `threads`, or the processor count if 0. */
unsigned run_threads(unsigned threads);

/* A suitable number of rows in a part for a run of `rows`: about 64 parts,
 * whole chunks for large runs, short parts for small ones. */
uint64_t run_part_rows(uint64_t rows);
/* The same where several processes share them, which must all come to the same
 * number: about 64 parts, none shorter than 256 rows, as a part takes about
 * 20 ms to write and to copy (e2-rows of 87380 rows by one process: 1.34
 * CPU seconds in 86 parts, 0.98 in 22). */
uint64_t run_shared_part_rows(uint64_t rows);

#endif
