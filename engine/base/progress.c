#include "engine/base/progress.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"

#include <math.h>
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
    p->marks[0] = p->marks[1] = (struct progress_mark){before, 0};
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

/* Growth beyond this power is taken for a slow start or a busy machine. */
static const double steepest = 4;

double progress_left(const struct progress *p, uint64_t rows, double seconds,
                     bool *least)
{
    const struct progress_mark *m = &p->marks[0];
    const double to_do = (double)(p->total - rows);
    *least = true;
    if (rows <= p->before || seconds <= 0)
        return -1;
    /* Of a run that goes on, what went before is not known: the rate since the
     * mark. */
    if (p->before && rows > m->rows && seconds > m->seconds)
        return to_do * (seconds - m->seconds) / (double)(rows - m->rows);
    if (p->before || !m->rows || rows <= m->rows || m->seconds <= 0)
        return to_do * seconds / (double)(rows - p->before);
    double power =
        log(seconds / m->seconds) / log((double)rows / (double)m->rows);
    power = power < 1 ? 1 : power > steepest ? steepest : power;
    *least = rows < p->total / 8;
    return seconds * (pow((double)p->total / (double)rows, power) - 1);
}

void progress_mark(struct progress *p, uint64_t rows, double seconds)
{
    const uint64_t last = p->marks[1].rows - p->before;
    if (rows - p->before < 2 * last || rows <= p->before)
        return;
    p->marks[0] = p->marks[1];
    p->marks[1] = (struct progress_mark){rows, seconds};
}

void progress_print(struct progress *p, uint64_t memo_bytes)
{
    const uint64_t done = atomic_load_explicit(&p->done, memory_order_relaxed);
    const double seconds = progress_seconds(p);
    const double rate = (double)(done - p->before) / seconds;
    char left[CLOCK_SPAN] = "?", memo[32] = "", text[200], date[CLOCK_DATE];
    bool least;
    const double more = progress_left(p, done, seconds, &least);
    if (more >= 0)
        clock_span(more, left);
    progress_mark(p, done, seconds);
    if (memo_bytes)
        snprintf(memo, sizeof memo, ", memo %llu %s",
                 (unsigned long long)(memo_bytes >>
                                      (memo_bytes < 1 << 20 ? 10 : 20)),
                 memo_bytes < 1 << 20 ? "kB" : "MB");
    snprintf(text, sizeof text,
             "%s: %llu of %llu rows (%.1f %%), %.0f rows/s, %s%s left%s",
             p->name, (unsigned long long)done, (unsigned long long)p->total,
             100.0 * (double)done / (double)p->total, rate,
             more >= 0 && least ? "at least " : "", left, memo);
    clock_date(date);
    if (p->terminal)
        log_transient(text);
    else
        log_note("%s %s", date, text);
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
