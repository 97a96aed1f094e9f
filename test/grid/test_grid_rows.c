#include "engine/grid/grid.h"
#include "rules/kinds.h"
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <string.h>

/* Rows and palindromes: numbered by total, closed under taking counters. */

static uint64_t total(const struct point *p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += p->size[i];
    return sum;
}

static bool same(const struct point *a, const struct point *b)
{
    return a->n == b->n && !memcmp(a->size, b->size, a->n * sizeof a->size[0]);
}

/* Every point once, totals ascending; rank and next agree with unrank. */
static void check_numbers(const char *spec, uint64_t count)
{
    struct grid g;
    struct point point, next;
    cr_assert_eq(grid_open(grid_kinds, spec, NULL, &g), STATUS_OK);
    cr_expect_eq(g.count, count, "%s: %llu", spec, (unsigned long long)g.count);
    uint64_t last = 0, end = 0;
    for (uint64_t i = 0; i < g.count; i++) {
        uint64_t rank;
        grid_unrank(&g, i, &point);
        cr_expect(g.kind->rank(g.self, &point, &rank));
        cr_expect_eq(rank, i);
        if (i > 0 && g.kind->next) {
            g.kind->next(g.self, &next);
            cr_expect(same(&next, &point), "%s: point %llu", spec,
                      (unsigned long long)i);
        }
        if (g.kind->layer_end && i == end) {
            cr_expect(i == 0 || total(&point) > last);
            end = g.kind->layer_end(g.self, i);
            cr_assert_gt(end, i);
        } else {
            cr_expect(total(&point) >= last);
            cr_expect(!g.kind->layer_end || total(&point) == last);
        }
        last = total(&point);
        next = point;
    }
    cr_expect(!g.kind->layer_end || end == g.count);
    grid_close(&g);
}

Test(grid_rows, rows_are_numbered)
{
    check_numbers("rows:heaps=1..6,size=1..4", 5460);
    check_numbers("rows:heaps=0..3,size=1..5", 156);
    check_numbers("rows:heaps=2..4,size=3..5", 117);
    check_numbers("rows:heaps=3,size=7", 1);
    check_numbers("rows:heaps=0,size=1", 1);
    check_numbers("rows:heaps=1..12,size=1..2", 8190);
}

Test(grid_rows, palindromes_are_numbered)
{
    check_numbers("palindromes:heaps=1..6,size=1..4", 168);
    check_numbers("palindromes:heaps=0..5,size=1..3", 1 + 3 + 3 + 9 + 9 + 27);
    check_numbers("palindromes:heaps=4..7,size=2..5", 16 + 64 + 64 + 256);
    check_numbers("palindromes:heaps=1,size=1..9", 9);
}

Test(grid_rows, options_lie_in_earlier_layers)
{
    struct grid g;
    struct point point;
    cr_assert_eq(grid_open(grid_kinds, "rows:heaps=0..4,size=1..4", NULL, &g),
                 STATUS_OK);
    for (uint64_t i = 0; i < g.count; i++) {
        uint64_t layer = 0, rank;
        while (g.kind->layer_end(g.self, layer) <= i)
            layer = g.kind->layer_end(g.self, layer);
        grid_unrank(&g, i, &point);
        if (point.n == 0)
            continue;
        if (--point.size[point.n - 1] == 0)
            point.n--;
        cr_assert(g.kind->rank(g.self, &point, &rank));
        cr_expect_lt(rank, layer);
    }
    grid_close(&g);
}

Test(grid_rows, other_points_are_not_ranked)
{
    struct grid rows, palindromes;
    uint64_t rank;
    cr_assert_eq(
        grid_open(grid_kinds, "rows:heaps=1..3,size=2..4", NULL, &rows),
        STATUS_OK);
    cr_assert_eq(grid_open(grid_kinds, "palindromes:heaps=1..3,size=1..4", NULL,
                           &palindromes),
                 STATUS_OK);
    struct point point = {.n = 2, .size = {2, 5}};
    cr_expect(!rows.kind->rank(rows.self, &point, &rank));
    cr_expect(!palindromes.kind->rank(palindromes.self, &point, &rank));
    point = (struct point){.n = 2, .size = {1, 2}};
    cr_expect(!rows.kind->rank(rows.self, &point, &rank));
    cr_expect(!palindromes.kind->rank(palindromes.self, &point, &rank));
    point = (struct point){.n = 0};
    cr_expect(!rows.kind->rank(rows.self, &point, &rank));
    point = (struct point){.n = 4, .size = {2, 2, 2, 2}};
    cr_expect(!rows.kind->rank(rows.self, &point, &rank));
    cr_expect(!palindromes.kind->rank(palindromes.self, &point, &rank));
    point = (struct point){.n = 1, .size = {3}, .kind = {PART_NIM}};
    cr_expect(!rows.kind->rank(rows.self, &point, &rank));
    cr_expect(!palindromes.kind->rank(palindromes.self, &point, &rank));
    grid_close(&rows);
    grid_close(&palindromes);
}

Test(grid_rows, too_many_points_are_refused)
{
    struct grid g;
    cr_expect_eq(grid_open(grid_kinds, "rows:heaps=1..64,size=1..8", NULL, &g),
                 STATUS_RANGE);
    cr_expect_eq(
        grid_open(grid_kinds, "palindromes:heaps=1..128,size=1..8", NULL, &g),
        STATUS_RANGE);
    /* At once. */
    cr_expect_eq(grid_open(grid_kinds, "palindromes:heaps=1..128,size=1..255",
                           NULL, &g),
                 STATUS_RANGE);
    cr_expect_eq(grid_open(grid_kinds, "rows:heaps=1..2", NULL, &g),
                 STATUS_USAGE);
}
