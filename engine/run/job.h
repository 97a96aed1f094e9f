/* job.h - a run as its threads see it: the rows of one part at a time, in
 * shards.
 *
 * run.c opens a job, starts the threads and commits the parts; job.c is what
 * each of the threads does. All of them call the same function with their own
 * worker numbers; it returns to all of them when the whole part is done.
 */
#ifndef ENGINE_RUN_JOB_H
#define ENGINE_RUN_JOB_H

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/work_barrier.h"
#include "engine/run/run.h"
#include "engine/run/states.h"
#include "engine/run/team.h"
#include "engine/run/together.h"

struct job {
    const struct plan *plan;
    struct parts *parts;
    const struct run_options *options;
    unsigned threads;
    const struct method *method;
    void *found;         /* what the method keeps */
    uint64_t disk_bytes; /* of it, that are on the disk */
    /* Of processes that solve each layer together; NULL: alone. */
    struct together *together;
    bool ended;       /* the exchange has said that one of them fails */
    uint64_t brought; /* rows that this one has solved of those */
    struct team team;
    struct progress progress;
    struct work_barrier barrier;
    uint64_t barriers, waited_ns; /* of parts that are done */
    _Atomic int status;           /* the first failure; enum status */
    _Atomic uint64_t evaluated;   /* positions, by no solver */
    struct {
        uint64_t rows, started; /* rows: 0 for none; ns of the clock */
        _Atomic uint64_t done;
        _Atomic uint64_t until;  /* deadline for finishing it after a stop;
                                    0: none */
    } hand;                      /* the part in hand */
    uint64_t kept_at;            /* last memo checkpoint; ns of the clock */
    _Atomic uint64_t memory_due; /* next check of the memory in use */
    _Atomic uint64_t poll_due;   /* next check inside of a row */
    _Atomic uint64_t note_due;   /* next progress file */
    struct progress noted;       /* what progress files have said: marks; by
                                    the thread that writes one */
    char started[CLOCK_DATE];
};

/* A part while its rows are being solved. */
struct part_in_hand {
    uint64_t first, n; /* rows of the grid */
    char *rows;        /* NULL: nothing is written, see job_repeat */
    uint64_t *order;   /* row numbers by ascending measure; NULL: as in grid */
    struct part *part; /* NULL: rows are not compressed yet */
};

/* For methods (method.h); any thread. Notes a failure, unless it is OK; true
 * for the first one. */
bool job_fail(struct job *, enum status);
bool job_failed(struct job *);
/* A worker's cell, without index and point. */
struct cell job_cell(const struct job *, unsigned worker);
/* Calls the census's row function for a cell of the part in hand. False: the
 * job has failed. */
bool job_row(struct job *, const struct part_in_hand *, const struct cell *);
/* The end of the layer of row `from` of the part, or of the part; of a grid
 * without layers, that of the part. */
uint64_t job_layer_end(const struct job *, const struct part_in_hand *,
                       uint64_t from);

/* The rows are there that were there before; their progress is shown from now
 * on. quiet: not on stderr. */
void job_progress(struct job *, uint64_t rows, uint64_t before, bool quiet);
/* Before job_solve, by one thread: makes this the part in hand. */
void job_begin(struct job *, const struct part_in_hand *);
/* Solves the rows of the part in hand and compresses them. */
void job_solve(struct job *, const struct part_in_hand *, unsigned worker);
/* Compresses the rows of the part in hand, which are solved. */
void job_encode(struct job *, const struct part_in_hand *, unsigned worker);
/* Puts the rows of a finished part, which were read back, into the memos or
 * where the method keeps them. */
void job_recall(struct job *, const struct part_in_hand *, unsigned worker);
/* Solves a finished part again, for what later parts need. Only by
 * methods without a memo. */
void job_repeat(struct job *, const struct part_in_hand *, unsigned worker);

/* What solvers ask while they search, of the job as context: is the run to stop
 * or at a limit? Prints the progress. Any thread. */
bool job_interrupted(void *job);

/* A stop was requested, and the part in hand was finished all the same. */
bool job_stopping(const struct job *);
enum status job_status(const struct job *); /* the first failure */
uint64_t job_bytes(const struct job *);     /* of memos, values, masks */

#endif
