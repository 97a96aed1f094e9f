/* limits.h - the limits of a command that gives up at them: of time and memory.
 *
 * Called by the main thread only.
 */
#ifndef CENSUS_RUN_LIMITS_H
#define CENSUS_RUN_LIMITS_H

#include "census/run/watch.h"
#include "engine/base/status.h"

/* The texts of the options; NULL: not given. */
struct limits {
    char *time, *memory;
};

/* The options of a command: struct limits l, all NULL at first. */
#define LIMITS(l)                                                              \
    {"time-limit", 0, POPT_ARG_STRING,                                         \
     &(l).time,    0, "give up after so long: 90s, 30m, 12h",                  \
     "TIME"},                                                                  \
    {                                                                          \
        "memory", 0, POPT_ARG_STRING, &(l).memory, 0,                          \
            "most memory: 512M, 8G (three quarters of the machine's)", "BYTES" \
    }

/* seconds: 0 if there is no limit. USAGE, logged. */
enum status limits_read(const struct limits *, double *seconds,
                        uint64_t *memory) MUST_CHECK;
/* For a command that only reads: watch_stop is true from now on when a limit is
 * reached; signals have their usual effects. USAGE, logged. */
enum status limits_begin(const struct limits *, struct watch *) MUST_CHECK;

#endif
