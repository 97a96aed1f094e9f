#include "engine/proof/proof_limits.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"

void proof_limits_start(struct proof_limits *l)
{
    l->until = l->seconds > 0 ? clock_now() + (uint64_t)(l->seconds * 1e9) : 0;
}

enum status proof_limits_take(struct proof_limits *l, uint64_t bytes)
{
    const uint64_t sum = atomic_fetch_add(&l->bytes, bytes) + bytes;
    if (!l->memory || sum <= l->memory)
        return STATUS_OK;
    atomic_fetch_sub(&l->bytes, bytes);
    if (!atomic_exchange(&l->logged, true))
        log_error(STATUS_STOPPED,
                  "%s: not decided within %llu MB of memory: the proof needs "
                  "more (--memory)",
                  l->path, (unsigned long long)(l->memory >> 20));
    return STATUS_STOPPED;
}

void proof_limits_give(struct proof_limits *l, uint64_t bytes)
{
    atomic_fetch_sub(&l->bytes, bytes);
}

enum status proof_limits_poll(struct proof_limits *l)
{
    if (l->stop && l->stop(l->context))
        return STATUS_STOPPED;
    if (!l->until || clock_now() <= l->until)
        return STATUS_OK;
    if (!atomic_exchange(&l->logged, true))
        log_error(STATUS_STOPPED, "%s: not decided within %g s (--time-limit)",
                  l->path, l->seconds);
    return STATUS_STOPPED;
}
