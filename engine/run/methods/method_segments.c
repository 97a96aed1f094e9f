/* method_segments.c - segments of the sequence of single heaps (segment.h), one
 * after the other: each begins with the values that end the one before. */
#include "engine/run/job.h"

#include "engine/base/log.h"
#include "engine/segments/segment.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Finished rows whose windows are kept, for segments that the last one alone
 * does not tell. */
enum { KEPT = 4 };

struct found {
    pthread_mutex_t lock;
    pthread_cond_t solved;
    struct segment_solver *solver, *other; /* other: NULL, or to check */
    uint64_t next;                         /* segment whose turn it is */
    uint32_t largest;                      /* value before it */
    struct segment_row *kept[KEPT];        /* of segment i in i % KEPT */
    uint32_t kept_largest[KEPT];
    size_t row_size;
};

static bool segments_serve(const struct plan *plan, bool memo)
{
    (void)memo;
    return grid_segments_of(&plan->grid) != NULL;
}

static void close_segments(struct job *job)
{
    struct found *f = job->found;
    if (f->solver)
        segment_close(f->solver);
    if (f->other)
        segment_close(f->other);
    for (size_t i = 0; i < KEPT; i++)
        free(f->kept[i]);
    pthread_cond_destroy(&f->solved);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

static enum status open_segments(struct job *job)
{
    struct found *f = calloc(1, sizeof *f);
    if (!f)
        return log_error(STATUS_NOMEM, "out of memory for segments");
    job->found = f;
    f->row_size = job->plan->census->row_size;
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->solved, NULL);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < KEPT && !st; i++)
        if (!(f->kept[i] = calloc(1, f->row_size)))
            st = log_error(STATUS_NOMEM, "out of memory for segments");
    if (st)
        close_segments(job);
    return st;
}

static enum status read_kept(void *context, uint64_t index,
                             const struct segment_row **row, uint32_t *largest)
{
    const struct found *f = context;
    const struct segment_row *kept = f->kept[index % KEPT];
    const uint64_t length = kept->last + 1 - kept->first;
    *row = kept->last && kept->first == index * length ? kept : NULL;
    *largest = f->kept_largest[index % KEPT];
    return STATUS_OK;
}

/* Rows come in order, with none left out. */
static void keep(struct found *f, uint64_t index, const struct segment_row *row)
{
    if (row->largest > f->largest || index == 0)
        f->largest = row->largest;
    memcpy(f->kept[index % KEPT], row, f->row_size);
    f->kept_largest[index % KEPT] = f->largest;
    f->next = index + 1;
}

static enum status open_solvers(struct job *job, struct found *f)
{
    enum status st = STATUS_OK;
    if (!f->solver)
        st = segment_open(&job->plan->games[0],
                          grid_segments_of(&job->plan->grid), false,
                          job_interrupted, job, &f->solver);
    if (!st && job->options->check && !f->other)
        st = segment_open(&job->plan->games[0],
                          grid_segments_of(&job->plan->grid), true,
                          job_interrupted, job, &f->other);
    return st;
}

/* The same by another way: pairs in another order, blocks of another size. */
static enum status solve_again(struct job *job, struct found *f, uint64_t index,
                               const struct segment_row *row)
{
    struct segment_row *again = calloc(1, f->row_size);
    if (!again)
        return log_error(STATUS_NOMEM, "out of memory for segments");
    enum status st = segment_solve(f->other, read_kept, f, index, again);
    if (!st && memcmp(again, row, f->row_size))
        st = log_error(STATUS_DISAGREE,
                       "%s: segment %llu: found twice, it is not the same: "
                       "this machine has failed, or this program",
                       job->plan->games[0].spec, (unsigned long long)index);
    free(again);
    return st;
}

static enum status solve_segment(struct job *job,
                                 const struct part_in_hand *part, uint64_t i,
                                 unsigned worker)
{
    struct found *f = job->found;
    const uint64_t index = part->first + i;
    struct segment_row *row = calloc(1, f->row_size);
    struct point point;
    struct cell cell = job_cell(job, worker);
    if (!row)
        return log_error(STATUS_NOMEM, "out of memory for segments");
    enum status st = open_solvers(job, f);
    if (!st)
        st = segment_solve(f->solver, read_kept, f, index, row);
    if (!st && f->other)
        st = solve_again(job, f, index, row);
    if (!st) {
        keep(f, index, row);
        cell.point = &point;
        cell.index = index;
        cell.segment = row;
        grid_unrank(&job->plan->grid, index, &point);
        if (part->rows)
            job_row(job, part, &cell);
    }
    free(row);
    return st;
}

/* The threads take their turns: a segment begins where the last one ends. */
static void solve_segments(struct job *job, const struct part_in_hand *part,
                           uint64_t from, uint64_t to, unsigned worker)
{
    struct found *f = job->found;
    for (uint64_t i = from; i < to && !job_failed(job); i++) {
        pthread_mutex_lock(&f->lock);
        while (f->next != part->first + i && !job_failed(job))
            pthread_cond_wait(&f->solved, &f->lock);
        if (!job_failed(job))
            job_fail(job, solve_segment(job, part, i, worker));
        pthread_cond_broadcast(&f->solved);
        pthread_mutex_unlock(&f->lock);
    }
}

static enum status recall_segment(struct job *job, const struct cell *cell,
                                  const void *row)
{
    keep(job->found, cell->index, row);
    return STATUS_OK;
}

static uint64_t segments_bytes(const struct job *job)
{
    const struct found *f = job->found;
    uint64_t bytes = 0;
    if (f->solver)
        bytes = segment_bytes(&job->plan->games[0],
                              grid_segments_of(&job->plan->grid));
    return KEPT * f->row_size + (f->other ? 2 : 1) * bytes;
}

static enum status segments_need(const struct plan *plan, bool spill,
                                 struct method_bytes *bytes)
{
    const struct grid_segment *segments = grid_segments_of(&plan->grid);
    (void)spill;
    *bytes = (struct method_bytes){
        .memory = KEPT * plan->census->row_size +
                  segment_bytes(&plan->games[0], segments)};
    return STATUS_OK;
}

const struct method method_segments = {
    .name = "segments",
    .rank = 6,
    .layers = true,
    .segments = true,
    .keeps = "windows",
    .shard_rows = 1,
    .part_rows = 1,
    .fits = segments_serve,
    .open = open_segments,
    .close = close_segments,
    .solve = solve_segments,
    .recall = recall_segment,
    .bytes = segments_bytes,
    .bytes_needed = segments_need,
};
