#include "engine/run/run.h"

#include "engine/base/clock.h"
#include "engine/base/log.h"
#include "engine/base/pages.h"
#include "engine/run/job.h"
#include "engine/run/memo_checkpoint.h"
#include "engine/run/threads.h"
#include "engine/run/value_book.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

uint64_t run_part_rows(uint64_t rows)
{
    uint64_t part = 1024;
    while (part < rows / 64 && part < 1u << 20)
        part *= 2;
    return part;
}

uint64_t run_shared_part_rows(uint64_t rows)
{
    uint64_t part = 256;
    while (part < rows / 64 && part < 1u << 20)
        part *= 2;
    return part;
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

/* The measures of a part's rows, found by all threads. */
struct ranking_of_rows {
    const struct job *job;
    const struct part_in_hand *batch;
    struct ranked *ranked;
};

enum { RANKED_ROWS = 1024 };

static enum status rank_some(void *context, unsigned worker, uint64_t task)
{
    const struct ranking_of_rows *r = context;
    const struct game *game = &r->job->plan->games[0];
    const uint64_t first = task * RANKED_ROWS, n = r->batch->n;
    struct point point;
    enum status st = STATUS_OK;
    (void)worker;
    for (uint64_t i = first; i < n && i < first + RANKED_ROWS && !st; i++) {
        struct position p;
        grid_walk(&r->job->plan->grid, i > first, r->batch->first + i, &point);
        st = game_start(game, &point, &p);
        r->ranked[i].row = i;
        r->ranked[i].measure = st ? 0 : game->rules->measure(game->self, p);
    }
    return st;
}

/* Orders the rows of a part by the measure of the first game; no order where
 * they are in it already. */
static enum status order_rows(const struct job *job, struct part_in_hand *batch)
{
    struct ranked *ranked = malloc(batch->n * sizeof *ranked);
    const struct crew crew = run_crew(job->threads);
    struct ranking_of_rows r = {job, batch, ranked};
    bool ordered = !job->options->descending;
    batch->order = malloc(batch->n * sizeof *batch->order);
    enum status st =
        ranked && batch->order
            ? crew_each(
                  job->threads > 1 && batch->n > RANKED_ROWS ? &crew : NULL,
                  (batch->n + RANKED_ROWS - 1) / RANKED_ROWS, rank_some, &r)
            : log_error(STATUS_NOMEM, "out of memory for the rows of a part");
    for (uint64_t i = 1; i < batch->n && !st && ordered; i++)
        ordered = ranked[i - 1].measure <= ranked[i].measure;
    if (!st && !ordered)
        qsort(ranked, batch->n, sizeof *ranked, by_measure);
    for (uint64_t i = 0; i < batch->n && !st; i++)
        batch->order[job->options->descending ? batch->n - 1 - i : i] =
            ranked[i].row;
    if (ordered) {
        free(batch->order);
        batch->order = NULL;
    }
    free(ranked);
    return st;
}

static void batch_release(struct part_in_hand *batch)
{
    free(batch->rows);
    free(batch->order);
}

/* whole: with room for all of its rows. */
static enum status batch_init(const struct job *job, uint64_t part, bool whole,
                              struct part_in_hand *batch)
{
    const uint64_t size = parts_rows_per_part(job->parts);
    const uint64_t left = job->plan->grid.count - part * size;
    *batch = (struct part_in_hand){.first = part * size,
                                   .n = left < size ? left : size};
    if (!whole)
        return STATUS_OK;
    batch->rows = pages_calloc(batch->n, job->plan->census->row_size);
    if (!batch->rows)
        return log_error(STATUS_NOMEM, "out of memory for the rows of a part");
    return STATUS_OK;
}

/* Runs a step of the part on every thread. */
static enum status all_threads(
    struct job *job, const struct part_in_hand *batch,
    void (*work)(struct job *, const struct part_in_hand *, unsigned worker))
{
#pragma omp parallel num_threads(job->threads)
    {
        /* The system may give fewer threads than asked for. */
#pragma omp single
        work_barrier_init(&job->barrier, (unsigned)omp_get_num_threads());
        work(job, batch, (unsigned)omp_get_thread_num());
    }
    job->barriers += atomic_load(&job->barrier.round);
    job->waited_ns += atomic_load(&job->barrier.waited_ns);
    return job_status(job);
}

/* Solves and commits a part that is missing. */
static enum status solve_part(struct job *job, uint64_t part,
                              struct run_report *report)
{
    struct part_in_hand batch;
    enum status st = batch_init(job, part, !job->method->chunks, &batch);
    if (!st && job->method->row_order_bytes)
        st = order_rows(job, &batch);
    if (!st)
        st = part_begin(job->parts, part, &batch.part);
    if (!st) {
        job_begin(job, &batch);
        st = all_threads(job, &batch, job_solve);
        if (st)
            part_abort(batch.part);
        else
            st = part_commit(batch.part);
    }
    report->rows += st ? 0 : batch.n;
    job->hand.rows = 0;
    batch_release(&batch);
    return st;
}

/* Puts the values of a finished part back where they were kept. */
static enum status recall_part(struct job *job, uint64_t part,
                               struct run_report *report)
{
    struct part_in_hand batch;
    enum status st = batch_init(job, part, true, &batch);
    if (!st)
        st = parts_read(job->parts, part, batch.rows);
    if (!st) {
        st = all_threads(job, &batch, job_recall);
        report->recalled += batch.n;
    }
    batch_release(&batch);
    return st;
}

/* Without a memo finished parts are not read back: to solve them again takes
 * less time. */
static enum status repeat_part(struct job *job, uint64_t part)
{
    const uint64_t size = parts_rows_per_part(job->parts);
    const uint64_t left = job->plan->grid.count - part * size;
    const struct part_in_hand batch = {.first = part * size,
                                       .n = left < size ? left : size};
    return all_threads(job, &batch, job_repeat);
}

/* At a stop, and every ten minutes: a killed run loses no more. */
static bool checkpoint_due(const struct job *job, enum status st, bool more)
{
    static const uint64_t every = 600000000000; /* ns */
    const double keep = job->options->keep;
    if (!job->method->memo || !parts_keeps_memos(job->parts))
        return false;
    if (st == STATUS_STOPPED)
        return progress_seconds(&job->progress) >=
               (keep > 0 ? keep : MEMO_CHECKPOINT_SECONDS);
    return !st && more && clock_now() - job->kept_at >= every;
}

/* Can the rows of a part be put back into what the method keeps? */
static bool recallable(const struct job *job, uint64_t part)
{
    const struct census *census = job->plan->census;
    if (job->method->recall ? !census->fact
                            : !job->method->memo || !census->recall)
        return false;
    return parts_has(job->parts, part) ||
           (parts_joined(job->parts) && parts_peek(job->parts, part));
}

/* Before a part is solved: the values of all parts before it, as far as they
 * are there. `known` says of which parts this process knows the values. */
static enum status reach_part(struct job *job, uint64_t part, bool known[],
                              struct run_report *report)
{
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < part && !st; i++) {
        if (known[i])
            continue;
        const bool there = recallable(job, i);
        known[i] = !job->method->memo || there;
        if (there)
            st = recall_part(job, i, report);
        else if (!job->method->memo && job->method->layers)
            st = repeat_part(job, i);
        if (!st && known[i])
            st = team_settle(&job->team);
        if (!st && job_stopping(job))
            st = STATUS_STOPPED;
    }
    return st;
}

/* From the first part to solve on, which is there if there is any. */
static enum status do_parts_from(struct job *job, const struct handout *handout,
                                 uint64_t part, bool known[],
                                 struct run_report *report)
{
    const uint64_t count = parts_count(job->parts);
    enum status st = STATUS_OK;
    while (part < count && !st) {
        st = reach_part(job, part, known, report);
        if (!st)
            st = solve_part(job, part, report);
        known[part] = true;
        if (!st)
            st = team_settle(&job->team);
        if (!st)
            st = handout->next(handout->self, &part);
        if (!st && part < count && job_stopping(job))
            st = STATUS_STOPPED;
        if (checkpoint_due(job, st, part < count)) {
            report->kept = memo_checkpoint_write(&job->team, job->parts);
            job->kept_at = clock_now();
        }
    }
    return st;
}

/* Compresses and commits a part whose rows are solved. */
static enum status write_part(struct job *job, struct part_in_hand *batch)
{
    const uint64_t part = batch->first / parts_rows_per_part(job->parts);
    enum status st = part_begin(job->parts, part, &batch->part);
    if (st)
        return st;
    st = all_threads(job, batch, job_encode);
    if (!st)
        return part_commit(batch->part);
    part_abort(batch->part);
    return st;
}

/* Before a part that processes solve together. again: it is there, but what
 * later parts need of it cannot be read from its rows. */
static enum status begin_together(struct job *job, uint64_t part, bool again,
                                  bool known[], struct part_in_hand *batch,
                                  struct run_report *report)
{
    *batch = (struct part_in_hand){0};
    enum status st = again ? STATUS_OK : reach_part(job, part, known, report);
    if (!st && job_stopping(job))
        st = STATUS_STOPPED;
    return st ? st : batch_init(job, part, !again, batch);
}

/* All missing parts, each by all processes together. Each of these writes
 * one part when as many are solved as there are processes. has[]: of those
 * before, as process 0 knows. */
static enum status do_parts_together(struct job *job, const bool has[],
                                     bool known[], struct run_report *report)
{
    const struct handout *h = job->together->handout;
    struct part_in_hand mine = {0};
    enum status st = STATUS_OK, all = STATUS_OK;
    unsigned turn = 0;
    uint64_t last = 0;
    for (uint64_t part = 0; part < parts_count(job->parts); part++)
        last = has[part] ? last : part;
    for (uint64_t part = 0; part < parts_count(job->parts) && !all; part++) {
        struct part_in_hand batch;
        const bool again =
            part < last && has[part] && !job->plan->census->recall;
        if (has[part] && !again)
            continue;
        if (!st)
            st = begin_together(job, part, again, known, &batch, report);
        else
            batch = (struct part_in_hand){0};
        all = h->exchange(h->self, NULL, 0, 0, 0, st);
        if (!all) {
            job_begin(job, &batch);
            st = all_threads(job, &batch, again ? job_repeat : job_solve);
            known[part] = true;
            if (!st)
                st = team_settle(&job->team);
        }
        if (again)
            continue;
        if (!all && turn == h->process)
            mine = batch;
        else
            batch_release(&batch);
        if (!st && ++turn == h->processes) {
            if (mine.rows)
                st = write_part(job, &mine);
            batch_release(&mine);
            mine = (struct part_in_hand){0};
            turn = 0;
        }
    }
    if (mine.rows && !job_status(job)) {
        const enum status written = write_part(job, &mine);
        st = st ? st : written;
    }
    batch_release(&mine);
    report->rows = job->brought;
    return all ? all : h->exchange(h->self, NULL, 0, 0, 0, st);
}

static enum status do_together(struct job *job, const struct handout *h,
                               bool known[], struct run_report *report)
{
    const uint64_t count = parts_count(job->parts);
    struct together together;
    bool *has = calloc(count, sizeof *has);
    enum status st = together_open(&together, h, &job->team);
    if (!st && (!has || !known))
        st = log_error(STATUS_NOMEM, "out of memory for the parts");
    job->together = &together;
    /* A process that has no memory yet must not leave the others waiting. */
    st = h->exchange(h->self, NULL, 0, 0, 0, st);
    for (uint64_t i = 0; i < count && !st; i++)
        has[i] = parts_has(job->parts, i);
    if (!st)
        st = h->exchange(h->self, has, count, sizeof *has, 0, st);
    if (!st)
        st = do_parts_together(job, has, known, report);
    together_close(&together);
    job->together = NULL;
    free(has);
    return st;
}

static enum status do_parts(struct job *job, struct run_report *report)
{
    const struct handout *handout = job->options->handout;
    struct handout_alone alone;
    uint64_t first = 0;
    bool *known = calloc(parts_count(job->parts), sizeof *known);
    enum status st =
        known ? STATUS_OK
              : log_error(STATUS_NOMEM, "out of memory for the parts");
    if (!handout) {
        handout_alone(&alone, job->parts);
        handout = &alone.handout;
    }
    if (handout->exchange && job->method->layers && job->method->memo &&
        together_serves(job->plan)) {
        st = do_together(job, handout, known, report);
        free(known);
        return st;
    }
    if (!st && handout->begin)
        st = handout->begin(handout->self, job->parts,
                            job->method->layers && !job->method->memo);
    if (!st)
        st = handout->next(handout->self, &first);
    if (!st)
        st = do_parts_from(job, handout, first, known, report);
    free(known);
    return st;
}

const struct method *run_method(const struct plan *plan,
                                const struct run_options *options)
{
    return method_choose(plan, options->memo != NULL, options->recursion);
}

const struct memo_kind *run_memo(const struct plan *plan,
                                 const struct run_options *options)
{
    return options->memo ? options->memo : team_memo(plan);
}

unsigned run_threads(unsigned threads)
{
    return threads ? threads : (unsigned)omp_get_num_procs();
}

enum status run_ready(unsigned threads)
{
    uint64_t stack = UINT64_MAX;
    enum status st = threads_probe(run_threads(threads));
    if (st)
        return st;
#pragma omp parallel num_threads(run_threads(threads)) reduction(min : stack)
    stack = threads_stack();
    return threads_fit(stack);
}

enum status run_parallel(unsigned threads, uint64_t jobs, crew_task *job,
                         void *context)
{
    _Atomic int status = run_ready(threads);
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

struct crew run_crew(unsigned threads)
{
    return (struct crew){run_threads(threads), run_parallel};
}

/* parts: NULL for a pilot, whose rows are kept nowhere. */
static enum status open_job(struct job *job, const struct plan *plan,
                            struct parts *parts,
                            const struct run_options *options)
{
    *job = (struct job){.plan = plan,
                        .parts = parts,
                        .options = options,
                        .threads = run_threads(options->threads),
                        .method = run_method(plan, options),
                        .kept_at = clock_now()};
    enum status st = run_ready(job->threads);
    if (!st)
        st = team_open(plan, run_memo(plan, options), job->threads,
                       options->expect, &job->team);
    if (st)
        return st;
    team_interrupt(&job->team, options->memory, job_interrupted, job);
    struct method_bytes bytes = {0};
    if (parts && options->spill && job->method->bytes_needed)
        st = job->method->bytes_needed(plan, true, &bytes);
    job->disk_bytes = bytes.disk;
    if (!st && job->method->open)
        st = job->method->open(job);
    if (st)
        team_close(&job->team);
    return st;
}

static void close_job(struct job *job, struct run_report *report)
{
    const struct solver_counts counts = team_counts(&job->team);
    struct memo_stats stats;
    team_stats(&job->team, &stats);
    report->threads = job->threads;
    report->method = job->method;
    if (job->method->memo && job->team.nmemos)
        report->memo = job->team.memos[0].kind->name;
    report->evaluated = counts.evaluated + job->evaluated;
    report->hits = counts.hits;
    report->misses = counts.misses;
    report->positions = stats.entries - report->warm + job->evaluated;
    report->value_bytes = team_value_bytes(&job->team);
    report->memo_bytes =
        job_bytes(job) - report->value_bytes - team_stack_bytes(&job->team);
    report->seconds = progress_seconds(&job->progress);
    report->cpu_seconds = clock_cpu_seconds();
    report->barriers = job->barriers;
    report->waiting_seconds = (double)job->waited_ns / CLOCK_SECOND;
    if (job->method->close)
        job->method->close(job);
    team_close(&job->team);
}

/* Rows of the parts of this process; of one that is told which, all. */
static uint64_t share_rows(const struct plan *plan, const struct parts *parts)
{
    uint64_t first, end;
    parts_share(parts, &first, &end);
    const uint64_t part = parts_rows_per_part(parts), rows = plan->grid.count;
    const uint64_t last = end < parts_count(parts) ? end * part : rows;
    return end > first ? last - first * part : rows;
}

/* The book is the archive's, which those who have joined do not make. */
static enum status give_book(const struct job *job, const struct crew *crew)
{
    struct book own = {0};
    struct book *left = job->options->book, *book = left ? left : &own;
    const bool joined = parts_joined(job->parts);
    enum status st = STATUS_OK;
    if (!book->n && (left || !joined))
        st = value_book_make(&job->team, crew, book);
    if (!st && book->n && !joined)
        st = parts_set_book(job->parts, book, crew);
    book_release(&own);
    return st;
}

enum status run_census(const struct plan *plan, struct parts *parts,
                       const struct run_options *options,
                       struct run_report *report)
{
    struct job job;
    *report = (struct run_report){0};
    enum status st = open_job(&job, plan, parts, options);
    if (st)
        return st;
    const struct crew crew = run_crew(job.threads);
    job_progress(&job, share_rows(plan, parts), parts_rows_done(parts),
                 options->quiet);
    if (job.method->memo && parts_keeps_memos(parts))
        report->warm = memo_checkpoint_load(&job.team, parts, options->memory,
                                            options->quiet);
    st = do_parts(&job, report);
    if (!st)
        st = give_book(&job, &crew);
    progress_end(&job.progress);
    close_job(&job, report);
    return st;
}

enum status run_book(const struct plan *plan, struct parts *parts,
                     const struct run_options *options)
{
    struct job job;
    struct run_report report = {0};
    if (!plan->domains[0]->book)
        return STATUS_OK;
    enum status st = open_job(&job, plan, parts, options);
    if (st)
        return st;
    const struct crew crew = run_crew(job.threads);
    job_progress(&job, plan->grid.count, 0, true);
    st = give_book(&job, &crew);
    close_job(&job, &report);
    return st;
}

enum status run_pilot(const struct plan *plan,
                      const struct run_options *options, uint64_t n,
                      uint64_t part_rows, void *rows, struct run_report *report)
{
    struct job job;
    *report = (struct run_report){.rows = n};
    enum status st = open_job(&job, plan, NULL, options);
    if (st)
        return st;
    const uint64_t empty = team_value_bytes(&job.team);
    job_progress(&job, n, 0, true);
    for (uint64_t first = 0; first < n && !st; first += part_rows) {
        struct part_in_hand batch = {
            .first = first,
            .n = n - first < part_rows ? n - first : part_rows,
            .rows = (char *)rows + first * plan->census->row_size,
        };
        if (job.method->row_order_bytes)
            st = order_rows(&job, &batch);
        if (!st)
            st = all_threads(&job, &batch, job_solve);
        free(batch.order);
    }
    close_job(&job, report);
    report->value_bytes -= empty;
    return st;
}
