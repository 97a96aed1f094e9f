/* The decomposition theorem of games that compel: a sum is worth what its
 * components are worth together (loony.h), whatever is compelled in one of
 * them. Every position is solved twice, component by component, and whole, by
 * the same game without split(); whole, the value is by definition the nimber,
 * loony, or set of nimbers beside which it is lost. CENSUS_LONG=1 in the
 * environment raises the bounds. */
#include "engine/value/loony.h"
#include "rules/rules.h"
#include "test/common/solved.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 300 };

/* The same game by components and whole. */
struct both {
    struct solved parts, whole;
    struct ruleset unsplit;
};

static void open_both(struct both *b, const char *spec)
{
    solved_open(&b->parts, spec, "loony");
    solved_open(&b->whole, spec, "loony");
    solver_release(&b->whole.solver);
    b->unsplit = *b->whole.game.rules;
    b->unsplit.split = NULL;
    b->whole.game.rules = &b->unsplit;
    cr_assert_eq(solver_init(&b->whole.solver, &b->whole.game, &b->whole.domain,
                             &b->whole.memo, 0),
                 STATUS_OK);
}

static void close_both(struct both *b)
{
    solved_close(&b->parts);
    solved_close(&b->whole);
}

static void value_text(struct solved *s, struct position p, char out[TEXT])
{
    s->domain.kind->print(s->domain.self, solved_value(s, p), out, TEXT);
}

static void check_position(struct both *b, struct position p)
{
    char parts[TEXT], whole[TEXT], position[TEXT];
    value_text(&b->parts, p, parts);
    value_text(&b->whole, p, whole);
    b->parts.game.rules->print(b->parts.game.self, p, position, TEXT);
    cr_assert_str_eq(parts, whole, "%s: %s", b->parts.game.spec, position);
}

/* The position with every obligation that it can carry, and without. */
static void check_states(struct both *b, struct position p)
{
    const struct game *g = &b->parts.game;
    struct position states[POINT_PARTS_MAX];
    const size_t n = g->rules->obligation->states(g->self, p, states);
    for (size_t i = 0; i < n; i++)
        check_position(b, states[i]);
}

static bool is_long(void)
{
    const char *text = getenv("CENSUS_LONG");
    return text && !strcmp(text, "1");
}

/* Top Entails, entailing Nim and Nim heaps together. */
Test(decomposition, heaps)
{
    static const char *const specs[] = {
        "top-entails:empty=free",    "top-entails:empty=lose",
        "top-entails:empty=illegal", "entailing-nim:empty=free",
        "entailing-nim:empty=lose",  "entailing-nim:empty=illegal"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct both b;
        size_t n;
        struct oracle_state *all = oracle_all(7, is_long() ? 13 : 9, &n);
        open_both(&b, specs[i]);
        for (size_t k = 0; k < n; k++) {
            char text[ORACLE_TEXT_MAX];
            oracle_text(&(const struct oracle_rules){ORACLE_SAME, 0, 0, 0},
                        &all[k], ORACLE_KINDS, text);
            check_states(&b, solved_parse(&b.parts, text));
        }
        close_both(&b);
        free(all);
    }
}

/* Lines and strings: components are what hangs together over boxes or coins,
 * and to hand the turn back. */
Test(decomposition, strings_and_coins)
{
    static const struct {
        const char *spec;
        uint32_t rows, columns;
    } boards[] = {
        {"strings-and-coins", 1, 3},
        {"strings-and-coins", 2, 2},
        {"strings-and-coins", 2, 3},
        {"strings-and-coins:graph=0abc0/ded/0f0/ghig", 0, 0},
        {"strings-and-coins:graph=abca0/dd0/ef", 0, 0},
        {"strings-and-coins", 2, 4},
    };
    const size_t n = sizeof boards / sizeof *boards;
    for (size_t i = 0; i < n - !is_long(); i++) {
        struct both b;
        uint64_t count;
        open_both(&b, boards[i].spec);
        const struct game *g = &b.parts.game;
        cr_assert_eq(g->rules->board->count(g->self, boards[i].rows,
                                            boards[i].columns, &count),
                     STATUS_OK);
        for (uint64_t k = 0; k < count; k++)
            check_states(&b, g->rules->board->unrank(g->self, boards[i].rows,
                                                     boards[i].columns, k));
        close_both(&b);
    }
}

static void expect_outcome(const char *spec, const char *position,
                           enum outcome wanted)
{
    struct solved s;
    solved_open(&s, spec, "outcome");
    cr_expect_eq(solved_text(&s, position), wanted, "%s: %s", spec, position);
    solved_close(&s);
}

/* Where the obligation names another component there is no such theorem, and
 * the domain refuses: two equal heaps are lost, and do not cancel. */
Test(decomposition, not_where_another_component_is_named,
     .init = cr_redirect_stderr)
{
    static const struct {
        const char *spec, *pair, *alone, *sum; /* pair lost; others differ */
        enum outcome outcome;
    } games[] = {
        {"top-entails:reply=elsewhere", "2+2", "3", "2+2+3", OUTCOME_N},
        {"top-entails:reply=largest", "2+2", "3", "2+2+3", OUTCOME_N},
        {"top-entails:reply=smallest", "2+2", "2", "2+2+2", OUTCOME_N},
        {"entailing-nim:reply=largest", "2+2", "3+3", "2+2+3+3", OUTCOME_P},
        {"entailing-nim:reply=smallest", "1+1", "2+2", "1+1+2+2", OUTCOME_P},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct game game;
        struct domain domain;
        expect_outcome(games[i].spec, games[i].pair, OUTCOME_P);
        expect_outcome(games[i].spec, games[i].alone, games[i].outcome);
        expect_outcome(games[i].spec, games[i].sum,
                       games[i].outcome == OUTCOME_N ? OUTCOME_P : OUTCOME_N);
        cr_assert_eq(game_open(rulesets, games[i].spec, &game), STATUS_OK);
        cr_expect_eq(solved_domain("loony", &game, 1, &domain), STATUS_USAGE);
        game_close(&game);
    }
}
