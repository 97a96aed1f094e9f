/* Octal and subtraction games: their moves, and Grundy values of single heaps
 * against published ones. */
#include "engine/theory/heap_moves.h"
#include "rules/rules.h"
#include "test/oracle/slow_sums.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>

enum { HEAPS = 1400 };

static void open_game(const char *spec, struct game *game)
{
    cr_assert_eq(game_open(rulesets, spec, game), STATUS_OK, "%s", spec);
}

/* Grundy values of heaps 0..HEAPS by the mex rule over the heap's options. */
static void grundy_values(const char *spec, unsigned g[HEAPS + 1])
{
    struct game game;
    open_game(spec, &game);
    g[0] = 0;
    for (uint32_t h = 1; h <= HEAPS; h++) {
        size_t n = game.rules->heap->options(game.self, h, NULL);
        uint32_t(*pair)[2] = calloc(n + 1, sizeof *pair);
        cr_assert_not_null(pair);
        cr_assert_eq(game.rules->heap->options(game.self, h, pair), n);
        bool taken[512] = {false};
        for (size_t i = 0; i < n; i++)
            taken[g[pair[i][0]] ^ g[pair[i][1]]] = true;
        for (g[h] = 0; taken[g[h]];)
            g[h]++;
        free(pair);
    }
    game_close(&game);
}

/* Guy and Smith, Proc. Cambridge Philos. Soc. 52 (1956); the last three of
 * OEIS A071435, A071434 and A071453. `from` is the heap at which the period
 * begins, so heap from - 1 is an exception. */
Test(take_break, ten_octal_games_have_their_published_periods)
{
    static const struct {
        const char *spec;
        unsigned from, period;
    } table[] = {
        {"octal:0.77", 71, 12},    {"octal:0.07", 53, 34},
        {"octal:0.137", 52, 34},   {"octal:0.15", 1, 10},
        {"octal:0.34", 7, 8},      {"octal:0.53", 11, 9},
        {"octal:0.124", 122, 62},  {"octal:0.177", 497, 20},
        {"octal:0.1377", 141, 24}, {"octal:0.117", 47, 48},
    };
    unsigned g[HEAPS + 1];
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const unsigned from = table[i].from, period = table[i].period;
        grundy_values(table[i].spec, g);
        for (unsigned h = from; h + period <= HEAPS; h++)
            cr_assert_eq(g[h], g[h + period], "%s: heap %u", table[i].spec, h);
        cr_assert_neq(g[from - 1], g[from - 1 + period], "%s", table[i].spec);
    }
}

/* Grundy values of subtraction games: 1..k gives n mod (k + 1); 2,5 begins
 * 0 0 1 1 0 2 1 and has period 7. */
Test(take_break, subtraction_games_are_periodic)
{
    static const unsigned two_five[7] = {0, 0, 1, 1, 0, 2, 1};
    unsigned g[HEAPS + 1];
    grundy_values("subtraction:1,2,3,4", g);
    for (unsigned h = 0; h <= HEAPS; h++)
        cr_assert_eq(g[h], h % 5);
    grundy_values("subtraction:5,2", g);
    for (unsigned h = 0; h <= HEAPS; h++)
        cr_assert_eq(g[h], two_five[h % 7]);
}

/* The moves of sums are those of their heaps: single heaps and pairs, against
 * moves found by trying every one. */
Test(take_break, options_of_sums_come_from_their_heaps)
{
    static const struct {
        const char *spec, *slow;
    } games[] = {{"octal:0.77", "0.77"},
                 {"octal:0.137", "0.137"},
                 {"octal:4.7", "4.7"},
                 {"octal:0.12345671", "0.12345671"},
                 {"subtraction:1,3,4", "-1,3,4"},
                 {"nim", "nim"}};
    for (size_t k = 0; k < sizeof games / sizeof games[0]; k++) {
        struct slow_sums slow = {games[k].slow, slow_grundy, NULL};
        struct game game;
        open_game(games[k].spec, &game);
        for (uint32_t a = 1; a <= 9; a++)
            for (uint32_t b = 0; b <= a; b++) {
                struct point point = {.n = b ? 2 : 1, .size = {a, b}};
                struct position p, *out;
                cr_assert_eq(game_start(&game, &point, &p), STATUS_OK);
                size_t n = game.rules->options_max(game.self, p);
                out = calloc(n + 1, sizeof *out);
                n = game.rules->options(game.self, p, LEFT, out);
                unsigned values[200];
                for (size_t i = 0; i < n; i++) {
                    struct point left;
                    int sizes[8];
                    game.rules->parts(game.self, out[i], &left);
                    for (uint32_t j = 0; j < left.n; j++)
                        sizes[j] = (int)left.size[j];
                    values[i] = slow_value(&slow, sizes, left.n);
                }
                const int both[] = {(int)a, (int)b};
                cr_assert_eq(slow_grundy(values, n),
                             slow_value(&slow, both, b ? 2 : 1), "%s: %u+%u",
                             games[k].spec, a, b);
                free(out);
            }
        game_close(&game);
        slow_release(&slow);
    }
}

Test(take_break, bad_codes_and_sets_are_refused, .init = cr_redirect_stderr)
{
    static const char *const bad[] = {
        "octal:",           "octal:77",         "octal:0.",
        "octal:0.78",       "octal:1.7",        "octal:0.7,7",
        "octal:4.7x",       "subtraction:0,1",  "subtraction:1,1",
        "subtraction:1,,2", "subtraction:a",    "subtraction:999",
        "subtraction:-1",   "subtraction:1.5",  "octal:0.7,players=4",
        "subtraction:+1",   "octal:0.7,play=x",
    };
    struct game game;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_eq(game_open(rulesets, bad[i], &game), STATUS_USAGE, "%s",
                     bad[i]);
}

Test(heap_moves, tables_options_and_finds_heaps_alike)
{
    struct game game;
    struct heap_moves m;
    open_game("octal:0.07", &game);
    cr_assert_eq(heap_moves_open(&m, &game, 6), STATUS_OK);
    /* One counter cannot be taken; of two or three, two, leaving 0 or 1, and a
     * heap of one is as good as none. */
    cr_assert_eq(m.first[1], m.first[2]);
    cr_assert_eq(m.first[3] - m.first[2], 1);
    cr_assert_eq(m.first[5] - m.first[4], 2);
    cr_assert_eq(m.isomorphic[1], 0);
    cr_assert_eq(m.isomorphic[2], 2);
    cr_assert_eq(m.isomorphic[3], 2);
    cr_assert_eq(m.isomorphic[4], 4);
    heap_moves_close(&m);
    game_close(&game);
}

Test(heap_moves, refuses_what_it_cannot_table, .init = cr_redirect_stderr)
{
    struct game game;
    struct heap_moves m;
    open_game("top-entails", &game);
    cr_assert_eq(heap_moves_open(&m, &game, 6), STATUS_USAGE);
    game_close(&game);
    open_game("nim", &game);
    cr_assert_eq(heap_moves_open(&m, &game, HEAP_MOVES_TOP + 1), STATUS_RANGE);
    game_close(&game);
}
