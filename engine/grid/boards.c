/* boards.c - all positions of boards: "boards:rows=2,columns=3", and of strips,
 * boards of one row: "strips:length=1..6"; and the sets of a game that has one
 * board only, "sets" (set_slots).
 *
 * The ruleset counts and numbers the positions of a board (board_slots). Boards
 * with fewer rows come first, of equally many those with fewer columns. The
 * fillings of 2 x 3 cells with free and taken ones are 64.
 */
#include "engine/base/log.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <stdlib.h>

enum { SIDE_MAX = 64 };

struct board {
    uint32_t rows, columns;
    uint64_t first, count; /* positions */
};

struct boards {
    const struct game *game; /* borrowed */
    size_t n;
    uint64_t count;
    struct board board[]; /* n */
};

/* A range of rows or columns. */
#define BOARDS_SIDE(name_, help_)                                              \
    {                                                                          \
        .name = name_, .type = PARAM_RANGE, .lo = 1, .hi = SIDE_MAX,           \
        .help = help_                                                          \
    }

static const struct param params[] = {
    BOARDS_SIDE("rows", "rows of the board"),
    BOARDS_SIDE("columns", "columns of the board"),
};

static const struct param strip_params[] = {
    BOARDS_SIDE("length", "cells of the strip"),
};

static enum status add_board(struct boards *g, uint32_t rows, uint32_t columns)
{
    struct board *b = &g->board[g->n++];
    *b = (struct board){.rows = rows, .columns = columns, .first = g->count};
    enum status st = g->game->rules->board->count(g->game->self, rows, columns,
                                                  &b->count);
    g->count = choose_plus(g->count, b->count);
    return st;
}

static enum status open_all(const char *name, const struct param_value *rows,
                            const struct param_value *columns,
                            const struct game *game, void **self)
{
    const size_t sides = (size_t)(rows->hi - rows->lo + 1);
    const size_t n = sides * (size_t)(columns->hi - columns->lo + 1);
    if (!game->rules->board)
        return log_error(STATUS_USAGE, "grid %s: %s is not played on boards",
                         name, game->spec);
    struct boards *g = calloc(1, sizeof *g + n * sizeof g->board[0]);
    if (!g)
        return log_error(STATUS_NOMEM, "grid %s: out of memory", name);
    g->game = game;
    enum status st = STATUS_OK;
    for (int64_t r = rows->lo; r <= rows->hi && !st; r++)
        for (int64_t c = columns->lo; c <= columns->hi && !st; c++)
            st = add_board(g, (uint32_t)r, (uint32_t)c);
    if (!st && g->count >= UINT64_MAX / 2)
        st = log_error(STATUS_RANGE, "grid %s: 2^63 points or more", name);
    if (st)
        free(g);
    else
        *self = g;
    return st;
}

static enum status boards_open(const struct param_value v[],
                               const struct game *game, void **self)
{
    return open_all("boards", param_of(v, "rows"), param_of(v, "columns"), game,
                    self);
}

static enum status strips_open(const struct param_value v[],
                               const struct game *game, void **self)
{
    const struct param_value one_row = {.lo = 1, .hi = 1};
    return open_all("strips", &one_row, param_of(v, "length"), game, self);
}

static enum status sets_open(const struct param_value v[],
                             const struct game *game, void **self)
{
    const struct param_value none = {.lo = 0, .hi = 0};
    (void)v;
    if (!game->rules->set)
        return log_error(STATUS_USAGE,
                         "grid sets: the positions of %s are no sets",
                         game->spec);
    return open_all("sets", &none, &none, game, self);
}

static uint64_t boards_count(const void *self)
{
    return ((const struct boards *)self)->count;
}

/* The last board that begins at or before the index. */
static const struct board *board_of(const struct boards *g, uint64_t index)
{
    size_t lo = 0, hi = g->n;
    while (hi - lo > 1) {
        const size_t middle = lo + (hi - lo) / 2;
        if (g->board[middle].first <= index)
            lo = middle;
        else
            hi = middle;
    }
    return &g->board[lo];
}

static void boards_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct boards *g = self;
    const struct board *b = board_of(g, index);
    p->whole = true;
    p->n = 0;
    p->position = g->game->rules->board->unrank(
        g->game->self, b->rows, b->columns, index - b->first);
}

static bool boards_rank(const void *self, const struct point *p,
                        uint64_t *index)
{
    const struct boards *g = self;
    uint32_t rows, columns;
    uint64_t i;
    if (!p->whole || !g->game->rules->board->rank(g->game->self, p->position,
                                                  &rows, &columns, &i))
        return false;
    for (size_t k = 0; k < g->n; k++)
        if (g->board[k].rows == rows && g->board[k].columns == columns) {
            *index = g->board[k].first + i;
            return true;
        }
    return false;
}

/* Of one part, a board, whose size is its number of cells; of sets 0. */
static void boards_bounds(const void *self, struct grid_bounds *b)
{
    const struct boards *g = self;
    *b = (struct grid_bounds){.parts = 1};
    for (size_t k = 0; k < g->n; k++) {
        const uint32_t cells = g->board[k].rows * g->board[k].columns;
        b->size = cells > b->size ? cells : b->size;
    }
    b->total = b->size;
}

#define BOARDS_SLOTS                                                           \
    .close = free, .count = boards_count, .unrank = boards_unrank,             \
    .rank = boards_rank, .bounds = boards_bounds

const struct grid_kind grid_boards = {
    .name = "boards",
    .summary = "every position of a board, as the ruleset counts them",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open_for = boards_open,
    BOARDS_SLOTS,
};

const struct grid_kind grid_strips = {
    .name = "strips",
    .summary = "every position of a strip, as the ruleset counts them",
    .params = strip_params,
    .nparams = sizeof strip_params / sizeof strip_params[0],
    .open_for = strips_open,
    BOARDS_SLOTS,
};

const struct grid_kind grid_sets = {
    .name = "sets",
    .summary = "every set of the strings of a graph, as the ruleset has them",
    .open_for = sets_open,
    BOARDS_SLOTS,
};
