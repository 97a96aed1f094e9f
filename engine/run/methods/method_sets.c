/* method_sets.c - all sets of a board by number (set_table.h), before the first
 * row that needs them; without a memo. */
#include "engine/run/job.h"

#include "engine/base/log.h"
#include "engine/retrograde/set_table.h"

#include <stdlib.h>

enum { BOARDS_MAX = 64 };

/* The boards of a grid, in order. */
struct boards {
    size_t n;
    struct {
        uint32_t rows, columns;
        uint64_t first, count; /* points */
    } at[BOARDS_MAX];
};

/* What the job keeps. */
struct found {
    struct boards boards;
    struct set_table *table[BOARDS_MAX]; /* NULL: not needed yet */
    size_t layers; /* that the board in hand needs solved */
};

/* The set that is point i of the grid; false: it is none. */
static bool set_of(const struct plan *plan, uint64_t i, uint32_t *rows,
                   uint32_t *columns, uint64_t *set)
{
    const struct game *game = &plan->games[0];
    struct point point;
    grid_unrank(&plan->grid, i, &point);
    return point.whole && game->rules->board->rank(game->self, point.position,
                                                   rows, columns, set);
}

/* Is the grid all sets of one board after the other? */
static bool find_boards(const struct plan *plan, struct boards *b)
{
    const struct game *game = &plan->games[0];
    uint32_t rows, columns;
    uint64_t set;
    *b = (struct boards){0};
    if (!game->rules->set || !grid_of_positions(&plan->grid))
        return false;
    for (uint64_t i = 0; i < plan->grid.count;) {
        if (b->n == BOARDS_MAX || !set_of(plan, i, &rows, &columns, &set) ||
            set || !set_table_fits(game, rows, columns))
            return false;
        const uint64_t count = UINT64_C(1) << game->rules->set->elements(
                                   game->self, rows, columns);
        b->at[b->n].rows = rows;
        b->at[b->n].columns = columns;
        b->at[b->n].first = i;
        b->at[b->n++].count = count;
        i += count;
        if (i > plan->grid.count ||
            !set_of(plan, i - 1, &rows, &columns, &set) || set != count - 1)
            return false;
    }
    return b->n > 0;
}

/* Values that are a nimber or loony, or who wins. */
static bool sets_fit(const struct plan *plan, bool memo)
{
    const struct domain_kind *kind = plan->domains[0];
    struct boards boards;
    return !memo && plan->ngames == 1 && !plan->census->beyond &&
           plan->census->free_only &&
           ((kind->is_mex && kind->loony) || kind->is_outcome) &&
           find_boards(plan, &boards);
}

static uint64_t value_in(const struct domain_kind *kind, uint8_t value)
{
    if (kind->is_outcome)
        return value ? OUTCOME_N : OUTCOME_P;
    return value == SET_TABLE_LOONY ? kind->loony : value;
}

static enum status open_sets(struct job *job)
{
    struct found *found = calloc(1, sizeof *found);
    if (!found)
        return log_error(STATUS_NOMEM, "out of memory for tables of sets");
    find_boards(job->plan, &found->boards);
    job->found = found;
    return STATUS_OK;
}

static void close_sets(struct job *job)
{
    struct found *found = job->found;
    for (size_t i = 0; i < found->boards.n; i++)
        set_table_close(found->table[i]);
    free(found);
}

/* The sets of a board that the part needs. */
static void begin_board(struct job *job, const struct part_in_hand *part,
                        size_t i)
{
    struct found *found = job->found;
    const struct boards *b = &found->boards;
    const uint64_t first = b->at[i].first, end = part->first + part->n;
    enum status st = STATUS_OK;
    found->layers = 0;
    if (end <= first || part->first >= first + b->at[i].count)
        return;
    if (!found->table[i])
        st = set_table_open(&job->plan->games[0], b->at[i].rows,
                            b->at[i].columns, &found->table[i]);
    if (st)
        job_fail(job, st);
    else
        found->layers = set_table_begin(
            found->table[i],
            (end - first < b->at[i].count ? end - first : b->at[i].count) - 1);
}

static void solve_layers(struct job *job, struct set_table *table,
                         size_t layers)
{
    uint64_t sets = 0;
    for (size_t layer = 0; layer < layers; layer++) {
        const uint64_t tasks = set_table_tasks(table, layer);
        uint64_t task;
        while ((task = work_barrier_take(&job->barrier)) < tasks)
            if (!job_failed(job) && !job_interrupted(job))
                sets += set_table_task(table, layer, task);
        work_barrier_wait(&job->barrier);
    }
    atomic_fetch_add_explicit(&job->evaluated, sets, memory_order_relaxed);
}

static void prepare_sets(struct job *job, const struct part_in_hand *part,
                         unsigned worker)
{
    struct found *found = job->found;
    for (size_t i = 0; i < found->boards.n; i++) {
        if (worker == 0)
            begin_board(job, part, i);
        work_barrier_wait(&job->barrier);
        const size_t layers = found->layers;
        solve_layers(job, found->table[i], layers);
        if (worker == 0 && layers && !job_failed(job))
            set_table_end(found->table[i]);
        work_barrier_wait(&job->barrier);
    }
}

static void solve_rows(struct job *job, const struct part_in_hand *part,
                       uint64_t from, uint64_t to, unsigned worker)
{
    const struct found *found = job->found;
    const struct boards *b = &found->boards;
    const struct domain_kind *kind = job->plan->domains[0];
    struct point point;
    uint64_t value;
    const struct cell_states states = {&value, 1};
    struct cell cell = job_cell(job, worker);
    size_t board = 0;
    cell.point = &point;
    cell.states = &states;
    for (uint64_t i = from; i < to && !job_failed(job); i++) {
        cell.index = part->first + i;
        while (cell.index - b->at[board].first >= b->at[board].count)
            board++;
        grid_walk(&job->plan->grid, i > from, cell.index, &point);
        value = value_in(
            kind, set_table_values(
                      found->table[board])[cell.index - b->at[board].first]);
        job_row(job, part, &cell);
    }
}

static uint64_t bytes_of_tables(const struct job *job)
{
    const struct found *found = job->found;
    uint64_t bytes = 0;
    for (size_t i = 0; i < found->boards.n; i++)
        bytes += found->table[i] ? set_table_bytes(found->table[i]) : 0;
    return bytes;
}

/* One byte for a point. */
static enum status bytes_needed(const struct plan *plan, bool spill,
                                struct method_bytes *bytes)
{
    (void)spill;
    *bytes = (struct method_bytes){.memory = plan->grid.count};
    return STATUS_OK;
}

static enum status count_points(const struct plan *plan, uint64_t *points)
{
    *points = plan->grid.count;
    return STATUS_OK;
}

const struct method method_sets = {
    .name = "sets",
    .keeps = "tables",
    .rank = 6,
    .shard_rows = 4096,
    .fits = sets_fit,
    .open = open_sets,
    .close = close_sets,
    .prepare = prepare_sets,
    .solve = solve_rows,
    .bytes = bytes_of_tables,
    .bytes_needed = bytes_needed,
    .positions = count_points,
};
