/* runner.h - runs a request into an archive: what run, resume and reproduce
 * share.
 *
 * Called by the main thread. What the run will need is estimated and logged; it
 * is refused if it cannot fit. SIGINT, SIGTERM, the limits of time and memory
 * stop the run after the shards in hand, or after the part in hand if that is
 * nearly done (watch.h, run.h). Either way the parts that were committed stay.
 * Signals stay blocked when it returns.
 */
#ifndef CENSUS_RUN_RUNNER_H
#define CENSUS_RUN_RUNNER_H

#include "census/run/request.h"
#include "census/run/watch.h"
#include "engine/run/pilot.h"

struct runner_options {
    const char *path;    /* of the archive */
    const char *command; /* command line, for the archive's record */
    const char *memo;    /* NULL: the fastest way that fits */
    int threads;         /* 0: one per processor */
    long long part_rows; /* 0: pilots_part_rows() */
    uint64_t memory;     /* bytes; 0: three quarters of what there is */
    double seconds;      /* stop then; 0: no limit */
    bool resume;         /* go on with the parts that are there */
    bool replace; /* an archive, or parts of another run, may be replaced */
    bool recursion, quiet;
    bool check;               /* run.h */
    struct parts_slice slice; /* count 0: all of it (shared.h) */
};

/* EXISTS, LOCKED, STOPPED, IO, ...; logged. */
enum status runner_run(const struct request *, const struct runner_options *,
                       struct run_report *) MUST_CHECK;

/* How a run is asked for; signals and the limit of time are watched from now
 * on. */
struct run_options runner_setup(const struct runner_options *, struct watch *);
/* Estimates, logs it, and refuses what cannot fit. The memory not in use yet is
 * the limit for memos and rows. pilots: by budget_pilots. */
enum status runner_budget(const struct request *, const struct runner_options *,
                          const struct parts *, const struct pilots *,
                          struct run_options *) MUST_CHECK;

/* The steps of a run, for rows that are made in another way: is the path free;
 * a lock and the parts; the archive, once all parts are there; closing: the
 * lock is released, a run without a part removed, `st` passed on. EXISTS, IO,
 * LOCKED, ...; logged. */
enum status runner_check_path(const struct runner_options *) MUST_CHECK;
enum status runner_open(const struct run_identity *,
                        const struct runner_options *,
                        struct parts **) MUST_CHECK;
enum status runner_archive(struct parts *, const struct runner_options *,
                           const struct run_report *,
                           const char *started) MUST_CHECK;
enum status runner_close(struct parts *, enum status st,
                         const struct runner_options *) MUST_CHECK;

/* Is the archive of this very run at the path, whole? Its digest of the file is
 * not computed (census verify does that). Not logged. */
bool runner_finished(const struct request *, const char *path);
/* Says so, and as JSON: {"file": ..., "rows": N, "state": "finished"}. */
enum status runner_report_finished(const struct request *,
                                   const struct runner_options *,
                                   bool json) MUST_CHECK;

/* UNKNOWN, logged, if there is no memo of this name; NULL is fine. */
enum status runner_memo(const char *name) MUST_CHECK;

/* argv joined by blanks, what is not plain (text.h) escaped; allocated. */
char *runner_command_line(int argc, const char **argv);

/* The report as one line on stderr, unless quiet, and as JSON on stdout if
 * wanted. IO, NOMEM; logged. */
enum status runner_report(const struct runner_options *,
                          const struct run_report *, bool json) MUST_CHECK;

/* True if there are parts beside the archive's path that a run can go on with
 * (or that a run is writing now). */
bool runner_resumable(const char *path);

#endif
