/* The games of compelled replies against the oracle: every position to a
 * bound, read from its notation, its moves, its outcome, its winning moves.
 * CENSUS_LONG=1 in the environment raises the bound of the mixtures from 10
 * counters (2 CPU seconds in all) to 12. */
#include "engine/solve/solve.h"
#include "rules/rules.h"
#include "test/common/solved.h"
#include "test/oracle/oracle_replies.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One game, opened twice: by the engine and by the oracle. */
struct pair {
    struct game game;
    struct domain domain;
    struct memo memo;
    struct solver solver;
    struct oracle oracle;
    enum oracle_kind own;
};

static void open_pair(struct pair *p, const char *spec, const char *domain,
                      struct oracle_rules rules, enum oracle_kind own)
{
    const struct memo_kind *striped = memo_find("striped");
    p->own = own;
    oracle_init(&p->oracle, rules);
    cr_assert_eq(game_open(rulesets, spec, &p->game), STATUS_OK, "%s", spec);
    cr_assert_eq(solved_domain(domain, &p->game, 1, &p->domain), STATUS_OK);
    const struct memo_spec memo = {.key_bits = 128,
                                   .value_bytes = p->domain.kind->value_bytes,
                                   .threads = 1};
    cr_assert_not_null(striped);
    cr_assert_eq(memo_open(striped, &memo, &p->memo), STATUS_OK);
    cr_assert_eq(solver_init(&p->solver, &p->game, &p->domain, &p->memo, 0),
                 STATUS_OK);
}

static void close_pair(struct pair *p)
{
    solver_release(&p->solver);
    memo_close(&p->memo);
    domain_close(&p->domain);
    game_close(&p->game);
    oracle_release(&p->oracle);
}

static struct position read_text(const struct pair *p, const char *text)
{
    struct position position;
    cr_assert_eq(p->game.rules->parse(p->game.self, text, &position), STATUS_OK,
                 "%s: %s", p->game.spec, text);
    return position;
}

static struct position read_state(const struct pair *p,
                                  const struct oracle_state *s)
{
    char text[ORACLE_TEXT_MAX];
    oracle_text(&p->oracle.rules, s, p->own, text);
    return read_text(p, text);
}

/* The order of the heaps means nothing, and a bare number means the own kind;
 * what is printed reads as the same position. */
static void check_notation(const struct pair *p, const struct oracle_state *s,
                           struct position position)
{
    char text[ORACLE_TEXT_MAX];
    struct oracle_state turned = *s;
    for (int i = 0; i < s->n; i++)
        turned.heap[i] = s->heap[s->n - 1 - i];
    if (s->bound != ORACLE_UNBOUND)
        turned.bound = s->n - 1 - s->bound;
    oracle_text(&p->oracle.rules, &turned, ORACLE_KINDS, text);
    cr_assert(position_equal(position, read_text(p, text)), "%s: %s",
              p->game.spec, text);
    size_t length =
        p->game.rules->print(p->game.self, position, text, sizeof text);
    cr_assert_eq(length, strlen(text));
    cr_assert(position_equal(position, read_text(p, text)), "%s: %s",
              p->game.spec, text);
}

struct found {
    size_t n;
    struct position at[ORACLE_MOVES_MAX];
};

/* Are the oracle's states the engine's positions, as sets? */
static bool same_set(const struct pair *p, const struct oracle_state states[],
                     size_t n, const struct found *found)
{
    bool same = n == found->n;
    for (size_t i = 0; i < n && same; i++) {
        struct position position = read_state(p, &states[i]);
        size_t j = 0;
        while (j < found->n && !position_equal(found->at[j], position))
            j++;
        same = j < found->n;
    }
    return same;
}

static void keep_position(void *context, struct position position)
{
    struct found *found = context;
    cr_assert_lt(found->n, ORACLE_MOVES_MAX);
    found->at[found->n++] = position;
}

static void check_state(struct pair *p, const struct oracle_state *s)
{
    const struct game *g = &p->game;
    struct oracle_state states[ORACLE_MOVES_MAX];
    struct found found;
    char text[ORACLE_TEXT_MAX];
    enum outcome outcome;
    oracle_text(&p->oracle.rules, s, p->own, text);
    struct position position = read_text(p, text);
    check_notation(p, s, position);

    cr_assert_leq(g->rules->options_max(g->self, position), ORACLE_MOVES_MAX);
    found.n = g->rules->options(g->self, position, LEFT, found.at);
    size_t n = oracle_moves(&p->oracle.rules, s, states);
    cr_assert(same_set(p, states, n, &found), "%s: moves of %s", g->spec, text);

    cr_assert_eq(solve_outcome(&p->solver, position, &outcome), STATUS_OK);
    cr_assert_eq(outcome, oracle_wins(&p->oracle, s) ? OUTCOME_N : OUTCOME_P,
                 "%s: outcome of %s", g->spec, text);

    found.n = 0;
    cr_assert_eq(
        solve_winning(&p->solver, position, LEFT, keep_position, &found),
        STATUS_OK);
    n = oracle_winning(&p->oracle, s, states);
    cr_assert(same_set(p, states, n, &found), "%s: winning moves of %s",
              g->spec, text);
}

/* All positions of heaps of the kinds in the mask, free and obliged. */
static void check_all(const char *spec, struct oracle_rules rules,
                      enum oracle_kind own, unsigned kinds, int total)
{
    struct pair p;
    size_t n;
    struct oracle_state *all = oracle_all(kinds, total, &n);
    open_pair(&p, spec, "outcome", rules, own);
    for (size_t i = 0; i < n; i++) {
        struct oracle_state states[ORACLE_HEAPS_MAX + 2];
        size_t m = oracle_obliged(&rules, &all[i], states);
        for (size_t j = 0; j < m; j++)
            check_state(&p, &states[j]);
    }
    close_pair(&p);
    free(all);
}

static int mixed_total(void)
{
    const char *longer = getenv("CENSUS_LONG");
    return longer && !strcmp(longer, "1") ? 12 : 10;
}

static const struct {
    const char *text;
    struct oracle_rules rules;
} variants[] = {
    {"reply=same,empty=free", {.reply = ORACLE_SAME, .empty = ORACLE_FREE}},
    {"reply=same,empty=lose", {.reply = ORACLE_SAME, .empty = ORACLE_LOSE}},
    {"reply=same,empty=illegal",
     {.reply = ORACLE_SAME, .empty = ORACLE_ILLEGAL}},
    {"reply=elsewhere,alone=strict",
     {.reply = ORACLE_ELSEWHERE, .alone = ORACLE_STRICT}},
    {"reply=elsewhere,alone=lapse",
     {.reply = ORACLE_ELSEWHERE, .alone = ORACLE_LAPSE}},
    {"reply=any", {.reply = ORACLE_ANY}},
};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

static void check_mixtures(const char *name, enum oracle_kind own, int total,
                           bool misere)
{
    for (size_t i = 0; i < VARIANTS; i++) {
        char spec[PARAM_SPEC_MAX];
        struct oracle_rules rules = variants[i].rules;
        rules.misere = misere;
        snprintf(spec, sizeof spec, "%s:%s,play=%s", name, variants[i].text,
                 misere ? "misere" : "normal");
        check_all(spec, rules, own, 7, total);
    }
}

/* Issue: Top Entails alone, to 12 counters, in all readings. */
Test(replies, top_entails_to_twelve)
{
    for (size_t i = 0; i < VARIANTS; i++) {
        char spec[PARAM_SPEC_MAX];
        snprintf(spec, sizeof spec, "top-entails:%s", variants[i].text);
        check_all(spec, variants[i].rules, ORACLE_TOP, 1u << ORACLE_TOP, 12);
    }
}

/* Answers in a heap that is named by its size, to 11 counters. */
Test(replies, largest_and_smallest)
{
    static const struct {
        const char *text;
        struct oracle_rules rules;
    } named[] = {
        {"reply=largest,alone=strict",
         {.reply = ORACLE_LARGEST, .alone = ORACLE_STRICT}},
        {"reply=largest,alone=lapse",
         {.reply = ORACLE_LARGEST, .alone = ORACLE_LAPSE}},
        {"reply=smallest,alone=strict",
         {.reply = ORACLE_SMALLEST, .alone = ORACLE_STRICT}},
        {"reply=smallest,alone=lapse",
         {.reply = ORACLE_SMALLEST, .alone = ORACLE_LAPSE}},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        char spec[PARAM_SPEC_MAX];
        snprintf(spec, sizeof spec, "top-entails:%s", named[i].text);
        check_all(spec, named[i].rules, ORACLE_TOP, 1u << ORACLE_TOP, 11);
        snprintf(spec, sizeof spec, "entailing-nim:%s", named[i].text);
        check_all(spec, named[i].rules, ORACLE_ONE, 1u << ORACLE_ONE, 11);
    }
}

Test(replies, mixtures_read_by_top_entails)
{
    check_mixtures("top-entails", ORACLE_TOP, mixed_total(), false);
}

Test(replies, mixtures_read_by_entailing_nim)
{
    check_mixtures("entailing-nim", ORACLE_ONE, mixed_total(), false);
}

Test(replies, misere_mixtures)
{
    check_mixtures("top-entails", ORACLE_TOP, 6, true);
}

Test(replies, nim)
{
    check_all("nim", (struct oracle_rules){.reply = ORACLE_ANY}, ORACLE_NIM,
              1u << ORACLE_NIM, 12);
    check_all("nim:play=misere",
              (struct oracle_rules){.reply = ORACLE_ANY, .misere = true},
              ORACLE_NIM, 1u << ORACLE_NIM, 12);
}

/* The naive values, which ignore the compulsion. */
Test(replies, naive_nimbers)
{
    struct pair p;
    size_t n;
    struct oracle_state *all = oracle_all(7, 8, &n);
    open_pair(&p, "top-entails:reply=any", "nimber",
              (struct oracle_rules){.reply = ORACLE_ANY}, ORACLE_TOP);
    for (size_t i = 0; i < n; i++) {
        uint64_t value;
        char text[64];
        cr_assert_eq(solve_value(&p.solver, read_state(&p, &all[i]), &value),
                     STATUS_OK);
        p.domain.kind->print(p.domain.self, value, text, sizeof text);
        cr_assert_eq(atoi(text + (text[0] == '*')),
                     oracle_grundy(&p.oracle, &all[i]));
    }
    close_pair(&p);
    free(all);
}
