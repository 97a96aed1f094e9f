/* shared.h - a run that several processes share: slices and ranks.
 *
 * A slice (slice.h) solves its share of the parts into the archive's folder and
 * leaves them there, whoever else is at work; `census merge` makes the archive.
 * Ranks (ranks.h) are one run; rank 0 makes the archive. The size of their
 * parts depends on what is run only, as all must come to the same.
 *
 * Called by the main thread.
 */
#ifndef CENSUS_RUN_SHARED_H
#define CENSUS_RUN_SHARED_H

#include "census/run/runner.h"
#include "engine/ranks/ranks.h"

/* As runner_run, which it calls where there is one process and no slice. The
 * report is of all ranks together, in rank 0; *speaks: this is the process that
 * reports. The others return OK once rank 0 knows what became of them. */
enum status shared_run(const struct request *, const struct runner_options *,
                       struct run_report *, bool *speaks) MUST_CHECK;

#endif
