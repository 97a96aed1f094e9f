/* Probes: what refutes most comparisons without looking at options.
 *
 * For a test t with options tL and tR, and g = { gL | gR }:
 *   Left moving first wins g + t iff she, moving second, wins some gL + t or
 *   some g + tL; moving second iff, moving first, she wins every gR + t and
 *   every g + tR. The tests stand in an order in which options come first, so
 *   both words are filled bit by bit from the options' words.
 *
 * The tests are the nimbers *0..*15; n ups beside *k (n, k) = (1, 0..7),
 * (2, 0..3), (3, 0..1), (4, 0..1); the numbers 1, 2, 3, 4, 1/2, 1/4, 3/4, 3/2;
 * and the negatives of these. An up is { 0 | * }, so n ups beside *k have the
 * Left options (n-1, k) and (n, j), the Right options (n-1, k ^ 1) and (n, j),
 * j < k.
 */
#include "engine/value/games/games_inner.h"

#define BIT(i) (UINT64_C(1) << (i))

/* Number of the test of n >= 0 ups and *k, and the numbers behind them. */
enum { UP_1 = 16, UP_2 = 24, UP_3 = 28, UP_4 = 30, NUMBERS = 32, MINUS = 40 };

/* Positive tests 0..39, as they follow from each other. */
#define NIM(k)                                                                 \
    {                                                                          \
        BIT(k) - 1, BIT(k) - 1                                                 \
    }
#define UPS(at, under, k)                                                      \
    {                                                                          \
        (BIT(k) - 1) << (at) | BIT((under) + (k)),                             \
            (BIT(k) - 1) << (at) | BIT((under) + ((k) ^ 1))                    \
    }
enum { N1 = NUMBERS, N2, N3, N4, HALF, QUARTER, THREE_QUARTERS, THREE_HALVES };

static const struct games_test tests[MINUS] = {
    NIM(0),
    NIM(1),
    NIM(2),
    NIM(3),
    NIM(4),
    NIM(5),
    NIM(6),
    NIM(7),
    NIM(8),
    NIM(9),
    NIM(10),
    NIM(11),
    NIM(12),
    NIM(13),
    NIM(14),
    NIM(15),
    UPS(UP_1, 0, 0),
    UPS(UP_1, 0, 1),
    UPS(UP_1, 0, 2),
    UPS(UP_1, 0, 3),
    UPS(UP_1, 0, 4),
    UPS(UP_1, 0, 5),
    UPS(UP_1, 0, 6),
    UPS(UP_1, 0, 7),
    UPS(UP_2, UP_1, 0),
    UPS(UP_2, UP_1, 1),
    UPS(UP_2, UP_1, 2),
    UPS(UP_2, UP_1, 3),
    UPS(UP_3, UP_2, 0),
    UPS(UP_3, UP_2, 1),
    UPS(UP_4, UP_3, 0),
    UPS(UP_4, UP_3, 1),
    [N1] = {BIT(0), 0},
    [N2] = {BIT(N1), 0},
    [N3] = {BIT(N2), 0},
    [N4] = {BIT(N3), 0},
    [HALF] = {BIT(0), BIT(N1)},
    [QUARTER] = {BIT(0), BIT(HALF)},
    [THREE_QUARTERS] = {BIT(HALF), BIT(N1)},
    [THREE_HALVES] = {BIT(N1), BIT(N2)},
};

static struct games_test test_at(unsigned i)
{
    if (i < MINUS)
        return tests[i];
    struct games_test t = tests[i - GAMES_PROBES_SIDE];
    return (struct games_test){games_probe_mirror(t.right),
                               games_probe_mirror(t.left)};
}

struct games_probes games_probe(const struct games *g,
                                const struct games_list *left,
                                const struct games_list *right)
{
    uint64_t first = 0, second = UINT64_MAX;
    for (size_t i = 0; i < left->n; i++)
        first |= left->probes[i].second;
    for (size_t i = 0; i < right->n; i++)
        second &= right->probes[i].first;
    for (unsigned i = 0; i < GAMES_PROBES; i++) {
        uint64_t wins = (second & g->tests[i].left) != 0;
        uint64_t fails = (g->tests[i].right & ~first) != 0;
        first |= wins << i;
        second &= ~(fails << i);
    }
    return (struct games_probes){first, second};
}

void games_probe_tests(struct games *g)
{
    for (unsigned i = 0; i < GAMES_PROBES; i++) {
        g->tests[i] = test_at(i);
        g->probe_game[i] = GAMES_NONE;
    }
}
