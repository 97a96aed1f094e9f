#include "census/run/budget.h"

#include "census/run/machine.h"
#include "engine/base/log.h"

#include <stdio.h>

/* Rows from which on a pilot precedes a run that speaks: fewer are solved in
 * about the time that a pilot takes. */
enum { PILOT_ROWS = 65536 };
/* And so many positions, where rows are read from tables of them: nimbers of 2
 * million of Nim take a second, and a pilot half of that. */
enum { PILOT_POSITIONS = 1 << 21 };
/* CPU seconds on each thread: of a pilot for an estimate, and of one for the
 * size of parts alone. */
static const double short_pilot = 0.25, shortest_pilot = 0.05;

const char *budget_size_text(uint64_t bytes, char out[32])
{
    if (bytes < 1 << 20)
        snprintf(out, 32, "%llu kB", (unsigned long long)(bytes + 1023) >> 10);
    else
        snprintf(out, 32, "%.*f MB", bytes < 1000u << 20,
                 (double)bytes / (1 << 20));
    return out;
}

static double megabytes(uint64_t bytes)
{
    return (double)bytes / (1 << 20);
}

uint64_t budget_memory(uint64_t asked)
{
    return asked ? asked : machine_memory() / 4 * 3;
}

/* Parts and archive coexist for a moment. */
static uint64_t needed(const struct estimate *e, double done)
{
    return (uint64_t)((double)e->archive_bytes * (2 - done)) + e->spill_bytes;
}

static bool is_short(const struct plan *plan, const struct run_options *options)
{
    const struct method *method = run_method(plan, options);
    uint64_t positions;
    return plan->grid.count < PILOT_ROWS ||
           (method->chunks &&
            method->positions(plan, &positions) == STATUS_OK &&
            positions < PILOT_POSITIONS);
}

enum status budget_pilots(const struct plan *plan,
                          const struct run_options *options, const char *path,
                          bool sized, struct pilots *pilots)
{
    const bool blind = !options->quiet && !is_short(plan, options);
    const struct estimate most = {.archive_bytes = estimate_archive_most(plan)};
    *pilots = (struct pilots){0};
    if (blind || needed(&most, 0) > machine_disk(path))
        return pilots_fly(plan, options, short_pilot, pilots);
    return sized || !pilots_size_parts(plan, options)
               ? STATUS_OK
               : pilots_fly(plan, options, shortest_pilot, pilots);
}

enum status budget_make(const struct plan *plan,
                        const struct run_options *options, uint64_t part_rows,
                        const char *path, uint64_t memory,
                        const struct pilots *pilots, double done,
                        struct budget *b)
{
    *b = (struct budget){
        .memory = budget_memory(memory),
        .threads = run_threads(options->threads),
        .disk = machine_disk(path),
    };
    struct run_options own = *options;
    enum status st = estimate_run(plan, &own, part_rows, pilots, &b->estimate);
    b->spill = !st && b->estimate.method->spills &&
               b->estimate.memory_bytes > b->memory;
    if (b->spill) {
        own.spill = true;
        st = estimate_run(plan, &own, part_rows, pilots, &b->estimate);
        /* Some tables cannot be on the disk. */
        b->spill = b->estimate.spill_bytes > 0;
    }
    b->needed = needed(&b->estimate, done);
    return st;
}

/* An estimate has two digits. */
const char *budget_time_text(double seconds, char out[32])
{
    if (seconds < 100)
        snprintf(out, 32, "%.*f s", seconds < 10, seconds);
    else if (seconds < 6000)
        snprintf(out, 32, "%.0f min", seconds / 60);
    else
        snprintf(out, 32, "%.1f h", seconds / 3600);
    return out;
}

/* A pilot of fewer than one row in so many says little of how much dearer the
 * last ones are. */
enum { FAR = 1024 };

void budget_text(const struct budget *b, char out[], size_t cap)
{
    static const char *const how[] = {
        [ESTIMATE_NONE] = "positions not known",
        [ESTIMATE_CARRIED] = "carried on",
        [ESTIMATE_TRIED] = "tried",
        [ESTIMATE_SAMPLED] = "sampled",
        [ESTIMATE_COUNTED] = "counted",
    };
    const struct estimate *e = &b->estimate;
    char memo[32], memory[32], archive[32], time[32];
    int n = snprintf(out, cap, "%llu rows by %s", (unsigned long long)e->rows,
                     e->method->name);
    if (e->basis == ESTIMATE_NONE)
        n += snprintf(out + n, cap - (size_t)n, ", %s", how[e->basis]);
    else
        n += snprintf(out + n, cap - (size_t)n, ", %s%llu positions (%s)",
                      e->open ? "at least " : "",
                      (unsigned long long)e->positions, how[e->basis]);
    if (e->memo_bytes)
        n += snprintf(out + n, cap - (size_t)n, ", memo %s",
                      budget_size_text(e->memo_bytes, memo));
    if (b->spill)
        n += snprintf(out + n, cap - (size_t)n, ", %s %.1f MB on the disk",
                      e->method->keeps, megabytes(e->spill_bytes));
    n += snprintf(out + n, cap - (size_t)n,
                  ", memory %s%s of %.0f MB, archive "
                  "%s%s",
                  e->more ? "more than " : "",
                  budget_size_text(e->memory_bytes, memory),
                  megabytes(b->memory), e->pilot_rows ? "" : "at most ",
                  budget_size_text(e->archive_bytes, archive));
    if (e->seconds > 0)
        snprintf(out + n, cap - (size_t)n, ", %s %s on %u threads",
                 e->open || e->pilot_rows < e->rows / FAR ? "at least"
                                                          : "about",
                 budget_time_text(e->seconds, time), b->threads);
}

enum status budget_refuse(const struct budget *b, const char *path)
{
    const struct estimate *e = &b->estimate;
    if (b->needed > b->disk && e->pilot_rows)
        return log_error(STATUS_IO,
                         "%s: needs %.1f MB of disk while parts and archive "
                         "are both there, and %.1f MB are free",
                         path, megabytes(b->needed), megabytes(b->disk));
    if (e->memory_bytes <= b->memory)
        return STATUS_OK;
    if (e->basis >= ESTIMATE_TRIED)
        return log_error(STATUS_NOMEM,
                         "%s: needs %.0f MB of memory (%llu positions), and "
                         "%.0f MB is the limit (--memory)",
                         path, megabytes(e->memory_bytes),
                         (unsigned long long)e->positions,
                         megabytes(b->memory));
    log_note("%s: may need %.0f MB of memory, and %.0f MB is the limit "
             "(--memory): if so, it stops there and can be resumed",
             path, megabytes(e->memory_bytes), megabytes(b->memory));
    return STATUS_OK;
}
