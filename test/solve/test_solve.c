#include "engine/grid/grid.h"
#include "engine/solve/solve.h"
#include "engine/solve/solve_frame.h"
#include "rules/rules.h"
#include "test/common/solved.h"
#include "test/common/toy_games.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <pthread.h>
#include <stdlib.h>

/* A game, a domain and a memo, with one solver per worker. */
enum { WORKERS = 5 };

struct bench {
    struct game game;
    struct domain domain;
    struct memo memo;
    struct solver solver[WORKERS];
    struct in_progress in_progress;
};

/* False if the memo does not serve such keys. */
static bool open_bench(struct bench *b, const struct ruleset *const rules[],
                       const char *spec, const char *domain,
                       const struct memo_kind *memo)
{
    cr_assert_eq(game_open(rules, spec, &b->game), STATUS_OK);
    cr_assert_eq(solved_domain(domain, &b->game, WORKERS, &b->domain),
                 STATUS_OK);
    const struct memo_spec wanted = {.key_bits = 128,
                                     .value_bytes = b->domain.kind->value_bytes,
                                     .threads = WORKERS};
    enum status st = memo_open(memo, &wanted, &b->memo);
    if (st) {
        cr_assert_eq(st, STATUS_USAGE);
        domain_close(&b->domain);
        game_close(&b->game);
        return false;
    }
    b->in_progress = (struct in_progress){0};
    for (unsigned w = 0; w < WORKERS; w++) {
        cr_assert_eq(
            solver_init(&b->solver[w], &b->game, &b->domain, &b->memo, w),
            STATUS_OK);
        b->solver[w].in_progress = memo->apart ? NULL : &b->in_progress;
    }
    return true;
}

static void close_bench(struct bench *b)
{
    for (unsigned w = 0; w < WORKERS; w++)
        solver_release(&b->solver[w]);
    memo_close(&b->memo);
    domain_close(&b->domain);
    game_close(&b->game);
}

static void open_striped(struct bench *b, const struct ruleset *const rules[],
                         const char *spec, const char *domain)
{
    const struct memo_kind *striped = memo_find("striped");
    cr_assert_not_null(striped);
    cr_assert(open_bench(b, rules, spec, domain, striped));
}

static enum outcome outcome_of(struct solver *s, struct position p)
{
    enum outcome outcome = OUTCOME_UNSET;
    cr_assert_eq(solve_outcome(s, p, &outcome), STATUS_OK);
    return outcome;
}

/* A recursion on the thread's own stack would end long before. */
Test(solve, a_million_moves_deep)
{
    struct bench b;
    const uint64_t deep = 1000000;
    open_striped(&b, toy_games, "chain", "outcome");
    cr_expect_eq(outcome_of(&b.solver[0], (struct position){deep, 0}),
                 OUTCOME_P);
    cr_expect_eq(b.solver[0].counts.evaluated, deep + 1);
    cr_expect_eq(outcome_of(&b.solver[0], (struct position){deep - 1, 0}),
                 OUTCOME_N);
    cr_expect_eq(b.solver[0].counts.evaluated, deep + 1);
    close_bench(&b);
}

Test(solve, nim_heap_of_five_thousand)
{
    struct bench b;
    struct position p;
    uint64_t value;
    char text[32];
    open_striped(&b, rulesets, "nim", "nimber");
    cr_assert_eq(b.game.rules->parse(b.game.self, "5000", &p), STATUS_OK);
    cr_assert_eq(solve_value(&b.solver[0], p, &value), STATUS_OK);
    b.domain.kind->print(b.domain.self, value, text, sizeof text);
    cr_expect_str_eq(text, "*5000");
    close_bench(&b);
}

static void count_visit(void *context, struct position p)
{
    (void)p;
    ++*(size_t *)context;
}

Test(solve, partizan_outcomes_and_winning_moves)
{
    struct bench b;
    open_striped(&b, toy_games, "thieves", "outcome");
    for (uint64_t i = 0; i < 144; i++) {
        const uint64_t left = i % 12, right = i / 12;
        const struct position p = {left, right};
        size_t wins[2] = {0};
        enum outcome expected = left && right ? OUTCOME_N
                                : left        ? OUTCOME_L
                                : right       ? OUTCOME_R
                                              : OUTCOME_P;
        cr_expect_eq(outcome_of(&b.solver[i % WORKERS], p), expected);
        for (unsigned mover = LEFT; mover <= RIGHT; mover++)
            cr_assert_eq(solve_winning(&b.solver[0], p, (enum mover)mover,
                                       count_visit, &wins[mover]),
                         STATUS_OK);
        /* Beside a full purse only the theft wins, else everything does. */
        cr_expect_eq(wins[LEFT], left && right ? 1 : left);
        cr_expect_eq(wins[RIGHT], left && right ? 1 : right);
    }
    close_bench(&b);
}

/* Both players' options are asked for, also where one player is settled. */
Test(solve, partizan_outcome_from_the_top)
{
    for (unsigned w = 0; w < WORKERS; w++) {
        struct bench b;
        open_striped(&b, toy_games, "thieves", "outcome");
        cr_expect_eq(outcome_of(&b.solver[w], (struct position){9, 11}),
                     OUTCOME_N);
        close_bench(&b);
    }
}

static bool remembers(struct bench *b, struct position p)
{
    uint64_t value;
    return memo_get(&b->memo, 0, &p, 1, &value) == 1;
}

/* Left's first option wins. As long as somebody else solves it, she looks at
 * all others before she solves it after all; and her own work is unmarked in
 * the end. */
Test(solve, what_others_are_busy_with_comes_last)
{
    const struct position p = {3, 2}, first = {2, 0}, last = {2, 2};
    for (int marked = 0; marked < 2; marked++) {
        struct bench b;
        open_striped(&b, toy_games, "thieves", "outcome");
        if (marked)
            in_progress_begin(&b.in_progress, first);
        cr_expect_eq(outcome_of(&b.solver[1], p), OUTCOME_N);
        cr_expect(remembers(&b, first));
        cr_expect_eq(remembers(&b, last), marked);
        cr_expect_not(in_progress_with(&b.in_progress, p));
        cr_expect_not(in_progress_with(&b.in_progress, first));
        close_bench(&b);
    }
}

/* Every state of every partition, in the grid's order. */
struct states {
    size_t n;
    struct position *at;
};

static struct states states_to(const struct game *g, const char *spec)
{
    struct grid grid;
    struct states s = {0};
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &grid), STATUS_OK);
    s.at = malloc(grid.count * 32 * sizeof *s.at);
    cr_assert_not_null(s.at);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct point point;
        struct position p, all[POINT_PARTS_MAX];
        grid_unrank(&grid, i, &point);
        cr_assert_eq(game_start(g, &point, &p), STATUS_OK);
        size_t n = game_states(g, p, all);
        cr_assert_leq(n, 32);
        for (size_t j = 0; j < n; j++)
            s.at[s.n++] = all[j];
    }
    grid_close(&grid);
    return s;
}

/* The outcomes of all states, solved by one worker, backwards if asked. */
static unsigned char *solve_all(struct solver *solver, const struct states *s,
                                bool backwards)
{
    unsigned char *outcomes = calloc(s->n, 1);
    cr_assert_not_null(outcomes);
    for (size_t i = 0; i < s->n; i++) {
        size_t at = backwards ? s->n - 1 - i : i;
        outcomes[at] = (unsigned char)outcome_of(solver, s->at[at]);
    }
    return outcomes;
}

/* In ascending order every option is there already: each state is folded
 * once, and the recursion is not needed. */
Test(solve, ascending_order_evaluates_each_state_once)
{
    struct bench b;
    open_striped(&b, rulesets, "top-entails", "outcome");
    struct states s = states_to(&b.game, "partitions:total=0..16");
    free(solve_all(&b.solver[0], &s, false));
    cr_expect_eq(b.solver[0].counts.evaluated, s.n);
    free(s.at);
    close_bench(&b);
}

/* Any worker's order, any memo, forwards or backwards: the same answers. */
Test(solve, answers_do_not_depend_on_order_or_memo)
{
    static const char *const specs[] = {
        "top-entails", "top-entails:reply=elsewhere,alone=lapse",
        "entailing-nim:empty=lose"};
    size_t memos = 0;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct bench plain;
        open_striped(&plain, rulesets, specs[i], "outcome");
        struct states s = states_to(&plain.game, "partitions:total=0..8");
        unsigned char *expected = solve_all(&plain.solver[0], &s, false);
        for (size_t m = 0; memo_kinds[m]; m++)
            for (unsigned w = 0; w < WORKERS; w++) {
                struct bench b;
                if (!open_bench(&b, rulesets, specs[i], "outcome",
                                memo_kinds[m]))
                    continue;
                unsigned char *got = solve_all(&b.solver[w], &s, w % 2 == 0);
                cr_expect_arr_eq(got, expected, s.n, "%s, memo %s, worker %u",
                                 specs[i], memo_kinds[m]->name, w);
                memos++;
                free(got);
                close_bench(&b);
            }
        free(expected);
        free(s.at);
        close_bench(&plain);
    }
    cr_expect_geq(memos, 3 * 2 * WORKERS);
}

struct task {
    pthread_t thread;
    struct solver *solver;
    const struct states *states;
    unsigned char *outcomes;
};

static void *work(void *context)
{
    struct task *t = context;
    t->outcomes = solve_all(t->solver, t->states, true);
    return NULL;
}

/* Five threads with one memo, all from the top, so that they meet. */
Test(solve, threads_agree)
{
    struct bench alone, together;
    struct task task[WORKERS];
    open_striped(&alone, rulesets, "top-entails", "outcome");
    open_striped(&together, rulesets, "top-entails", "outcome");
    struct states s = states_to(&alone.game, "partitions:total=0..18");
    unsigned char *expected = solve_all(&alone.solver[0], &s, false);
    for (unsigned w = 0; w < WORKERS; w++) {
        task[w].solver = &together.solver[w];
        task[w].states = &s;
        cr_assert_eq(pthread_create(&task[w].thread, NULL, work, &task[w]), 0);
    }
    for (unsigned w = 0; w < WORKERS; w++) {
        cr_assert_eq(pthread_join(task[w].thread, NULL), 0);
        cr_expect_arr_eq(task[w].outcomes, expected, s.n, "worker %u", w);
        free(task[w].outcomes);
    }
    free(expected);
    free(s.at);
    close_bench(&alone);
    close_bench(&together);
}

/* A heap that could fall into more heaps than a position holds. */
Test(solve, refuses_what_cannot_be_searched, .init = cr_redirect_stderr)
{
    struct bench b;
    struct position p;
    uint64_t value;
    open_striped(&b, rulesets, "top-entails", "outcome");
    cr_assert_eq(b.game.rules->parse(b.game.self, "1000", &p), STATUS_OK);
    cr_expect_eq(solve_value(&b.solver[0], p, &value), STATUS_RANGE);
    cr_assert_eq(b.game.rules->parse(b.game.self, "2+2", &p), STATUS_OK);
    cr_expect_eq(outcome_of(&b.solver[0], p), OUTCOME_N);
    close_bench(&b);
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

/* A solver that was interrupted is used again: nothing of the search that it
 * gave up is left on its stack. */
Test(solve, an_interrupted_search_leaves_no_frames)
{
    struct bench b;
    struct position p;
    uint64_t value;
    open_striped(&b, rulesets, "nim", "outcome");
    struct solver *s = &b.solver[0];
    cr_assert_eq(b.game.rules->parse(b.game.self, "30+29+28", &p), STATUS_OK);
    s->interrupted = at_once;
    cr_assert_eq(solve_value(s, p, &value), STATUS_STOPPED);
    cr_expect_eq(s->stack->depth, 0);
    cr_expect_eq(s->stack->used, 0);
    s->interrupted = NULL;
    cr_assert_eq(solve_value(s, p, &value), STATUS_OK);
    close_bench(&b);
}
