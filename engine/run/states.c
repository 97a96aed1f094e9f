#include "engine/run/states.h"

/* Positions of one game that wait to be solved together. */
struct waiting {
    struct solver *solver;
    struct position p[256 + POINT_PARTS_MAX];
    size_t n;
};

static enum status solve_waiting(struct waiting *w)
{
    enum status st = solve_bulk(w->solver, w->p, w->n);
    w->n = 0;
    return st;
}

static enum status add(struct waiting *w, const struct point *point)
{
    const struct game *game = w->solver->game;
    struct position *states = &w->p[w->n];
    enum status st = game->rules->start(game->self, point, states);
    if (st)
        return st;
    w->n += game->rules->states
                ? game->rules->states(game->self, states[0], states)
                : 1;
    return w->n + POINT_PARTS_MAX > sizeof w->p / sizeof *w->p
               ? solve_waiting(w)
               : STATUS_OK;
}

static enum status solve_game(const struct grid *grid, struct solver *solver,
                              uint64_t first, uint64_t n)
{
    struct waiting w = {.solver = solver};
    struct point point;
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < n && !st; i++) {
        if (i)
            grid_step(grid, first + i, &point);
        else
            grid_unrank(grid, first, &point);
        st = add(&w, &point);
    }
    return st ? st : solve_waiting(&w);
}

enum status states_solve(const struct plan *plan, struct solver solvers[],
                         uint64_t first, uint64_t n)
{
    enum status st = STATUS_OK;
    for (size_t g = 0; g < plan->ngames && !st; g++)
        st = solve_game(&plan->grid, &solvers[g], first, n);
    return st;
}
