#include "engine/base/clock.h"

#include <stdio.h>
#include <time.h>

static uint64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * CLOCK_SECOND + (uint64_t)t.tv_nsec;
}

uint64_t clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t clock_cpu_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double clock_cpu_seconds(void)
{
    return (double)read_clock(CLOCK_PROCESS_CPUTIME_ID) / (double)CLOCK_SECOND;
}

void clock_date(char out[CLOCK_DATE])
{
    const time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(out, CLOCK_DATE, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

void clock_span(double seconds, char out[CLOCK_SPAN])
{
    unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, CLOCK_SPAN, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, CLOCK_SPAN, "%lu min %02lu s", s / 60, s % 60);
    else
        snprintf(out, CLOCK_SPAN, "%lu s", s);
}
