/* The contract of every registered ruleset, on every position that can be
 * reached from a few small boards. */
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which variants to open, and where to start, beside what every game is asked:
 * its defaults, from the grid points below. */
static const struct {
    const char *spec, *position; /* position NULL: the points below */
} variants[] = {
    {"top-entails:empty=lose", NULL},
    {"top-entails:empty=illegal", "3+e3+*2"},
    {"top-entails:reply=elsewhere", "4+e2+*2+1"},
    {"top-entails:reply=elsewhere,alone=lapse", NULL},
    {"top-entails:reply=any", "3+3+*2"},
    {"entailing-nim:empty=lose", "3+t3+*2"},
    {"entailing-nim:reply=elsewhere", "3+3+t2+*1"},
    {"nim:players=3", NULL},
    {"octal:0.77", NULL},
    {"subtraction:1,3,4", NULL},
};

/* Boards without obligation, as part sizes; 0 ends. */
static const uint32_t boards[][6] = {
    {1},    {2},       {3},       {6},       {1, 1},    {2, 1},
    {3, 3}, {4, 2, 1}, {2, 2, 3}, {1, 3, 2}, {5, 1, 1}, {1, 1, 2, 2},
};

enum { POSITIONS_MAX = 6000, TEXT_MAX = 512 };

/* An opened game and positions of it, those that lead to others first. */
struct sample {
    struct game game;
    size_t n;
    struct position at[POSITIONS_MAX];
};

static unsigned movers(const struct game *g)
{
    return g->traits & GAME_PARTIZAN ? 2 : 1;
}

static void add(struct sample *s, struct position p)
{
    for (size_t i = 0; i < s->n; i++)
        if (position_equal(s->at[i], p))
            return;
    if (s->n < POSITIONS_MAX)
        s->at[s->n++] = p;
}

/* The options, allocated. */
static struct position *options_of(const struct game *g, struct position p,
                                   enum mover mover, size_t *n)
{
    size_t most = g->rules->options_max(g->self, p);
    /* Nothing is ever written behind the last place. */
    struct position *out = malloc((most + 1) * sizeof *out);
    const struct position guard = {0x5555, 0xaaaa};
    cr_assert_not_null(out);
    out[most] = guard;
    *n = g->rules->options(g->self, p, mover, out);
    cr_assert_leq(*n, most, "%s", g->spec);
    cr_assert(position_equal(out[most], guard), "%s", g->spec);
    return out;
}

static void add_boards(struct sample *s)
{
    static const struct point no_point;
    const struct game *g = &s->game;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct point point = no_point;
        struct position p;
        while (point.n < 6 && boards[i][point.n]) {
            point.size[point.n] = boards[i][point.n];
            point.n++;
        }
        /* Not every board is one of every game. */
        if (g->rules->start(g->self, &point, &p) == STATUS_OK)
            add(s, p);
    }
    cr_assert_gt(s->n, 0, "%s takes none of the boards: give it a position",
                 g->spec);
}

static void check_variant(const char *spec, const char *position,
                          void (*check)(const struct sample *))
{
    struct sample *s = calloc(1, sizeof *s);
    struct position start;
    cr_assert_not_null(s);
    const struct game *g = &s->game;
    cr_assert_eq(game_open(rulesets, spec, &s->game), STATUS_OK,
                 "%s: give it a line in the table", spec);
    if (position) {
        cr_assert_eq(g->rules->parse(g->self, position, &start), STATUS_OK,
                     "%s: %s", spec, position);
        add(s, start);
    } else {
        add_boards(s);
    }
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < movers(g); mover++) {
            size_t n;
            struct position *out =
                options_of(g, s->at[i], (enum mover)mover, &n);
            for (size_t j = 0; j < n; j++)
                add(s, out[j]);
            free(out);
        }
    check(s);
    game_close(&s->game);
    free(s);
}

static void for_each_game(void (*check)(const struct sample *))
{
    for (size_t i = 0; rulesets[i]; i++) {
        const char *name = rulesets[i]->name;
        bool defaults = true;
        for (size_t j = 0; j < rulesets[i]->nparams; j++)
            defaults = defaults && rulesets[i]->params[j].def;
        size_t given = 0;
        for (size_t j = 0; j < sizeof variants / sizeof variants[0]; j++) {
            const char *spec = variants[j].spec;
            if (strcspn(spec, ":") == strlen(name) &&
                !strncmp(spec, name, strlen(name))) {
                check_variant(spec, variants[j].position, check);
                given++;
            }
        }
        if (defaults || !given)
            check_variant(name, NULL, check);
    }
}

static const char *text_of(const struct game *g, struct position p,
                           char text[TEXT_MAX])
{
    size_t n = g->rules->print(g->self, p, text, TEXT_MAX);
    cr_assert_lt(n, TEXT_MAX);
    cr_assert_eq(strlen(text), n);
    return text;
}

static void check_moves(const struct sample *s)
{
    const struct game *g = &s->game;
    char text[TEXT_MAX];
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < movers(g); mover++) {
            size_t n;
            struct position *out =
                options_of(g, s->at[i], (enum mover)mover, &n);
            text_of(g, s->at[i], text);
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
    for_each_game(check_moves);
}

static void check_text(const struct sample *s)
{
    const struct game *g = &s->game;
    for (size_t i = 0; i < s->n; i++) {
        char text[TEXT_MAX], tight[TEXT_MAX];
        struct position again;
        text_of(g, s->at[i], text);
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
    for_each_game(check_text);
}

/* Every state of a position has the position's parts; the first is free. */
static void check_states(const struct sample *s)
{
    const struct game *g = &s->game;
    const struct ruleset *r = g->rules;
    char text[TEXT_MAX];
    if (!r->states)
        return;
    for (size_t i = 0; i < s->n; i++) {
        struct position states[POINT_PARTS_MAX];
        bool itself = false;
        text_of(g, s->at[i], text);
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
    for_each_game(check_states);
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

static void check_parts(const struct sample *s)
{
    const struct game *g = &s->game;
    char text[TEXT_MAX];
    if (!g->rules->parts)
        return;
    for (size_t i = 0; i < s->n; i++) {
        struct position p = freed(g, s->at[i]);
        cr_assert_eq(position_equal(p, s->at[i]), !is_obliged(g, s->at[i]),
                     "%s: %s", g->spec, text_of(g, s->at[i], text));
        cr_assert(!is_obliged(g, p));
    }
}

Test(rulesets, start_and_parts_are_inverse)
{
    for_each_game(check_parts);
}

struct set {
    size_t n;
    struct position at[POSITIONS_MAX];
};

static void set_add(struct set *set, struct position p)
{
    size_t i = 0;
    while (i < set->n && !position_equal(set->at[i], p))
        i++;
    if (i == set->n) {
        cr_assert_lt(set->n, POSITIONS_MAX);
        set->at[set->n++] = p;
    }
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
        struct position *out = options_of(g, pieces[i], mover, &m);
        for (size_t j = 0; j < m; j++)
            set_add(set, joined(g, out[j], pieces, n, i));
        free(out);
    }
}

static void check_split(const struct sample *s)
{
    const struct game *g = &s->game;
    char text[TEXT_MAX];
    if (!(g->traits & GAME_SUMS) || !g->rules->split || !g->rules->parts)
        return;
    struct set *whole = malloc(sizeof *whole), *pieces = malloc(sizeof *pieces);
    cr_assert(whole && pieces);
    for (size_t i = 0; i < s->n; i++)
        for (unsigned mover = LEFT; mover < movers(g); mover++) {
            size_t n;
            struct position *out =
                options_of(g, s->at[i], (enum mover)mover, &n);
            whole->n = 0;
            for (size_t j = 0; j < n; j++)
                set_add(whole, freed(g, out[j]));
            free(out);
            split_options(g, s->at[i], (enum mover)mover, pieces);
            cr_assert_eq(whole->n, pieces->n, "%s: %s", g->spec,
                         text_of(g, s->at[i], text));
            for (size_t j = 0; j < pieces->n; j++)
                set_add(whole, pieces->at[j]);
            cr_assert_eq(whole->n, pieces->n, "%s: %s", g->spec,
                         text_of(g, s->at[i], text));
        }
    free(whole);
    free(pieces);
}

Test(rulesets, pieces_move_as_the_whole_does)
{
    for_each_game(check_split);
}

/* What narrow and searchable promise for a position holds for all reachable
 * from it; the sample holds those. */
static void check_promises(const struct sample *s)
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
    for_each_game(check_promises);
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

/* Bad notation and bad parameters: a status each. */
Test(rulesets, bad_texts)
{
    static const char *const texts[] = {"",
                                        "+",
                                        "1+",
                                        "+1",
                                        "1++1",
                                        "x",
                                        "[1",
                                        "1]",
                                        "[1)",
                                        "(1]",
                                        "[",
                                        "()",
                                        "[]",
                                        "1 + x",
                                        "-1",
                                        "*",
                                        "1.5",
                                        "[1]x",
                                        "99999999999999"};
    struct game g;
    cr_expect_eq(game_open(rulesets, "no-such-game", &g), STATUS_UNKNOWN);
    for (size_t i = 0; rulesets[i]; i++) {
        char spec[PARAM_SPEC_MAX];
        struct position p;
        snprintf(spec, sizeof spec, "%s:nonsense=1", rulesets[i]->name);
        cr_expect_eq(game_open(rulesets, spec, &g), STATUS_USAGE, "%s", spec);
        if (game_open(rulesets, rulesets[i]->name, &g))
            continue;
        for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            enum status st = g.rules->parse(g.self, texts[j], &p);
            cr_expect(st == STATUS_USAGE || st == STATUS_RANGE, "%s: '%s'",
                      rulesets[i]->name, texts[j]);
        }
        game_close(&g);
    }
}
