/* The contract of every registered value domain, for every registered game
 * and every toy whose traits fit, and for a game that exists on paper only
 * where none does. The values looked at are those that folding makes, starting
 * from nothing. */
#include "engine/value/domain.h"
#include "rules/rules.h"
#include "test/common/draw.h"
#include "test/common/solved.h"
#include "test/common/toy_games.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

enum { VALUES_MAX = 40, OPTIONS_MAX = 6, SUMMED_MAX = 8, GAMES_MAX = 64 };

/* An opened domain and some of its values. */
struct sample {
    struct domain domain;
    const struct game *game;
    bool partizan;
    size_t n;
    uint64_t value[VALUES_MAX];
    bool obliged[VALUES_MAX]; /* of a position with an obligation */
};

/* A position's options, as values. */
struct options {
    bool obliged; /* is the position that has them? */
    size_t nleft, nright;
    uint64_t left[OPTIONS_MAX], right[OPTIONS_MAX];
};

static void draw_options(const struct sample *s, uint64_t *seed,
                         struct options *o)
{
    *o = (struct options){.obliged =
                              s->domain.kind->fold_obliged && draw(seed, 2),
                          .nleft = draw(seed, OPTIONS_MAX),
                          .nright = draw(seed, OPTIONS_MAX)};
    if (!s->n)
        o->nleft = o->nright = 0;
    if (!s->partizan)
        o->nright = 0;
    for (size_t i = 0; i < o->nleft; i++)
        o->left[i] = s->value[draw(seed, s->n)];
    for (size_t i = 0; i < o->nright; i++)
        o->right[i] = s->value[draw(seed, s->n)];
}

static uint64_t fold(const struct sample *s, const struct options *o)
{
    const struct domain_kind *kind = s->domain.kind;
    uint64_t value = 0;
    cr_assert_eq((o->obliged ? kind->fold_obliged
                             : kind->fold)(s->domain.self, 0, o->left, o->nleft,
                                           o->right, o->nright, &value),
                 STATUS_OK);
    return value;
}

static void make_values(struct sample *s)
{
    uint64_t seed = draw_seed(3);
    s->n = 0;
    for (int round = 0; round < 400 && s->n < VALUES_MAX; round++) {
        struct options o;
        draw_options(s, &seed, &o);
        uint64_t value = fold(s, &o);
        size_t i = 0;
        while (i < s->n && s->value[i] != value)
            i++;
        if (i == s->n) {
            s->obliged[s->n] = o.obliged;
            s->value[s->n++] = value;
        }
    }
    cr_assert_geq(s->n, 2, "%s knows one value only", s->domain.kind->name);
}

static bool fits(const struct domain_kind *kind, const struct game *game)
{
    return !(kind->needs & ~game->traits) && !(kind->refuses & game->traits) &&
           (!kind->players || kind->players == game->players);
}

static void check_with(const struct domain_kind *kind, const struct game *game,
                       void (*check)(const struct sample *))
{
    struct sample s = {.game = game, .partizan = game->traits & GAME_PARTIZAN};
    cr_assert_eq(solved_domain(kind->name, game, 1, &s.domain), STATUS_OK,
                 "%s for %s", kind->name, game->spec);
    make_values(&s);
    check(&s);
    domain_close(&s.domain);
}

/* Opens what can be opened with its defaults. */
static size_t open_games(const struct ruleset *const rules[],
                         struct game games[])
{
    size_t n = 0;
    for (size_t i = 0; rules[i]; i++) {
        cr_assert_lt(n, GAMES_MAX);
        n += game_open(rules, rules[i]->name, &games[n]) == STATUS_OK;
    }
    return n;
}

static void for_each_domain(void (*check)(const struct sample *))
{
    struct game games[2 * GAMES_MAX];
    size_t n = open_games(rulesets, games);
    n += open_games(toy_games, games + n);
    for (size_t d = 0; domain_kinds[d]; d++) {
        const struct domain_kind *kind = domain_kinds[d];
        bool any = false;
        for (size_t i = 0; i < n; i++)
            if (fits(kind, &games[i])) {
                check_with(kind, &games[i], check);
                any = true;
            }
        const struct game paper = {.traits = kind->needs,
                                   .players = kind->players ? kind->players : 2,
                                   .spec = "paper"};
        if (!any)
            check_with(kind, &paper, check);
    }
    while (n)
        game_close(&games[--n]);
}

static void check_bounds(const struct sample *s)
{
    const struct domain_kind *kind = s->domain.kind;
    unsigned bits = 8 * kind->value_bytes;
    uint64_t end = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    cr_assert(bits == 8 || bits == 16 || bits == 32 || bits == 64);
    for (size_t i = 0; i < s->n; i++) {
        cr_expect_lt(s->value[i], end, "%s", kind->name);
        cr_expect_leq(kind->outcome(s->domain.self, s->value[i]), OUTCOME_R,
                      "%s", kind->name);
    }
    cr_expect(kind->column.type > COLUMN_I64 || kind->column.width <= 8, "%s",
              kind->name);
    cr_expect_not_null(kind->column.name);
    cr_expect_not_null(kind->column.help);
}

Test(domains, values_keep_within_their_bytes)
{
    for_each_domain(check_bounds);
}

static void check_column(const struct sample *s)
{
    const struct column *c = &s->domain.kind->column;
    struct column stored = *c;
    uint64_t row = 0;
    stored.offset = 0;
    if (c->type > COLUMN_I64)
        return;
    for (size_t i = 0; i < s->n; i++) {
        column_set(&stored, &row, s->value[i]);
        cr_expect_eq((uint64_t)column_get(&stored, &row), s->value[i],
                     "%s: a value is cut by its column", s->domain.kind->name);
        for (size_t j = 0; c->labels && j <= s->value[i]; j++)
            cr_assert_not_null(c->labels[j], "%s: a value without a label",
                               s->domain.kind->name);
    }
}

Test(domains, values_fit_their_column)
{
    for_each_domain(check_column);
}

static void check_print(const struct sample *s)
{
    const struct domain_kind *kind = s->domain.kind;
    for (size_t i = 0; i < s->n; i++) {
        char text[256], tight[256];
        size_t n = kind->print(s->domain.self, s->value[i], text, sizeof text);
        cr_assert_gt(n, 0, "%s", kind->name);
        if (n >= sizeof text)
            continue;
        cr_assert_eq(strlen(text), n, "%s", kind->name);
        memset(tight, '#', sizeof tight);
        cr_assert_eq(kind->print(s->domain.self, s->value[i], tight, n), n);
        cr_assert(!memcmp(tight, text, n - 1) && tight[n - 1] == 0 &&
                      tight[n] == '#',
                  "%s: '%s' cut short", kind->name, text);
    }
}

Test(domains, print_counts_like_snprintf)
{
    for_each_domain(check_print);
}

static void turn(uint64_t items[], size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        uint64_t swap = items[i];
        items[i] = items[n - 1 - i];
        items[n - 1 - i] = swap;
    }
}

/* Neither the order of the options nor one that comes twice changes a value.
 */
static void check_order(const struct sample *s)
{
    uint64_t seed = draw_seed(5);
    for (int round = 0; round < 300; round++) {
        struct options o;
        draw_options(s, &seed, &o);
        uint64_t value = fold(s, &o);
        turn(o.left, o.nleft);
        turn(o.right, o.nright);
        cr_assert_eq(fold(s, &o), value, "%s", s->domain.kind->name);
        if (o.nleft && o.nleft < OPTIONS_MAX) {
            o.left[o.nleft] = o.left[0];
            o.nleft++;
        }
        cr_assert_eq(fold(s, &o), value, "%s", s->domain.kind->name);
    }
}

Test(domains, options_are_a_set)
{
    for_each_domain(check_order);
}

/* Keeps one item of items[n], the one at `at`. */
static void keep_one(uint64_t items[], size_t *n, size_t at)
{
    items[0] = items[at];
    *n = 1;
}

static void check_decision(const struct sample *s)
{
    const struct domain_kind *kind = s->domain.kind;
    uint64_t seed = draw_seed(7);
    size_t decided = 0;
    if (!kind->decides)
        return;
    for (int round = 0; round < 1000; round++) {
        struct options o, one;
        draw_options(s, &seed, &o);
        uint64_t value = fold(s, &o);
        for (size_t i = 0; i < o.nleft; i++) {
            if (!kind->decides(s->domain.self, LEFT, o.left[i]))
                continue;
            one = o;
            keep_one(one.left, &one.nleft, i);
            cr_assert_eq(fold(s, &one), value, "%s", kind->name);
            decided++;
        }
        for (size_t i = 0; i < o.nright; i++) {
            if (!kind->decides(s->domain.self, RIGHT, o.right[i]))
                continue;
            one = o;
            keep_one(one.right, &one.nright, i);
            cr_assert_eq(fold(s, &one), value, "%s", kind->name);
            decided++;
        }
    }
    cr_expect_gt(decided, 0, "%s: nothing ever decides", kind->name);
}

/* An option that decides makes the other options of its mover unneeded. */
Test(domains, what_decides_stands_for_all)
{
    for_each_domain(check_decision);
}

static uint64_t sum(const struct sample *s, uint64_t a, uint64_t b)
{
    uint64_t value = 0;
    cr_assert_eq(s->domain.kind->sum(s->domain.self, 0, a, b, &value),
                 STATUS_OK);
    return value;
}

/* The first values only: sums of deep partizan games are huge. */
static void check_sum(const struct sample *s)
{
    const char *name = s->domain.kind->name;
    const struct options none = {.obliged = false};
    size_t n = s->n < SUMMED_MAX ? s->n : SUMMED_MAX;
    if (!s->domain.kind->sum)
        return;
    uint64_t zero = fold(s, &none);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(sum(s, zero, s->value[i]), s->value[i], "%s", name);
    for (size_t i = 0; i < n * n * n; i++) {
        if (s->obliged[i % n] + s->obliged[i / n % n] + s->obliged[i / n / n] >
            1)
            continue; /* no position has two obligations */
        uint64_t a = s->value[i % n], b = s->value[i / n % n],
                 c = s->value[i / n / n];
        cr_assert_eq(sum(s, a, b), sum(s, b, a), "%s", name);
        cr_assert_eq(sum(s, sum(s, a, b), c), sum(s, a, sum(s, b, c)), "%s",
                     name);
    }
}

Test(domains, sums_commute_and_associate)
{
    for_each_domain(check_sum);
}

/* Any number of workers may fold; a domain that does not fit is refused. */
Test(domains, opening, .init = cr_redirect_stderr)
{
    struct domain d;
    const struct game paper = {.players = 97, .spec = "paper"};
    cr_expect_eq(solved_domain("no-such-domain", &paper, 1, &d),
                 STATUS_UNKNOWN);
    for (size_t i = 0; domain_kinds[i]; i++) {
        const struct domain_kind *kind = domain_kinds[i];
        struct game game = {.traits = kind->needs,
                            .players = kind->players ? kind->players : 2,
                            .spec = "paper"};
        if (kind->players)
            cr_expect_eq(solved_domain(kind->name, &paper, 1, &d), STATUS_USAGE,
                         "%s", kind->name);
        for (unsigned trait = 1; trait <= GAME_SUMS; trait *= 2) {
            game.traits = kind->needs | trait;
            if (kind->refuses & trait)
                cr_expect_eq(solved_domain(kind->name, &game, 1, &d),
                             STATUS_USAGE, "%s", kind->name);
            game.traits = kind->needs & ~trait;
            if (kind->needs & trait)
                cr_expect_eq(solved_domain(kind->name, &game, 1, &d),
                             STATUS_USAGE, "%s", kind->name);
        }
    }
}
