#include "engine/run.h"

#include "engine/log.h"
#include "engine/progress.h"
#include "engine/retrograde.h"
#include "engine/team.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { SHARD_ROWS = 256, SMALL_LAYER = 64 };

struct run {
    const struct plan *plan;
    struct parts *parts;
    const struct run_options *options;
    unsigned threads;
    enum run_method method;
    struct team team;
    struct retrograde *retrograde; /* NULL: another method */
    struct progress progress;
    _Atomic int status;      /* the first failure; enum status */
    _Atomic uint64_t states; /* solved by retrograde analysis */
};

/* A part while its rows are being solved. */
struct batch {
    uint64_t first, n; /* rows of the grid */
    char *rows;
    uint64_t *order; /* row numbers by ascending measure; NULL: as they come */
    struct part *part;
};

static void fail(struct run *run, enum status st)
{
    int none = STATUS_OK;
    if (st)
        atomic_compare_exchange_strong(&run->status, &none, (int)st);
}

static bool failed(struct run *run)
{
    return atomic_load_explicit(&run->status, memory_order_relaxed) !=
           STATUS_OK;
}

uint64_t run_part_rows(uint64_t rows)
{
    uint64_t part = 1024;
    while (part < rows / 64 && part < 1u << 20)
        part *= 2;
    return part;
}

const char *run_method_name(enum run_method method)
{
    static const char *const names[] = {[RUN_RECURSION] = "recursion",
                                        [RUN_SWEEP] = "sweep",
                                        [RUN_RETROGRADE] = "retrograde"};
    return names[method];
}

static uint64_t memory(const struct run *run)
{
    struct memo_stats stats;
    team_stats(&run->team, &stats);
    return stats.bytes +
           (run->retrograde ? retrograde_bytes(run->retrograde) : 0);
}

/* After each shard: progress, and whether to stop. */
static void tick(struct run *run, uint64_t rows)
{
    if (progress_tick(&run->progress, rows))
        progress_print(&run->progress, memory(run));
    if (run->options->stop && run->options->stop(run->options->context))
        fail(run, STATUS_STOPPED);
}

/* The states of a point other than the free one are rows to nobody, but later
 * layers look them up. */
static enum status solve_states(const struct cell *cell, size_t ngames)
{
    struct position states[POINT_PARTS_MAX];
    for (size_t g = 0; g < ngames; g++) {
        const struct game *game = &cell->games[g];
        uint64_t value;
        enum status st = game->rules->start(game->self, cell->point, states);
        size_t n = 1;
        if (!st && game->rules->states)
            n = game->rules->states(game->self, states[0], states);
        for (size_t i = 0; i < n && !st; i++)
            st = solve_value(&cell->solvers[g], states[i], &value);
        if (st)
            return st;
    }
    return STATUS_OK;
}

/* Calls the census for rows batch->order[from..to-1]: to solve them, or to
 * recall what was solved before. */
static void do_shard(struct run *run, const struct batch *batch, uint64_t from,
                     uint64_t to, bool recall)
{
    const struct plan *plan = run->plan;
    struct point point;
    struct cell cell = {
        .point = &point,
        .solvers = team_solvers(&run->team, (unsigned)omp_get_thread_num()),
        .games = plan->games,
    };
    for (uint64_t i = from; i < to && !failed(run); i++) {
        uint64_t row = batch->order ? batch->order[i] : i;
        void *out = batch->rows + row * plan->census->row_size;
        enum status st = STATUS_OK;
        cell.index = batch->first + row;
        grid_unrank(&plan->grid, cell.index, &point);
        if (recall) {
            st = plan->census->recall(&cell, out);
        } else {
            if (run->method == RUN_SWEEP)
                st = solve_states(&cell, plan->ngames);
            if (!st)
                st = plan->census->row(&cell, out);
        }
        fail(run, st);
    }
    tick(run, recall ? 0 : to - from);
}

/* What retrograde_range tells do_retrograde's rows. */
struct telling {
    struct run *run;
    const struct batch *batch;
    struct cell cell;
};

static bool told(void *context, uint64_t index, const struct point *point,
                 unsigned mask, unsigned sizes)
{
    struct telling *t = context;
    const struct census *census = t->run->plan->census;
    const struct cell_states states = {mask, sizes};
    t->cell.index = index;
    t->cell.point = point;
    t->cell.states = &states;
    fail(t->run,
         census->row(&t->cell, t->batch->rows + (index - t->batch->first) *
                                                    census->row_size));
    return !failed(t->run);
}

/* Rows from..to-1 of a batch backward from the losses; without rows, only what
 * later rows need to know. */
static void do_retrograde(struct run *run, const struct batch *batch,
                          uint64_t from, uint64_t to)
{
    const unsigned worker = (unsigned)omp_get_thread_num();
    struct telling t = {.run = run,
                        .batch = batch,
                        .cell = {.solvers = team_solvers(&run->team, worker),
                                 .games = run->plan->games}};
    const uint64_t states =
        retrograde_range(run->retrograde, batch->first + from,
                         batch->first + to, batch->rows ? told : NULL, &t);
    atomic_fetch_add_explicit(&run->states, states, memory_order_relaxed);
    tick(run, batch->rows ? to - from : 0);
}

/* Rows from..to-1 of a batch by all threads of the team, in shards of so many
 * rows, a barrier behind. */
static void do_range(struct run *run, const struct batch *batch, uint64_t from,
                     uint64_t to, uint64_t shard, bool recall)
{
    const uint64_t shards = (to - from + shard - 1) / shard;
#pragma omp for schedule(dynamic, 1)
    for (uint64_t s = 0; s < shards; s++) {
        uint64_t end = from + (s + 1) * shard;
        end = end < to ? end : to;
        if (failed(run))
            continue;
        if (run->retrograde)
            do_retrograde(run, batch, from + s * shard, end);
        else
            do_shard(run, batch, from + s * shard, end, recall);
    }
}

/* Small enough that every thread gets several, large enough to be worth it. */
static uint64_t shard_rows(const struct run *run, uint64_t rows)
{
    const uint64_t most = run->retrograde ? 16 * SHARD_ROWS : SHARD_ROWS;
    uint64_t shard = rows / (16 * run->threads) + 1;
    return shard < most ? shard : most;
}

static uint64_t layer_end(const struct run *run, const struct batch *batch,
                          uint64_t from)
{
    const struct grid *grid = &run->plan->grid;
    uint64_t end =
        grid->kind->layer_end(grid->self, batch->first + from) - batch->first;
    return end < batch->n ? end : batch->n;
}

/* Layer after layer. Neighbouring layers that are small are one shard: one
 * thread takes them in order, which costs less than a barrier behind each. */
static void do_layers(struct run *run, const struct batch *batch)
{
    for (uint64_t from = 0; from < batch->n;) {
        uint64_t end = layer_end(run, batch, from);
        uint64_t shard = shard_rows(run, end - from);
        if (end - from < SMALL_LAYER) {
            while (end < batch->n && end - from < SHARD_ROWS) {
                uint64_t next = layer_end(run, batch, end);
                if (next - end >= SMALL_LAYER)
                    break;
                end = next;
            }
            shard = end - from;
        }
        do_range(run, batch, from, end, shard, false);
        from = end;
    }
}

/* Compresses the batch, one chunk of one column at a time. */
static void encode(struct run *run, const struct batch *batch)
{
    const uint64_t chunks = part_chunks(batch->part);
    const uint64_t jobs = chunks * run->plan->census->ncolumns;
#pragma omp for schedule(dynamic, 1)
    for (uint64_t job = 0; job < jobs; job++)
        if (!failed(run))
            fail(run, part_encode(batch->part, (size_t)(job / chunks),
                                  job % chunks, batch->rows));
}

struct ranked {
    uint64_t measure, row;
};

static int by_measure(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->measure != y->measure)
        return x->measure < y->measure ? -1 : 1;
    return x->row < y->row ? -1 : 1;
}

/* Orders the rows of a batch by the measure of the first game. */
static enum status order_rows(const struct run *run, struct batch *batch)
{
    const struct game *game = &run->plan->games[0];
    struct ranked *ranked = malloc(batch->n * sizeof *ranked);
    struct point point;
    enum status st = STATUS_OK;
    batch->order = malloc(batch->n * sizeof *batch->order);
    if (!ranked || !batch->order)
        st = log_error(STATUS_NOMEM, "out of memory for the rows of a part");
    for (uint64_t i = 0; i < batch->n && !st; i++) {
        struct position p;
        grid_unrank(&run->plan->grid, batch->first + i, &point);
        st = game->rules->start(game->self, &point, &p);
        ranked[i].row = i;
        ranked[i].measure = st ? 0 : game->rules->measure(game->self, p);
    }
    if (!st)
        qsort(ranked, batch->n, sizeof *ranked, by_measure);
    for (uint64_t i = 0; i < batch->n && !st; i++)
        batch->order[i] = ranked[i].row;
    free(ranked);
    return st;
}

static void batch_release(struct batch *batch)
{
    free(batch->rows);
    free(batch->order);
}

static enum status batch_init(const struct run *run, uint64_t part,
                              struct batch *batch)
{
    const uint64_t size = parts_rows_per_part(run->parts);
    const uint64_t left = run->plan->grid.count - part * size;
    *batch =
        (struct batch){.first = part * size, .n = left < size ? left : size};
    batch->rows = calloc(batch->n, run->plan->census->row_size);
    if (!batch->rows)
        return log_error(STATUS_NOMEM, "out of memory for the rows of a part");
    return STATUS_OK;
}

/* Solves and commits a part that is missing. */
static enum status solve_part(struct run *run, uint64_t part,
                              struct run_report *report)
{
    struct batch batch;
    enum status st = batch_init(run, part, &batch);
    if (!st && run->method == RUN_RECURSION)
        st = order_rows(run, &batch);
    if (!st)
        st = part_begin(run->parts, part, &batch.part);
    if (!st) {
#pragma omp parallel num_threads(run->threads)
        {
            if (run->method != RUN_RECURSION)
                do_layers(run, &batch);
            else
                do_range(run, &batch, 0, batch.n, shard_rows(run, batch.n),
                         false);
            encode(run, &batch);
        }
        st = (enum status)atomic_load(&run->status);
        if (st)
            part_abort(batch.part);
        else
            st = part_commit(batch.part);
    }
    report->rows += st ? 0 : batch.n;
    batch_release(&batch);
    return st;
}

/* Puts what a finished part says back into the memos. */
static enum status recall_part(struct run *run, uint64_t part,
                               struct run_report *report)
{
    struct batch batch;
    enum status st = batch_init(run, part, &batch);
    if (!st)
        st = parts_read(run->parts, part, batch.rows);
    if (!st) {
#pragma omp parallel num_threads(run->threads)
        do_range(run, &batch, 0, batch.n, shard_rows(run, batch.n), true);
        st = (enum status)atomic_load(&run->status);
        report->recalled += batch.n;
    }
    batch_release(&batch);
    return st;
}

/* Retrograde analysis does not read finished parts back: to solve them again
 * takes less time. */
static enum status repeat_part(struct run *run, uint64_t part)
{
    const uint64_t size = parts_rows_per_part(run->parts);
    const uint64_t left = run->plan->grid.count - part * size;
    const struct batch batch = {.first = part * size,
                                .n = left < size ? left : size};
#pragma omp parallel num_threads(run->threads)
    do_layers(run, &batch);
    return (enum status)atomic_load(&run->status);
}

static enum status do_parts(struct run *run, struct run_report *report)
{
    const uint64_t count = parts_count(run->parts);
    const bool recalls = run->plan->census->recall != NULL;
    uint64_t missing = 0;
    enum status st = STATUS_OK;
    for (uint64_t part = 0; part < count; part++)
        missing += !parts_has(run->parts, part);
    for (uint64_t part = 0; part < count && missing && !st; part++) {
        if (!parts_has(run->parts, part)) {
            st = solve_part(run, part, report);
            missing--;
        } else if (run->retrograde) {
            st = repeat_part(run, part);
        } else if (recalls) {
            st = recall_part(run, part, report);
        }
        if (!st)
            st = team_settle(&run->team);
    }
    return st;
}

static enum run_method choose_method(const struct plan *plan,
                                     const struct run_options *options)
{
    if (options->recursion || !plan_sweeps(plan))
        return RUN_RECURSION;
    const bool outcomes =
        plan->ngames == 1 && !strcmp(plan->census->games[0].ask, "outcome");
    return !options->memo && outcomes &&
                   retrograde_fits(&plan->grid, &plan->games[0])
               ? RUN_RETROGRADE
               : RUN_SWEEP;
}

unsigned run_threads(unsigned threads)
{
    return threads ? threads : (unsigned)omp_get_num_procs();
}

enum status run_parallel(unsigned threads, uint64_t jobs,
                         enum status (*job)(void *context, unsigned worker,
                                            uint64_t i),
                         void *context)
{
    _Atomic int status = STATUS_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(run_threads(threads))
    for (uint64_t i = 0; i < jobs; i++) {
        if (atomic_load_explicit(&status, memory_order_relaxed))
            continue;
        enum status st = job(context, (unsigned)omp_get_thread_num(), i);
        if (st)
            atomic_store(&status, (int)st);
    }
    return (enum status)atomic_load(&status);
}

enum status run_census(const struct plan *plan, struct parts *parts,
                       const struct run_options *options,
                       struct run_report *report)
{
    struct run run = {
        .plan = plan,
        .parts = parts,
        .options = options,
        .threads = run_threads(options->threads),
        .method = choose_method(plan, options),
    };
    struct memo_stats stats;
    progress_init(&run.progress, plan->census->name, plan->grid.count,
                  parts_rows_done(parts), options->quiet);
    *report = (struct run_report){.threads = run.threads, .method = run.method};
    const struct memo_kind *memo =
        options->memo ? options->memo : memo_find("striped");
    enum status st = team_open(plan, memo, run.threads, &run.team);
    if (st)
        return st;
    if (run.method == RUN_RETROGRADE)
        st = retrograde_open(&plan->grid, &plan->games[0], &run.retrograde);
    if (!st)
        st = do_parts(&run, report);
    progress_end(&run.progress);
    struct solver_counts counts = team_counts(&run.team);
    report->evaluated = counts.evaluated + run.states;
    report->hits = counts.hits;
    report->misses = counts.misses;
    team_stats(&run.team, &stats);
    report->positions = stats.entries + run.states;
    report->memo_bytes = memory(&run);
    report->seconds = progress_seconds(&run.progress);
    report->cpu_seconds = progress_cpu_seconds();
    if (run.retrograde)
        retrograde_close(run.retrograde);
    team_close(&run.team);
    return st;
}
