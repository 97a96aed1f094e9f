/* The grid of regions against sets of squares that are grown in the obvious
 * way: every square beside every smaller region, kept once. */
#include "engine/grid/grid.h"
#include "rules/rules.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, LARGEST = 8, MOST = 4000 };

/* Squares of a field as bits, moved into its upper left corner. */
struct set {
    size_t n;
    uint64_t at[MOST];
};

static uint64_t moved(uint64_t x)
{
    uint64_t column = 0x0101010101010101u;
    while (!(x & 0xff))
        x >>= SIDE;
    while (!(x & column))
        x >>= 1;
    return x;
}

static void add(struct set *s, uint64_t x)
{
    x = moved(x);
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i] == x)
            return;
    cr_assert_lt(s->n, MOST);
    s->at[s->n++] = x;
}

static bool has(uint64_t x, int r, int c)
{
    return r >= 0 && r < SIDE && c >= 0 && c < SIDE && x >> (SIDE * r + c) & 1;
}

/* All sets with one square more; what sticks out of the field is no larger
 * than LARGEST squares anyway after moving by one. */
static void grow(const struct set *from, struct set *to)
{
    to->n = 0;
    for (size_t i = 0; i < from->n; i++)
        for (int shift = 0; shift < 4; shift++) {
            uint64_t x = from->at[i];
            x = shift & 1 && !(x >> 56) ? x << SIDE : x;
            x = shift & 2 && !(x & 0x8080808080808080u) ? x << 1 : x;
            for (int k = 0; k < SIDE * SIDE; k++) {
                const int r = k / SIDE, c = k % SIDE;
                if (!has(x, r, c) && (has(x, r - 1, c) || has(x, r + 1, c) ||
                                      has(x, r, c - 1) || has(x, r, c + 1)))
                    add(to, x | UINT64_C(1) << k);
            }
        }
}

static uint64_t image(uint64_t x, int symmetry)
{
    uint64_t y = 0;
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            const int a = symmetry & 1 ? SIDE - 1 - r : r;
            const int b = symmetry & 2 ? SIDE - 1 - c : c;
            if (has(x, r, c))
                y |= UINT64_C(1)
                     << (symmetry & 4 ? SIDE * b + a : SIDE * a + b);
        }
    return moved(y);
}

static uint64_t set_of(const struct region *g)
{
    uint64_t x = 0;
    for (uint32_t r = 0; r < g->rows; r++)
        x |= (uint64_t)g->row[r] << SIDE * r;
    return x;
}

/* How often each set of `all` comes in the grid, itself or as an image. */
static void check(const struct game *game, const char *spec,
                  const struct set *all, int symmetries)
{
    struct grid grid;
    unsigned char *seen = calloc(all->n, 1);
    cr_assert_eq(grid_open(grid_kinds, spec, game, &grid), STATUS_OK);
    for (uint64_t i = 0; i < grid.count; i++) {
        struct point p;
        struct region region;
        uint64_t row;
        grid_unrank(&grid, i, &p);
        cr_assert(grid_row(&grid, game, p.position, &row));
        cr_assert_eq(row, i);
        cr_assert(game->rules->region->region(game->self, p.position, &region));
        for (size_t k = 0; k < all->n; k++)
            for (int s = 0; s < symmetries; s++)
                if (image(set_of(&region), s) == all->at[k]) {
                    cr_expect_eq(seen[k]++, 0);
                    break;
                }
    }
    for (size_t k = 0; k < all->n; k++)
        cr_expect_eq(seen[k], 1, "%s", spec);
    grid_close(&grid);
    free(seen);
}

Test(regions, every_one_once)
{
    static const size_t fixed[] = {1, 1, 2, 6, 19, 63, 216, 760};
    struct set *set = malloc(2 * sizeof *set);
    struct game game;
    cr_assert_eq(game_open(rulesets, "domineering", &game), STATUS_OK);
    set[1] = (struct set){.n = 1, .at = {1}};
    for (unsigned n = 1; n < LARGEST; n++) {
        const struct set *all = &set[n % 2];
        char spec[64];
        cr_expect_eq(all->n, fixed[n]);
        snprintf(spec, sizeof spec, "regions:squares=%u", n);
        check(&game, spec, all, 1);
        snprintf(spec, sizeof spec, "regions:squares=%u,up-to=symmetry", n);
        check(&game, spec, all, 8);
        grow(all, &set[(n + 1) % 2]);
    }
    game_close(&game);
    free(set);
}

/* OEIS A001168 and A000105. */
Test(regions, counted)
{
    struct game game;
    struct grid grid;
    cr_assert_eq(game_open(rulesets, "domineering", &game), STATUS_OK);
    cr_assert_eq(grid_open(grid_kinds, "regions:squares=10..11", &game, &grid),
                 STATUS_OK);
    cr_expect_eq(grid.count, 36446 + 135268);
    grid_close(&grid);
    cr_assert_eq(grid_open(grid_kinds, "regions:squares=9..11,up-to=symmetry",
                           &game, &grid),
                 STATUS_OK);
    cr_expect_eq(grid.count, 1285 + 4655 + 17073);
    grid_close(&grid);
    game_close(&game);
}

Test(regions, refusals, .init = cr_redirect_stderr)
{
    struct game domineering, nim;
    struct grid grid;
    struct position p;
    uint64_t row;
    cr_assert_eq(game_open(rulesets, "domineering", &domineering), STATUS_OK);
    cr_assert_eq(game_open(rulesets, "nim", &nim), STATUS_OK);
    cr_expect_eq(grid_open(grid_kinds, "regions:squares=3", NULL, &grid),
                 STATUS_USAGE);
    cr_expect_eq(grid_open(grid_kinds, "regions:squares=3", &nim, &grid),
                 STATUS_USAGE);
    cr_expect_eq(
        grid_open(grid_kinds, "regions:squares=19", &domineering, &grid),
        STATUS_USAGE);
    cr_assert_eq(grid_open(grid_kinds, "regions:squares=3,up-to=symmetry",
                           &domineering, &grid),
                 STATUS_OK);
    static const char *const others[] = {
        ".#/#.", "..#/..#", ".#./.#.", "./././", ".", "..#./", "###", NULL};
    for (size_t i = 0; others[i]; i++)
        if (!domineering.rules->parse(domineering.self, others[i], &p))
            cr_expect_not(grid_row(&grid, &domineering, p, &row), "%s",
                          others[i]);
    /* Of the images of a region only one has a row. */
    unsigned found = 0;
    static const char *const images[] = {"../.#", "../#.", ".#/..", "#./..",
                                         NULL};
    for (size_t i = 0; images[i]; i++) {
        cr_assert_eq(domineering.rules->parse(domineering.self, images[i], &p),
                     STATUS_OK);
        found += grid_row(&grid, &domineering, p, &row);
    }
    cr_expect_eq(found, 1);
    grid_close(&grid);
    game_close(&nim);
    game_close(&domineering);
}
