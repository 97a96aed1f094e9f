#include "census/named/shared/indistinguishable.h"

#include "census/named/shared/claims.h"
#include "engine/survey/classes.h"
#include "rules/rules.h"

#include <stdlib.h>

struct company {
    const struct cell *cell;
    size_t game;
    struct grid positions, tests;
};

/* The values of position + test, each played out as one position. */
static enum status values(void *context, unsigned worker, uint64_t position,
                          uint64_t first, size_t n, uint64_t out[])
{
    struct company *c = context;
    const struct game *game = &c->cell->games[c->game];
    struct point both, test;
    struct position p;
    enum status st = STATUS_OK;
    (void)worker;
    for (size_t i = 0; i < n && !st; i++) {
        grid_unrank(&c->positions, position, &both);
        grid_unrank(&c->tests, first + i, &test);
        for (uint32_t k = 0; k < test.n; k++) {
            both.kind[both.n] = test.kind[k];
            both.size[both.n++] = test.size[k];
        }
        st = game_start(game, &both, &p);
        if (!st)
            st = solve_value(&c->cell->solvers[c->game], p, &out[i]);
    }
    return st;
}

static enum status find_first(struct company *c, uint32_t *first)
{
    const struct classes all = {.ask = {.positions = c->positions.count,
                                        .tests = c->tests.count,
                                        .values = values,
                                        .context = c}};
    enum status st = STATUS_OK;
    uint64_t test = 0;
    for (uint64_t q = 0; !st && test < c->tests.count; q++) {
        st = classes_separate(&all, 0, q, c->cell->index, &test);
        *first = (uint32_t)q + 1;
    }
    return st;
}

enum status indistinguishable_first(const struct cell *cell, size_t g,
                                    const struct indistinguishable *grids,
                                    uint32_t *first)
{
    struct company c = {.cell = cell, .game = g};
    const struct game *game = &cell->games[g];
    enum status st =
        grid_open(grid_kinds, grids->positions, game, &c.positions);
    if (st)
        return st;
    st = grid_open(grid_kinds, grids->tests, game, &c.tests);
    if (!st) {
        st = find_first(&c, first);
        grid_close(&c.tests);
    }
    grid_close(&c.positions);
    return st;
}

enum status indistinguishable_count(struct archive *a, const char *column,
                                    uint64_t *classes, uint64_t *largest)
{
    int64_t *first;
    uint64_t n;
    *classes = *largest = 0;
    enum status st = claims_column(a, column, &first, &n);
    if (st)
        return st;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t size = 0;
        for (uint64_t k = 0; k < n; k++)
            size += first[k] == (int64_t)i + 1;
        *classes += size > 0;
        *largest = size > *largest ? size : *largest;
    }
    free(first);
    return STATUS_OK;
}
