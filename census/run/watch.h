/* watch.h - requests to a run in progress: signals and the limit of time.
 *
 * SIGINT and SIGTERM stop a run, SIGUSR1 asks for its progress. All three stay
 * blocked and are polled between shards, so no handler and no global flag is
 * needed. The first stop is consumed and unblocks the next one, which ends the
 * program at once.
 *
 * watch_stop and watch_show fit the slots of struct run_options; any thread.
 */
#ifndef CENSUS_RUN_WATCH_H
#define CENSUS_RUN_WATCH_H

#include <stdbool.h>
#include <stdint.h>

struct watch {
    uint64_t deadline; /* ns of the clock; 0: none */
};

/* Blocks the signals; the run stops after `seconds` (0: no limit). */
void watch_begin(struct watch *, double seconds);
bool watch_stop(void *watch);
bool watch_show(void *watch);
/* Unblocks the signals. done: a pending one is too late to stop anything, and
 * is discarded. */
void watch_end(struct watch *, bool done);

#endif
