/* proof_inner.h - a proof in progress; for proof.c and proof_rows.c only.
 *
 * Each worker is one thread's; `wrong` is any thread's; the rest is read-only
 * while rows are checked.
 */
#ifndef ENGINE_PROOF_PROOF_INNER_H
#define ENGINE_PROOF_PROOF_INNER_H

#include "engine/base/progress.h"
#include "engine/proof/proof.h"
#include "engine/proof/proof_closure.h"
#include "engine/proof/proof_cover.h"
#include "engine/proof/proof_heaps.h"
#include "engine/proof/proof_losses.h"
#include "engine/proof/proof_oracle.h"

/* Rows of a job; rows that are made again with lies. */
enum { JOB_ROWS = 2048, COVER_ROWS = 64 };

struct worker {
    struct proof_reader reader;
    struct proof_oracle oracles[CENSUS_GAMES_MAX];
    struct solver solvers[CENSUS_GAMES_MAX]; /* answered by the oracles */
    struct point point;
    uint64_t after; /* the row behind the point's; 0: none is known */
    uint64_t values[PROOF_STATES_MAX];
    void *row, *scratch;
    uint8_t *block;         /* JOB_ROWS values of each column, column by
                               column */
    uint64_t silent;        /* rows that asked for nothing */
    uint64_t columns;       /* that are covered */
    uint64_t states, marks; /* of proof_losses.h; options that were read, of
                               proof_heaps.h */
};

struct proof {
    struct archive *archive;
    const struct plan *plan;
    unsigned threads;
    struct proof_limits limits;
    struct proof_facts facts;
    /* One of these, or the oracles if all are NULL. */
    struct proof_losses *losses;
    struct proof_heaps *heaps;
    struct proof_closure *closure;
    struct domain domains[CENSUS_GAMES_MAX];
    struct proof_table tables[CENSUS_GAMES_MAX];
    struct proof_cover cover;
    size_t ndomains;
    struct worker *workers;
    size_t width;   /* bytes of a row in the file */
    uint64_t first; /* row of the jobs that are handed out, and their end */
    uint64_t end;
    struct progress progress;
    _Atomic uint64_t wrong; /* the first row that is; UINT64_MAX: none yet */
    void *shared;           /* what the census opened; NULL: nothing */
};

enum status proof_worker_init(struct proof *, unsigned number) MUST_CHECK;
void proof_worker_release(struct worker *, size_t ngames);

/* Reads rows first..first+n-1 into the worker's block; n up to JOB_ROWS. */
enum status proof_read_block(struct proof *, struct worker *, uint64_t first,
                             uint64_t n) MUST_CHECK;
/* Makes row first + i, the i-th of a block of n, and compares: p->wrong is at
 * most this row if they differ. */
enum status proof_check_row(struct proof *, struct worker *, uint64_t first,
                            uint64_t i, uint64_t n) MUST_CHECK;
/* DISAGREE: logs what is wrong with the first wrong row. */
enum status proof_report_wrong(struct proof *) MUST_CHECK;

#endif
