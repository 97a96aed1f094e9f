/* Single Top Entails heaps by one array against the values found by folding,
 * and against the loony heaps that are known. CENSUS_LONG=1 in the environment
 * goes on to the fifth of them (0.1 CPU seconds per 40,000 counters squared).
 */
#include "engine/solve.h"
#include "engine/value/loony.h"
#include "rules/rules.h"
#include "rules/top_entails_stacks.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static uint64_t solved(struct solver *solver, const struct game *game,
                       uint32_t size, bool compelled)
{
    const struct point heap = {.n = 1, .size = {size}, .kind = {PART_OWN}};
    struct position state[4]; /* free, compelled, and others */
    uint64_t value = 0;
    cr_assert_eq(game->rules->start(game->self, &heap, &state[0]), STATUS_OK);
    game->rules->states(game->self, state[0], state);
    cr_assert_eq(solve_value(solver, state[compelled], &value), STATUS_OK);
    return value;
}

static void compare(enum stacks_empty empty, const char *spec, uint32_t most)
{
    struct top_entails_stacks *stacks;
    struct game game;
    struct domain domain;
    struct memo memo;
    struct solver solver;
    cr_assert_eq(top_entails_stacks_open(empty, most, &stacks), STATUS_OK);
    cr_assert_eq(game_open(rulesets, spec, &game), STATUS_OK);
    cr_assert_eq(domain_open("loony", &game, 1, &domain), STATUS_OK);
    const struct memo_spec wanted = {
        .key_bits = 128, .value_bytes = 4, .threads = 1};
    cr_assert_eq(memo_open(memo_find("striped"), &wanted, &memo), STATUS_OK);
    cr_assert_eq(solver_init(&solver, &game, &domain, &memo, 0), STATUS_OK);
    for (uint32_t n = 1; n <= most; n++) {
        top_entails_stacks_extend(stacks, n);
        const struct stack s = top_entails_stacks_get(stacks, n);
        cr_assert_eq(s.loony ? LOONY : s.nimber,
                     solved(&solver, &game, n, false), "%s: %u", spec, n);
        cr_assert_eq(
            s.compelled_wins ? OUTCOME_N : OUTCOME_P,
            domain.kind->outcome(domain.self, solved(&solver, &game, n, true)),
            "%s: [%u]", spec, n);
    }
    solver_release(&solver);
    memo_close(&memo);
    domain_close(&domain);
    game_close(&game);
    top_entails_stacks_close(stacks);
}

Test(stacks, values_are_those_of_the_recursion)
{
    compare(STACKS_FREE, "top-entails:empty=free", 120);
    compare(STACKS_ILLEGAL, "top-entails:empty=illegal", 400);
    compare(STACKS_LOSE, "top-entails:empty=lose", 600);
}

/* Compelling nothing, emptying a heap makes every even heap loony. */
Test(stacks, free_reading)
{
    enum { MOST = 3000 };
    struct top_entails_stacks *stacks;
    cr_assert_eq(top_entails_stacks_open(STACKS_FREE, MOST, &stacks),
                 STATUS_OK);
    top_entails_stacks_extend(stacks, MOST);
    for (uint32_t n = 1; n <= MOST; n++) {
        const struct stack s = top_entails_stacks_get(stacks, n);
        cr_assert_eq(s.loony, n % 2 == 0, "%u", n);
        cr_assert_eq(s.nimber, n == 1, "%u", n);
    }
    top_entails_stacks_close(stacks);
}

Test(stacks, loony_heaps_where_emptying_loses)
{
    static const uint32_t known[] = {1, 3, 2403, 2505, 33243};
    const char *text = getenv("CENSUS_LONG");
    const bool longer = text && !strcmp(text, "1");
    const uint32_t most = longer ? 40000 : 5000;
    struct top_entails_stacks *stacks;
    size_t found = 0;
    cr_assert_eq(top_entails_stacks_open(STACKS_LOSE, most, &stacks),
                 STATUS_OK);
    top_entails_stacks_extend(stacks, most);
    for (uint32_t n = 1; n <= most; n++)
        if (top_entails_stacks_get(stacks, n).loony) {
            cr_assert_lt(found, 5);
            cr_expect_eq(n, known[found]);
            found++;
        }
    cr_expect_eq(found, longer ? 5 : 4);
    top_entails_stacks_close(stacks);
}
