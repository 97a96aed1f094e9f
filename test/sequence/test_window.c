/* Values found from a window against those found from all heaps. */
#include "engine/sequence/window.h"
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 160000 };

static struct window *open_window(const struct game *g, uint32_t length,
                                  const struct window_options *o)
{
    struct window *w;
    cr_assert(window_fits(g), "%s", g->spec);
    cr_assert_eq(window_open(g, length, o, NULL, NULL, &w), STATUS_OK);
    return w;
}

/* The next n values. */
static void find(struct window *w, uint32_t most, uint16_t out[])
{
    const uint64_t first = window_next(w), end = first + most;
    while (window_next(w) < end) {
        const uint64_t next = window_next(w), left = end - next;
        const uint16_t *values;
        uint32_t n;
        cr_assert_eq(window_find(w, (uint32_t)left, &values, &n), STATUS_OK,
                     "%llu", (unsigned long long)next);
        cr_assert(n > 0 && n <= left && window_next(w) == next + n);
        memcpy(out + (next - first), values, n * sizeof *values);
    }
}

static uint16_t *all_values(const struct game *g)
{
    struct sequence *s;
    uint16_t *value = malloc((MOST + 1) * sizeof *value);
    cr_assert(value);
    cr_assert_eq(sequence_open(g, MOST, NULL, &s), STATUS_OK);
    cr_assert_eq(sequence_extend(s, MOST, NULL, NULL), STATUS_OK);
    for (uint32_t n = 0; n <= MOST; n++)
        value[n] = (uint16_t)sequence_get(s, n);
    sequence_close(s);
    return value;
}

/* With arrays so short that they are moved down every few thousand heaps. */
static const struct {
    const char *game;
    uint32_t length, prefix, recent;
} cases[] = {{"octal:0.6", 32768, 65536, 60000},
             {"octal:0.106", 12800, 30000, 20001},
             {"octal:0.36", 24001, 50001, 40000},
             {"octal:0.56", 16384, 40000, 30000}};
enum { CASES = sizeof cases / sizeof cases[0] };

Test(window, values_are_those_of_the_sequence)
{
    for (int i = 0; i < CASES; i++) {
        struct game g;
        cr_assert_eq(game_open(rulesets, cases[i].game, &g), STATUS_OK);
        uint16_t *value = all_values(&g), *found = calloc(MOST + 1, 2);
        for (uint32_t block = 0; block <= 48; block += 48) {
            const struct window_options o = {.sequence = {.block = block},
                                             .prefix = cases[i].prefix,
                                             .recent = cases[i].recent};
            struct window *w = open_window(&g, cases[i].length, &o);
            find(w, MOST, found);
            cr_assert_arr_eq(found, value, MOST * sizeof *value, "%s",
                             cases[i].game);
            window_close(w);
        }
        free(found);
        free(value);
        game_close(&g);
    }
}

/* From windows of heaps that come earlier and later, of both parities. */
Test(window, values_from_any_window_are_the_same)
{
    static const uint64_t from[] = {100000, 90001, 0, 66000, 131073, 65536};
    struct game g;
    cr_assert_eq(game_open(rulesets, cases[0].game, &g), STATUS_OK);
    uint16_t *value = all_values(&g), *found = calloc(MOST + 1, 2);
    const struct window_options o = {.prefix = cases[0].prefix,
                                     .recent = cases[0].recent};
    struct window *w = open_window(&g, cases[0].length, &o);
    cr_expect_lt(window_bytes(&g), 10000000);
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        const uint64_t n = from[i];
        const uint16_t *before = n ? value + n - cases[0].length : NULL;
        cr_assert_eq(window_go(w, n, before), STATUS_OK);
        find(w, 20000, found);
        cr_assert_arr_eq(found, value + n, 20000 * sizeof *value);
    }
    /* A window in which a common heap has become a rare one. */
    const uint64_t n = 140000;
    const uint32_t bit = window_rare(w).mask & -window_rare(w).mask;
    value[n - 5] = (uint16_t)(value[n - 5] ^ bit);
    cr_assert_eq(window_go(w, n, value + n - cases[0].length), STATUS_FORMAT);
    window_close(w);
    free(found);
    free(value);
    game_close(&g);
}

/* Far heaps by two windows of different lengths, one of them begun anew. */
Test(window, values_beyond_32_bits_follow_from_windows)
{
    enum { LENGTH = 12800, N = 30000 };
    const uint64_t far = (1ull << 33) + 1;
    struct game g;
    cr_assert_eq(game_open(rulesets, "octal:0.106", &g), STATUS_OK);
    uint16_t *value = all_values(&g);
    uint16_t *one = calloc(N, 2), *two = calloc(N, 2);
    const struct window_options o = {.prefix = 30000, .recent = 20001};
    struct window *w = open_window(&g, LENGTH, &o);
    /* No values of these heaps, but heaps could have them. */
    cr_assert_eq(window_go(w, far, value + 100001 - LENGTH), STATUS_OK);
    cr_assert_eq(window_next(w), far);
    find(w, N, one);
    window_close(w);
    w = open_window(&g, LENGTH, NULL);
    cr_assert_eq(window_go(w, far, value + 100001 - LENGTH), STATUS_OK);
    find(w, N / 2, two);
    cr_assert_eq(window_go(w, far + N / 2, two + N / 2 - LENGTH), STATUS_OK);
    find(w, N / 2, two + N / 2);
    cr_assert_arr_eq(one, two, N * sizeof *one);
    window_close(w);
    free(one);
    free(two);
    free(value);
    game_close(&g);
}

static void redirect(void)
{
    cr_redirect_stderr();
}

Test(window, games_that_are_not_sparse_have_no_answer, .init = redirect)
{
    static const struct {
        const char *game;
        uint32_t length;
    } none[] = {{"octal:0.76", 32768}, {"octal:0.6", 8192}};
    const struct window_options o = {.prefix = 65536, .recent = 60000};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        struct game g;
        struct window *w;
        cr_assert_eq(game_open(rulesets, none[i].game, &g), STATUS_OK);
        cr_assert_eq(window_open(&g, none[i].length, &o, NULL, NULL, &w),
                     STATUS_NO_ANSWER);
        game_close(&g);
    }
}

Test(window, other_games_do_not_fit)
{
    static const char *const others[] = {"nim", "top-entails:empty=lose",
                                         "subtraction:1,3,4"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct game g;
        cr_assert_eq(game_open(rulesets, others[i], &g), STATUS_OK);
        cr_assert(!window_fits(&g), "%s", others[i]);
        game_close(&g);
    }
}
