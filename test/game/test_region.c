/* The geometry of regions against squares that are looked at one by one. */
#include "engine/game/region.h"

#include <criterion/criterion.h>
#include <string.h>

static bool has(const struct region *g, uint32_t r, uint32_t c)
{
    return g->row[r] >> c & 1;
}

/* Boxes of all kinds of sides, with drawn squares; number i of them. */
static bool drawn(unsigned i, struct region *g)
{
    uint64_t x = position_mix(i + 1);
    g->rows = 1 + (uint32_t)(x % 31);
    g->columns = 1 + (uint32_t)(x / 31 % 31);
    if (i % 2) { /* small ones */
        g->rows = 1 + g->rows % 10;
        g->columns = 1 + g->columns % 10;
    }
    for (uint32_t r = 0; r < REGION_SIDE_MAX; r++) {
        x = position_mix(x);
        g->row[r] = (uint32_t)x & (uint32_t)(x >> 32) &
                    ((UINT32_C(1) << g->columns) - 1);
    }
    return region_fits(g->rows, g->columns);
}

enum { DRAWN = 3000 };

static bool same(const struct region *a, const struct region *b)
{
    return a->rows == b->rows && a->columns == b->columns &&
           !memcmp(a->row, b->row, a->rows * sizeof a->row[0]);
}

Test(region, packs_and_unpacks)
{
    for (unsigned i = 0; i < DRAWN; i++) {
        struct region g, again;
        if (!drawn(i, &g))
            continue;
        region_unpack(region_pack(&g), &again);
        cr_assert(same(&g, &again), "%u", i);
    }
    cr_expect(region_fits(1, 31));
    cr_expect(region_fits(10, 11));
    cr_expect_not(region_fits(11, 11));
    cr_expect_not(region_fits(0, 1));
    cr_expect_not(region_fits(1, 32));
    cr_expect_not(region_fits(UINT64_C(1) << 63, 2));
}

Test(region, images_move_each_square)
{
    for (unsigned i = 0; i < DRAWN; i++)
        for (unsigned s = 0; s < REGION_SYMMETRIES; s++) {
            struct region g, out;
            if (!drawn(i, &g))
                continue;
            region_image(&g, s, &out);
            cr_assert_eq(out.rows, s & 4 ? g.columns : g.rows);
            for (uint32_t r = 0; r < g.rows; r++)
                for (uint32_t c = 0; c < g.columns; c++) {
                    const uint32_t a = s & 1 ? g.rows - 1 - r : r;
                    const uint32_t b = s & 2 ? g.columns - 1 - c : c;
                    cr_assert_eq(has(&g, r, c),
                                 s & 4 ? has(&out, b, a) : has(&out, a, b));
                }
            cr_assert_eq(region_squares(&out), region_squares(&g));
        }
}

/* One image stands for the four, and its transpose for their transposes,
 * unless it stands for all eight. */
Test(region, one_stands_for_four)
{
    for (unsigned i = 0; i < DRAWN; i++) {
        struct region g, first, image, standard, turned;
        if (!drawn(i, &g))
            continue;
        region_standard(&g, &first);
        region_transpose(&first, &turned);
        bool listed = false, least = false;
        for (unsigned s = 0; s < REGION_SYMMETRIES; s++) {
            region_image(&g, s, &image);
            region_standard(&image, &standard);
            if (s < 4)
                cr_assert(same(&standard, &first), "%u %u", i, s);
            else
                cr_assert(same(&standard, &turned) || same(&standard, &first));
            listed = listed || (s < 4 && same(&image, &first));
            least = least || region_is_least(&image);
            cr_assert(!region_is_least(&image) || same(&image, &first) ||
                      same(&image, &turned));
        }
        cr_assert(listed && least, "%u", i);
    }
}

Test(region, parts_are_connected_and_all)
{
    for (unsigned i = 0; i < DRAWN; i++) {
        struct region g, rest, part, again;
        uint32_t seen[REGION_SIDE_MAX] = {0};
        if (!drawn(i, &g))
            continue;
        for (rest = g; region_take(&rest, &part);) {
            for (uint32_t r = 0; r < g.rows; r++) {
                cr_assert_eq(seen[r] & part.row[r], 0);
                seen[r] |= part.row[r];
                /* No square of the rest is beside one of the part. */
                uint32_t beside = part.row[r] << 1 | part.row[r] >> 1;
                beside |= r ? part.row[r - 1] : 0;
                beside |= r + 1 < g.rows ? part.row[r + 1] : 0;
                cr_assert_eq(beside & rest.row[r], 0);
            }
            /* From any of its squares on, a part is one part. */
            struct region left = part;
            region_crop(&left);
            region_image(&left, 3, &again);
            cr_assert(region_take(&again, &left));
            cr_assert_eq(region_squares(&again), 0);
        }
        cr_assert_eq(memcmp(seen, g.row, g.rows * sizeof seen[0]), 0);
    }
}

Test(region, crops)
{
    struct region g = {.rows = 3, .columns = 4, .row = {0, 4, 12}};
    region_crop(&g);
    cr_expect_eq(g.rows, 2);
    cr_expect_eq(g.columns, 2);
    cr_expect_eq(g.row[0], 1);
    cr_expect_eq(g.row[1], 3);
    g = (struct region){.rows = 3, .columns = 4, .row = {0}};
    region_crop(&g);
    cr_expect_eq(g.rows, 1);
    cr_expect_eq(g.columns, 1);
    cr_expect_eq(g.row[0], 0);
}

/* Components at once are those that are taken one by one: within 8 x 8 squares
 * by bits, beyond them row by row. */
Test(region, splits_as_parts_are_taken)
{
    for (unsigned i = 0; i < DRAWN; i++) {
        struct region g, rest, part, standard;
        struct position out[REGION_CELLS_MAX / 2 + 1];
        size_t n = 0;
        if (!drawn(i, &g))
            continue;
        const size_t parts = region_split(region_pack(&g), 2, out);
        for (rest = g; region_take(&rest, &part);)
            if (region_squares(&part) > 1) {
                region_crop(&part);
                region_standard(&part, &standard);
                cr_assert(n < parts);
                bool listed = false;
                for (size_t k = 0; k < parts && !listed; k++)
                    listed = position_equal(out[k], region_pack(&standard));
                cr_assert(listed, "%u", i);
                n++;
            }
        cr_assert_eq(n, parts, "%u", i);
    }
}

Test(region, turns_packed_ones)
{
    for (unsigned i = 0; i < DRAWN; i++) {
        struct region g, turned;
        if (!drawn(i, &g))
            continue;
        region_transpose(&g, &turned);
        cr_assert(position_equal(region_turned(region_pack(&g)),
                                 region_pack(&turned)),
                  "%u", i);
    }
}
