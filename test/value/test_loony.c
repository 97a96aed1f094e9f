/* Values with loony among them, against the search of whole positions: every
 * mixture to a bound, in all three readings of an emptied heap, free and
 * compelled, alone, beside Nim heaps and beside a loony heap.
 * CENSUS_LONG=1 in the environment raises the bounds by two. */
#include "engine/solve/solve.h"
#include "engine/value/loony.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/solved.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game asked for values and searched whole. */
struct pair {
    struct solved values, search;
};

static void open_pair(struct pair *p, const char *spec)
{
    solved_open(&p->values, spec, "loony");
    solved_open(&p->search, spec, "outcome");
}

static void close_pair(struct pair *p)
{
    solved_close(&p->values);
    solved_close(&p->search);
}

static enum outcome outcome_by(struct solved *s, const char *text)
{
    const struct domain *d = &s->domain;
    return (enum outcome)d->kind->outcome(d->self, solved_text(s, text));
}

static void expect_printed(struct pair *p, const char *position,
                           const char *value)
{
    char text[256];
    p->values.domain.kind->print(p->values.domain.self,
                                 solved_text(&p->values, position), text,
                                 sizeof text);
    cr_expect_str_eq(text, value, "%s: %s", p->values.game.spec, position);
}

static const struct {
    const char *text, *loony; /* the reading; a heap that is loony in it */
    struct oracle_rules rules;
} readings[] = {
    {"free", "t2", {.reply = ORACLE_SAME, .empty = ORACLE_FREE}},
    {"lose", "t1", {.reply = ORACLE_SAME, .empty = ORACLE_LOSE}},
    {"illegal", "t2", {.reply = ORACLE_SAME, .empty = ORACLE_ILLEGAL}},
};

static int longer(int bound)
{
    const char *text = getenv("CENSUS_LONG");
    return text && !strcmp(text, "1") ? bound + 2 : bound;
}

/* Calls check for each position to so many counters, free and compelled, as
 * text, in each reading. */
static void for_each_position(int total, const char *game,
                              void (*check)(struct pair *, const char *text,
                                            const char *loony))
{
    size_t n;
    struct oracle_state *all = oracle_all(7, total, &n);
    for (size_t r = 0; r < sizeof readings / sizeof readings[0]; r++) {
        char spec[PARAM_SPEC_MAX];
        struct pair p;
        snprintf(spec, sizeof spec, "%s:empty=%s", game, readings[r].text);
        open_pair(&p, spec);
        for (size_t i = 0; i < n; i++) {
            struct oracle_state states[ORACLE_HEAPS_MAX + 2];
            size_t m = oracle_obliged(&readings[r].rules, &all[i], states);
            for (size_t j = 0; j < m; j++) {
                char text[ORACLE_TEXT_MAX];
                oracle_text(&readings[r].rules, &states[j], ORACLE_KINDS, text);
                check(&p, text, readings[r].loony);
            }
        }
        close_pair(&p);
    }
    free(all);
}

static void check_outcome(struct pair *p, const char *text, const char *loony)
{
    (void)loony;
    cr_assert_eq(outcome_by(&p->values, text), outcome_by(&p->search, text),
                 "%s: %s", p->values.game.spec, text);
}

Test(loony, outcomes_are_those_of_the_search)
{
    for_each_position(longer(10), "top-entails", check_outcome);
    for_each_position(longer(8), "entailing-nim", check_outcome);
}

/* Is a position of this value lost beside a Nim heap of k? */
static bool lost_beside(struct pair *p, uint64_t value, uint64_t k)
{
    const struct domain *d = &p->values.domain;
    uint64_t sum = 0;
    cr_assert_eq(d->kind->sum(d->self, 0, value, k, &sum), STATUS_OK);
    return d->kind->outcome(d->self, sum) == OUTCOME_P;
}

/* A value says with which Nim heaps a position is lost, and whether it is
 * beside a loony heap, with a Nim heap more or without. */
static void check_meaning(struct pair *p, const char *text, const char *loony)
{
    const uint64_t value = solved_text(&p->values, text);
    char sum[ORACLE_TEXT_MAX + 16];
    for (uint64_t k = 0; k <= 12; k++) {
        snprintf(sum, sizeof sum, "%s+*%llu", text, (unsigned long long)k);
        cr_assert_eq(lost_beside(p, value, k),
                     outcome_by(&p->search, sum) == OUTCOME_P, "%s: %s",
                     p->values.game.spec, sum);
    }
    for (uint64_t k = 0; k <= 2; k++) {
        snprintf(sum, sizeof sum, "%s+%s+*%llu", text, loony,
                 (unsigned long long)k);
        cr_assert_eq(lost_beside(p, value, LOONY),
                     outcome_by(&p->search, sum) == OUTCOME_P, "%s: %s",
                     p->values.game.spec, sum);
    }
}

Test(loony, values_mean_what_they_say)
{
    for_each_position(longer(6), "top-entails", check_meaning);
}

/* E4.1 and E4.2, and all readings: a heap's value is that by pairing. */
Test(loony, single_heaps_are_worth_their_pair_values)
{
    static const struct {
        const char *game;
        enum oracle_kind kind;
    } games[] = {{"top-entails", ORACLE_TOP}, {"entailing-nim", ORACLE_ONE}};
    for (size_t g = 0; g < 2; g++)
        for (size_t r = 0; r < sizeof readings / sizeof readings[0]; r++) {
            struct oracle oracle;
            struct pair p;
            char spec[PARAM_SPEC_MAX];
            snprintf(spec, sizeof spec, "%s:empty=%s", games[g].game,
                     readings[r].text);
            open_pair(&p, spec);
            oracle_init(&oracle, readings[r].rules);
            for (int size = 1; size <= 10; size++) {
                char text[8];
                int paired = oracle_pair_value(&oracle, games[g].kind, size);
                snprintf(text, sizeof text, "%d", size);
                cr_expect_eq(solved_text(&p.values, text),
                             paired < 0 ? LOONY : (uint64_t)paired, "%s: %d",
                             spec, size);
            }
            oracle_release(&oracle);
            close_pair(&p);
        }
}

Test(loony, printed_values)
{
    struct pair p;
    open_pair(&p, "entailing-nim");
    expect_printed(&p, "0", "0");
    expect_printed(&p, "7", "*4");
    expect_printed(&p, "8", "loony");
    expect_printed(&p, "8+7", "loony");
    expect_printed(&p, "[1]", "all but {0}");
    expect_printed(&p, "[1]+*3", "all but {3}");
    expect_printed(&p, "[2]", "{}");
    close_pair(&p);
    open_pair(&p, "top-entails:empty=lose");
    expect_printed(&p, "[0]+5", "all");
    expect_printed(&p, "[1]", "{}");
    expect_printed(&p, "[2]+1", "all");
    close_pair(&p);
}

/* Positions that no search could finish; and those whose moves do not even
 * fit in a position. */
Test(loony, thousands_of_counters)
{
    struct pair p;
    open_pair(&p, "top-entails:reply=same,empty=lose");
    expect_printed(&p, "2403", "loony");
    expect_printed(&p, "1000", "*15");
    cr_expect_eq(outcome_by(&p.values, "2403+2505+17"), OUTCOME_N);
    cr_expect_eq(outcome_by(&p.values, "1000+*15"), OUTCOME_P);
    close_pair(&p);
}

static bool movable(const struct solved *s, const char *text)
{
    return s->game.rules->movable(s->game.self, solved_parse(s, text));
}

/* What is called movable has moves that fit, or options() would stop the
 * program; what is not is large. */
Test(loony, moves_that_do_not_fit, .init = cr_redirect_stderr)
{
    static const uint32_t limits[] = {3, 40, 900, 20000};
    struct pair p;
    uint64_t seed = draw_seed(4);
    size_t fit = 0;
    struct position *out = calloc(12 * 20000, sizeof *out);
    cr_assert_not_null(out);
    open_pair(&p, "top-entails:empty=lose");
    const struct game *game = &p.values.game;
    cr_expect(movable(&p.values, "2403+2505+17"));
    cr_expect(movable(&p.values, "e40+t50+*60+7"));
    cr_expect_not(movable(&p.values, "100+400+900+1600+2400+3000"));
    for (int round = 0; round < 20000; round++) {
        struct point point = {.n = 1 + (uint32_t)draw(&seed, 12)};
        struct position position;
        const uint32_t limit = limits[draw(&seed, round % 50 ? 3 : 4)];
        for (uint32_t i = 0; i < point.n; i++) {
            point.size[i] = 1 + (uint32_t)draw(&seed, limit);
            point.kind[i] = (uint8_t)draw(&seed, round % 2 ? 4 : 1);
        }
        if (game_start(game, &point, &position) ||
            !game->rules->movable(game->self, position))
            continue;
        game->rules->options(game->self, position, LEFT, out);
        fit++;
    }
    cr_expect_gt(fit, 5000);
    free(out);
    close_pair(&p);
}

/* Games in which a move may be answered elsewhere have no such values, nor has
 * misere play. */
Test(loony, refuses_other_games, .init = cr_redirect_stderr)
{
    static const char *const specs[] = {"top-entails:reply=elsewhere",
                                        "top-entails:reply=any",
                                        "top-entails:play=misere", "nim"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct game game;
        struct domain domain;
        cr_assert_eq(game_open(rulesets, specs[i], &game), STATUS_OK);
        cr_expect_eq(solved_domain("loony", &game, 1, &domain), STATUS_USAGE,
                     "%s", specs[i]);
        game_close(&game);
    }
}
