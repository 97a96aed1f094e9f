/* Retrograde sweeps against the memoised recursion, state by state, for every
 * heap game and reading that they serve; and what they must refuse.
 */
#include "engine/retrograde/retrograde.h"
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

static const char *const served[] = {
    "top-entails:reply=same,empty=free",
    "top-entails:reply=same,empty=lose",
    "top-entails:reply=same,empty=illegal",
    "top-entails:reply=any",
    "entailing-nim:reply=same,empty=free",
    "entailing-nim:reply=same,empty=lose",
    "entailing-nim:reply=same,empty=illegal",
    "nim",
    "octal:0.77",
    "octal:0.137",
    "octal:4.3",
    "subtraction:1,3,4",
};
enum { SERVED = sizeof served / sizeof *served, TOTAL = 16 };

static const char *const refused[] = {
    "top-entails:reply=elsewhere",
    "top-entails:play=misere",
    "end-nim",
    "nim:players=3",
};

static void open_grid(struct grid *grid, const char *spec)
{
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, grid), STATUS_OK);
}

/* Solves the whole grid layer by layer, in ranges of so many points. */
static uint64_t
sweep(struct retrograde *r, const struct grid *grid, uint64_t step,
      bool (*visit)(void *, uint64_t, const struct point *, unsigned, unsigned),
      void *context)
{
    uint64_t states = 0;
    for (uint64_t from = 0; from < grid->count;) {
        uint64_t end = grid->kind->layer_end(grid->self, from);
        uint64_t to = end - from < step ? end : from + step;
        states += retrograde_range(r, from, to, visit, context);
        from = to;
    }
    return states;
}

struct against {
    struct solved solved;
    const struct grid *grid;
    uint64_t next, states;
};

static bool compare(void *context, uint64_t index, const struct point *point,
                    unsigned mask, unsigned sizes)
{
    struct against *a = context;
    const struct game *game = &a->solved.game;
    struct position states[POINT_PARTS_MAX];
    struct point again;
    cr_assert_eq(index, a->next++);
    grid_unrank(a->grid, index, &again);
    cr_assert_eq(point->n, again.n);
    for (uint32_t i = 0; i < again.n; i++)
        cr_assert_eq(point->size[i], again.size[i]);
    cr_assert_eq(game_start(game, point, states), STATUS_OK);
    cr_assert_eq(solved_value(&a->solved, states[0]),
                 mask ? OUTCOME_N : OUTCOME_P);
    a->states++;
    if (!(game->traits & GAME_OBLIGES))
        return true;
    game_states(game, states[0], states);
    for (unsigned i = 0; i < sizes; i++)
        cr_assert_eq(solved_value(&a->solved, states[1 + i]),
                     mask >> i & 1 ? OUTCOME_N : OUTCOME_P, "%s, point %llu",
                     game->spec, (unsigned long long)index);
    a->states += sizes;
    return true;
}

ParameterizedTestParameters(retrograde, every_state_as_the_recursion_says)
{
    static int numbers[SERVED];
    for (int i = 0; i < SERVED; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, SERVED);
}

ParameterizedTest(int *number, retrograde, every_state_as_the_recursion_says)
{
    struct grid grid;
    struct retrograde *r;
    struct against a = {.grid = &grid};
    open_grid(&grid, "partitions:total=0..16");
    solved_open(&a.solved, served[*number], "outcome");
    cr_assert(retrograde_fits(&grid, &a.solved.game));
    cr_assert_eq(retrograde_open(&grid, &a.solved.game, NULL, &r), STATUS_OK);
    const uint64_t states = sweep(r, &grid, 7, compare, &a);
    cr_assert_eq(a.next, grid.count);
    cr_assert_eq(states, a.states);
    retrograde_close(r);
    solved_close(&a.solved);
    grid_close(&grid);
}

Test(retrograde, refuses_what_it_cannot_do)
{
    struct grid grid, from_one, lists;
    struct game game;
    open_grid(&grid, "partitions:total=0..10");
    open_grid(&from_one, "partitions:total=1..10");
    open_grid(&lists, "lists:parts=1..2,size=1..3");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        cr_assert_eq(game_open(rulesets, refused[i], &game), STATUS_OK);
        cr_assert_not(retrograde_fits(&grid, &game), "%s", refused[i]);
        game_close(&game);
    }
    cr_assert_eq(game_open(rulesets, "nim", &game), STATUS_OK);
    cr_assert(retrograde_fits(&grid, &game));
    cr_assert_not(retrograde_fits(&from_one, &game));
    cr_assert_not(retrograde_fits(&lists, &game));
    game_close(&game);
    grid_close(&grid);
    grid_close(&from_one);
    grid_close(&lists);
}

static bool mix(void *context, uint64_t index, const struct point *point,
                unsigned mask, unsigned sizes)
{
    uint64_t *sum = context;
    (void)index;
    (void)point;
    *sum = position_mix(*sum ^ mask) + sizes;
    return true;
}

/* All masks mixed; `forget`: those out of reach are given back. */
static uint64_t mixed(const struct grid *grid, const struct game *game,
                      const char *folder, bool forget)
{
    struct retrograde *r;
    uint64_t sum = 0;
    cr_assert_eq(retrograde_open(grid, game, folder, &r), STATUS_OK);
    for (uint64_t from = 0; from < grid->count;) {
        const uint64_t end = grid->kind->layer_end(grid->self, from);
        retrograde_range(r, from, end, mix, &sum);
        if (forget)
            retrograde_reached(r, end);
        from = end;
    }
    retrograde_close(r);
    return sum;
}

ParameterizedTestParameters(retrograde, forgets_only_what_nobody_needs)
{
    static int numbers[SERVED];
    for (int i = 0; i < SERVED; i++)
        numbers[i] = i;
    return cr_make_param_array(int, numbers, SERVED);
}

/* 87,633 masks: more than forty pages. */
ParameterizedTest(int *number, retrograde, forgets_only_what_nobody_needs)
{
    struct grid grid;
    struct game game;
    open_grid(&grid, "partitions:total=0..35");
    cr_assert_eq(game_open(rulesets, served[*number], &game), STATUS_OK);
    const uint64_t whole = mixed(&grid, &game, NULL, false);
    cr_expect_eq(mixed(&grid, &game, NULL, true), whole, "%s", game.spec);
    cr_expect_eq(mixed(&grid, &game, "/tmp", true), whole, "%s", game.spec);
    game_close(&game);
    grid_close(&grid);
}

/* The positions that are lost, counted. */
static bool count_lost(void *context, uint64_t index, const struct point *point,
                       unsigned mask, unsigned sizes)
{
    (void)index;
    (void)point;
    (void)sizes;
    *(uint64_t *)context += mask == 0;
    return true;
}

/* By the three-clause rule a loss has odd heaps only, an even number of them
 * ones: 53,854 of the 6,639,349 positions to 60; to 40, 4,644 of 215,308. */
Test(retrograde, losses_of_top_entails_to_forty)
{
    struct grid grid;
    struct game game;
    struct retrograde *r;
    uint64_t lost = 0, window;
    open_grid(&grid, "partitions:total=0..40");
    cr_assert_eq(game_open(rulesets, "top-entails", &game), STATUS_OK);
    cr_assert_eq(retrograde_open(&grid, &game, NULL, &r), STATUS_OK);
    /* At most three layers are in use: 38, 39, 40. */
    cr_assert_eq(retrograde_window(&grid, &game, &window), STATUS_OK);
    cr_assert_eq(window, 2 * (26015 + 31185 + 37338));
    sweep(r, &grid, grid.count, count_lost, &lost);
    cr_assert_eq(grid.count, 215308);
    cr_assert_eq(lost, 4644);
    retrograde_close(r);
    game_close(&game);
    grid_close(&grid);
}
