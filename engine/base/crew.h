/* crew.h - a team of threads as an interface, for files that must not use
 * OpenMP (only engine/run does).
 *
 * Called by one thread at a time.
 */
#ifndef ENGINE_BASE_CREW_H
#define ENGINE_BASE_CREW_H

#include "engine/base/status.h"

#include <stdint.h>

/* Job number i, run by worker 0..threads-1. */
typedef enum status crew_job(void *context, unsigned worker, uint64_t i);

struct crew {
    unsigned threads;
    enum status (*each)(unsigned threads, uint64_t jobs, crew_job *,
                        void *context);
};

/* Calls job(context, worker, i) for every i < jobs, in about ascending order,
 * on the crew's threads, or on this one alone if crew is NULL. Hands out no
 * more after a failure, and returns one. */
static inline enum status crew_each(const struct crew *crew, uint64_t jobs,
                                    crew_job *job, void *context)
{
    enum status st = STATUS_OK;
    if (crew)
        return crew->each(crew->threads, jobs, job, context);
    for (uint64_t i = 0; i < jobs && !st; i++)
        st = job(context, 0, i);
    return st;
}

#endif
