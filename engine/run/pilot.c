#include "engine/run/pilot.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/memory.h"
#include "engine/base/pages.h"
#include "engine/store/file/chunk.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 256, MOST = 1 << 20, FEW = 64 };
/* Of the memory, the rows of a pilot or of a part take at most an eighth. */
enum { SHARE = 8 };
/* By the clock. With 4, a run of low priority beside sixteen others had tried
 * no 256 rows in a second. */
static const double CLOCK_TIMES = 16;

/* The same threads, memo and recursion, quiet, and stopped when its time is up
 * or when the run that it precedes is asked to stop. */
struct trial {
    const struct run_options *outer;
    uint64_t until; /* ns of the clock */
    double cpu_until;
};

static bool asked_to_stop(const struct trial *trial)
{
    const struct run_options *o = trial->outer;
    return o->stop && o->stop(o->context);
}

static bool over(void *context)
{
    const struct trial *trial = context;
    return clock_now() > trial->until ||
           clock_cpu_seconds() > trial->cpu_until || asked_to_stop(trial);
}

/* Bytes of n rows as chunks of an archive. */
static enum status compress(const struct plan *plan, const char *rows,
                            uint64_t n, uint64_t *bytes)
{
    const struct census *census = plan->census;
    const uint64_t full = n < STORE_CHUNK_ROWS ? n : STORE_CHUNK_ROWS;
    struct chunk_room room = {0};
    enum status st = STATUS_OK;
    *bytes = 0;
    for (uint64_t first = 0; first < n; first += full)
        for (size_t c = 0; c < census->ncolumns && !st; c++) {
            struct chunk chunk;
            st = chunk_encode_in(
                &room, &census->columns[c], rows + first * census->row_size,
                census->row_size, n - first < full ? n - first : full, full,
                &chunk);
            if (!st) {
                *bytes += chunk.size;
                chunk_release(&chunk);
            }
        }
    chunk_room_close(&room);
    return st;
}

/* Also if it is stopped: what was found, and in what time. */
static enum status fly_once(const struct plan *plan,
                            const struct run_options *options, uint64_t n,
                            struct pilot *pilot)
{
    struct run_report report;
    char *rows = pages_calloc(n, plan->census->row_size);
    if (!rows)
        return log_error(STATUS_NOMEM, "out of memory for a pilot");
    const double start = clock_cpu_seconds();
    enum status st = run_pilot(plan, options, n,
                               run_part_rows(plan->grid.count), rows, &report);
    const double solved = clock_cpu_seconds();
    *pilot = (struct pilot){.rows = st ? 0 : n,
                            .positions = report.positions,
                            .memo_bytes = report.memo_bytes,
                            .value_bytes = report.value_bytes,
                            .seconds = solved - start};
    if (!st) {
        st = compress(plan, rows, n, &pilot->bytes);
        pilot->compressing_seconds = clock_cpu_seconds() - solved;
    }
    free(rows);
    return st;
}

static struct trial trial_begin(const struct run_options *options,
                                double seconds)
{
    const double cpu = seconds * run_threads(options->threads);
    return (struct trial){options,
                          clock_now() + (uint64_t)(CLOCK_TIMES * 1e9 * seconds),
                          clock_cpu_seconds() + cpu};
}

/* Of rows that are read from tables a chunk says how they compress, and more
 * than a few of all would cost more than is learnt. */
static uint64_t most_rows(const struct plan *plan,
                          const struct run_options *options)
{
    const uint64_t room = options->memory / SHARE / plan->census->row_size;
    uint64_t most = options->memory && room < MOST ? room : MOST;
    const uint64_t few = plan->grid.count / FEW;
    if (run_method(plan, options)->prepare && most > STORE_CHUNK_ROWS)
        most = few < STORE_CHUNK_ROWS ? STORE_CHUNK_ROWS
               : few < most           ? few
                                      : most;
    return most;
}

/* From so many rows on. stopped: the pilot that was not done in time. */
static enum status fly(const struct plan *plan,
                       const struct run_options *options, bool recursion,
                       uint64_t first, double seconds, struct pilots *pilots,
                       struct pilot *stopped)
{
    const uint64_t count = plan->grid.count;
    struct trial trial = trial_begin(options, seconds);
    const struct run_options own = {.threads = options->threads,
                                    .memo = options->memo,
                                    .recursion = recursion,
                                    .memory = options->memory,
                                    .quiet = true,
                                    .stop = over,
                                    .context = &trial};
    if (run_method(plan, options)->part_rows)
        return STATUS_OK;
    for (uint64_t n = first, last = 0;
         count && last < count && n <= most_rows(plan, options); n *= 4) {
        struct pilot pilot = {0};
        last = n < count ? n : count;
        enum status st = fly_once(plan, &own, last, &pilot);
        *stopped = pilot;
        if (st == STATUS_STOPPED)
            return asked_to_stop(&trial) ? st : STATUS_OK;
        if (st)
            return st;
        memmove(pilots->last, pilots->last + 1,
                (PILOTS - 1) * sizeof pilots->last[0]);
        pilots->last[PILOTS - 1] = pilot;
        if (over(&trial))
            break;
    }
    return STATUS_OK;
}

static enum status fly_all(const struct plan *plan,
                           const struct run_options *options, double seconds,
                           struct pilots *pilots)
{
    const bool prepares = run_method(plan, options)->prepare;
    struct pilot stopped = {0};
    enum status st = fly(plan, options, options->recursion, FIRST, seconds,
                         pilots, &stopped);
    if (st || pilots->last[PILOTS - 1].rows || !plan->grid.count)
        return st;
    if (prepares) {
        pilots->cut[1] = stopped;
        st = fly(plan, options, false, FIRST, seconds / 4, pilots,
                 &pilots->cut[0]);
    }
    return st ? st
              : fly(plan, options, prepares || options->recursion, 1,
                    seconds / 2, pilots, &stopped);
}

enum status pilots_fly(const struct plan *plan,
                       const struct run_options *options, double seconds,
                       struct pilots *pilots)
{
    *pilots = (struct pilots){0};
    enum status st = fly_all(plan, options, seconds, pilots);
    /* What the program holds is part of an estimate. */
    memory_return();
    return st;
}

/* Parts of a run, at least, for which they may be twice as long. */
enum { SHORT = 24 };
/* Where no more than a chunk of them is held: so many parts, at least, and rows
 * of one at most. To write a file and merge it takes one thread 12 million
 * instructions, as many as 20,000 rows of Nim (partitions to 64 in 24 parts).
 */
enum { CHUNKED_PARTS = 8, CHUNKED_ROWS = 1 << 22 };
/* Rows of parts that are not made longer for being solved again, if they are
 * all held. */
enum { AGAIN_ROWS = 1 << 20 };

static bool is_short(const struct plan *plan, uint64_t rows)
{
    return rows < plan->grid.count && rows < STORE_CHUNK_ROWS;
}

bool pilots_size_parts(const struct plan *plan,
                       const struct run_options *options)
{
    return is_short(plan, run_part_rows(plan->grid.count)) &&
           !run_method(plan, options)->prepare;
}

/* Of a part: its rows, as far as they are held, and its chunks, compressed. */
static uint64_t held_bytes(const struct plan *plan,
                           const struct run_options *options,
                           const struct pilot *p, uint64_t rows)
{
    const uint64_t held = method_rows_held(run_method(plan, options),
                                           run_threads(options->threads), rows);
    const double packed = p->rows ? (double)p->bytes / (double)p->rows : 0;
    return held * plan->census->row_size + (uint64_t)(packed * (double)rows);
}

uint64_t pilots_part_rows(const struct plan *plan,
                          const struct run_options *options,
                          const struct pilots *pilots)
{
    const struct pilot *p = &pilots->last[PILOTS - 1];
    const struct method *method = run_method(plan, options);
    const double second =
        (double)p->rows * run_threads(options->threads) / (p->seconds + 1e-9);
    uint64_t rows = run_part_rows(plan->grid.count);
    if (method->part_rows)
        return method->part_rows;
    /* Rows that are read from tables come by millions a second: a file of a
     * million takes one thread 6 % of the time. And what is solved again after
     * a stop in any case loses nothing by longer parts. */
    const bool again = method->layers && !method->memo;
    if (rows < plan->grid.count / SHORT &&
        (method->prepare || (again && rows < AGAIN_ROWS)))
        rows *= 2;
    while (method->chunks && rows < CHUNKED_ROWS &&
           rows < plan->grid.count / CHUNKED_PARTS)
        rows *= 2;
    while (options->memory && rows > STORE_CHUNK_ROWS &&
           held_bytes(plan, options, p, rows) > options->memory / SHARE)
        rows /= 2;
    if (!is_short(plan, rows))
        return rows;
    /* Rows that are read from tables cost less than a file of few. */
    if (method->prepare)
        return STORE_CHUNK_ROWS;
    while (rows < STORE_CHUNK_ROWS && 2 * (double)rows <= second)
        rows *= 2;
    return rows;
}
