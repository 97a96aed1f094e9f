/* Grids whose points are positions: each filling once, found again by its
 * notation, and only by games that have it. */
#include "engine/grid/grid.h"
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <string.h>

/* Every text over an alphabet on a pattern: '*' is any letter of it. */
struct filling {
    const char *rules, *grid, *pattern, *letters;
};

static uint64_t fill(const struct filling *f, const struct grid *grid,
                     const struct game *game, char text[], size_t at,
                     unsigned char seen[])
{
    uint64_t n = 0, row;
    struct position p;
    if (!f->pattern[at]) {
        cr_assert_eq(game->rules->parse(game->self, text, &p), STATUS_OK);
        cr_assert(grid_row(grid, game, p, &row), "%s", text);
        cr_expect_eq(seen[row]++, 0, "%s", text);
        return 1;
    }
    text[at] = f->pattern[at];
    if (text[at] != '*')
        return fill(f, grid, game, text, at + 1, seen);
    for (const char *c = f->letters; *c; c++) {
        text[at] = *c;
        n += fill(f, grid, game, text, at + 1, seen);
    }
    return n;
}

/* Every row prints as the text that finds it. */
static void check_texts(const struct grid *grid, const struct game *game)
{
    for (uint64_t i = 0; i < grid->count; i++) {
        struct point point;
        struct position p, again;
        char text[64];
        uint64_t row;
        grid_unrank(grid, i, &point);
        cr_assert_eq(game_start(game, &point, &p), STATUS_OK);
        game->rules->print(game->self, p, text, sizeof text);
        cr_assert_eq(game->rules->parse(game->self, text, &again), STATUS_OK);
        cr_assert(position_equal(p, again), "%s", text);
        cr_assert(grid_row(grid, game, again, &row));
        cr_expect_eq(row, i, "%s", text);
    }
}

Test(boards, every_filling_once)
{
    static const struct filling fillings[] = {
        {"domineering", "boards:rows=2,columns=3", "***/***", ".#"},
        {"domineering", "boards:rows=3,columns=1", "*/*/*", ".#"},
        {"domineering", "strips:length=5", "*****", ".#"},
        {"toads-and-frogs", "strips:length=5", "*****", "_TF"},
        {"clobber", "boards:rows=2,columns=2", "**/**", ".BW"},
        {"toads-and-frogs", "boards:rows=1,columns=4", "****", "_TF"},
    };
    for (size_t i = 0; i < sizeof fillings / sizeof fillings[0]; i++) {
        const struct filling *f = &fillings[i];
        struct game game;
        struct grid grid;
        char text[32] = "";
        unsigned char seen[512] = {0};
        cr_assert_eq(game_open(rulesets, f->rules, &game), STATUS_OK);
        cr_assert_eq(grid_open(grid_kinds, f->grid, &game, &grid), STATUS_OK);
        cr_assert_leq(grid.count, sizeof seen);
        cr_expect_eq(fill(f, &grid, &game, text, 0, seen), grid.count, "%s",
                     f->grid);
        check_texts(&grid, &game);
        grid_close(&grid);
        game_close(&game);
    }
}

Test(boards, positions_of_other_boards_and_games, .init = cr_redirect_stderr)
{
    struct game domineering, nim, toads;
    struct grid grid;
    struct position p;
    uint64_t row;
    cr_assert_eq(game_open(rulesets, "domineering", &domineering), STATUS_OK);
    cr_assert_eq(game_open(rulesets, "nim", &nim), STATUS_OK);
    cr_assert_eq(game_open(rulesets, "toads-and-frogs", &toads), STATUS_OK);
    cr_expect_eq(grid_open(grid_kinds, "strips:length=3", NULL, &grid),
                 STATUS_USAGE);
    cr_expect_eq(grid_open(grid_kinds, "strips:length=3", &nim, &grid),
                 STATUS_USAGE);
    cr_expect_eq(
        grid_open(grid_kinds, "boards:rows=2,columns=2", &toads, &grid),
        STATUS_USAGE);
    cr_expect_eq(
        grid_open(grid_kinds, "boards:rows=9,columns=9", &domineering, &grid),
        STATUS_RANGE);
    cr_expect_eq(
        grid_open(grid_kinds, "boards:rows=8,columns=8", &domineering, &grid),
        STATUS_RANGE);
    cr_assert_eq(
        grid_open(grid_kinds, "boards:rows=2,columns=2", &domineering, &grid),
        STATUS_OK);
    cr_assert_eq(domineering.rules->parse(NULL, ".../...", &p), STATUS_OK);
    cr_expect_not(grid_row(&grid, &domineering, p, &row));
    grid_close(&grid);
    game_close(&toads);
    game_close(&nim);
    game_close(&domineering);
}
