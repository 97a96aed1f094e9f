/* method_sweep.c - layer after layer of a grid that is closed under moves:
 * every state of a point is solved when all of its options are, so that each
 * option is a lookup and each position is evaluated once, on any number of
 * threads. */
#include "engine/run/job.h"

#include "engine/base/log.h"

#include <stdlib.h>

static bool sweep_fits(const struct plan *plan, bool memo)
{
    (void)memo;
    for (size_t i = 0; i < plan->ngames; i++)
        if (!(plan->games[i].traits & GAME_SHRINKS))
            return false;
    return plan->grid.kind->layer_end != NULL;
}

/* The states of each worker's rows. */
static enum status sweep_open(struct job *job)
{
    struct states *states = calloc(job->threads, sizeof *states);
    if (!states)
        return log_error(STATUS_NOMEM, "out of memory for the threads");
    job->found = states;
    return STATUS_OK;
}

static void sweep_close(struct job *job)
{
    struct states *states = job->found;
    for (unsigned i = 0; i < job->threads; i++)
        states_release(&states[i]);
    free(states);
}

/* Solves all states of the next rows from i on, as many as one call takes and
 * none of another layer; returns where these rows end. */
static uint64_t solve_states(struct job *job, const struct part_in_hand *part,
                             uint64_t i, uint64_t to, unsigned worker)
{
    struct states *states = job->found;
    const uint64_t end = job_layer_end(job, part, i);
    uint64_t n = (end < to ? end : to) - i;
    n = n < STATES_ROWS ? n : STATES_ROWS;
    job_fail(job, states_solve(&states[worker], job->plan,
                               team_solvers(&job->team, worker),
                               part->first + i, n));
    return i + n;
}

static void sweep_solve(struct job *job, const struct part_in_hand *part,
                        uint64_t from, uint64_t to, unsigned worker)
{
    const struct plan *plan = job->plan;
    struct states *states = job->found;
    struct cell_states values[CENSUS_GAMES_MAX];
    struct point point;
    struct cell cell = job_cell(job, worker);
    cell.point = &point;
    cell.states = values;
    for (uint64_t i = from; i < to && !job_failed(job);) {
        const uint64_t first = i, end = solve_states(job, part, i, to, worker);
        for (; i < end && !job_failed(job); i++) {
            cell.index = part->first + i;
            grid_walk(&plan->grid, i > from, cell.index, &point);
            states_of(&states[worker], plan, (size_t)(i - first), values);
            job_row(job, part, &cell);
        }
    }
}

const struct method method_sweep = {
    .name = "sweep",
    .rank = 2,
    .layers = true,
    .states_only = true,
    .memo = true,
    .shard_rows = 256,
    .fits = sweep_fits,
    .open = sweep_open,
    .close = sweep_close,
    .solve = sweep_solve,
};
