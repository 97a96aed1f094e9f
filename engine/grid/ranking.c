#include "engine/grid/ranking.h"

#include <assert.h>

/* The most different sizes that a point can have. */
static uint64_t different_sizes(const struct grid_bounds *b)
{
    uint64_t k = 0;
    while (k < b->parts && k < b->size && (k + 1) * (k + 2) / 2 <= b->total)
        k++;
    return k;
}

/* A move of a game that shrinks leads to some multiset of no larger total. */
static bool holds_all(const struct grid *grid, const struct grid_bounds *b)
{
    const struct point nothing = {.n = 0};
    uint64_t index;
    return grid->kind->layer_end && b->parts >= b->total &&
           b->size >= b->total &&
           grid->kind->rank(grid->self, &nothing, &index);
}

/* Do parts in another order make the same position? The grids that hold all of
 * them have one order of each, and a row has as many as there are. Both ways to
 * read a row are one position of some games: hence the second pair. */
static bool orderless(const struct game *game, const struct grid_bounds *b)
{
    static const struct point pairs[][2] = {
        {{.n = 2, .size = {1, 2}}, {.n = 2, .size = {2, 1}}},
        {{.n = 3, .size = {1, 1, 2}}, {.n = 3, .size = {1, 2, 1}}},
    };
    for (uint64_t i = 0; i < 2 && b->total >= 3 + i; i++) {
        struct position p, q;
        if (game_start(game, &pairs[i][0], &p) ||
            game_start(game, &pairs[i][1], &q) || !position_equal(p, q))
            return false;
    }
    return true;
}

static const char *fault(const struct ranking *r, const struct grid_bounds *b)
{
    const struct ruleset *rules = r->game->rules;
    if (!holds_all(r->grid, b) || !(r->game->traits & GAME_SHRINKS))
        return "the grid does not hold every position that can be reached";
    if (!rules->parts)
        return "the game does not tell the parts of a position";
    if (!orderless(r->game, b))
        return "a position is more than its parts: their order counts";
    if (r->game->traits & GAME_OBLIGES &&
        !(rules->obligation && rules->obligation->state))
        return "the game does not number its obligations";
    if (r->grid->count > UINT64_MAX / 256 / r->states)
        return "there are too many positions";
    return NULL;
}

struct ranking ranking_of(const struct grid *grid, const struct game *game)
{
    struct ranking r = {.grid = grid, .game = game, .states = 1};
    struct grid_bounds bounds;
    grid->kind->bounds(grid->self, &bounds);
    if (game->traits & GAME_OBLIGES)
        r.states = different_sizes(&bounds) + 2;
    r.why = fault(&r, &bounds);
    r.universe = r.why ? 0 : grid->count * r.states;
    return r;
}

static bool rank_point(const struct ranking *r, struct position p,
                       uint64_t *index)
{
    const struct grid_kind *kind = r->grid->kind;
    struct point_run run[POINT_PARTS_MAX];
    struct point point;
    if (kind->rank_runs && r->game->rules->runs) {
        const size_t n = r->game->rules->runs(r->game->self, p, run);
        return kind->rank_runs(r->grid->self, run, n, index);
    }
    r->game->rules->parts(r->game->self, p, &point);
    return kind->rank(r->grid->self, &point, index);
}

uint64_t ranking_rank(const void *ranking, struct position p)
{
    const struct ranking *r = ranking;
    const struct ruleset *rules = r->game->rules;
    uint64_t index;
    if (!rank_point(r, p, &index))
        return r->universe;
    const size_t state =
        r->states > 1 ? rules->obligation->state(r->game->self, p) : 0;
    assert(state < r->states);
    return index * r->states + state;
}

bool ranking_takes(const struct ranking *r, struct position p)
{
    const struct ruleset *rules = r->game->rules;
    struct point_run run[POINT_PARTS_MAX];
    struct grid_bounds b;
    uint64_t total = 0, index, before = 0;
    r->grid->kind->bounds(r->grid->self, &b);
    const size_t n = rules->runs ? rules->runs(r->game->self, p, run) : 0;
    for (size_t i = 0; i < n; i++) {
        if (run[i].size <= before || run[i].size > b.size || !run[i].count ||
            run[i].count > b.parts)
            return false;
        before = run[i].size;
        total += before * run[i].count;
    }
    return total <= b.total && rank_point(r, p, &index) &&
           (r->states == 1 ||
            rules->obligation->state(r->game->self, p) < r->states);
}

struct position ranking_unrank(const void *ranking, uint64_t rank)
{
    const struct ranking *r = ranking;
    struct position states[POINT_PARTS_MAX];
    struct point point;
    grid_unrank(r->grid, rank / r->states, &point);
    enum status st = game_start(r->game, &point, &states[0]);
    assert(!st);
    if (rank % r->states) {
        size_t n = game_states(r->game, states[0], states);
        assert(rank % r->states < n);
    }
    return states[rank % r->states];
}
