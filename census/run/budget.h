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
    bool spill;            /* masks or tables must be on the disk */
    uint64_t disk, needed; /* bytes free, and needed while parts and archive
                              are both there */
};

/* The limit of memory in bytes: what was asked for, or, if that is 0, three
 * quarters of the machine's. */
uint64_t budget_memory(uint64_t asked);

/* The pilots that a run is preceded by: short ones, and only where rows are
 * many and the run speaks, where the disk may be short, or where the size of
 * its parts depends on them: sized says that it is known. */
enum status budget_pilots(const struct plan *, const struct run_options *,
                          const char *path, bool sized,
                          struct pilots *) MUST_CHECK;
/* memory 0: three quarters of what there is. done: the share of the parts that
 * exist already. */
enum status budget_make(const struct plan *, const struct run_options *,
                        uint64_t part_rows, const char *path, uint64_t memory,
                        const struct pilots *, double done,
                        struct budget *) MUST_CHECK;
/* The estimate as one line. */
void budget_text(const struct budget *, char out[], size_t cap);
/* "3.4 MB", "12 kB"; "40 s", "12 min", "3.5 h". */
const char *budget_size_text(uint64_t bytes, char out[32]);
const char *budget_time_text(double seconds, char out[32]);
/* NOMEM or IO, with the numbers, if memory or disk do not suffice. A number of
 * positions extrapolated from a pilot is not refused but noted. Logged. */
enum status budget_refuse(const struct budget *, const char *path) MUST_CHECK;

#endif
