#include "engine/grid/grid.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"
#include "rules/rules.h"
#include "test/common/solved.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Partizan rulesets solved in canonical form, against published values. The
 * store of the domain is its self. */

static struct games *store(struct solved *s)
{
    return s->domain.self;
}

static uint32_t parsed(struct solved *s, const char *text)
{
    uint32_t x;
    cr_assert_eq(games_parse(games_worker(store(s), 0), text, &x), STATUS_OK,
                 "%s", text);
    return x;
}

static void expect(struct solved *s, const char *position, const char *value)
{
    char text[1000];
    uint32_t x = (uint32_t)solved_text(s, position);
    games_print(store(s), GAMES_ASCII, x, text, sizeof text);
    cr_expect_eq(x, parsed(s, value), "%s is %s, not %s", position, text,
                 value);
}

/* {a, b | -a, -b}. */
static uint32_t plus_minus(struct solved *s, const char *a, const char *b)
{
    uint32_t left[] = {parsed(s, a), parsed(s, b)};
    uint32_t right[] = {games_negate(left[0]), games_negate(left[1])};
    return games_make(games_worker(store(s), 0), left, 2, right, 2);
}

/* Winning Ways, ch. 1; Erickson, New Toads and Frogs results (1996): formulas
 * conjectured there, proved by Thanatipanonda, Further hopping with Toads and
 * Frogs, Electron. J. Combin. 18 (2011). */
Test(partizan, toads_and_frogs)
{
    struct solved s;
    solved_open(&s, "toads-and-frogs", "partizan");
    expect(&s, "T_F", "*");
    expect(&s, "TF_TF", "0");
    expect(&s, "TFT_F", "*");
    expect(&s, "T_TFF", "^");
    /* T^a ___ FF is {a-2 | a-2}. */
    expect(&s, "TT___FF", "*");
    expect(&s, "TTT___FF", "1*");
    expect(&s, "TTTTTT___FF", "4*");
    /* T^a ___ FFF is a - 7/2 from a = 5 on. */
    expect(&s, "TTTTT___FFF", "3/2");
    expect(&s, "TTTTTT___FFF", "5/2");
    /* T^a __ F^b is {{a-3 | a-b} | {* | 3-b}}, a > b >= 2. */
    expect(&s, "TTT__FF", "{{0 | 1} | {* | 1}}");
    expect(&s, "TTTTT__FFF", "{{2 | 2} | {* | 0}}");
    expect(&s, "TTTTTT__FFFF", "{{3 | 2} | {* | -1}}");
    solved_close(&s);
}

/* The value that CGSuite prints, its double bars written as braces. */
Test(partizan, toads_and_frogs_of_five)
{
    struct solved s;
    solved_open(&s, "toads-and-frogs", "partizan");
    uint32_t value = (uint32_t)solved_text(&s, "TTTTT__FFFFF");
    cr_expect_eq(
        value,
        plus_minus(&s, "{2 | *}",
                   "{{5/2 | {2 | {0 | {{0 | {v<2> | -1}}, {0 | {{0 | "
                   "{miny(1/32) | -2}} | -{1/2 | 1/2}}} | {{v<2> | -1/2} | "
                   "-1*}}}}} | 0}"));
    solved_close(&s);
}

/* Winning Ways, ch. 5, and E. R. Berlekamp, Blockbusting and Domineering,
 * J. Combin. Theory Ser. A 49 (1988); the 4 x 4 board is ±{0, {{2|0}, 2 + tiny
 * 2 | {2|0}, miny 2}}. */
Test(partizan, domineering)
{
    struct solved s;
    solved_open(&s, "domineering", "partizan");
    expect(&s, "./.", "1");
    expect(&s, "..", "-1");
    expect(&s, "../..", "+-1");
    expect(&s, "../.#", "*");
    expect(&s, ".../.../...", "+-1");
    expect(&s, "2x2", "+-1");
    expect(&s, "3x4", "-3/2");
    expect(&s, "4x3", "3/2");
    expect(&s, "4x5", "1");
    expect(&s, "5x5", "0");
    expect(&s, "20x1", "10");
    expect(&s, "1x31", "-15");
    struct games_worker *w = games_worker(store(&s), 0);
    uint32_t hot = parsed(&s, "{2|0}");
    uint32_t left[] = {hot,
                       games_add(w, parsed(&s, "2"), parsed(&s, "tiny(2)"))};
    uint32_t right[] = {hot, parsed(&s, "miny(2)")};
    uint32_t threat = games_make(w, left, 2, right, 2);
    uint32_t lefts[] = {GAMES_ZERO, threat};
    uint32_t rights[] = {GAMES_ZERO, games_negate(threat)};
    cr_expect_eq(solved_text(&s, "..../..../..../...."),
                 games_make(w, lefts, 2, rights, 2));
    solved_close(&s);
}

/* A cake of n x 1 is worth n (1/p1 + 1/(p1 p2) + ...) with the prime factors
 * of n in ascending order (Winning Ways, ch. 2; OEIS A006022). */
Test(partizan, maundy_cake)
{
    static const int known[] = {0, 1,  1,  3,  1, 4,  1, 7,  4,  6,  1, 10,
                                1, 8,  6,  15, 1, 13, 1, 16, 8,  12, 1, 22,
                                6, 14, 13, 22, 1, 21, 1, 31, 12, 18, 8, 31};
    struct solved s;
    solved_open(&s, "maundy-cake", "partizan");
    struct games_worker *w = games_worker(store(&s), 0);
    char text[16];
    for (int n = 1; n <= 36; n++) {
        snprintf(text, sizeof text, "%dx1", n);
        uint64_t value = games_number(w, known[n - 1], 0);
        cr_expect_eq(solved_text(&s, text), value, "%s", text);
        snprintf(text, sizeof text, "1x%d", n);
        cr_expect_eq(solved_text(&s, text), games_negate((uint32_t)value));
    }
    /* A cut of each player cancels, whichever it is. */
    expect(&s, "4x9", "0");
    expect(&s, "8x3", "3");
    expect(&s, "2*4x1+3x1", "7");
    solved_close(&s);
}

/* Does the outcome domain, folding the options' outcomes, agree with the sign
 * of the value? */
static void check_outcomes(const char *rules, const char *const positions[])
{
    struct solved value, outcome;
    solved_open(&value, rules, "partizan");
    solved_open(&outcome, rules, "outcome");
    for (size_t i = 0; positions[i]; i++)
        cr_expect_eq(games_outcome(store(&value),
                                   (uint32_t)solved_text(&value, positions[i])),
                     solved_text(&outcome, positions[i]), "%s", positions[i]);
    solved_close(&outcome);
    solved_close(&value);
}

Test(partizan, outcomes_are_signs)
{
    check_outcomes("toads-and-frogs",
                   (const char *[]){"TT_F", "T__F", "TTT__FF", "T_TFF",
                                    "FT_TF_", "TT__F_F", NULL});
    check_outcomes("domineering",
                   (const char *[]){"../..", ".../...", "..../..../#...",
                                    "./././.", "...../.#.#./.....", NULL});
    check_outcomes("end-nim",
                   (const char *[]){"1 3 2", "2 1", "1 1 1", "4 1 1 3", "2 2",
                                    "3 1 4 1 2", "0", NULL});
}

/* Every option lowers the measure, and what is printed is read back. */
static void check_moves(const char *rules, const char *position)
{
    struct solved s;
    struct position options[64];
    solved_open(&s, rules, "outcome");
    struct position p = solved_parse(&s, position);
    const struct ruleset *r = s.game.rules;
    for (enum mover mover = LEFT; mover <= RIGHT; mover++) {
        size_t n = r->options(s.game.self, p, mover, options);
        cr_assert_leq(n, r->options_max(s.game.self, p));
        for (size_t i = 0; i < n; i++) {
            char text[100];
            cr_expect_lt(r->measure(s.game.self, options[i]),
                         r->measure(s.game.self, p));
            r->print(s.game.self, options[i], text, sizeof text);
            cr_expect(position_equal(solved_parse(&s, text), options[i]), "%s",
                      text);
            for (size_t j = 0; j < i; j++)
                cr_expect(!position_equal(options[i], options[j]));
        }
    }
    solved_close(&s);
}

/* The value by its definition: options of the whole position, no sum, no
 * mirror, no memo. */
static uint32_t slow_value(struct solved *s, struct position p)
{
    struct position options[64];
    uint32_t values[2][64];
    size_t n[2];
    for (enum mover m = LEFT; m <= RIGHT; m++) {
        n[m] = s->game.rules->options(s->game.self, p, m, options);
        for (size_t i = 0; i < n[m]; i++)
            values[m][i] = slow_value(s, options[i]);
    }
    return games_make(games_worker(store(s), 0), values[LEFT], n[LEFT],
                      values[RIGHT], n[RIGHT]);
}

static void check_sums(const char *rules, const char *board)
{
    struct solved s;
    struct grid grid;
    solved_open(&s, rules, "partizan");
    cr_assert_eq(grid_open(grid_kinds, board, &s.game, &grid), STATUS_OK);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct point point;
        uint64_t v = 0;
        grid_unrank(&grid, i, &point);
        cr_assert_eq(solve_value(&s.solver, point.position, &v), STATUS_OK);
        cr_expect_eq(v, slow_value(&s, point.position), "%s %llu", board,
                     (unsigned long long)i);
    }
    grid_close(&grid);
    solved_close(&s);
}

Test(partizan, sums_of_pieces_are_the_whole)
{
    check_sums("domineering", "boards:rows=3,columns=3");
    check_sums("domineering", "boards:rows=2..2,columns=4..5");
    check_sums("toads-and-frogs", "strips:length=1..7");
    check_sums("clobber", "boards:rows=2,columns=1..3");
    check_sums("clobber", "boards:rows=1,columns=5..6");
}

static bool among(const struct position list[], size_t n, struct position p)
{
    for (size_t i = 0; i < n; i++)
        if (position_equal(list[i], p))
            return true;
    return false;
}

/* The mirror exchanges the players, and its mirror is the position. */
static void check_mirror(const char *rules, const char *position,
                         const char *mirror)
{
    struct solved s;
    struct position lefts[128], rights[128];
    solved_open(&s, rules, "outcome");
    const struct ruleset *r = s.game.rules;
    const struct position p = solved_parse(&s, position);
    const struct position q = r->partizan->mirror(s.game.self, p);
    cr_expect(position_equal(q, solved_parse(&s, mirror)), "%s", mirror);
    cr_expect(position_equal(r->partizan->mirror(s.game.self, q), p), "%s",
              position);
    for (enum mover mover = LEFT; mover <= RIGHT; mover++) {
        size_t n = r->options(s.game.self, p, mover, lefts);
        size_t m =
            r->options(s.game.self, q,
                       s.game.traits & GAME_PARTIZAN ? !mover : mover, rights);
        cr_assert_eq(n, m);
        for (size_t i = 0; i < n; i++)
            cr_expect(
                among(rights, m, r->partizan->mirror(s.game.self, lefts[i])));
    }
    solved_close(&s);
}

Test(partizan, mirrors_exchange_the_players)
{
    check_mirror("end-nim", "1 3 2", "2 3 1");
    check_mirror("end-nim", "0", "0");
    check_mirror("end-nim", "5", "5");
    check_mirror("end-nim", "1 1", "1 1");
    check_mirror("end-nim", "32 32", "32 32");
    check_mirror("end-nim", "1 32 32", "32 32 1");
    check_mirror("end-nim", "30 1 2 40 5", "5 40 2 1 30");
    check_mirror("end-nim", "2 117 1", "1 117 2");
    check_mirror("end-nim:beside=7", "3 1 2+*7", "2 1 3+*7");
    check_mirror("end-nim:players=impartial", "3 1 2", "2 1 3");
}

Test(partizan, moves_are_legal)
{
    check_moves("toads-and-frogs", "TT_F_T_FF");
    check_moves("domineering", "..../.#../....");
    check_moves("clobber", "BWB./WBBW/.WBW");
    check_moves("maundy-cake", "4x2");
    check_moves("end-nim", "3 1 2");
    check_moves("end-nim:beside=3", "3 1 2");
    check_moves("end-nim:players=impartial", "2 2 2");
    check_moves("end-nim:players=impartial", "3");
    check_moves("end-nim", "60 1 58");
}
