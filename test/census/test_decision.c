/* Sets that determine a column, against every pair of rows for every set. */
#include "census/answer/decision.h"
#include "test/common/draw.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROWS = 60, FEATURES = 6, DRAWS = 200 };

struct rows {
    uint32_t feature[ROWS][FEATURES], value[ROWS];
    size_t n, features;
};

static bool agree(const struct rows *r, size_t a, size_t b, uint32_t mask)
{
    for (size_t i = 0; i < r->features; i++)
        if (mask >> i & 1 && r->feature[a][i] != r->feature[b][i])
            return false;
    return true;
}

/* The first pair, by its later row, that a set does not tell apart; false:
 * none. */
static bool find_pair(const struct rows *r, uint32_t mask, size_t pair[2])
{
    for (pair[1] = 0; pair[1] < r->n; pair[1]++)
        for (pair[0] = 0; pair[0] < pair[1]; pair[0]++)
            if (r->value[pair[0]] != r->value[pair[1]] &&
                agree(r, pair[0], pair[1], mask))
                return true;
    return false;
}

static size_t count_classes(const struct rows *r, uint32_t mask)
{
    size_t n = 0;
    for (size_t a = 0; a < r->n; a++) {
        size_t b = 0;
        while (!agree(r, a, b, mask))
            b++;
        n += b == a;
    }
    return n;
}

static void compare_sets(const struct rows *r, const struct decision *d)
{
    struct decision_sets sets;
    struct decision table;
    size_t pair[2];
    uint64_t n = 0, rows = 0;
    uint32_t apart;
    cr_assert_eq(decision_smallest(d, &sets), STATUS_OK);
    for (uint32_t mask = 0; mask < 1u << r->features; mask++) {
        const unsigned size = (unsigned)__builtin_popcount(mask);
        if (size > sets.size || find_pair(r, mask, pair))
            continue;
        cr_assert_eq(size, sets.size);
        cr_assert_eq(mask, sets.mask[n]);
        n++;
    }
    cr_assert_eq(n, sets.n);
    cr_assert_eq(decision_project(d, sets.mask[0], &table, &apart), STATUS_OK);
    cr_expect_eq(table.n, count_classes(r, sets.mask[0]));
    for (size_t i = 0; i < table.n; i++) {
        rows += table.rows[i];
        cr_expect_eq(table.value[i], r->value[table.first[i]]);
    }
    cr_expect_eq(rows, r->n);
    decision_release(&table);
}

/* True: the rows are no function of their features. */
static bool compare(const struct rows *r)
{
    struct decision d;
    size_t pair[2], at = 0;
    enum status st = STATUS_OK;
    decision_init(&d, r->features);
    const bool contradicts = find_pair(r, UINT32_MAX, pair);
    for (size_t i = 0; i < r->n && !st; i++) {
        st = decision_add(&d, r->feature[i], r->value[i], i, 1, &at);
        if (st)
            cr_expect_eq(i, pair[1]);
    }
    cr_assert_eq(st, contradicts ? STATUS_DISAGREE : STATUS_OK);
    if (contradicts)
        cr_expect_eq(d.first[at], pair[0]);
    else
        compare_sets(r, &d);
    decision_release(&d);
    return contradicts;
}

Test(decision, drawn_against_every_pair)
{
    uint64_t state = draw_seed(2411);
    unsigned contradictions = 0;
    for (unsigned k = 0; k < DRAWS; k++) {
        struct rows r = {.n = 1 + draw(&state, ROWS),
                         .features = draw(&state, FEATURES + 1)};
        const uint32_t secret = (uint32_t)draw(&state, 1 << FEATURES);
        for (size_t i = 0; i < r.n; i++) {
            for (size_t f = 0; f < r.features; f++) {
                r.feature[i][f] = (uint32_t)draw(&state, 3);
                if (secret >> f & 1)
                    r.value[i] ^= r.feature[i][f];
            }
            if (draw(&state, 400) == 0)
                r.value[i]++;
        }
        contradictions += compare(&r);
    }
    cr_expect(contradictions > 0 && contradictions < DRAWS);
}

/* The example of the header. */
Test(decision, nim_sum_of_two_heaps)
{
    struct decision d, table;
    struct decision_sets sets;
    size_t at;
    uint32_t apart = 0;
    decision_init(&d, 3);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t a = i / 4, b = i % 4, most = a > b ? a : b;
        cr_assert_eq(
            decision_add(&d, (uint32_t[]){a, b, most}, a ^ b, i, 1, &at),
            STATUS_OK);
    }
    cr_assert_eq(decision_smallest(&d, &sets), STATUS_OK);
    cr_expect_eq(sets.n, 1u);
    cr_expect_eq(sets.mask[0], 3u);
    cr_expect_eq(decision_project(&d, 5, &table, &apart), STATUS_DISAGREE);
    cr_expect_eq(apart, 2u);
    decision_release(&table);
    decision_release(&d);
}
