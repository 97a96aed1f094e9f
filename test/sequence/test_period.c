/* Periods of octal games against published ones. */
#include "engine/sequence/period.h"
#include "rules/rules.h"

#include <criterion/criterion.h>

static struct sequence *solve(const char *spec, uint32_t most, struct game *g)
{
    struct sequence *s;
    cr_assert_eq(game_open(rulesets, spec, g), STATUS_OK);
    cr_assert_eq(sequence_open(g, most, NULL, &s), STATUS_OK);
    cr_assert_eq(sequence_extend(s, most, NULL, NULL), STATUS_OK);
    return s;
}

/* Period, and the last heap whose value is not that of the period: Winning
 * Ways, ch. 4; OEIS A002186 (0.77), A002187 (0.137 and 0.07), A071434 (0.1377),
 * A071435 (0.177; 0.45 is one behind), A071452 (0.11377), A071453 (0.117). */
static const struct known {
    const char *spec;
    uint32_t period, last;
} known[] = {
    {"octal:0.77", 12, 70},   {"octal:0.07", 34, 52},
    {"octal:0.137", 34, 51},  {"octal:0.45", 20, 497},
    {"octal:0.177", 20, 496}, {"octal:0.1377", 24, 140},
    {"octal:0.117", 48, 46},  {"octal:0.11377", 32, 186},
};

Test(period, published)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct game g;
        struct period p;
        struct sequence *s = solve(known[i].spec, 2000, &g);
        cr_assert(period_find(s, &g, &p), "%s", known[i].spec);
        cr_expect_eq(p.period, known[i].period, "%s", known[i].spec);
        cr_expect_eq(p.preperiod, known[i].last + 1, "%s: %u", known[i].spec,
                     p.preperiod);
        cr_expect(period_check(s, &p));
        sequence_close(s);
        game_close(&g);
    }
}

Test(period, subtraction_games)
{
    struct game g;
    struct period p;
    struct sequence *s = solve("subtraction:1,2,3", 100, &g);
    cr_assert(period_find(s, &g, &p));
    cr_expect_eq(p.period, 4);
    cr_expect_eq(p.preperiod, 0);
    cr_expect_eq(p.taken, 3);
    sequence_close(s);
    game_close(&g);
}

Test(period, none_in_too_few_values)
{
    struct game g;
    struct period p;
    /* The condition for 12 from 71 ends with v(155 + 12). */
    struct sequence *s = solve("octal:0.77", 166, &g);
    cr_expect_not(period_find(s, &g, &p));
    sequence_close(s);
    game_close(&g);
    s = solve("octal:0.77", 167, &g);
    cr_expect(period_find(s, &g, &p));
    sequence_close(s);
    game_close(&g);
    s = solve("octal:0.6", 3000, &g);
    cr_expect_not(period_find(s, &g, &p));
    sequence_close(s);
    game_close(&g);
    s = solve("nim", 3000, &g);
    cr_expect_not(period_find(s, &g, &p));
    sequence_close(s);
    game_close(&g);
}

Test(period, a_wrong_certificate_fails)
{
    struct game g;
    struct sequence *s = solve("octal:0.77", 1000, &g);
    const struct period good = {12, 71, 2};
    const struct period wrong[] = {
        {12, 70, 2}, {11, 71, 2}, {0, 71, 2}, {12, 500, 2}};
    cr_expect(period_check(s, &good));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect_not(period_check(s, &wrong[i]), "%zu", i);
    sequence_close(s);
    game_close(&g);
}

Test(period, text)
{
    static const char *const wrong[] = {
        "", "v(n+12)=v(n) for 71<=n<155, taking at most 2",
        "v(n+12)=v(n) for 71<=n<156, taking at most 2.",
        "v(n+12)=v(n) for 70<=n<156, taking at most 2"};
    const struct period p = {12, 71, 2};
    struct period q;
    char text[PERIOD_TEXT];
    period_print(&p, text, sizeof text);
    cr_expect_str_eq(text, "v(n+12)=v(n) for 71<=n<156, taking at most 2");
    cr_assert(period_parse(text, &q));
    cr_expect(q.period == 12 && q.preperiod == 71 && q.taken == 2);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect_not(period_parse(wrong[i], &q), "%s", wrong[i]);
}
