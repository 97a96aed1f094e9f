/* crew.h - a team of threads as an interface, for files that must not use
 * OpenMP (only engine/run does).
 *
 * Called by one thread at a time.
 */
#ifndef ENGINE_BASE_CREW_H
#define ENGINE_BASE_CREW_H

#include "engine/base/status.h"

#include <stdint.h>

/* Task number i, run by worker 0..threads-1. */
typedef enum status crew_task(void *context, unsigned worker, uint64_t i);

struct crew {
    unsigned threads;
    enum status (*each)(unsigned threads, uint64_t tasks, crew_task *,
                        void *context);
};

/* Calls task(context, worker, i) for every i < tasks, in about ascending order,
 * on the crew's threads, or on this one alone if crew is NULL. Hands out no
 * more after a failure, and returns one. */
static inline enum status crew_each(const struct crew *crew, uint64_t tasks,
                                    crew_task *task, void *context)
{
    enum status st = STATUS_OK;
    if (crew)
        return crew->each(crew->threads, tasks, task, context);
    for (uint64_t i = 0; i < tasks && !st; i++)
        st = task(context, 0, i);
    return st;
}

#endif
