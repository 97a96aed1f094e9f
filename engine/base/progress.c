#include "engine/base/progress.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"

#include <stdio.h>
#include <unistd.h>

double progress_seconds(const struct progress *p)
{
    return (double)(clock_now() - p->started) / (double)CLOCK_SECOND;
}

static uint64_t interval(const struct progress *p)
{
    return p->terminal ? CLOCK_SECOND / 5 : 60 * CLOCK_SECOND;
}

void progress_init(struct progress *p, const char *name, uint64_t total,
                   uint64_t before, bool quiet)
{
    p->name = name;
    p->total = total;
    p->before = before;
    p->quiet = quiet;
    p->terminal = isatty(STDERR_FILENO);
    p->started = clock_now();
    atomic_init(&p->done, before);
    atomic_init(&p->due, p->started + interval(p));
}

bool progress_tick(struct progress *p, uint64_t rows)
{
    atomic_fetch_add_explicit(&p->done, rows, memory_order_relaxed);
    uint64_t due = atomic_load_explicit(&p->due, memory_order_relaxed);
    uint64_t now = clock_now();
    /* The thread that advances the due time is the one that prints. */
    return now >= due && !p->quiet &&
           atomic_compare_exchange_strong(&p->due, &due, now + interval(p));
}

/* "2 h 05 min", "3 min 20 s", "12 s" */
static void span_text(double seconds, char out[32])
{
    unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, 32, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, 32, "%lu min %02lu s", s / 60, s % 60);
    else
        snprintf(out, 32, "%lu s", s);
}

void progress_print(struct progress *p, uint64_t memo_bytes)
{
    uint64_t done = atomic_load_explicit(&p->done, memory_order_relaxed);
    double rate = (double)(done - p->before) / progress_seconds(p);
    char left[32] = "?", memo[32] = "", text[200];
    if (rate > 0)
        span_text((double)(p->total - done) / rate, left);
    if (memo_bytes)
        snprintf(memo, sizeof memo, ", memo %llu MB",
                 (unsigned long long)(memo_bytes >> 20));
    snprintf(text, sizeof text,
             "%s: %llu of %llu rows (%.1f %%), %.0f rows/s, %s left%s", p->name,
             (unsigned long long)done, (unsigned long long)p->total,
             100.0 * (double)done / (double)p->total, rate, left, memo);
    if (p->terminal)
        log_transient(text);
    else
        log_note("%s", text);
}

uint64_t progress_rows(const struct progress *p)
{
    return atomic_load_explicit(&p->done, memory_order_relaxed);
}

void progress_end(struct progress *p)
{
    if (p->terminal && !p->quiet)
        log_transient("");
}
