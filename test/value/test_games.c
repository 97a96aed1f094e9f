#include "engine/value/dictionary/games_book.h"
#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"
#include "engine/value/games/games_text.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The store of partizan games: laws, and values known from the literature. */

static struct games *opened(unsigned threads)
{
    struct games *g;
    cr_assert_eq(games_open(threads, &g), STATUS_OK);
    return g;
}

static uint32_t parsed(struct games_worker *w, const char *text)
{
    uint32_t x;
    cr_assert_eq(games_parse(w, text, &x), STATUS_OK, "%s", text);
    return x;
}

enum { ANTICHAIN_MAX = 24, DAY_MAX = 1500, ANTICHAINS = 200 };

struct antichain {
    size_t n;
    uint32_t at[ANTICHAIN_MAX];
};

/* All sets of games of which none is comparable with another. */
static size_t antichains(struct games_worker *w, const uint32_t day[], size_t n,
                         struct antichain out[])
{
    size_t count = 1;
    out[0].n = 0;
    for (size_t i = 0; i < n; i++) {
        size_t without = count;
        for (size_t a = 0; a < without; a++) {
            bool fits = true;
            for (size_t j = 0; j < out[a].n; j++)
                fits = fits && !games_le(w, day[i], out[a].at[j]) &&
                       !games_le(w, out[a].at[j], day[i]);
            if (!fits)
                continue;
            cr_assert_lt(count, ANTICHAINS);
            out[count] = out[a];
            out[count].at[out[count].n++] = day[i];
            count++;
        }
    }
    return count;
}

static bool add_new(uint32_t list[], size_t *n, uint32_t x)
{
    for (size_t i = 0; i < *n; i++)
        if (list[i] == x)
            return false;
    cr_assert_lt(*n, DAY_MAX);
    list[(*n)++] = x;
    return true;
}

/* The games born by the day after `day`; all-small ones only, if asked. */
static size_t next_day(struct games_worker *w, const uint32_t day[], size_t n,
                       bool small, uint32_t out[])
{
    static const size_t size = ANTICHAINS * sizeof(struct antichain);
    struct antichain *sets = malloc(size);
    cr_assert_not_null(sets);
    size_t sides = antichains(w, day, n, sets), count = 0;
    for (size_t l = 0; l < sides; l++)
        for (size_t r = 0; r < sides; r++)
            if (!small || !sets[l].n == !sets[r].n)
                add_new(out, &count,
                        games_make(w, sets[l].at, sets[l].n, sets[r].at,
                                   sets[r].n));
    free(sets);
    return count;
}

static void check_days(bool small, const size_t expected[], size_t days)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t day[DAY_MAX] = {GAMES_ZERO}, next[DAY_MAX];
    size_t n = 1;
    for (size_t d = 0; d < days; d++) {
        size_t count = next_day(w, day, n, small, next);
        cr_expect_eq(count, expected[d], "day %zu: %zu games", d + 1, count);
        for (size_t i = 0; i < count; i++) {
            cr_expect_leq(games_birthday(g, next[i]), d + 1);
            cr_expect(!small || games_is_all_small(g, next[i]));
        }
        memcpy(day, next, count * sizeof day[0]);
        n = count;
    }
    games_close(g);
}

/* Games born by day 1, 2, 3: Winning Ways; the third: Hickerson, Siegel. */
Test(games, born_by_day)
{
    check_days(false, (const size_t[]){4, 22, 1474}, 3);
}

Test(games, all_small_born_by_day)
{
    check_days(true, (const size_t[]){2, 7, 67}, 3);
}

/* A game of up to 3 options a side from the games so far. */
static uint32_t random_game(struct games_worker *w, uint64_t *seed,
                            const uint32_t pool[], size_t n)
{
    uint32_t sides[2][3];
    size_t sizes[2];
    for (size_t s = 0; s < 2; s++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        sizes[s] = (*seed >> 33) % 4;
        for (size_t i = 0; i < sizes[s]; i++) {
            *seed = *seed * 6364136223846793005u + 1442695040888963407u;
            sides[s][i] = pool[(*seed >> 33) % n];
        }
    }
    return games_make(w, sides[0], sizes[0], sides[1], sizes[1]);
}

enum { POOL = 60 };

static void fill_pool(struct games_worker *w, uint64_t seed, uint32_t pool[])
{
    pool[0] = GAMES_ZERO;
    for (size_t n = 1; n < POOL; n++)
        pool[n] = random_game(w, &seed, pool, n < 20 ? n : 20);
}

/* a <= b by the definition alone, without the engine's probes and caches. */
static bool plain_le(const struct games *g, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < games_lefts(g, a); i++)
        if (plain_le(g, b, games_left(g, a, i)))
            return false;
    for (size_t i = 0; i < games_rights(g, b); i++)
        if (plain_le(g, games_right(g, b, i), a))
            return false;
    return true;
}

Test(games, order_is_that_of_the_definition)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t pool[POOL];
    fill_pool(w, 1, pool);
    for (size_t i = 0; i < 20; i++)
        for (size_t j = 0; j < 20; j++) {
            bool le = games_le(w, pool[i], pool[j]);
            cr_expect_eq(le, plain_le(g, pool[i], pool[j]));
            /* Equal values are equal ids. */
            cr_expect_eq(le && games_le(w, pool[j], pool[i]),
                         pool[i] == pool[j]);
            cr_expect_eq(
                le, games_le(w, games_negate(pool[j]), games_negate(pool[i])));
        }
    games_close(g);
}

/* No option of a canonical form is dominated or reversible. */
static void check_canonical(const struct games *g, uint32_t x)
{
    for (size_t i = 0; i < games_lefts(g, x); i++) {
        uint32_t l = games_left(g, x, i);
        for (size_t j = 0; j < games_lefts(g, x); j++)
            cr_expect(i == j || !plain_le(g, l, games_left(g, x, j)));
        for (size_t r = 0; r < games_rights(g, l); r++)
            cr_expect(!plain_le(g, games_right(g, l, r), x));
    }
    for (size_t i = 0; i < games_rights(g, x); i++) {
        uint32_t r = games_right(g, x, i);
        for (size_t j = 0; j < games_rights(g, x); j++)
            cr_expect(i == j || !plain_le(g, games_right(g, x, j), r));
        for (size_t l = 0; l < games_lefts(g, r); l++)
            cr_expect(!plain_le(g, x, games_left(g, r, l)));
    }
}

Test(games, forms_are_canonical)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    const uint64_t first = draw_seed(2);
    for (uint64_t seed = first; seed < first + 6; seed++) {
        uint32_t pool[POOL];
        fill_pool(w, seed, pool);
        for (size_t i = 0; i < POOL; i++) {
            check_canonical(g, pool[i]);
            check_canonical(g, games_negate(pool[i]));
        }
    }
    games_close(g);
}

Test(games, sums_form_a_group)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t pool[POOL];
    fill_pool(w, 3, pool);
    for (size_t i = 0; i < 16; i++) {
        uint32_t a = pool[i];
        cr_expect_eq(games_add(w, a, games_negate(a)), GAMES_ZERO);
        cr_expect_eq(games_add(w, a, GAMES_ZERO), a);
        for (size_t j = 0; j < 16; j++) {
            uint32_t b = pool[j], ab = games_add(w, a, b);
            cr_expect_eq(ab, games_add(w, b, a));
            cr_expect_eq(games_negate(ab),
                         games_add(w, games_negate(a), games_negate(b)));
            /* a <= b iff b - a >= 0. */
            uint32_t difference = games_add(w, b, games_negate(a));
            cr_expect_eq(games_le(w, a, b),
                         games_le(w, GAMES_ZERO, difference));
            uint32_t c = pool[(i + j) % 16];
            cr_expect_eq(games_add(w, ab, c),
                         games_add(w, a, games_add(w, b, c)));
        }
    }
    games_close(g);
}

Test(games, negative_exchanges_the_sides)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t x = parsed(w, "{1, {3 | 2*} | *2, {^ | -1}}");
    uint32_t minus = games_negate(x);
    cr_assert_neq(minus, x);
    cr_assert_eq(games_lefts(g, minus), games_rights(g, x));
    uint32_t left[8], right[8];
    size_t nleft = games_rights(g, x), nright = games_lefts(g, x);
    for (size_t i = 0; i < nleft; i++)
        left[i] = games_negate(games_right(g, x, i));
    for (size_t i = 0; i < nright; i++)
        right[i] = games_negate(games_left(g, x, i));
    cr_expect_eq(games_make(w, left, nleft, right, nright), minus);
    cr_expect_eq(games_negate(parsed(w, "*5")), parsed(w, "*5"));
    games_close(g);
}

/* Texts and what they must come back as: shown, and in archives. */
static const struct {
    const char *read, *ascii, *unicode;
} texts[] = {
    {"{|}", "0", "0"},
    {"{0|}", "1", "1"},
    {"{|{|0}}", "-2", "-2"},
    {"{0|1}", "1/2", "1/2"},
    {"-{1/2|1}", "-3/4", "-3/4"},
    {"{-5|7}", "0", "0"},
    {"1025", "1025", "1025"},
    {"1/1024", "1/1024", "1/1024"},
    {"{0|0}", "*", "*"},
    {"{0,*|*,0}", "*2", "*2"},
    {"{0|*}", "^", "↑"},
    {"{*|0}", "v", "↓"},
    {"{0,*|0}", "^*", "↑*"},
    {"{0|^*}", "^^", "⇑"},
    {"v3*", "v3*", "3↓*"},
    {"^ + ^ + ^", "^3", "3↑"},
    {"{0|v*}", "^.Pow(2)", "↑²"},
    {"{^*|0}", "-^.Pow(2)", "↓²"},
    {"{0|{0|-2}}", "2.Tiny", "⧾2"},
    {"⧿1/4", "-(1/4).Tiny", "⧿1/4"},
    {"{1|-1}", "+-1", "±1"},
    {"±3/4", "+-3/4", "±3/4"},
    {"±{2|1}", "+-({2 | 1})", "{{2 | 1} | {-1 | -2}}"},
    {"{1,1*|-1,-1*}", "+-(1, 1+*)", "{1, 1* | -1, -1*}"},
    {"{3|3}", "3+*", "3*"},
    {"1001*", "1001+*", "1001*"},
    {"1*2", "1+*2", "{1, 1* | 1, 1*}"},
    {"1^2*3", "1+^^*3", NULL},
    {"-1/2+^*", "-1/2+^*", NULL},
    {"{2|-1/2}", "{2 | -1/2}", "{2 | -1/2}"},
    {"{0|-8}", "{0 | -8}", "{0 | -8}"},
    {"{0,*|*2}", "^*3", "{0 | *2}"},
    {"^*3", "^*3", "{0 | *2}"},
    {"{{0|*3,{0|*3}}|*,*2,*3,0}", "{{0 | *3, ^*2} | 0, *3, *2, *}",
     "{{0 | *3, {0 | *3}} | 0, *3, *2, *}"},
};

Test(games, texts_come_back)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    char text[100];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uint32_t x = parsed(w, texts[i].read);
        size_t n = games_print(g, GAMES_ASCII, x, text, sizeof text);
        cr_expect_str_eq(text, texts[i].ascii);
        cr_expect_eq(n, strlen(text));
        cr_expect_eq(parsed(w, text), x, "%s", text);
        games_print(g, GAMES_UNICODE, x, text, sizeof text);
        if (texts[i].unicode)
            cr_expect_str_eq(text, texts[i].unicode);
        if (text[0] != '3' || !strchr("\xe2", text[1]))
            cr_expect_eq(parsed(w, text), x, "%s", text);
    }
    games_close(g);
}

static void expect_back(struct games_worker *w, uint32_t x)
{
    static const enum games_style styles[] = {GAMES_ASCII, GAMES_UNICODE};
    static char text[1 << 16];
    for (size_t i = 0; i < 2; i++) {
        size_t n = games_print(games_store(w), styles[i], x, text, sizeof text);
        if (n >= sizeof text)
            continue;
        /* In archives 3 and an arrow are three ups. */
        if (styles[i] == GAMES_ASCII ||
            (!strstr(text, "\u2191") && !strstr(text, "\u2193")))
            cr_assert_eq(parsed(w, text), x, "%s", text);
    }
}

/* What is shown is read as the same value: games, and beside numbers, ups,
 * nimbers, tinies and switches. */
Test(games, random_texts_come_back)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t pool[POOL];
    uint64_t seed = draw_seed(29);
    fill_pool(w, seed, pool);
    for (size_t i = 0; i < 400; i++) {
        const uint32_t number = games_number(w, (int64_t)draw(&seed, 41) - 20,
                                             (unsigned)draw(&seed, 4));
        const uint32_t ups =
            games_up(w, (int)draw(&seed, 9) - 4, (unsigned)draw(&seed, 9));
        const uint32_t switch_of = games_make(
            w, &number, 1, (const uint32_t[]){games_negate(number)}, 1);
        expect_back(w, games_add(w, number, ups));
        expect_back(w, games_add(w, ups, pool[i % 20]));
        expect_back(w, games_add(w, switch_of, pool[i % 20]));
        expect_back(w, pool[i % POOL]);
        expect_back(w, games_negate(pool[i % POOL]));
        expect_back(w, games_tiny(w, number));
    }
    games_close(g);
}

/* {x | x}, x = 1 / 2^63, is no *. */
Test(games, what_has_no_short_text_stays_in_braces)
{
    static const char *const text =
        "{{0 | 1/4611686018427387904} | {0 | 1/4611686018427387904}}";
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    const uint32_t x = parsed(w, text);
    char out[100];
    games_print(g, GAMES_ASCII, x, out, sizeof out);
    cr_expect_str_eq(out, text);
    games_print(g, GAMES_UNICODE, x, out, sizeof out);
    cr_expect_str_eq(out, text);
    cr_expect_neq(x, parsed(w, "*"));
    games_close(g);
}

/* Within an infinitesimal of the game, and the same for all that are. */
Test(games, reduced_forms)
{
    static const char *const near[] = {"*", "^", "v*", "*2", "tiny(1)"};
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t pool[POOL];
    fill_pool(w, draw_seed(31), pool);
    for (size_t i = 0; i < 30; i++) {
        const uint32_t r = games_reduced(w, pool[i]);
        cr_assert_neq(r, GAMES_NONE);
        const uint32_t apart = games_add(w, pool[i], games_negate(r));
        cr_expect(games_is_infinitesimal(w, apart));
        cr_expect_eq(games_reduced(w, r), r);
        cr_expect_leq(games_birthday(g, r), games_birthday(g, pool[i]));
        for (size_t k = 0; k < sizeof near / sizeof near[0]; k++)
            cr_expect_eq(
                games_reduced(w, games_add(w, pool[i], parsed(w, near[k]))), r);
    }
    cr_expect_eq(games_reduced(w, parsed(w, "{2*|^}")), parsed(w, "{2|0}"));
    games_close(g);
}

Test(games, a_short_buffer_is_cut)
{
    struct games *g = opened(1);
    uint32_t x = parsed(games_worker(g, 0), "{2 | -1/2}");
    char text[6] = "?????";
    cr_expect_eq(games_print(g, GAMES_ASCII, x, text, sizeof text), 10);
    cr_expect_str_eq(text, "{2 | ");
    cr_expect_eq(games_print(g, GAMES_ASCII, x, NULL, 0), 10);
    games_close(g);
}

Test(games, what_is_no_value_is_refused)
{
    static const char *const wrong[] = {
        "",           "{",       "{0",    "{0|*", "x",     "{0 0|}", "1/3",
        "--",         "*2*3",    "0}",    "{|}}", "^^<2>", "tiny(1", "3↑",
        "{1}",        "{1|2|3}", "1/2*^", "^<0>", "^[",    "2.Big",  "2.Pow(2)",
        "^.Pow(1/2)", "(1",      "+-(1",  "1:",   "^^2"};
    struct games *g = opened(1);
    uint32_t x;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect_eq(games_parse(games_worker(g, 0), wrong[i], &x),
                     STATUS_USAGE, "%s", wrong[i]);
    games_close(g);
}

/* Names must never change: archives hold them. */
Test(games, names_are_fixed)
{
    static const struct {
        const char *game, *name;
    } known[] = {
        {"0", "e436f2ad07bb59cc4527c0ba533acaaf"},
        {"*", "96fca557e3c845dd4a8978a07be3b4a3"},
        {"1", "2378e7bd28dc0db133bf8fa70f0f607d"},
    };
    struct games *g = opened(1);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t x = parsed(games_worker(g, 0), known[i].game);
        char text[GAMES_NAME_TEXT];
        games_name_text(games_name(g, x), text);
        cr_expect(!memcmp(text, known[i].name, sizeof text), "%.32s", text);
    }
    games_close(g);
}

Test(games, numbers_are_themselves)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t last = games_number(w, -41, 3);
    for (int64_t num = -40; num <= 40; num++) {
        uint32_t x = games_number(w, num, 3);
        int64_t back;
        unsigned exp;
        cr_assert(games_dyadic(g, x, &back, &exp));
        cr_expect_eq(back * (1 << (3 - exp)), num);
        cr_expect(exp == 0 || back % 2 != 0);
        cr_expect(games_le(w, last, x) && !games_le(w, x, last));
        cr_expect_eq(games_add(w, last, games_number(w, 1, 3)), x);
        cr_expect_eq(games_left_stop(w, x), x);
        last = x;
    }
    int64_t num;
    unsigned exp;
    cr_expect(!games_dyadic(g, parsed(w, "1*"), &num, &exp));
    games_close(g);
}

Test(games, facts_of_known_games)
{
    static const struct {
        const char *game;
        bool number, nimber, all_small, infinitesimal;
        enum outcome outcome;
        unsigned birthday;
        const char *left_stop, *right_stop;
    } known[] = {
        {"0", true, true, true, true, OUTCOME_P, 0, "0", "0"},
        {"-3/4", true, false, false, false, OUTCOME_R, 3, "-3/4", "-3/4"},
        {"*4", false, true, true, true, OUTCOME_N, 4, "0", "0"},
        {"^", false, false, true, true, OUTCOME_L, 2, "0", "0"},
        {"^*", false, false, true, true, OUTCOME_N, 2, "0", "0"},
        {"vv", false, false, true, true, OUTCOME_R, 3, "0", "0"},
        {"tiny(2)", false, false, false, true, OUTCOME_L, 4, "0", "0"},
        {"{3|{1|-2}}", false, false, false, false, OUTCOME_L, 4, "3", "1"},
        {"+-1", false, false, false, false, OUTCOME_N, 2, "1", "-1"},
        /* The better of two options, whichever was stored first. */
        {"{1, {3 | 0} | -1}", false, false, false, false, OUTCOME_N, 5, "1",
         "-1"},
        {"{{3 | 0}, 5/8 | -1}", false, false, false, false, OUTCOME_N, 5, "5/8",
         "-1"},
    };
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t x = parsed(w, known[i].game);
        const char *name = known[i].game;
        cr_expect_eq(games_is_number(g, x), known[i].number, "%s", name);
        cr_expect_eq(games_is_nimber(g, x), known[i].nimber, "%s", name);
        cr_expect_eq(games_is_all_small(g, x), known[i].all_small, "%s", name);
        cr_expect_eq(games_is_infinitesimal(w, x), known[i].infinitesimal, "%s",
                     name);
        cr_expect_eq(games_outcome(g, x), known[i].outcome, "%s", name);
        cr_expect_eq(games_birthday(g, x), known[i].birthday, "%s", name);
        cr_expect_eq(games_left_stop(w, x), parsed(w, known[i].left_stop), "%s",
                     name);
        cr_expect_eq(games_right_stop(w, x), parsed(w, known[i].right_stop),
                     "%s", name);
    }
    games_close(g);
}

Test(games, weights_of_ups_and_known_games)
{
    /* {^^|vv}: no integer, {2-2 | -2+2}. */
    static const struct {
        const char *game, *weight;
    } known[] = {
        {"{0|*2}", "1"}, {"^<2>", "0"}, {"{^^|vv}", "*"}, {"{0|{0|*4}}", "2"}};
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    for (int n = -3; n <= 3; n++)
        for (unsigned k = 0; k < 5; k++)
            cr_expect_eq(games_atomic_weight(w, games_up(w, n, k)),
                         games_number(w, n, 0), "%d ups, *%u", n, k);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        cr_expect_eq(games_atomic_weight(w, parsed(w, known[i].game)),
                     parsed(w, known[i].weight), "%s", known[i].game);
    cr_expect_eq(games_atomic_weight(w, parsed(w, "1")), GAMES_NONE);
    games_close(g);
}

/* Weights add up, whatever the games. */
Test(games, weights_are_additive)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t day[DAY_MAX] = {GAMES_ZERO}, next[DAY_MAX];
    size_t n = 1;
    for (size_t d = 0; d < 3; d++) {
        n = next_day(w, day, n, true, next);
        memcpy(day, next, n * sizeof day[0]);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j += 3)
            cr_expect_eq(games_atomic_weight(w, games_add(w, day[i], day[j])),
                         games_add(w, games_atomic_weight(w, day[i]),
                                   games_atomic_weight(w, day[j])));
    games_close(g);
}

Test(games, caches_are_bounded)
{
    struct games *g = opened(2);
    struct games_stats before, after;
    uint32_t pool[POOL];
    for (unsigned i = 0; i < 2; i++) /* caches of sums are there from one on */
        games_add(games_worker(g, i), games_nimber(games_worker(g, i), 1),
                  games_nimber(games_worker(g, i), 2));
    games_stats(g, &before);
    fill_pool(games_worker(g, 0), 9, pool);
    games_stats(g, &after);
    cr_expect_eq(after.cache_bytes, before.cache_bytes);
    cr_expect_gt(after.games, before.games);
    cr_expect_gt(after.made, before.made);
    cr_expect_gt(before.cache_bytes, 0);
    games_close(g);
}

static void check_text(const struct games *g, uint32_t id,
                       const struct games_entry *e)
{
    char text[GAMES_BOOK_TEXT + 1];
    const size_t n = games_print(g, GAMES_UNICODE, id, text, sizeof text);
    const size_t kept = strnlen(e->text, GAMES_BOOK_TEXT);
    cr_expect_eq(kept, n <= GAMES_BOOK_TEXT ? n : 0, "%s", text);
    cr_expect(!memcmp(text, e->text, kept), "%s", text);
}

/* A reader with nothing but the book puts every value together again. */
static void check_book(struct games_worker *w, const struct games_book *book)
{
    const struct games *g = games_store(w);
    uint32_t *ids = malloc((book->n + 1) * sizeof *ids), options[64];
    cr_assert_not_null(ids);
    size_t known = 0;
    memset(ids, 0xff, book->n * sizeof *ids); /* GAMES_NONE */
    for (size_t rounds = 0; known < book->n && rounds <= book->n; rounds++)
        for (size_t i = 0; i < book->n; i++) {
            const struct games_entry *e = &book->entries[i];
            const size_t n = e->lefts + e->rights;
            bool ready = ids[i] == GAMES_NONE;
            cr_assert_leq(n, sizeof options / sizeof options[0]);
            for (size_t o = 0; o < n && ready; o++) {
                options[o] = ids[book->options[e->first + o]];
                ready = options[o] != GAMES_NONE;
            }
            if (!ready)
                continue;
            char name[GAMES_NAME_TEXT];
            ids[i] =
                games_make(w, options, e->lefts, options + e->lefts, e->rights);
            games_name_text(games_name(g, ids[i]), name);
            cr_expect(!memcmp(name, e->name, sizeof name), "%s", e->text);
            check_text(g, ids[i], e);
            cr_expect_eq(games_outcome(g, ids[i]), e->outcome);
            cr_expect_eq(games_birthday(g, ids[i]), e->birthday);
            known++;
        }
    cr_expect_eq(known, book->n);
    free(ids);
}

Test(games, books_hold_each_value_once)
{
    struct games *g = opened(1), *other = opened(1);
    struct games_worker *w = games_worker(g, 0), *v = games_worker(other, 0);
    static const char game[] = "{{0 | *3, {0 | *3}} | 0, *3, *2, *}";
    uint32_t ids[] = {parsed(w, game), parsed(w, "-{2 | -1/2}"),
                      parsed(w, game)};
    struct games_book book, again;
    cr_assert_eq(games_book_make(g, ids, 3, NULL, &book), STATUS_OK);
    /* The game and {0|*3, ..}, {0|*3}, *3, *2, *, 0; {1/2 | -2}, 1/2, 1, -2,
     * -1. */
    cr_expect_eq(book.n, 12);
    for (size_t i = 1; i < book.n; i++)
        cr_expect_lt(memcmp(book.entries[i - 1].name, book.entries[i].name,
                            GAMES_NAME_TEXT),
                     0);
    check_book(v, &book);
    /* The same in a store where other games came first. */
    uint32_t others[] = {parsed(v, "{1/2 | -2}"), parsed(v, game)};
    cr_assert_eq(games_book_make(other, others, 2, NULL, &again), STATUS_OK);
    cr_assert_eq(again.n, book.n);
    cr_expect(
        !memcmp(book.entries, again.entries, book.n * sizeof *book.entries));
    cr_assert_eq(again.noptions, book.noptions);
    cr_expect(!memcmp(book.options, again.options,
                      book.noptions * sizeof *book.options));
    games_book_release(&book);
    games_book_release(&again);
    games_close(other);
    games_close(g);
}

/* Sums of numbers, and of a number and a game, by the options alone, which are
 * made canonical by comparisons. */
static uint32_t plain_add(struct games_worker *w, uint32_t a, uint32_t b)
{
    const struct games *g = games_store(w);
    uint32_t left[80], right[80];
    size_t nleft = 0, nright = 0;
    cr_assert_leq(games_lefts(g, a) + games_lefts(g, b), 80);
    cr_assert_leq(games_rights(g, a) + games_rights(g, b), 80);
    for (size_t i = 0; i < games_lefts(g, a); i++)
        left[nleft++] = plain_add(w, games_left(g, a, i), b);
    for (size_t i = 0; i < games_lefts(g, b); i++)
        left[nleft++] = plain_add(w, a, games_left(g, b, i));
    for (size_t i = 0; i < games_rights(g, a); i++)
        right[nright++] = plain_add(w, games_right(g, a, i), b);
    for (size_t i = 0; i < games_rights(g, b); i++)
        right[nright++] = plain_add(w, a, games_right(g, b, i));
    return games_make(w, left, nleft, right, nright);
}

Test(games, sums_are_those_of_the_options)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    uint32_t pool[POOL];
    uint64_t seed = draw_seed(23);
    fill_pool(w, seed, pool);
    for (int i = 0; i < 300; i++) {
        uint32_t a = pool[draw(&seed, POOL)], b = pool[draw(&seed, 20)];
        const uint32_t forms[] = {
            b,
            games_number(w, (int64_t)draw(&seed, 17) - 8,
                         (unsigned)draw(&seed, 4)),
            games_up(w, (int)draw(&seed, 7) - 3, (unsigned)draw(&seed, 5)),
            games_nimber(w, (unsigned)draw(&seed, 6)),
            games_add(w, games_number(w, (int64_t)draw(&seed, 5) - 2, 1),
                      games_up(w, (int)draw(&seed, 5) - 2,
                               (unsigned)draw(&seed, 3)))};
        a = draw(&seed, 2) ? a : forms[draw(&seed, 5)];
        b = forms[draw(&seed, 5)];
        if (games_birthday(g, a) + games_birthday(g, b) <= 9)
            cr_assert_eq(games_add(w, a, b), plain_add(w, a, b));
    }
    games_close(g);
}

Test(games, large_sums_need_no_stack)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    int64_t num;
    unsigned exp;
    uint32_t sum =
        games_add(w, games_number(w, 50000, 0), games_number(w, 7, 3));
    cr_assert(games_dyadic(g, sum, &num, &exp));
    cr_expect(num == 400007 && exp == 3);
    cr_expect(games_le(w, games_number(w, 49999, 0), sum));
    cr_expect_not(games_le(w, sum, games_number(w, 49999, 0)));
    sum = games_number(w, 45812984491, 36);
    cr_assert(games_dyadic(g, sum, &num, &exp));
    cr_expect(num == 45812984491 && exp == 36);
    uint32_t ups = games_add(w, games_up(w, 20000, 2), games_up(w, 9999, 3));
    cr_expect_eq(ups, games_up(w, 29999, 1));
    cr_expect(games_le(w, games_up(w, 29000, 0), ups));
    cr_expect_not(games_le(w, ups, games_up(w, 29000, 0)));
    sum = games_add(w, ups, games_number(w, 1, 1));
    cr_expect_eq(games_left_stop(w, sum), games_number(w, 1, 1));
    cr_expect_eq(games_add(w, sum, games_number(w, -1, 1)), ups);
    sum = games_add(w, games_number(w, 20001, 1), ups);
    cr_expect_eq(games_add(w, sum, games_negate(games_right(g, sum, 0))),
                 games_up(w, 1, 1));
    games_close(g);
}

/* A number too tall, and a store that is full or meets two games of one name,
 * are told and harm nothing. */
Test(games, limits_are_told)
{
    struct games *g = opened(1);
    struct games_worker *w = games_worker(g, 0);
    cr_expect_eq(games_number(w, 65536, 0), GAMES_NONE);
    cr_expect_eq(games_failure(w), STATUS_RANGE);
    cr_expect_eq(games_nimber(w, GAMES_NIMBER_MAX + 1), GAMES_NONE);
    cr_expect_eq(
        games_add(w, games_number(w, 40000, 0), games_number(w, 40000, 0)),
        GAMES_NONE);
    cr_expect_eq(games_failure(w), STATUS_RANGE);

    const uint32_t held = parsed(w, "{2|1}"), one = parsed(w, "1"),
                   two = parsed(w, "2"), minus = parsed(w, "-5");
    uint32_t *run = g->arena + g->records[held >> 2].run;
    const uint32_t kept = run[0];
    run[0] = minus; /* as if another game had its name */
    cr_expect_eq(games_make(w, &two, 1, &one, 1), GAMES_NONE);
    cr_expect_eq(games_failure(w), STATUS_RANGE);
    run[0] = kept;

    const uint64_t cap = g->record_cap;
    g->record_cap = g->next_record;
    uint32_t x = two;
    while (x != GAMES_NONE)
        x = games_make(w, &x, 1, &minus, 1);
    cr_expect_eq(games_failure(w), STATUS_NOMEM);
    cr_expect_eq(parsed(w, "{2|1}"), held);
    g->record_cap = cap;
    games_close(g);
}
