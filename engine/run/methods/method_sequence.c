/* method_sequence.c - nimbers, and values with loony, of single heaps: one
 * value after the other by loops over sizes (engine/sequence), without a
 * position, a list of moves or a memo. */
#include "engine/run/job.h"

#include "engine/base/log.h"
#include "engine/run/single_heaps.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* The first worker that needs a heap finds the values of all up to it while the
 * others wait: their rows are below, and cost next to nothing. */
struct found {
    pthread_mutex_t lock;
    struct sequence *sequence;
    uint64_t bytes;
};

static bool sequence_serves(const struct plan *plan, bool memo)
{
    return !memo && single_heaps_fit(plan);
}

static enum status open_sequence(struct job *job)
{
    const struct game *game = &job->plan->games[0];
    struct found *found = malloc(sizeof *found);
    if (!found)
        return log_error(STATUS_NOMEM, "out of memory for a sequence");
    enum status st = sequence_open(game, single_heaps_most(job->plan), NULL,
                                   &found->sequence);
    if (st) {
        free(found);
        return st;
    }
    found->bytes = sequence_bytes(game, single_heaps_most(job->plan), false);
    pthread_mutex_init(&found->lock, NULL);
    job->found = found;
    return STATUS_OK;
}

static void close_sequence(struct job *job)
{
    struct found *found = job->found;
    pthread_mutex_destroy(&found->lock);
    sequence_close(found->sequence);
    free(found);
}

static enum status extend(struct job *job, uint32_t heap)
{
    struct found *found = job->found;
    enum status st = STATUS_OK;
    pthread_mutex_lock(&found->lock);
    const uint32_t before = sequence_known(found->sequence);
    if (heap > before) {
        st = sequence_extend(found->sequence, heap, job_interrupted, job);
        atomic_fetch_add_explicit(&job->evaluated,
                                  sequence_known(found->sequence) - before,
                                  memory_order_relaxed);
    }
    pthread_mutex_unlock(&found->lock);
    return st;
}

static void solve_heaps(struct job *job, const struct part_in_hand *part,
                        uint64_t from, uint64_t to, unsigned worker)
{
    const struct found *found = job->found;
    struct point point;
    uint64_t value;
    const struct cell_states states = {&value, 1};
    struct cell cell = job_cell(job, worker);
    cell.point = &point;
    cell.states = &states;
    /* All at once: the kernels find values in blocks. */
    grid_unrank(&job->plan->grid, part->first + to - 1, &point);
    job_fail(job, extend(job, single_heaps_of(&point)));
    for (uint64_t i = from; i < to && !job_failed(job) && part->rows; i++) {
        cell.index = part->first + i;
        grid_walk(&job->plan->grid, i > from, cell.index, &point);
        value = single_heaps_value(
            job->plan, sequence_get(found->sequence, single_heaps_of(&point)));
        job_row(job, part, &cell);
    }
}

/* A finished row is the next value, if it is the next heap's. */
static enum status recall_heap(struct job *job, const struct cell *cell,
                               const void *row)
{
    struct found *found = job->found;
    const uint32_t heap = single_heaps_of(cell->point);
    uint64_t value = 0;
    enum status st = STATUS_OK;
    pthread_mutex_lock(&found->lock);
    if (heap == sequence_known(found->sequence) + 1 &&
        job->plan->census->fact(row, 0, 0, &value))
        st = sequence_put(found->sequence,
                          single_heaps_nimber(job->plan, value));
    pthread_mutex_unlock(&found->lock);
    if (st == STATUS_FORMAT)
        return log_error(st,
                         "%s: a finished row says that a heap of %u is "
                         "worth %llu, which cannot be",
                         job->plan->census->name, heap,
                         (unsigned long long)value);
    return st;
}

static uint64_t value_bytes(const struct job *job)
{
    const struct found *found = job->found;
    return found->bytes;
}

static enum status bytes_needed(const struct plan *plan, bool spill,
                                struct method_bytes *bytes)
{
    (void)spill;
    *bytes = (struct method_bytes){
        .memory =
            sequence_bytes(&plan->games[0], single_heaps_most(plan), false)};
    return STATUS_OK;
}

const struct method method_sequence = {
    .name = "sequence",
    .rank = 5,
    .layers = true,
    .states_only = true,
    .keeps = "values",
    .shard_rows = 4096,
    .fits = sequence_serves,
    .open = open_sequence,
    .close = close_sequence,
    .solve = solve_heaps,
    .recall = recall_heap,
    .bytes = value_bytes,
    .bytes_needed = bytes_needed,
};
