#include "engine/run/states.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* Positions of one game that wait to be solved together. */
struct waiting {
    struct states *states;
    struct solver *solver;
    struct position p[256 + POINT_PARTS_MAX];
    size_t n;
};

static enum status reserve(struct states *s, size_t more)
{
    if (s->used + more <= s->cap)
        return STATUS_OK;
    const size_t cap = 2 * s->cap + more;
    void *values = realloc(s->values, cap * sizeof *s->values);
    if (!values)
        return log_error(STATUS_NOMEM, "out of memory for the values of rows");
    s->values = values;
    s->cap = cap;
    return STATUS_OK;
}

static enum status solve_waiting(struct waiting *w)
{
    struct states *s = w->states;
    enum status st = reserve(s, w->n);
    if (!st)
        st = solve_bulk(w->solver, w->p, w->n, s->values + s->used);
    s->used += w->n;
    w->n = 0;
    return st;
}

static enum status add(struct waiting *w, const struct point *point)
{
    const struct game *game = w->solver->game;
    struct position *states = &w->p[w->n];
    enum status st = game_start(game, point, states);
    if (st)
        return st;
    w->n += game_states(game, states[0], states);
    return STATUS_OK;
}

static enum status solve_game(struct waiting *w, const struct grid *grid,
                              uint64_t first, uint64_t n, size_t starts[])
{
    struct point point;
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < n && !st; i++) {
        grid_walk(grid, i, first + i, &point);
        starts[i] = w->states->used + w->n;
        st = add(w, &point);
        if (!st && w->n + POINT_PARTS_MAX > sizeof w->p / sizeof *w->p)
            st = solve_waiting(w);
    }
    starts[n] = w->states->used + w->n;
    return st ? st : solve_waiting(w);
}

enum status states_solve(struct states *s, const struct plan *plan,
                         struct solver solvers[], uint64_t first, uint64_t n)
{
    enum status st = STATUS_OK;
    s->used = 0;
    for (size_t g = 0; g < plan->ngames && !st; g++) {
        struct waiting w;
        w.states = s;
        w.solver = &solvers[g];
        w.n = 0;
        st = solve_game(&w, &plan->grid, first, n, s->first[g]);
    }
    return st;
}

void states_release(struct states *s)
{
    free(s->values);
    *s = (struct states){.cap = 0};
}

void states_of(const struct states *s, const struct plan *plan, size_t i,
               struct cell_states out[])
{
    for (size_t g = 0; g < plan->ngames; g++)
        out[g] = (struct cell_states){s->values + s->first[g][i],
                                      s->first[g][i + 1] - s->first[g][i]};
}
