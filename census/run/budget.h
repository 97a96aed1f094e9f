/* budget.h - does a run fit on this machine? Estimated and logged before
 * anything is made, and refused if not.
 *
 * Called by the main thread.
 */
#ifndef CENSUS_RUN_BUDGET_H
#define CENSUS_RUN_BUDGET_H

#include "engine/run/estimate.h"

struct budget {
    struct estimate estimate;
    uint64_t memory; /* the limit */
    unsigned threads;
    bool spill;            /* the masks must be on the disk */
    uint64_t disk, needed; /* bytes free, and needed while parts and archive
                              are both there */
};

/* The limit of memory in bytes: what was asked for, or, if that is 0, three
 * quarters of the machine's. */
uint64_t budget_memory(uint64_t asked);

/* memory 0: three quarters of what there is. pilot: seconds, see estimate.h;
 * negative: a short one, and only where rows are many, or the disk is short.
 * done: the share of the parts that exist already. */
enum status budget_make(const struct plan *, const struct run_options *,
                        uint64_t part_rows, const char *path, uint64_t memory,
                        double pilot, double done, struct budget *) MUST_CHECK;
/* The estimate as one line. */
void budget_text(const struct budget *, char out[], size_t cap);
/* NOMEM or IO, with the numbers, if memory or disk do not suffice. A number of
 * positions extrapolated from a pilot is not refused but noted. Logged. */
enum status budget_refuse(const struct budget *, const char *path) MUST_CHECK;

#endif
