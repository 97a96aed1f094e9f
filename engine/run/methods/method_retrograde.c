/* method_retrograde.c - outcomes of heap games backward from the losses
 * (retrograde.h), without a memo. */
#include "engine/run/job.h"

#include "engine/retrograde/retrograde.h"

/* Without obligations a bit a position by rank is less than 16 of those that
 * moves reach. */
static bool serves(const struct plan *plan, bool memo)
{
    return !memo && plan->ngames == 1 && !plan->census->beyond &&
           plan->domains[0]->is_outcome &&
           plan->games[0].traits & GAME_OBLIGES &&
           retrograde_fits(&plan->grid, &plan->games[0]);
}

static enum status open_masks(struct job *job)
{
    struct retrograde *r;
    const bool spill = job->parts && job->options->spill;
    enum status st =
        retrograde_open(&job->plan->grid, &job->plan->games[0],
                        spill ? parts_folder(job->parts) : NULL, &r);
    job->found = st ? NULL : r;
    return st;
}

static void close_masks(struct job *job)
{
    retrograde_close(job->found);
}

/* Context of the visit callback. */
struct visit {
    struct job *job;
    const struct part_in_hand *part;
    struct cell cell;
    bool obliges; /* the game: a point has a state for each size, too */
};

static const uint64_t outcomes[] = {OUTCOME_P, OUTCOME_N}; /* of a bit */

static bool visit_row(void *context, uint64_t index, const struct point *point,
                      unsigned mask, unsigned sizes)
{
    struct visit *v = context;
    uint64_t values[RETROGRADE_STATES_MAX];
    const struct cell_states states = {values, v->obliges ? sizes + 1 : 1};
    values[0] = mask ? OUTCOME_N : OUTCOME_P;
    for (unsigned i = 1; i < states.n; i++, mask >>= 1)
        values[i] = outcomes[mask & 1];
    v->cell.index = index;
    v->cell.point = point;
    v->cell.states = &states;
    return job_row(v->job, v->part, &v->cell);
}

static void solve_range(struct job *job, const struct part_in_hand *part,
                        uint64_t from, uint64_t to, unsigned worker)
{
    struct visit v = {.job = job,
                      .part = part,
                      .cell = job_cell(job, worker),
                      .obliges = job->plan->games[0].traits & GAME_OBLIGES};
    const uint64_t states =
        retrograde_range(job->found, part->first + from, part->first + to,
                         part->rows ? visit_row : NULL, &v);
    atomic_fetch_add_explicit(&job->evaluated, states, memory_order_relaxed);
}

static void reached(struct job *job, uint64_t index)
{
    retrograde_reached(job->found, index);
}

static uint64_t mask_bytes(const struct job *job)
{
    return retrograde_bytes(job->found);
}

static enum status window(const struct plan *plan, bool spill,
                          struct method_bytes *bytes)
{
    *bytes = (struct method_bytes){.disk = spill ? 2 * plan->grid.count : 0};
    return spill ? STATUS_OK
                 : retrograde_window(&plan->grid, &plan->games[0],
                                     &bytes->memory);
}

const struct method method_retrograde = {
    .name = "retrograde",
    .rank = 4,
    .layers = true,
    .states_only = true,
    .keeps = "masks",
    .spills = true,
    .shard_rows = 4096,
    .fits = serves,
    .open = open_masks,
    .close = close_masks,
    .solve = solve_range,
    .reached = reached,
    .bytes = mask_bytes,
    .bytes_needed = window,
};
