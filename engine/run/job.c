#include "engine/run/job.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/run/states.h"

enum { SHARD_ROWS = 256, SMALL_LAYER = 64 };

/* Whether to stop is asked after each shard, and within a row when no shard has
 * ended for so long. */
static const uint64_t poll_ns = 200000000;

/* True for the first failure. */
static bool fail(struct job *job, enum status st)
{
    int none = STATUS_OK;
    return st && atomic_compare_exchange_strong(&job->status, &none, (int)st);
}

static bool failed(struct job *job)
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
           (job->retrograde ? retrograde_bytes(job->retrograde) : 0);
}

void job_begin(struct job *job, const struct part_in_hand *batch)
{
    job->hand.rows = batch->n;
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
        fail(job, STATUS_STOPPED);
}

static void check_stop(struct job *job)
{
    const struct run_options *o = job->options;
    const uint64_t until = atomic_load(&job->hand.until);
    if (until && clock_now() > until)
        fail(job, STATUS_STOPPED);
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
    const uint64_t bytes =
        job_bytes(job) + job->hand.rows * job->plan->census->row_size;
    const uint64_t rows = job->plan->grid.count;
    const uint64_t done = progress_rows(&job->progress);
    const double all = (double)bytes * (double)rows / (double)(done + 1);
    /* A pilot has no parts to resume. */
    if (bytes > limit && fail(job, STATUS_STOPPED) && job->parts)
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
        return failed(job);
    const bool print = progress_tick(&job->progress, 0);
    if ((o->show && o->show(o->context)) || print)
        progress_print(&job->progress, job_bytes(job));
    check_memory(job);
    check_stop(job);
    return failed(job);
}

static uint64_t layer_end(const struct job *job,
                          const struct part_in_hand *batch, uint64_t from)
{
    const struct grid *grid = &job->plan->grid;
    uint64_t end =
        grid->kind->layer_end(grid->self, batch->first + from) - batch->first;
    return end < batch->n ? end : batch->n;
}

/* Solves all states of the next rows from i on, which later layers look up;
 * returns where these rows end. */
static uint64_t sweep(struct job *job, const struct part_in_hand *batch,
                      uint64_t i, uint64_t to, unsigned worker)
{
    const uint64_t end = layer_end(job, batch, i);
    uint64_t n = (end < to ? end : to) - i;
    n = n < STATES_ROWS ? n : STATES_ROWS;
    fail(job,
         states_solve(&job->states[worker], job->plan,
                      team_solvers(&job->team, worker), batch->first + i, n));
    return i + n;
}

/* Calls the census for rows batch->order[from..to-1]: to solve them, or to
 * recall what was solved before. */
static void do_shard(struct job *job, const struct part_in_hand *batch,
                     uint64_t from, uint64_t to, unsigned worker, bool recall)
{
    const struct plan *plan = job->plan;
    uint64_t swept = recall || job->method != RUN_SWEEP ? to : from,
             base = from;
    struct cell_states states[CENSUS_GAMES_MAX];
    struct point point;
    struct cell cell = {
        .point = &point,
        .solvers = team_solvers(&job->team, worker),
        .games = plan->games,
        .states = swept < to ? states : NULL,
        .shared = job->team.shared,
    };
    for (uint64_t i = from; i < to && !failed(job); i++) {
        uint64_t row = batch->order ? batch->order[i] : i;
        void *out = batch->rows + row * plan->census->row_size;
        cell.index = batch->first + row;
        if (i == swept) {
            base = i;
            swept = sweep(job, batch, i, to, worker);
        }
        if (cell.states && !failed(job))
            states_of(&job->states[worker], plan, (size_t)(i - base), states);
        if (i > from && !batch->order)
            grid_step(&plan->grid, cell.index, &point);
        else
            grid_unrank(&plan->grid, cell.index, &point);
        if (!failed(job))
            fail(job, recall ? plan->census->recall(&cell, out)
                             : plan->census->row(&cell, out));
    }
    tick(job, recall ? 0 : to - from);
}

/* Context of the visit callback. */
struct visit {
    struct job *job;
    const struct part_in_hand *batch;
    struct cell cell;
    bool obliges; /* the game: a point has a state for each size, too */
};

static bool visit_row(void *context, uint64_t index, const struct point *point,
                      unsigned mask, unsigned sizes)
{
    struct visit *t = context;
    const struct census *census = t->job->plan->census;
    uint64_t values[RETROGRADE_STATES_MAX];
    const struct cell_states states = {values, t->obliges ? sizes + 1 : 1};
    values[0] = mask ? OUTCOME_N : OUTCOME_P;
    for (unsigned i = 1; i < states.n; i++)
        values[i] = mask >> (i - 1) & 1 ? OUTCOME_N : OUTCOME_P;
    t->cell.index = index;
    t->cell.point = point;
    t->cell.states = &states;
    fail(t->job,
         census->row(&t->cell, t->batch->rows + (index - t->batch->first) *
                                                    census->row_size));
    return !failed(t->job);
}

/* Rows from..to-1 of the part in hand by retrograde analysis; without rows,
 * only the masks that later rows need. */
static void do_retrograde(struct job *job, const struct part_in_hand *batch,
                          uint64_t from, uint64_t to, unsigned worker)
{
    struct visit t = {.job = job,
                      .batch = batch,
                      .obliges = job->plan->games[0].traits & GAME_OBLIGES,
                      .cell = {.solvers = team_solvers(&job->team, worker),
                               .games = job->plan->games,
                               .shared = job->team.shared}};
    const uint64_t states =
        retrograde_range(job->retrograde, batch->first + from,
                         batch->first + to, batch->rows ? visit_row : NULL, &t);
    atomic_fetch_add_explicit(&job->nstates, states, memory_order_relaxed);
    tick(job, batch->rows ? to - from : 0);
}

/* Rows from..to-1 of the part in hand by all threads, in shards of `shard`
 * rows. */
static void do_range(struct job *job, const struct part_in_hand *batch,
                     uint64_t from, uint64_t to, uint64_t shard,
                     unsigned worker, bool recall)
{
    const uint64_t shards = (to - from + shard - 1) / shard;
    uint64_t s;
    while ((s = work_barrier_take(&job->barrier)) < shards) {
        const uint64_t start = from + s * shard;
        const uint64_t end = to - start < shard ? to : start + shard;
        if (failed(job))
            continue;
        if (job->retrograde)
            do_retrograde(job, batch, start, end, worker);
        else
            do_shard(job, batch, start, end, worker, recall);
    }
    work_barrier_wait(&job->barrier);
}

/* Small enough that every thread gets several, large enough for the overhead of
 * a shard not to matter. */
static uint64_t shard_rows(const struct job *job, uint64_t rows)
{
    const uint64_t most = job->retrograde ? 16 * SHARD_ROWS : SHARD_ROWS;
    uint64_t shard = rows / (16 * job->threads) + 1;
    return shard < most ? shard : most;
}

/* Layer after layer. Neighbouring layers that are small are one shard: one
 * thread takes them in order, which costs less than a barrier after each. */
static void do_layers(struct job *job, const struct part_in_hand *batch,
                      unsigned worker)
{
    for (uint64_t from = 0; from < batch->n;) {
        uint64_t end = layer_end(job, batch, from);
        uint64_t shard = shard_rows(job, end - from);
        if (end - from < SMALL_LAYER) {
            while (end < batch->n && end - from < SHARD_ROWS) {
                uint64_t next = layer_end(job, batch, end);
                if (next - end >= SMALL_LAYER)
                    break;
                end = next;
            }
            shard = end - from;
        }
        do_range(job, batch, from, end, shard, worker, false);
        if (job->retrograde && worker == 0)
            retrograde_reached(job->retrograde, batch->first + end);
        from = end;
    }
}

/* Compresses the part in hand, one chunk of one column at a time. */
static void encode(struct job *job, const struct part_in_hand *batch)
{
    const struct census *census = job->plan->census;
    const uint64_t chunks = part_chunks(batch->part);
    uint64_t i;
    while ((i = work_barrier_take(&job->barrier)) < chunks * census->ncolumns) {
        const size_t column = column_by_width(census->columns, census->ncolumns,
                                              (size_t)(i / chunks));
        if (!failed(job))
            fail(job,
                 part_encode(batch->part, column, i % chunks, batch->rows));
    }
    work_barrier_wait(&job->barrier);
}

void job_solve(struct job *job, const struct part_in_hand *batch,
               unsigned worker)
{
    if (job->method == RUN_RECURSION)
        do_range(job, batch, 0, batch->n, shard_rows(job, batch->n), worker,
                 false);
    else
        do_layers(job, batch, worker);
    if (batch->part)
        encode(job, batch);
}

void job_recall(struct job *job, const struct part_in_hand *batch,
                unsigned worker)
{
    do_range(job, batch, 0, batch->n, shard_rows(job, batch->n), worker, true);
}

void job_repeat(struct job *job, const struct part_in_hand *batch,
                unsigned worker)
{
    do_layers(job, batch, worker);
}
