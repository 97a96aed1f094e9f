/* The value domains of three players: every value against slow play, and the
 * figures that rest on them. */
#include "engine/solve/solve.h"
#include "rules/rules.h"
#include "test/common/solved.h"
#include "test/oracle/slow_sums.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

struct table {
    struct game game;
    struct domain domain;
    struct memo memo;
    struct solver solver;
};

static void open_table(struct table *t, const char *rules, const char *ask)
{
    cr_assert_eq(game_open(rulesets, rules, &t->game), STATUS_OK);
    cr_assert_eq(solved_domain(ask, &t->game, 1, &t->domain), STATUS_OK);
    const struct memo_spec spec = {.key_bits = 128,
                                   .value_bytes = t->domain.kind->value_bytes,
                                   .threads = 1};
    cr_assert_eq(memo_open(memo_find("striped"), &spec, &t->memo), STATUS_OK);
    cr_assert_eq(solver_init(&t->solver, &t->game, &t->domain, &t->memo, 0),
                 STATUS_OK);
}

static void close_table(struct table *t)
{
    solver_release(&t->solver);
    memo_close(&t->memo);
    domain_close(&t->domain);
    game_close(&t->game);
}

static uint64_t ask(struct table *t, const int sizes[], size_t n)
{
    struct point point = {.n = (uint32_t)n};
    struct position p;
    uint64_t value = 0;
    for (size_t i = 0; i < n; i++)
        point.size[i] = (uint32_t)sizes[i];
    cr_assert_eq(game_start(&t->game, &point, &p), STATUS_OK);
    cr_assert_eq(solve_value(&t->solver, p, &value), STATUS_OK);
    return value;
}

/* The payoff of the seat that wins, as scoring.c numbers it: the winner has
 * two, the player before him one. */
static unsigned payoff_of(unsigned winner)
{
    static const unsigned number[] = {9 * 2 + 1, 9 + 3 * 2, 3 + 2};
    return 1u << number[winner];
}

/* One plus the seat that beats the others, in the labels of forcible. */
static unsigned seat_of(unsigned lone)
{
    return lone == 0 ? 1 : lone == 1 ? 2 : lone == 2 ? 3 : 4;
}

struct game_names {
    const char *rules, *slow;
};

static const struct game_names games[] = {
    {"nim:players=3", "nim"},
    {"octal:0.77,players=3", "0.77"},
    {"octal:4.7,players=3", "4.7"},
    {"subtraction:1,3,players=3", "-1,3"},
};

struct comparison {
    struct table table;
    struct slow_sums slow;
    unsigned (*translate)(unsigned);
};

static void compare(void *context, const int sizes[], size_t n)
{
    struct comparison *c = context;
    unsigned want = slow_value(&c->slow, sizes, n);
    uint64_t got = ask(&c->table, sizes, n);
    if (c->translate)
        want = c->translate(want);
    cr_assert_eq(got, want, "%s in %s: a sum of %zu heaps is %u, not %u",
                 c->table.domain.kind->name, c->table.game.spec, n, want,
                 (unsigned)got);
}

static void check_domain(const char *name,
                         unsigned (*fold)(const unsigned[], size_t),
                         unsigned (*translate)(unsigned))
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct comparison c = {.slow = {games[i].slow, fold, NULL},
                               .translate = translate};
        open_table(&c.table, games[i].rules, name);
        slow_multisets(4, 1, 6, compare, &c);
        slow_release(&c.slow);
        close_table(&c.table);
    }
}

Test(seats, upstream_is_slow_upstream)
{
    check_domain("upstream", slow_upstream, NULL);
}

Test(seats, downstream_is_slow_downstream)
{
    check_domain("downstream", slow_downstream, NULL);
}

Test(seats, coalition_is_slow_coalition)
{
    check_domain("coalition", slow_lone, NULL);
}

Test(seats, forcible_is_the_lone_player_who_wins)
{
    check_domain("forcible", slow_lone, seat_of);
}

/* A player's score says who wins, so scoring is upstream in points. */
Test(seats, scoring_is_upstream_without_ties)
{
    check_domain("scoring", slow_upstream, payoff_of);
}

static unsigned seat_of_two(unsigned n_wins)
{
    return !n_wins;
}

Test(seats, two_players_of_any_preference_play_normally)
{
    static const char *const names[] = {"upstream", "downstream"};
    for (int k = 0; k < 2; k++) {
        struct comparison c = {.slow = {"0.77", slow_normal, NULL},
                               .translate = seat_of_two};
        open_table(&c.table, "octal:0.77", names[k]);
        slow_multisets(3, 1, 6, compare, &c);
        const int one = 1;
        uint64_t value = ask(&c.table, &one, 1);
        cr_assert_eq(c.table.domain.kind->outcome(c.table.domain.self, value),
                     OUTCOME_N);
        slow_release(&c.slow);
        close_table(&c.table);
    }
}

/* Four players, folded by hand: winners are seats from the option's mover. */
Test(seats, four_players_prefer_in_order)
{
    const struct game four = {.players = 4};
    const uint64_t options[] = {1, 0}; /* seats 2 and 1 of the mover */
    static const char *const names[] = {"upstream", "downstream"};
    static const uint64_t want[] = {1, 2};
    for (int k = 0; k < 2; k++) {
        struct domain d;
        uint64_t value;
        char text[32];
        cr_assert_eq(solved_domain(names[k], &four, 1, &d), STATUS_OK);
        cr_assert_eq(d.kind->fold(d.self, 0, options, 2, NULL, 0, &value),
                     STATUS_OK);
        cr_assert_eq(value, want[k], "%s", names[k]);
        cr_assert_eq(d.kind->fold(d.self, 0, NULL, 0, NULL, 0, &value),
                     STATUS_OK);
        cr_assert_eq(value, 3);
        d.kind->print(d.self, 2, text, sizeof text);
        cr_assert_str_eq(text, "next but 1");
        cr_assert(d.kind->decides(d.self, LEFT, 3));
        cr_assert_not(d.kind->decides(d.self, LEFT, 0));
        domain_close(&d);
    }
}

/* An option that lets two ends tie for the mover keeps both. */
Test(seats, scoring_follows_every_tie)
{
    struct table t;
    char text[64];
    open_table(&t, "nim:players=3", "scoring");
    /* The next player's payoffs 0-1-1, 2-0-1 and 1-1-0 give the mover 1, 1
     * and 0. */
    const uint64_t options[] = {1u << (0 + 3 + 1),
                                1u << (18 + 0 + 1) | 1u << 12};
    uint64_t value;
    cr_assert_eq(
        t.domain.kind->fold(t.domain.self, 0, options, 2, NULL, 0, &value),
        STATUS_OK);
    cr_assert_eq(value, 1u << (9 + 0 + 1) | 1u << (9 + 6 + 0));
    t.domain.kind->print(t.domain.self, value, text, sizeof text);
    cr_assert_str_eq(text, "1-0-1 or 1-2-0");
    close_table(&t);
}

Test(seats, three_player_domains_refuse_other_games, .init = cr_redirect_stderr)
{
    static const char *const names[] = {"coalition", "forcible", "scoring"};
    struct game two, misere;
    struct domain d;
    cr_assert_eq(game_open(rulesets, "nim", &two), STATUS_OK);
    cr_assert_eq(
        game_open(rulesets, "octal:0.7,players=3,play=misere", &misere),
        STATUS_OK);
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(solved_domain(names[k], &two, 1, &d), STATUS_USAGE);
        cr_assert_eq(solved_domain(names[k], &misere, 1, &d), STATUS_USAGE);
    }
    cr_assert_eq(solved_domain("upstream", &misere, 1, &d), STATUS_USAGE);
    game_close(&two);
    game_close(&misere);
}

/* The 71 positions of E3.1: three heaps to five, two heaps to eight. */
struct sweep {
    struct table up, down, force, score, lone;
    unsigned positions, differ, forced, large, ties, like_up, like_down;
    unsigned rule_wrong, rule_checks;
};

static unsigned lone_by_rule(const int sizes[], size_t n)
{
    unsigned ones = 0, large = 0;
    for (size_t i = 0; i < n; i++) {
        ones += sizes[i] == 1;
        large += sizes[i] > 1;
    }
    if (large == 0)
        return ones % 3 == 0 ? 4 : ones % 3 == 1 ? 1 : 2;
    return large == 1 && ones % 3 != 1 ? 1 : 0;
}

static void count(struct sweep *s, const int sizes[], size_t n)
{
    uint64_t up = ask(&s->up, sizes, n), down = ask(&s->down, sizes, n);
    uint64_t payoffs = ask(&s->score, sizes, n);
    size_t large = 0;
    for (size_t i = 0; i < n; i++)
        large += sizes[i] > 1;
    s->positions++;
    s->differ += up != down;
    s->forced += ask(&s->force, sizes, n) > 1;
    s->large += large >= 2;
    s->ties += __builtin_popcountll(payoffs) > 1;
    s->like_up += payoffs == payoff_of((unsigned)up);
    s->like_down += payoffs == payoff_of((unsigned)down);
}

static void count_triples(void *context, const int sizes[], size_t n)
{
    if (n == 3)
        count(context, sizes, n);
}

static void count_pairs(void *context, const int sizes[], size_t n)
{
    if (n == 2)
        count(context, sizes, n);
}

static void check_rule(void *context, const int sizes[], size_t n)
{
    struct sweep *s = context;
    if (n)
        for (int i = 0; i < 3; i++) {
            s->rule_checks++;
            s->rule_wrong += (ask(&s->lone, sizes, n) >> i & 1) !=
                             (lone_by_rule(sizes, n) >> i & 1);
        }
}

/* E3.1 to E3.6, E3.10 and E3.11. */
Test(seats, the_essays_figures)
{
    struct sweep s = {0};
    open_table(&s.up, "nim:players=3", "upstream");
    open_table(&s.down, "nim:players=3", "downstream");
    open_table(&s.force, "nim:players=3", "forcible");
    open_table(&s.score, "nim:players=3", "scoring");
    open_table(&s.lone, "nim:players=3", "coalition");
    slow_multisets(3, 1, 5, count_triples, &s);
    slow_multisets(2, 1, 8, count_pairs, &s);
    cr_assert_eq(s.positions, 71);
    cr_assert_eq(s.differ, 56);
    cr_assert_eq(s.positions - s.forced, 65);
    cr_assert_eq(s.large, 58);
    cr_assert_eq(s.ties, 0);
    cr_assert_eq(s.like_up, 71);
    cr_assert_eq(s.like_down, 15);
    slow_multisets(4, 1, 9, check_rule, &s);
    cr_assert_eq(s.rule_checks, 2142);
    cr_assert_eq(s.rule_wrong, 0);
    const int one_two[] = {1, 2}, two_two[] = {2, 2};
    cr_assert_eq(ask(&s.up, one_two, 2), 1);
    cr_assert_eq(ask(&s.down, one_two, 2), 2);
    cr_assert_eq(ask(&s.score, one_two, 2), 1u << (9 + 3 * 2 + 0));
    cr_assert_eq(ask(&s.lone, two_two, 2), 0);
    close_table(&s.up);
    close_table(&s.down);
    close_table(&s.force);
    close_table(&s.score);
    close_table(&s.lone);
}
