#include "engine/explain.h"

#include "engine/book.h"
#include "engine/log.h"

#include <stdlib.h>

enum status explain_values(const struct plan *plan, struct solver *solver,
                           struct parts *parts)
{
    const struct domain *domain = solver->domain;
    const struct game *game = &plan->games[0];
    const uint64_t n = plan->grid.count;
    struct book book = {0};
    struct point point;
    enum status st = STATUS_OK;
    if (!domain->kind->book)
        return STATUS_OK;
    uint64_t *values = malloc((n + 1) * sizeof *values);
    if (!values)
        return log_error(STATUS_NOMEM, "out of memory for the values");
    for (uint64_t i = 0; i < n && !st; i++) {
        struct position p;
        grid_unrank(&plan->grid, i, &point);
        st = game->rules->start(game->self, &point, &p);
        if (!st)
            st = solve_value(solver, p, &values[i]);
    }
    if (!st)
        st = domain->kind->book(domain->self, values, n, &book);
    if (!st)
        parts_explain(parts, &book);
    free(values);
    return st;
}
