/* watch.h - requests from outside while a command works: signals and the clock.
 *
 * SIGINT, SIGTERM, SIGHUP (a closed terminal) and SIGXCPU (the system's limit
 * of CPU time) stop the work, SIGUSR1 asks for its progress. All of them are
 * blocked and polled, so no handler and no global flag is needed. A signal that
 * the program was started to ignore (nohup) stays ignored. After a first SIGINT
 * or SIGTERM the next one ends the program at once.
 *
 * watch_begin comes before any thread is made: a thread that does not block a
 * signal would be ended by it, and the program with it. A command that can be
 * resumed calls watch_block before all else, and lets its signals wait to its
 * end: one that comes too late for one run is for the next, or changes nothing.
 * watch_stop and watch_show fit the slots of struct run_options; any thread.
 */
#ifndef CENSUS_RUN_WATCH_H
#define CENSUS_RUN_WATCH_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct watch {
    sigset_t stops;                      /* of signals */
    _Atomic uint64_t stop_due, show_due; /* when signals are asked for again */
    uint64_t deadline;                   /* ns of the clock; 0: none */
    uint64_t memory; /* bytes that the process may hold; 0: no limit */
    _Atomic uint64_t memory_due; /* when they are counted again */
    atomic_bool stopped;
};

/* The signals that stop the work. */
void watch_stops(sigset_t *);
/* From now on signals wait, and writes past the system's limit of file size
 * fail with an error. */
void watch_block(void);
/* Work of so many seconds stops (0: no limit); signals are left as they are. */
void watch_deadline(struct watch *, double seconds);
/* Both. */
void watch_begin(struct watch *, double seconds);
/* Before other threads ask: stop, too, when the process holds more bytes, which
 * are counted ten times a second. */
void watch_memory(struct watch *, uint64_t bytes);
/* True from the first request to stop on; that memory is full is logged. Both
 * may be called as often as one likes: the system is asked for signals a
 * thousand times a second. */
bool watch_stop(void *watch);
bool watch_show(void *watch);
/* Signals have their usual effects again in this thread, those that are waiting
 * for a stop, too. */
void watch_end(void);

#endif
