#include "engine/run/job.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/memory.h"
#include "engine/base/pages.h"
#include "engine/run/states.h"
#include "engine/store/write/progress_file.h"

#include <stdlib.h>
#include <string.h>

enum { SHARD_ROWS = 256, SMALL_LAYER = 64 };

/* Whether to stop is asked after each shard, and within a row when no shard has
 * ended for so long. */
static const uint64_t poll_ns = 200000000;

/* True for the first failure. */
bool job_fail(struct job *job, enum status st)
{
    int none = STATUS_OK;
    return st && atomic_compare_exchange_strong(&job->status, &none, (int)st);
}

bool job_failed(struct job *job)
{
    return atomic_load_explicit(&job->status, memory_order_relaxed) !=
           STATUS_OK;
}

enum status job_status(const struct job *job)
{
    return (enum status)atomic_load(&job->status);
}

uint64_t job_bytes(const struct job *job)
{
    struct memo_stats stats;
    team_stats(&job->team, &stats);
    return stats.bytes + team_value_bytes(&job->team) +
           team_stack_bytes(&job->team) +
           (job->method->bytes ? job->method->bytes(job) : 0);
}

void job_progress(struct job *job, uint64_t rows, uint64_t before, bool quiet)
{
    const char *name = job->plan->census->name;
    progress_init(&job->progress, name, rows, before, quiet);
    progress_init(&job->noted, name, rows, before, true);
    clock_date(job->started);
    atomic_init(&job->note_due, job->progress.started + CLOCK_SECOND);
}

/* About once a second, by one thread: how far it is, for census status. */
static void note_progress(struct job *job)
{
    const uint64_t now = clock_now(), rows = progress_rows(&job->progress);
    uint64_t due = atomic_load_explicit(&job->note_due, memory_order_relaxed);
    if (!job->parts || now < due ||
        !atomic_compare_exchange_strong(&job->note_due, &due, UINT64_MAX))
        return;
    const double seconds = progress_seconds(&job->progress);
    struct progress_record r = {
        .seconds = seconds,
        .rows = rows,
        .rate = (double)(rows - job->progress.before) / seconds,
        .memory_bytes = memory_resident(),
        .disk_bytes = job->disk_bytes,
        .threads = job->threads,
    };
    memcpy(r.started, job->started, sizeof r.started);
    r.left = progress_left(&job->noted, rows, seconds, &r.least);
    progress_mark(&job->noted, rows, seconds);
    progress_file_write(job->parts, &r);
    atomic_store(&job->note_due, clock_now() + CLOCK_SECOND);
}

void job_begin(struct job *job, const struct part_in_hand *part)
{
    job->hand.rows = part->n;
    job->hand.started = clock_now();
    atomic_store(&job->poll_due, job->hand.started + poll_ns);
    atomic_store(&job->hand.done, 0);
}

bool job_stopping(const struct job *job)
{
    return atomic_load(&job->hand.until) != 0;
}

/* After a stop the part in hand is finished if that takes no longer than this,
 * judged by its rows so far; it is abandoned after twice the time. */
static const uint64_t grace_ns = 2000000000;

static void set_deadline(struct job *job)
{
    const uint64_t done = atomic_load(&job->hand.done), now = clock_now();
    const double so_far = (double)(now - job->hand.started);
    const double left = (double)(job->hand.rows - done);
    if (done && so_far * left / (double)done < (double)grace_ns)
        atomic_store(&job->hand.until, now + 2 * grace_ns);
    else
        job_fail(job, STATUS_STOPPED);
}

static void check_stop(struct job *job)
{
    const struct run_options *o = job->options;
    const uint64_t until = atomic_load(&job->hand.until);
    if (until && clock_now() > until)
        job_fail(job, STATUS_STOPPED);
    else if (!until && o->stop && o->stop(o->context))
        set_deadline(job);
}

/* Ten times a second: has the memory reached its limit? */
static void check_memory(struct job *job)
{
    static const uint64_t every = 100000000;
    const uint64_t now = clock_now(), limit = job->options->memory;
    uint64_t due = atomic_load_explicit(&job->memory_due, memory_order_relaxed);
    if (!limit || now < due ||
        !atomic_compare_exchange_strong(&job->memory_due, &due, now + every))
        return;
    const uint64_t held =
        method_rows_held(job->method, job->threads, job->hand.rows);
    const uint64_t bytes = job_bytes(job) + held * job->plan->census->row_size;
    const uint64_t rows = job->plan->grid.count;
    const uint64_t done = progress_rows(&job->progress);
    const double all = (double)bytes * (double)rows / (double)(done + 1);
    /* A pilot has no parts to resume. */
    if (bytes > limit && job_fail(job, STATUS_STOPPED) && job->parts)
        log_error(STATUS_STOPPED,
                  "%s: %llu MB of memory are in use after %llu of %llu rows, "
                  "and %llu MB is the limit; at this rate all rows need %.0f "
                  "MB: resume with a larger --memory",
                  job->plan->census->name, (unsigned long long)(bytes >> 20),
                  (unsigned long long)done, (unsigned long long)rows,
                  (unsigned long long)(limit >> 20), all / (1 << 20));
}

/* After each shard: progress, and whether to stop. */
static void tick(struct job *job, uint64_t rows)
{
    const struct run_options *o = job->options;
    const bool due = progress_tick(&job->progress, rows);
    atomic_fetch_add_explicit(&job->hand.done, rows, memory_order_relaxed);
    if ((o->show && o->show(o->context)) || due)
        progress_print(&job->progress, job_bytes(job));
    note_progress(job);
    check_memory(job);
    check_stop(job);
    atomic_store_explicit(&job->poll_due, clock_now() + poll_ns,
                          memory_order_relaxed);
}

bool job_interrupted(void *context)
{
    struct job *job = context;
    const struct run_options *o = job->options;
    const uint64_t now = clock_now();
    uint64_t due = atomic_load_explicit(&job->poll_due, memory_order_relaxed);
    if (now < due ||
        !atomic_compare_exchange_strong(&job->poll_due, &due, now + poll_ns))
        return job_failed(job);
    const bool print = progress_tick(&job->progress, 0);
    if ((o->show && o->show(o->context)) || print)
        progress_print(&job->progress, job_bytes(job));
    note_progress(job);
    check_memory(job);
    check_stop(job);
    return job_failed(job);
}

uint64_t job_layer_end(const struct job *job, const struct part_in_hand *part,
                       uint64_t from)
{
    const struct grid *grid = &job->plan->grid;
    if (!grid->kind->layer_end)
        return part->n;
    uint64_t end =
        grid->kind->layer_end(grid->self, part->first + from) - part->first;
    return end < part->n ? end : part->n;
}

struct cell job_cell(const struct job *job, unsigned worker)
{
    return (struct cell){
        .solvers = team_solvers(&job->team, worker),
        .games = job->plan->games,
        .shared = job->team.shared,
        .census = job->plan->census,
    };
}

static void *row_of(const struct job *job, const struct part_in_hand *part,
                    const struct cell *cell)
{
    return part->rows +
           (cell->index - part->first) * job->plan->census->row_size;
}

bool job_row(struct job *job, const struct part_in_hand *part,
             const struct cell *cell)
{
    enum status st = job->plan->census->row(cell, row_of(job, part, cell));
    if (st)
        job_fail(job, st);
    return !job_failed(job);
}

/* Puts rows that were solved before into the memos, or where the method keeps
 * them. */
static void recall(struct job *job, const struct part_in_hand *part,
                   uint64_t from, uint64_t to, unsigned worker)
{
    struct point point;
    struct cell cell = job_cell(job, worker);
    cell.point = &point;
    for (uint64_t i = from; i < to && !job_failed(job); i++) {
        cell.index = part->first + i;
        grid_walk(&job->plan->grid, i > from, cell.index, &point);
        const void *row = row_of(job, part, &cell);
        job_fail(job, job->method->recall
                          ? job->method->recall(job, &cell, row)
                          : job->plan->census->recall(&cell, row));
    }
}

/* What is done with rows from..to-1 of the part in hand. */
typedef void range_step(struct job *, const struct part_in_hand *,
                        uint64_t from, uint64_t to, unsigned worker);

/* By all threads, in shards of `shard` rows. */
static void do_range(struct job *job, const struct part_in_hand *part,
                     uint64_t from, uint64_t to, uint64_t shard,
                     unsigned worker, range_step *step)
{
    const uint64_t shards = (to - from + shard - 1) / shard;
    const bool solves = step == job->method->solve && part->rows;
    uint64_t s;
    while ((s = work_barrier_take(&job->barrier)) < shards) {
        const uint64_t start = from + s * shard;
        const uint64_t end = to - start < shard ? to : start + shard;
        if (job_failed(job))
            continue;
        step(job, part, start, end, worker);
        tick(job, solves ? end - start : 0);
    }
    work_barrier_wait(&job->barrier);
}

/* Small enough that every thread gets several, large enough for the overhead of
 * a shard not to matter. */
static uint64_t shard_rows(const struct job *job, uint64_t rows)
{
    const uint64_t shard = rows / (16 * job->threads) + 1;
    return shard < job->method->shard_rows ? shard : job->method->shard_rows;
}

static void solve_own(struct job *job, const struct part_in_hand *part,
                      uint64_t from, uint64_t to, unsigned worker)
{
    (void)part;
    job_fail(job, together_solve(job->together, from, to, worker));
}

static void keep(struct job *job, const struct part_in_hand *part,
                 uint64_t from, uint64_t to, unsigned worker)
{
    (void)part;
    job_fail(job, together_keep(job->together, from, to, worker));
}

/* What the others have found, into the memo; into each thread's, where it sees
 * no others. */
static void keep_others(struct job *job, const struct part_in_hand *part,
                        unsigned worker)
{
    struct together *t = job->together;
    const uint64_t first = t->first[t->handout->process],
                   end = first + together_own(t);
    if (job->team.memos[t->game].kind->apart) {
        if (!job_failed(job)) {
            keep(job, part, 0, first, worker);
            keep(job, part, end, t->n, worker);
        }
        work_barrier_wait(&job->barrier);
    } else {
        do_range(job, part, 0, first, shard_rows(job, first), worker, keep);
        do_range(job, part, end, t->n, shard_rows(job, t->n - end), worker,
                 keep);
    }
}

/* The values of rows from..to-1 in game g, each found by one process; all by
 * `owner`, in order, if that is one of them. */
static void find_together(struct job *job, const struct part_in_hand *part,
                          size_t g, uint64_t from, uint64_t to, unsigned owner,
                          unsigned worker)
{
    struct together *t = job->together;
    if (worker == 0)
        job_fail(job,
                 together_list(t, g, part->first + from, to - from, owner));
    work_barrier_wait(&job->barrier);
    const uint64_t n = together_own(t);
    do_range(job, part, 0, n,
             owner < t->handout->processes ? n + 1 : shard_rows(job, n), worker,
             solve_own);
    if (worker == 0) {
        enum status own;
        const enum status st = together_tell(t, job_status(job), &own);
        job_fail(job, st ? st : own);
        job->ended = st != STATUS_OK; /* for all processes alike */
    }
    work_barrier_wait(&job->barrier);
    keep_others(job, part, worker);
}

/* Rows from..to-1, which need no others of their layer or are few: all values
 * are found, then each process makes its share of the rows. */
static void do_together(struct job *job, const struct part_in_hand *part,
                        uint64_t from, uint64_t to, unsigned owner,
                        unsigned worker)
{
    const struct handout *h = job->together->handout;
    const size_t size = job->plan->census->row_size;
    const uint64_t n = to - from;
    const uint64_t first = from + handout_first(h, n, h->processes, h->process),
                   end =
                       from + handout_first(h, n, h->processes, h->process + 1);
    for (size_t g = 0; g < job->plan->ngames && !job->ended; g++)
        find_together(job, part, g, from, to, owner, worker);
    if (job->ended || !part->rows)
        return;
    do_range(job, part, first, end, shard_rows(job, end - first), worker,
             job->method->solve);
    if (worker == 0) {
        const enum status st = h->exchange(h->self, part->rows + from * size, n,
                                           size, h->processes, job_status(job));
        job_fail(job, st);
        job->ended = st != STATUS_OK;
        job->brought += end - first;
        tick(job, n - (end - first));
    }
    work_barrier_wait(&job->barrier);
}

/* Layer after layer. Neighbouring layers that are small are one shard: one
 * thread takes them in order, which costs less than a barrier after each. */
static void do_layers(struct job *job, const struct part_in_hand *part,
                      unsigned worker)
{
    const struct method *method = job->method;
    const struct together *together = job->together;
    for (uint64_t from = 0; from < part->n;) {
        unsigned owner = together ? together->handout->processes : 0;
        uint64_t end = job_layer_end(job, part, from);
        uint64_t shard = shard_rows(job, end - from);
        if (end - from < SMALL_LAYER) {
            while (end < part->n && end - from < SHARD_ROWS) {
                uint64_t next = job_layer_end(job, part, end);
                if (next - end >= SMALL_LAYER)
                    break;
                end = next;
            }
            shard = end - from;
            owner = 0;
        }
        if (together && end - from > TOGETHER_ROWS)
            end = from + TOGETHER_ROWS;
        if (together) {
            do_together(job, part, from, end, owner, worker);
            if (job->ended)
                return;
        } else {
            do_range(job, part, from, end, shard, worker, method->solve);
        }
        if (method->reached && worker == 0)
            method->reached(job, part->first + end);
        from = end;
    }
}

/* Compresses the part in hand, one chunk of one column at a time. */
void job_encode(struct job *job, const struct part_in_hand *part,
                unsigned worker)
{
    (void)worker;
    const struct census *census = job->plan->census;
    const uint64_t chunks = part_chunks(part->part);
    const uint64_t size = part_chunk_rows(part->part) * census->row_size;
    struct chunk_room room = {0};
    uint64_t i;
    while ((i = work_barrier_take(&job->barrier)) < chunks * census->ncolumns) {
        const size_t column = column_by_width(census->columns, census->ncolumns,
                                              (size_t)(i / chunks));
        if (!job_failed(job))
            job_fail(job,
                     part_encode_chunk(part->part, &room, column, i % chunks,
                                       part->rows + i % chunks * size));
    }
    chunk_room_close(&room);
    work_barrier_wait(&job->barrier);
}

/* Rows of a chunk from `rows` on, and compressed. */
static void do_chunk(struct job *job, const struct part_in_hand *part,
                     uint64_t chunk, char *rows, struct chunk_room *room,
                     unsigned worker)
{
    const struct census *census = job->plan->census;
    const uint64_t size = part_chunk_rows(part->part);
    const uint64_t left = part->n - chunk * size;
    const struct part_in_hand some = {.first = part->first + chunk * size,
                                      .n = left < size ? left : size,
                                      .rows = rows};
    memset(rows, 0, some.n * census->row_size);
    job->method->solve(job, &some, 0, some.n, worker);
    for (size_t c = 0; c < census->ncolumns && !job_failed(job); c++)
        job_fail(job, part_encode_chunk(part->part, room, c, chunk, rows));
    tick(job, some.n);
}

/* Each thread a chunk at a time: its rows are compressed where they are in the
 * processor's cache, and those of the part are nowhere together. */
static void do_chunks(struct job *job, const struct part_in_hand *part,
                      unsigned worker)
{
    const uint64_t size = part_chunk_rows(part->part);
    char *rows = pages_malloc((part->n < size ? part->n : size) *
                              job->plan->census->row_size);
    struct chunk_room room = {0};
    uint64_t chunk;
    if (!rows)
        job_fail(job, log_error(STATUS_NOMEM, "out of memory for rows"));
    while ((chunk = work_barrier_take(&job->barrier)) < part_chunks(part->part))
        if (!job_failed(job))
            do_chunk(job, part, chunk, rows, &room, worker);
    chunk_room_close(&room);
    free(rows);
    work_barrier_wait(&job->barrier);
}

void job_solve(struct job *job, const struct part_in_hand *part,
               unsigned worker)
{
    if (job->method->prepare)
        job->method->prepare(job, part, worker);
    if (!part->rows) {
        do_chunks(job, part, worker);
        return;
    }
    if (job->method->layers)
        do_layers(job, part, worker);
    else
        do_range(job, part, 0, part->n, shard_rows(job, part->n), worker,
                 job->method->solve);
    if (part->part)
        job_encode(job, part, worker);
}

void job_recall(struct job *job, const struct part_in_hand *part,
                unsigned worker)
{
    const uint64_t shard =
        job->method->recall ? part->n : shard_rows(job, part->n);
    do_range(job, part, 0, part->n, shard, worker, recall);
}

void job_repeat(struct job *job, const struct part_in_hand *part,
                unsigned worker)
{
    do_layers(job, part, worker);
}
