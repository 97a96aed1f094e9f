#include "engine/base/dyadic.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "engine/value/games/games_thermograph.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Thermographs: known ones, and random ones against both walls computed at
 * every point of a fine grid of taxes, straight from the definition. */

static struct games *opened(void)
{
    struct games *g;
    cr_assert_eq(games_open(1, &g), STATUS_OK);
    return g;
}

static const struct games_thermograph *drawn(struct games_worker *w,
                                             const char *text)
{
    uint32_t x;
    const struct games_thermograph *t;
    cr_assert_eq(games_parse(w, text, &x), STATUS_OK, "%s", text);
    cr_assert_eq(games_thermograph(w, x, &t), STATUS_OK, "%s", text);
    return t;
}

static bool is(struct dyadic x, const char *text)
{
    char out[DYADIC_TEXT];
    dyadic_text(x, out, sizeof out);
    return !strcmp(out, text);
}

Test(thermographs, dyadic_arithmetic)
{
    struct dyadic x, y;
    cr_assert(dyadic_make(-6, 3, &x));
    cr_expect(is(x, "-3/4"));
    cr_expect_eq(dyadic_floor(x), -1);
    cr_assert(dyadic_half(x, &y));
    cr_expect(is(y, "-3/8"));
    cr_assert(dyadic_add(x, y, &y));
    cr_expect(is(y, "-9/8"));
    cr_assert(dyadic_subtract(x, y, &y));
    cr_expect(is(y, "3/8"));
    cr_expect_lt(dyadic_compare(x, y), 0);
    cr_expect_gt(dyadic_compare(dyadic_integer(INT64_MAX), x), 0);
    cr_expect_not(dyadic_add(dyadic_integer(INT64_MAX), dyadic_integer(1), &y));
    cr_assert(dyadic_make(1, DYADIC_EXP_MAX, &x));
    cr_expect_not(dyadic_half(x, &y));
    cr_expect_not(dyadic_add(dyadic_integer(INT64_MAX), x, &y));
}

/* Integers, numbers, infinitesimals, switches; the mast of {{4|1}|0} stands on
 * a vertical piece of its Left wall, that of {5|{2|{0|-8}}} above the mast of
 * its Right option. */
Test(thermographs, known_ones)
{
    static const struct {
        const char *text, *mean, *temperature, *left, *right;
    } known[] = {
        {"0", "0", "-1", "0", "0"},
        {"-7", "-7", "-1", "-7", "-7"},
        {"1/2", "1/2", "-1/2", "1/2", "1/2"},
        {"5/8", "5/8", "-1/8", "5/8", "5/8"},
        {"*", "0", "0", "0", "0"},
        {"*5", "0", "0", "0", "0"},
        {"^", "0", "0", "0", "0"},
        {"tiny(2)", "0", "0", "0", "0"},
        {"1*", "1", "0", "1", "1"},
        {"{1|-1}", "0", "1", "1", "-1"},
        {"{2|-1}", "1/2", "3/2", "2", "-1"},
        {"{2|{1|0}}", "5/4", "3/4", "2", "1"},
        {"{{4|1}|0}", "1", "1", "1", "0"},
        {"{5|{2|{0|-8}}}", "5/2", "5/2", "5", "2"},
    };
    struct games *g = opened();
    struct games_worker *w = games_worker(g, 0);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct games_thermograph *t = drawn(w, known[i].text);
        struct dyadic l, r;
        cr_expect(is(t->mean, known[i].mean), "%s", known[i].text);
        cr_expect(is(t->temperature, known[i].temperature), "%s: temperature",
                  known[i].text);
        cr_assert_eq(games_wall(t, true, dyadic_integer(0), &l), STATUS_OK);
        cr_assert_eq(games_wall(t, false, dyadic_integer(0), &r), STATUS_OK);
        cr_expect(is(l, known[i].left), "%s: Left stop", known[i].text);
        cr_expect(is(r, known[i].right), "%s: Right stop", known[i].text);
    }
    games_close(g);
}

enum { POOL = 60, UNIT_BITS = 11, UNIT = 1 << UNIT_BITS, TAX_MAX = 5 };
/* Taxes -1, -1 + 1/UNIT, ... TAX_MAX. */
enum { SAMPLES = (TAX_MAX + 1) * UNIT + 1 };

/* Both walls at every sample, times UNIT. */
struct sampled {
    uint32_t id;
    int mean, temperature; /* times UNIT */
    int left[SAMPLES], right[SAMPLES];
};

static const struct sampled *sampled(const struct sampled all[], size_t n,
                                     uint32_t id)
{
    size_t i = 0;
    while (i < n && all[i].id != id)
        i++;
    cr_assert_lt(i, n);
    return &all[i];
}

static void sample_integer(struct sampled *s, int n)
{
    s->mean = n * UNIT;
    s->temperature = -UNIT;
    for (size_t i = 0; i < SAMPLES; i++)
        s->left[i] = s->right[i] = s->mean;
}

/* Left's best at a tax of t / UNIT, then Right's. */
static void sample(const struct games *g, struct sampled all[], size_t n)
{
    struct sampled *s = &all[n];
    bool stopped = false;
    for (size_t i = 0; i < SAMPLES; i++) {
        const int t = (int)i - UNIT;
        int left = INT32_MIN, right = INT32_MAX;
        for (size_t k = 0; !stopped && k < games_lefts(g, s->id); k++) {
            int x = sampled(all, n, games_left(g, s->id, k))->right[i] - t;
            left = x > left ? x : left;
        }
        for (size_t k = 0; !stopped && k < games_rights(g, s->id); k++) {
            int x = sampled(all, n, games_right(g, s->id, k))->left[i] + t;
            right = x < right ? x : right;
        }
        if (!stopped && left <= right) {
            cr_assert_eq(left, right, "the grid is too coarse");
            stopped = true;
            s->mean = left;
            s->temperature = t;
        }
        s->left[i] = stopped ? s->mean : left;
        s->right[i] = stopped ? s->mean : right;
    }
    cr_assert(stopped, "the grid is too short");
}

static void add_sampled(struct games *g, struct sampled all[], size_t *n,
                        uint32_t id)
{
    int64_t num;
    unsigned exp;
    for (size_t i = 0; i < *n; i++)
        if (all[i].id == id)
            return;
    for (size_t k = 0; k < games_lefts(g, id); k++)
        add_sampled(g, all, n, games_left(g, id, k));
    for (size_t k = 0; k < games_rights(g, id); k++)
        add_sampled(g, all, n, games_right(g, id, k));
    cr_assert_lt(*n, 4 * POOL);
    all[*n].id = id;
    if (games_dyadic(g, id, &num, &exp) && !exp)
        sample_integer(&all[*n], (int)num);
    else
        sample(g, all, *n);
    ++*n;
}

static bool equals(struct dyadic x, int units)
{
    struct dyadic y;
    return dyadic_make(units, UNIT_BITS, &y) && !dyadic_compare(x, y);
}

static void expect_sampled(struct games_worker *w, const struct sampled *s)
{
    const struct games_thermograph *t;
    struct dyadic l, r;
    cr_assert_eq(games_thermograph(w, s->id, &t), STATUS_OK);
    cr_expect(equals(t->mean, s->mean));
    cr_expect(equals(t->temperature, s->temperature));
    cr_assert_eq(games_stops(w, s->id, &l, &r), STATUS_OK);
    cr_expect(equals(l, s->left[UNIT]) && equals(r, s->right[UNIT]));
    for (size_t i = 0; i < SAMPLES; i += 1 + i % 7) {
        struct dyadic at;
        cr_assert(dyadic_make((int)i - UNIT, UNIT_BITS, &at));
        cr_assert_eq(games_wall(t, true, at, &l), STATUS_OK);
        cr_assert_eq(games_wall(t, false, at, &r), STATUS_OK);
        cr_assert(equals(l, s->left[i]) && equals(r, s->right[i]),
                  "walls at sample %zu", i);
    }
    for (size_t i = 1; i < t->nleft; i++)
        cr_expect_lt(dyadic_compare(t->left[i - 1].t, t->left[i].t), 0);
    cr_expect(!dyadic_compare(t->left[t->nleft - 1].t, t->temperature));
    cr_expect(!dyadic_compare(t->right[t->nright - 1].x, t->mean));
}

Test(thermographs, random_ones_are_those_of_the_definition)
{
    struct games *g = opened();
    struct games_worker *w = games_worker(g, 0);
    struct sampled *all = calloc(4 * POOL, sizeof *all);
    uint32_t pool[POOL];
    size_t n = 0;
    uint64_t seed = draw_seed(17);
    cr_assert_not_null(all);
    for (size_t i = 0; i < POOL; i++) {
        uint32_t sides[2][2];
        for (size_t k = 0; i >= 12 && k < 4; k++)
            sides[k / 2][k % 2] = pool[draw(&seed, i)];
        pool[i] = i < 12 ? games_number(w, (int64_t)i - 3, 1) /* -3/2 .. 4 */
                         : games_make(w, sides[0], 2, sides[1], 2);
        add_sampled(g, all, &n, pool[i]);
        add_sampled(g, all, &n, games_negate(pool[i]));
    }
    for (size_t i = 0; i < n; i++)
        expect_sampled(w, &all[i]);
    free(all);
    games_close(g);
}

/* 2^-63, and a mean between two such. */
Test(thermographs, what_does_not_fit_is_told)
{
    struct games *g = opened();
    struct games_worker *w = games_worker(g, 0);
    const struct games_thermograph *t;
    uint32_t zero = GAMES_ZERO, small = games_number(w, 1, 62);
    cr_assert_eq(games_thermograph(w, small, &t), STATUS_OK);
    small = games_make(w, &zero, 1, &small, 1);
    cr_assert_eq(games_thermograph(w, small, &t), STATUS_RANGE);
    struct dyadic x;
    cr_expect_eq(games_mean(w, small, &x), STATUS_RANGE);
    cr_expect_eq(games_stops(w, small, &x, &x), STATUS_RANGE);
    games_close(g);
}
