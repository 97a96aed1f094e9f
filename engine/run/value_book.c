#include "engine/run/value_book.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum { JOB_ROWS = 4096 };

struct asking {
    const struct plan *plan;
    const struct team *team;
    uint64_t *values; /* of every row */
};

static enum status ask(void *context, unsigned worker, uint64_t job)
{
    const struct asking *a = context;
    const struct game *game = &a->plan->games[0];
    const uint64_t n = a->plan->grid.count, first = job * JOB_ROWS;
    struct solver *solver = team_solvers(a->team, worker);
    struct point point;
    enum status st = STATUS_OK;
    for (uint64_t i = first; i < n && i - first < JOB_ROWS && !st; i++) {
        struct position p;
        grid_walk(&a->plan->grid, i > first, i, &point);
        st = game_start(game, &point, &p);
        if (!st)
            st = solve_value(solver, p, &a->values[i]);
    }
    return st;
}

enum status value_book_make(const struct team *team, const struct crew *crew,
                            struct book *book)
{
    const struct domain *domain = team_solvers(team, 0)->domain;
    const uint64_t n = team->plan->grid.count;
    struct asking a = {.plan = team->plan, .team = team};
    if (!domain->kind->book)
        return STATUS_OK;
    a.values = malloc((n + 1) * sizeof *a.values);
    if (!a.values)
        return log_error(STATUS_NOMEM, "out of memory for the values");
    enum status st = crew_each(crew, (n + JOB_ROWS - 1) / JOB_ROWS, ask, &a);
    if (!st)
        st = domain->kind->book(domain->self, a.values, n, crew, book);
    free(a.values);
    return st;
}
