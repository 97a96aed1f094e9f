/* The contract of every registered ruleset. */
#include "rules/rules.h"
#include "test/game_sample.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_moves(const struct game_sample *s)
{
    const struct game *g = &s->game;
    char text[GAME_SAMPLE_TEXT];
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < game_sample_movers(g); mover++) {
            size_t n;
            struct position *out =
                game_sample_options(g, s->at[i], (enum mover)mover, &n);
            game_sample_text(g, s->at[i], text);
            for (size_t j = 0; j < n; j++) {
                cr_assert_lt(g->rules->measure(g->self, out[j]),
                             g->rules->measure(g->self, s->at[i]), "%s: %s",
                             g->spec, text);
                for (size_t k = 0; k < j; k++)
                    cr_assert(!position_equal(out[j], out[k]),
                              "%s: %s has an option twice", g->spec, text);
            }
            free(out);
        }
}

Test(rulesets, moves_lower_the_measure_and_come_once)
{
    game_sample_each(check_moves);
}

static void check_text(const struct game_sample *s)
{
    const struct game *g = &s->game;
    for (size_t i = 0; i < s->n; i++) {
        char text[GAME_SAMPLE_TEXT], tight[GAME_SAMPLE_TEXT];
        struct position again;
        game_sample_text(g, s->at[i], text);
        size_t n = strlen(text);
        cr_assert_eq(g->rules->parse(g->self, text, &again), STATUS_OK,
                     "%s: %s", g->spec, text);
        cr_assert(position_equal(again, s->at[i]), "%s: %s", g->spec, text);
        memset(tight, '#', sizeof tight);
        cr_assert_eq(g->rules->print(g->self, s->at[i], tight, n), n);
        cr_assert(n == 0 || (!memcmp(tight, text, n - 1) && !tight[n - 1]));
        cr_assert_eq(tight[n], '#', "%s: print of %s writes too far", g->spec,
                     text);
    }
}

Test(rulesets, print_and_parse_are_inverse)
{
    game_sample_each(check_text);
}

/* Every state of a position has the position's parts; the first is free. */
static void check_states(const struct game_sample *s)
{
    const struct game *g = &s->game;
    const struct ruleset *r = g->rules;
    char text[GAME_SAMPLE_TEXT];
    if (!r->states)
        return;
    for (size_t i = 0; i < s->n; i++) {
        struct position states[POINT_PARTS_MAX];
        bool itself = false;
        game_sample_text(g, s->at[i], text);
        size_t n = r->states(g->self, s->at[i], states);
        cr_assert(n >= 1 && n <= POINT_PARTS_MAX, "%s: %s", g->spec, text);
        for (size_t j = 0; j < n; j++) {
            struct point parts, same;
            itself = itself || position_equal(states[j], s->at[i]);
            for (size_t k = 0; k < j; k++)
                cr_assert(!position_equal(states[j], states[k]), "%s: %s",
                          g->spec, text);
            if (r->obliged)
                cr_assert_eq(r->obliged(g->self, states[j]), j > 0, "%s: %s",
                             g->spec, text);
            if (!r->parts)
                continue;
            r->parts(g->self, states[j], &parts);
            r->parts(g->self, s->at[i], &same);
            cr_assert(parts.n == same.n && !memcmp(parts.size, same.size,
                                                   parts.n * sizeof(uint32_t)),
                      "%s: %s", g->spec, text);
        }
        cr_assert(itself, "%s: %s is none of its own states", g->spec, text);
    }
}

Test(rulesets, states_are_the_free_one_and_the_obliged)
{
    game_sample_each(check_states);
}

static bool is_obliged(const struct game *g, struct position p)
{
    return g->rules->obliged && g->rules->obliged(g->self, p);
}

/* p without its obligation. */
static struct position freed(const struct game *g, struct position p)
{
    struct point parts;
    struct position free_one;
    g->rules->parts(g->self, p, &parts);
    cr_assert_eq(g->rules->start(g->self, &parts, &free_one), STATUS_OK);
    return free_one;
}

static void check_parts(const struct game_sample *s)
{
    const struct game *g = &s->game;
    char text[GAME_SAMPLE_TEXT];
    if (!g->rules->parts)
        return;
    for (size_t i = 0; i < s->n; i++) {
        struct position p = freed(g, s->at[i]);
        cr_assert_eq(position_equal(p, s->at[i]), !is_obliged(g, s->at[i]),
                     "%s: %s", g->spec, game_sample_text(g, s->at[i], text));
        cr_assert(!is_obliged(g, p));
    }
}

Test(rulesets, start_and_parts_are_inverse)
{
    game_sample_each(check_parts);
}

/* Boards, and whether the next player is obliged on them. */
struct set {
    size_t n;
    struct {
        struct position board;
        bool obliged;
    } at[GAME_SAMPLE_MAX];
};

static void set_add(struct set *set, struct position board, bool obliged)
{
    size_t i = 0;
    while (i < set->n && !(position_equal(set->at[i].board, board) &&
                           set->at[i].obliged == obliged))
        i++;
    if (i < set->n)
        return;
    cr_assert_lt(set->n, GAME_SAMPLE_MAX);
    set->at[set->n].board = board;
    set->at[set->n++].obliged = obliged;
}

/* The position made of `changed` and all pieces but one, without obligation. */
static struct position joined(const struct game *g, struct position changed,
                              const struct position pieces[], size_t n,
                              size_t but)
{
    struct point all, more;
    struct position p;
    g->rules->parts(g->self, changed, &all);
    for (size_t i = 0; i < n; i++) {
        if (i == but)
            continue;
        g->rules->parts(g->self, pieces[i], &more);
        for (uint32_t j = 0; j < more.n; j++) {
            all.size[all.n] = more.size[j];
            all.kind[all.n++] = more.kind[j];
        }
    }
    cr_assert_eq(g->rules->start(g->self, &all, &p), STATUS_OK);
    return p;
}

/* The boards that can be moved to in the pieces one at a time. A player who is
 * obliged has to move in the piece that carries the obligation. */
static void split_options(const struct game *g, struct position p,
                          enum mover mover, struct set *set)
{
    struct position pieces[POINT_PARTS_MAX];
    size_t n = g->rules->split(g->self, p, pieces);
    cr_assert_leq(n, POINT_PARTS_MAX);
    set->n = 0;
    for (size_t i = 0; i < n; i++) {
        size_t m;
        if (is_obliged(g, p) && !is_obliged(g, pieces[i]))
            continue;
        struct position *out = game_sample_options(g, pieces[i], mover, &m);
        for (size_t j = 0; j < m; j++)
            set_add(set, joined(g, out[j], pieces, n, i),
                    is_obliged(g, out[j]));
        free(out);
    }
}

static void check_split(const struct game_sample *s)
{
    const struct game *g = &s->game;
    char text[GAME_SAMPLE_TEXT];
    if (!(g->traits & GAME_SUMS) || !g->rules->split || !g->rules->parts)
        return;
    struct set *whole = malloc(sizeof *whole), *pieces = malloc(sizeof *pieces);
    cr_assert(whole && pieces);
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < game_sample_movers(g); mover++) {
            size_t n;
            struct position *out =
                game_sample_options(g, s->at[i], (enum mover)mover, &n);
            whole->n = 0;
            for (size_t j = 0; j < n; j++)
                set_add(whole, freed(g, out[j]), is_obliged(g, out[j]));
            free(out);
            split_options(g, s->at[i], (enum mover)mover, pieces);
            cr_assert_eq(whole->n, pieces->n, "%s: %s", g->spec,
                         game_sample_text(g, s->at[i], text));
            for (size_t j = 0; j < pieces->n; j++)
                set_add(whole, pieces->at[j].board, pieces->at[j].obliged);
            cr_assert_eq(whole->n, pieces->n, "%s: %s", g->spec,
                         game_sample_text(g, s->at[i], text));
        }
    free(whole);
    free(pieces);
}

Test(rulesets, pieces_move_as_the_whole_does)
{
    game_sample_each(check_split);
}

/* What narrow and searchable promise for a position holds for all reachable
 * from it; the sample holds those. */
static void check_promises(const struct game_sample *s)
{
    const struct game *g = &s->game;
    struct grid_bounds bounds = {0};
    if (!g->rules->parts)
        return;
    for (size_t i = 0; i < s->n; i++) {
        struct point p;
        uint64_t total = 0;
        g->rules->parts(g->self, s->at[i], &p);
        for (uint32_t j = 0; j < p.n; j++) {
            total += p.size[j];
            bounds.size = p.size[j] > bounds.size ? p.size[j] : bounds.size;
            bounds.mixed = bounds.mixed || p.kind[j] != PART_OWN;
        }
        bounds.parts = p.n > bounds.parts ? p.n : bounds.parts;
        bounds.total = total > bounds.total ? total : bounds.total;
    }
    bool narrow = g->rules->narrow && g->rules->narrow(g->self, &bounds);
    for (size_t i = 0; i < s->n; i++) {
        cr_assert(!narrow || s->at[i].hi == 0, "%s", g->spec);
        if (g->rules->searchable)
            cr_assert(g->rules->searchable(g->self, s->at[i]), "%s", g->spec);
    }
}

Test(rulesets, promises_about_size_hold)
{
    game_sample_each(check_promises);
}

Test(rulesets, traits_and_slots_agree)
{
    for (size_t i = 0; rulesets[i]; i++) {
        const struct ruleset *r = rulesets[i];
        cr_expect(r->name && r->summary && r->open && r->close && r->start &&
                      r->parse && r->print && r->options_max && r->options &&
                      r->measure,
                  "a required slot is empty: %s", r->name ? r->name : "?");
        cr_expect(!r->nparams || r->params);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(r->name, rulesets[j]->name);
    }
}

static void expect_refusal(const struct game *g, const char *text)
{
    struct position p;
    enum status st = g->rules->parse(g->self, text, &p);
    cr_expect(st == STATUS_USAGE || st == STATUS_RANGE, "%s: '%s'", g->spec,
              text);
}

static void check_refusals(const struct game_sample *s)
{
    /* Wrong in any notation, and where obligations are written. */
    static const char *const any[] = {"x",
                                      "1x",
                                      "1++1",
                                      "1+",
                                      "-1",
                                      "1.5",
                                      "+",
                                      "[",
                                      "1 + x",
                                      "?",
                                      "99999999999999999999"};
    static const char *const obliged[] = {"[1",      "1]",      "[1)",  "(1]",
                                          "()",      "[]",      "[1]x", "(0)",
                                          "[1]+[2]", "[1]+(2)", "*",    ""};
    for (size_t i = 0; i < sizeof any / sizeof any[0]; i++)
        expect_refusal(&s->game, any[i]);
    for (size_t i = 0; i < sizeof obliged / sizeof obliged[0]; i++)
        if (s->game.traits & GAME_OBLIGES)
            expect_refusal(&s->game, obliged[i]);
}

Test(rulesets, bad_notation, .init = cr_redirect_stderr)
{
    game_sample_each(check_refusals);
}

Test(rulesets, bad_parameters, .init = cr_redirect_stderr)
{
    struct game g;
    cr_expect_eq(game_open(rulesets, "no-such-game", &g), STATUS_UNKNOWN);
    cr_expect_eq(game_open(rulesets, "", &g), STATUS_UNKNOWN);
    for (size_t i = 0; rulesets[i]; i++) {
        char spec[PARAM_SPEC_MAX];
        snprintf(spec, sizeof spec, "%s:nonsense=1", rulesets[i]->name);
        cr_expect_eq(game_open(rulesets, spec, &g), STATUS_USAGE, "%s", spec);
    }
}
