/* budget.h - does a run fit on this machine? Estimated before anything is
 * made, told, and refused if not.
 *
 * Called by the main thread.
 */
#ifndef CENSUS_RUN_BUDGET_H
#define CENSUS_RUN_BUDGET_H

#include "engine/run/estimate.h"

struct budget {
    struct estimate estimate;
    uint64_t memory;       /* the limit */
    bool spill;            /* the masks must be on the disk */
    uint64_t disk, needed; /* bytes free, and needed while parts and archive
                              are both there */
};

/* memory 0: three quarters of what there is. pilot: seconds, see estimate.h;
 * negative: only where nothing else tells, and a short one. done: the share of
 * the parts that is on the disk already. */
enum status budget_make(const struct plan *, const struct run_options *,
                        uint64_t part_rows, const char *path, uint64_t memory,
                        double pilot, double done, struct budget *) MUST_CHECK;
/* The estimate as one line. */
void budget_text(const struct budget *, char out[], size_t cap);
/* NOMEM or IO, with the numbers, if memory or disk cannot do. Positions that
 * were carried on from a pilot are no ground to refuse: a note then. Logged. */
enum status budget_refuse(const struct budget *, const char *path) MUST_CHECK;

#endif
