/* method_dense.c - all positions of heap games within the bounds of the grid,
 * by rank (dense.h), before the first row that needs them; without a memo. */
#include "engine/run/job.h"

#include "engine/base/log.h"
#include "engine/retrograde/dense.h"

#include <stdlib.h>

/* Values of an option that a set in one byte can hold. */
enum { SMALL = 8, SETS = 1 << SMALL };

/* One game's. */
struct found {
    struct dense *dense;
    size_t from, to; /* layers that the part in hand needs solved */
    uint64_t end;    /* tasks of a layer whose lines are in memory */
    struct domain domain;
    uint64_t by_set[SETS]; /* values of small sets */
};

/* Positions that are solved at most, for each row and besides: where sums are
 * solved by their parts otherwise, and where positions outside of the grid are
 * solved that a recursion might not meet. */
static const uint64_t sums_times = 4, sums_more = 1 << 12;
static const uint64_t outside_max = 1 << 25, inside_max = 1ull << 34;

static uint64_t small_value(const void *by_set, const uint64_t set[])
{
    return ((const uint64_t *)by_set)[set[0]];
}

/* The largest value, and those that settle one. */
static enum status begin_fold(const struct plan *plan, size_t g,
                              struct dense_fold *fold)
{
    const struct domain_kind *kind = plan->domains[g];
    const struct game *game = &plan->games[g];
    uint64_t moves;
    *fold = (struct dense_fold){.is_outcome = kind->is_outcome};
    if (!kind->most || game->traits & GAME_PARTIZAN ||
        (kind->fold_obliged && game->traits & GAME_OBLIGES))
        return STATUS_RANGE;
    enum status st = dense_moves(&plan->grid, game, &moves);
    if (st)
        return st;
    fold->most = kind->most(game, moves);
    return fold->most < SMALL || kind->fold_set ? STATUS_OK : STATUS_RANGE;
}

static enum status measure(const struct plan *plan, size_t g, bool spill,
                           struct dense_size *size)
{
    struct dense_fold fold;
    enum status st = begin_fold(plan, g, &fold);
    return st ? st
              : dense_measure(&plan->grid, &plan->games[g], &fold, spill, size);
}

static bool worth_while(const struct plan *plan, size_t g)
{
    struct dense_size size;
    if (measure(plan, g, false, &size))
        return false;
    const uint64_t rows = plan->grid.count;
    if (size.points / sums_times <= rows)
        return size.points <= inside_max;
    return solve_adds(&plan->games[g], plan->domains[g])
               ? size.points <= sums_more
               : size.points <= outside_max;
}

static bool dense_fits(const struct plan *plan, bool memo)
{
    bool fits = !memo && plan->ngames && !plan->census->beyond;
    for (size_t g = 0; g < plan->ngames && fits; g++)
        fits = worth_while(plan, g);
    return fits;
}

static enum status fill_sets(struct found *f, struct dense_fold *fold)
{
    const struct domain_kind *kind = f->domain.kind;
    enum status st = STATUS_OK;
    for (unsigned set = 0; set < SETS && !st; set++) {
        uint64_t values[SMALL];
        size_t n = 0;
        for (unsigned v = 0; v <= fold->most; v++)
            if (set >> v & 1)
                values[n++] = v;
        if (set >> fold->most >> 1)
            continue;
        st = kind->fold(f->domain.self, 0, values, n, NULL, 0, &f->by_set[set]);
    }
    fold->value = small_value;
    fold->context = f->by_set;
    return st;
}

static enum status open_game(const struct job *job, size_t g, struct found *f)
{
    struct dense_fold fold;
    enum status st = begin_fold(job->plan, g, &fold);
    f->domain = job->team.domains[g];
    const struct domain_kind *kind = f->domain.kind;
    if (!st && fold.most < SMALL)
        st = fill_sets(f, &fold);
    else if (!st) {
        fold.value = kind->fold_set;
        fold.context = f->domain.self;
    }
    for (unsigned v = 0; !st && kind->decides && v < SMALL && v <= fold.most;
         v++)
        if ((!kind->legal || kind->legal(v)) &&
            kind->decides(f->domain.self, LEFT, v))
            fold.deciding |= 1u << v;
    const bool spill = job->parts && job->options->spill;
    return st ? st
              : dense_open(&job->plan->grid, &job->plan->games[g], &fold,
                           job->threads,
                           spill ? parts_folder(job->parts) : NULL, &f->dense);
}

static void dense_close_all(struct job *job)
{
    struct found *found = job->found;
    for (size_t g = 0; g < job->plan->ngames; g++)
        dense_close(found[g].dense);
    free(found);
    job->found = NULL;
}

static enum status dense_open_all(struct job *job)
{
    struct found *found = calloc(job->plan->ngames, sizeof *found);
    enum status st = STATUS_OK;
    if (!found)
        return log_error(STATUS_NOMEM, "out of memory for tables of values");
    job->found = found;
    for (size_t g = 0; g < job->plan->ngames && !st; g++)
        st = open_game(job, g, &found[g]);
    if (st)
        dense_close_all(job);
    return st;
}

/* The next tasks of a layer, from `from` on: those whose lines are in memory,
 * once they are read. */
static void next_tasks(struct job *job, struct found *f, size_t layer,
                       uint64_t from, unsigned worker)
{
    if (worker == 0) {
        job_fail(job, dense_window(f->dense, layer, from, &f->end));
        if (job_failed(job))
            f->end = dense_tasks(f->dense, layer);
    }
    work_barrier_wait(&job->barrier);
}

/* The layers of a game that the part in hand needs. */
static void solve_layers(struct job *job, struct found *f, unsigned worker)
{
    const bool spilled = job->parts && job->options->spill;
    uint64_t states = 0;
    for (size_t layer = f->from; layer < f->to; layer++) {
        const uint64_t tasks = dense_tasks(f->dense, layer);
        for (uint64_t from = 0, end = tasks; from < tasks; from = end) {
            uint64_t task;
            if (spilled) {
                next_tasks(job, f, layer, from, worker);
                end = f->end;
            }
            while (work_barrier_take_end(&job->barrier, worker % 2, end - from,
                                         &task))
                if (!job_failed(job) && !job_interrupted(job))
                    states += dense_task(f->dense, layer, from + task);
            work_barrier_wait(&job->barrier);
        }
    }
    atomic_fetch_add_explicit(&job->evaluated, states, memory_order_relaxed);
}

static void dense_prepare(struct job *job, const struct part_in_hand *part,
                          unsigned worker)
{
    struct found *found = job->found;
    if (worker == 0) {
        struct point first, last;
        grid_unrank(&job->plan->grid, part->first, &first);
        grid_unrank(&job->plan->grid, part->first + part->n - 1, &last);
        for (size_t g = 0; g < job->plan->ngames; g++)
            found[g].to =
                dense_need(found[g].dense, &first, &last, &found[g].from);
    }
    work_barrier_wait(&job->barrier);
    for (size_t g = 0; g < job->plan->ngames; g++)
        solve_layers(job, &found[g], worker);
    if (worker == 0 && !job_failed(job))
        for (size_t g = 0; g < job->plan->ngames; g++)
            dense_solved(found[g].dense, found[g].to);
    work_barrier_wait(&job->barrier);
}

/* Of censuses whose rows need no more: values of points that follow each other
 * together. */
static void solve_plain_rows(struct job *job, const struct part_in_hand *part,
                             uint64_t from, uint64_t to, unsigned worker)
{
    enum { TOGETHER = 256 };
    const struct found *found = job->found;
    const struct census *census = job->plan->census;
    char *row = part->rows + from * census->row_size;
    uint64_t values[TOGETHER];
    struct dense_reader reader;
    struct point point;
    struct cell cell = job_cell(job, worker);
    dense_read_begin(found->dense, &reader);
    for (uint64_t i = from; i < to;) {
        uint64_t total = 0;
        cell.index = part->first + i;
        grid_walk(&job->plan->grid, i > from, cell.index, &point);
        const size_t most = to - i < TOGETHER ? to - i : TOGETHER;
        const size_t n = dense_read_run(&reader, &point, most, values);
        for (uint32_t k = 0; k < point.n; k++)
            total += point.size[k];
        census->rows_of_values(&cell, point.n, total, values, n, row);
        row += n * census->row_size;
        i += n;
    }
}

static void dense_solve_rows(struct job *job, const struct part_in_hand *part,
                             uint64_t from, uint64_t to, unsigned worker)
{
    if (job->plan->census->rows_of_values && part->rows) {
        solve_plain_rows(job, part, from, to, worker);
        return;
    }
    const struct found *found = job->found;
    uint64_t values[CENSUS_GAMES_MAX][POINT_PARTS_MAX + 2];
    struct cell_states states[CENSUS_GAMES_MAX];
    struct dense_reader reader[CENSUS_GAMES_MAX];
    struct point point;
    struct cell cell = job_cell(job, worker);
    cell.point = &point;
    cell.states = states;
    for (size_t g = 0; g < job->plan->ngames; g++)
        dense_read_begin(found[g].dense, &reader[g]);
    for (uint64_t i = from; i < to && !job_failed(job); i++) {
        cell.index = part->first + i;
        grid_walk(&job->plan->grid, i > from, cell.index, &point);
        for (size_t g = 0; g < job->plan->ngames; g++) {
            states[g].values = values[g];
            states[g].n = dense_read(&reader[g], &point, values[g]);
        }
        job_row(job, part, &cell);
    }
}

static uint64_t table_bytes(const struct job *job)
{
    const struct found *found = job->found;
    uint64_t bytes = 0;
    for (size_t g = 0; g < job->plan->ngames; g++)
        bytes += dense_bytes(found[g].dense);
    return bytes;
}

static enum status add_up(const struct plan *plan, bool spill,
                          struct dense_size *sum)
{
    enum status st = STATUS_OK;
    *sum = (struct dense_size){0};
    for (size_t g = 0; g < plan->ngames && !st; g++) {
        struct dense_size size = {0};
        st = measure(plan, g, spill, &size);
        sum->states += size.states;
        sum->bytes += size.window;
        sum->disk += size.disk;
    }
    return st;
}

static enum status bytes_needed(const struct plan *plan, bool spill,
                                struct method_bytes *bytes)
{
    struct dense_size sum;
    enum status st = add_up(plan, spill, &sum);
    *bytes = (struct method_bytes){.memory = sum.bytes, .disk = sum.disk};
    return st;
}

static enum status positions(const struct plan *plan, uint64_t *positions)
{
    struct dense_size sum;
    enum status st = add_up(plan, false, &sum);
    *positions = sum.states;
    return st;
}

const struct method method_dense = {
    .name = "dense",
    .keeps = "tables",
    .spills = true,
    .chunks = true,
    .rank = 3,
    .shard_rows = 4096,
    .fits = dense_fits,
    .open = dense_open_all,
    .close = dense_close_all,
    .prepare = dense_prepare,
    .solve = dense_solve_rows,
    .bytes = table_bytes,
    .bytes_needed = bytes_needed,
    .positions = positions,
};
