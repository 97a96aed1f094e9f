/* watch.h - what a run is told from outside while it lasts: signals and the
 * clock.
 *
 * SIGINT and SIGTERM stop a run, SIGUSR1 asks for its progress. All three stay
 * blocked and are looked for between shards, so no handler and no global flag
 * is needed. The first stop is taken away and lets the next one through, which
 * ends the program at once.
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

/* From now on signals wait; a run of so many seconds stops (0: no limit). */
void watch_begin(struct watch *, double seconds);
bool watch_stop(void *watch);
bool watch_show(void *watch);
/* Signals have their usual effects again. done: one that is waiting comes too
 * late to stop anything and is forgotten. */
void watch_end(struct watch *, bool done);

#endif
