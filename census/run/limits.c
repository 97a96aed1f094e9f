#include "census/run/limits.h"

#include "census/run/machine.h"

enum status limits_read(const struct limits *l, double *seconds,
                        uint64_t *memory)
{
    enum status st = STATUS_OK;
    *seconds = 0;
    if (l->time)
        st = machine_seconds("--time-limit", l->time, seconds);
    return st ? st : machine_memory_limit(l->memory, memory);
}

enum status limits_begin(const struct limits *l, struct watch *w)
{
    double seconds;
    uint64_t memory;
    enum status st = limits_read(l, &seconds, &memory);
    if (st)
        return st;
    watch_deadline(w, seconds);
    watch_memory(w, memory);
    return STATUS_OK;
}
