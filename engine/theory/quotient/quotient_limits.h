/* quotient_limits.h - when the search for a quotient gives up.
 *
 * Order and effort are counted, not timed, so that the same search gives up at
 * the same point on every machine. 0: no limit but memory. Constant data and
 * pure functions but for `stop`.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_LIMITS_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_LIMITS_H

#include "engine/theory/quotient/quotient.h"

struct quotient_limits {
    unsigned order;  /* elements; at most 65535 */
    uint64_t effort; /* positions played in one attempt at a heap size, and pairs
                        (x, W) in one proof */
    /* OPTIONAL. Asked every few thousand steps, of the searching thread. True:
     * end with STATUS_STOPPED, not logged. */
    bool (*stop)(void *context);
    void *context;
};

/* Is the search to end? Asked at step number `step`, and answered at every
 * 4096th. */
static inline bool quotient_stops(const struct quotient_limits *limits,
                                  uint64_t step)
{
    return limits->stop && step % 4096 == 0 && limits->stop(limits->context);
}

#endif
