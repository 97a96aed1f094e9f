/* method_recursion.c - each row by the memoised recursion of its solver, which
 * serves every game, domain and grid. */
#include "engine/run/job.h"

static bool recursion_fits(const struct plan *plan, bool memo)
{
    (void)plan;
    (void)memo;
    return true;
}

static void recursion_solve(struct job *job, const struct part_in_hand *part,
                            uint64_t from, uint64_t to, unsigned worker)
{
    struct point point;
    struct cell cell = job_cell(job, worker);
    cell.point = &point;
    for (uint64_t i = from; i < to && !job_failed(job); i++) {
        cell.index = part->first + (part->order ? part->order[i] : i);
        grid_walk(&job->plan->grid, i > from && !part->order, cell.index,
                  &point);
        job_row(job, part, &cell);
    }
}

/* A row's number in the order by measure, and while it is sorted its measure.
 */
enum { ORDER_BYTES = 24 };

const struct method method_recursion = {
    .name = "recursion",
    .rank = 1,
    .memo = true,
    .shard_rows = 256,
    .row_order_bytes = ORDER_BYTES,
    .fits = recursion_fits,
    .solve = recursion_solve,
};
