#include "engine/grid/ranking.h"
#include "rules/rules.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>

/* With and without obligations, splitting and taking, both players alike. */
static const char *const games[] = {
    "top-entails:empty=lose",
    "top-entails:empty=free",
    "entailing-nim:reply=same,empty=lose",
    "entailing-nim:reply=elsewhere,alone=lapse",
    "octal:0.77",
    "nim",
};
enum { GAMES = sizeof games / sizeof *games };

static void open_both(const char *rules, const char *points, struct game *game,
                      struct grid *grid)
{
    cr_assert_eq(game_open(rulesets, rules, game), STATUS_OK);
    cr_assert_eq(grid_open(grid_kinds, points, NULL, grid), STATUS_OK);
}

/* Every option has a rank, too. */
static void rank_options(const struct ranking *r, struct position p)
{
    const struct game *g = r->game;
    struct position *out =
        calloc(g->rules->options_max(g->self, p) + 1, sizeof *out);
    const size_t n = g->rules->options(g->self, p, LEFT, out);
    for (size_t i = 0; i < n; i++)
        cr_assert_lt(ranking_rank(r, out[i]), r->universe);
    free(out);
}

/* No two states of the grid have one rank, and all come back from theirs. */
static void rank_all(const struct ranking *r)
{
    const struct game *g = r->game;
    unsigned char *hit = calloc(r->universe, 1);
    for (uint64_t i = 0; i < r->grid->count; i++) {
        struct position states[POINT_PARTS_MAX];
        struct point point;
        size_t n = 1;
        grid_unrank(r->grid, i, &point);
        cr_assert_eq(game_start(g, &point, &states[0]), STATUS_OK);
        n = game_states(g, states[0], states);
        cr_assert_leq(n, r->states);
        for (size_t s = 0; s < n; s++) {
            const uint64_t rank = ranking_rank(r, states[s]);
            cr_assert_lt(rank, r->universe);
            cr_assert_not(hit[rank]);
            hit[rank] = 1;
            cr_assert(position_equal(ranking_unrank(r, rank), states[s]));
            rank_options(r, states[s]);
        }
    }
    free(hit);
}

Test(ranking, every_state_has_a_number_of_its_own)
{
    for (int i = 0; i < GAMES; i++) {
        struct game game;
        struct grid grid;
        struct position far;
        open_both(games[i], "partitions:total=0..17", &game, &grid);
        const struct ranking r = ranking_of(&grid, &game);
        cr_assert_null(r.why, "%s: %s", games[i], r.why);
        rank_all(&r);
        cr_assert_eq(game.rules->parse(game.self, "9+9", &far), STATUS_OK);
        cr_expect_eq(ranking_rank(&r, far), r.universe);
        grid_close(&grid);
        game_close(&game);
    }
}

/* Positions that can be reached and are no points would never be kept. */
Test(ranking, grids_that_miss_positions_have_none)
{
    static const char *const points[] = {
        "partitions:total=3..9", "rows:heaps=0..3,size=1..3",
        "multisets:parts=0..3,size=1..6", "lists:parts=1..3,size=1..4"};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct game game;
        struct grid grid;
        open_both("octal:0.77", points[i], &game, &grid);
        const struct ranking r = ranking_of(&grid, &game);
        cr_expect_eq(r.universe, 0, "%s", points[i]);
        cr_expect_not_null(r.why);
        grid_close(&grid);
        game_close(&game);
    }
}

/* Rows of heaps in another order are other positions, which would share a
 * rank. */
Test(ranking, games_of_rows_have_none)
{
    static const char *const rows[] = {"end-nim", "end-nim:play=loop"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game;
        struct grid grid;
        open_both(rows[i], "partitions:total=0..5", &game, &grid);
        const struct ranking r = ranking_of(&grid, &game);
        cr_expect_eq(r.universe, 0, "%s", rows[i]);
        cr_expect_not_null(r.why);
        grid_close(&grid);
        game_close(&game);
    }
}
