#include "engine/run/cell.h"

static bool solved(const struct cell *cell, size_t g)
{
    return cell->states && cell->states[g].values;
}

enum status cell_value(const struct cell *cell, size_t g, uint64_t *value)
{
    const struct game *game = &cell->games[g];
    struct position p;
    if (solved(cell, g)) {
        *value = cell->states[g].values[0];
        return STATUS_OK;
    }
    enum status st = game_start(game, cell->point, &p);
    return st ? st : solve_value(&cell->solvers[g], p, value);
}

enum status cell_solve(const struct cell *cell, size_t g, uint64_t values[],
                       size_t *n)
{
    struct position p[POINT_PARTS_MAX];
    enum status st = cell_positions(cell, g, p, n);
    for (size_t i = 0; !st && i < *n; i++)
        st = solve_value(&cell->solvers[g], p[i], &values[i]);
    return st;
}

enum status cell_positions(const struct cell *cell, size_t g,
                           struct position p[], size_t *n)
{
    const struct game *game = &cell->games[g];
    enum status st = game_start(game, cell->point, &p[0]);
    if (!st)
        *n = game_states(game, p[0], p);
    return st;
}
