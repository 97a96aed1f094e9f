#include "engine/game/region.h"

#include "engine/game/region_tile.h"

#include <assert.h>
#include <string.h>

__extension__ typedef unsigned __int128 bits128;

enum { SIDE_BITS = 5, SIDE_MASK = 31 };

bool region_fits(uint64_t rows, uint64_t columns)
{
    return rows > 0 && rows <= REGION_SIDE_MAX && columns > 0 &&
           columns <= REGION_SIDE_MAX && rows * columns <= REGION_CELLS_MAX;
}

uint32_t region_squares(const struct region *g)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < g->rows; r++)
        n += (uint32_t)__builtin_popcount(g->row[r]);
    return n;
}

static bits128 all_bits(const struct region *g)
{
    bits128 bits = 0;
    for (uint32_t r = g->rows; r-- > 0;)
        bits = bits << g->columns | g->row[r];
    return bits;
}

static void set_rows(struct region *g, bits128 bits)
{
    const uint32_t mask = (UINT32_C(1) << g->columns) - 1;
    for (uint32_t r = 0; r < g->rows; r++, bits >>= g->columns)
        g->row[r] = (uint32_t)bits & mask;
}

struct position region_pack(const struct region *g)
{
    const bits128 bits =
        all_bits(g) << 2 * SIDE_BITS | g->rows << SIDE_BITS | g->columns;
    return (struct position){(uint64_t)bits, (uint64_t)(bits >> 64)};
}

void region_unpack(struct position p, struct region *g)
{
    g->columns = (uint32_t)p.lo & SIDE_MASK;
    g->rows = (uint32_t)(p.lo >> SIDE_BITS) & SIDE_MASK;
    set_rows(g, ((bits128)p.hi << 64 | p.lo) >> 2 * SIDE_BITS);
}

uint64_t region_bits(const struct region *g)
{
    assert(g->rows * g->columns <= 64);
    return (uint64_t)all_bits(g);
}

void region_from_bits(uint32_t rows, uint32_t columns, uint64_t bits,
                      struct region *g)
{
    g->rows = rows;
    g->columns = columns;
    set_rows(g, bits);
}

void region_crop(struct region *g)
{
    uint32_t first = 0, end = g->rows, all = 0;
    while (first < end && !g->row[first])
        first++;
    while (end > first && !g->row[end - 1])
        end--;
    for (uint32_t r = first; r < end; r++)
        all |= g->row[r];
    if (!all) {
        *g = (struct region){.rows = 1, .columns = 1};
        return;
    }
    const uint32_t left = (uint32_t)__builtin_ctz(all);
    g->rows = end - first;
    g->columns = 32 - (uint32_t)__builtin_clz(all) - left;
    for (uint32_t r = 0; r < g->rows; r++)
        g->row[r] = g->row[first + r] >> left;
}

/* Spreads *part into a row of the free squares; true if it grew. */
static bool spread(uint32_t *part, uint32_t neighbour, uint32_t free)
{
    uint32_t old = *part, now = old | (neighbour & free);
    for (uint32_t before = 0; now != before;) {
        before = now;
        now |= (now << 1 | now >> 1) & free;
    }
    *part = now;
    return now != old;
}

bool region_take(struct region *from, struct region *part)
{
    const uint32_t n = from->rows;
    uint32_t first = 0;
    bool grew = true;
    while (first < n && !from->row[first])
        first++;
    if (first == n)
        return false;
    part->rows = n;
    part->columns = from->columns;
    memset(part->row, 0, n * sizeof part->row[0]);
    part->row[first] = from->row[first] & -from->row[first];
    spread(&part->row[first], 0, from->row[first]);
    /* Down and up again until nothing is added. No square is above `first`. */
    while (grew) {
        grew = false;
        for (uint32_t r = first + 1; r < n; r++)
            if (spread(&part->row[r], part->row[r - 1], from->row[r]))
                grew = true;
        for (uint32_t r = n - 1; r-- > first && grew;)
            spread(&part->row[r], part->row[r + 1], from->row[r]);
    }
    for (uint32_t r = first; r < n; r++)
        from->row[r] &= ~part->row[r];
    return true;
}

/* Within 8 x 8. */
static void transpose_small(const struct region *g, struct region *out)
{
    uint64_t x = 0;
    for (uint32_t r = 0; r < g->rows; r++)
        x |= (uint64_t)g->row[r] << 8 * r;
    x = tile_transpose(x);
    for (uint32_t r = 0; r < g->columns; r++)
        out->row[r] = (uint32_t)(x >> 8 * r) & 0xff;
}

void region_transpose(const struct region *g, struct region *out)
{
    out->rows = g->columns;
    out->columns = g->rows;
    if (g->rows <= 8 && g->columns <= 8) {
        transpose_small(g, out);
        return;
    }
    memset(out->row, 0, out->rows * sizeof out->row[0]);
    for (uint32_t r = 0; r < g->rows; r++)
        for (uint32_t rest = g->row[r]; rest; rest &= rest - 1)
            out->row[__builtin_ctz(rest)] |= UINT32_C(1) << r;
}

int region_compare(const struct region *a, const struct region *b)
{
    if (a->rows != b->rows)
        return a->rows < b->rows ? -1 : 1;
    if (a->columns != b->columns)
        return a->columns < b->columns ? -1 : 1;
    for (uint32_t r = 0; r < a->rows; r++)
        if (a->row[r] != b->row[r])
            return a->row[r] < b->row[r] ? -1 : 1;
    return 0;
}

/* The bits of a row of n columns in the opposite order. */
static uint32_t reversed(uint32_t x, uint32_t n)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x) >> (32 - n);
}

/* Row r of an image: with the rows, and the columns, in the opposite order. */
static uint32_t image_row(const struct region *g, uint32_t r, bool rows,
                          bool columns)
{
    const uint32_t row = g->row[rows ? g->rows - 1 - r : r];
    return columns ? reversed(row, g->columns) : row;
}

void region_image(const struct region *g, unsigned symmetry, struct region *out)
{
    struct region flipped = {0};
    struct region *to = symmetry & 4 ? &flipped : out;
    to->rows = g->rows;
    to->columns = g->columns;
    for (uint32_t r = 0; r < g->rows; r++)
        to->row[r] = image_row(g, r, symmetry & 1, symmetry & 2);
    if (symmetry & 4)
        region_transpose(to, out);
}

/* The four images that leave rows rows: bit 0 says `rows`, bit 1 `columns`. */
static bool image_is_less(const struct region *g, unsigned a, unsigned b)
{
    for (uint32_t r = 0; r < g->rows; r++) {
        const uint32_t x = image_row(g, r, a & 1, a & 2);
        const uint32_t y = image_row(g, r, b & 1, b & 2);
        if (x != y)
            return x < y;
    }
    return false;
}

static void least_of_four(const struct region *g, struct region *least)
{
    unsigned best = 0;
    for (unsigned image = 1; image < 4; image++)
        if (image_is_less(g, image, best))
            best = image;
    region_image(g, best, least);
}

void region_standard(const struct region *g, struct region *out)
{
    struct region turned, least;
    if (g->rows < g->columns) {
        least_of_four(g, out);
        return;
    }
    region_transpose(g, &turned);
    least_of_four(&turned, &least);
    if (g->rows == g->columns) {
        least_of_four(g, out);
        if (region_compare(out, &least) <= 0)
            return;
    }
    region_transpose(&least, out);
}

/* Within 8 x 8, and no more rows than columns. */
static bool is_least_small(const struct region *g)
{
    struct tile t = {g->rows, g->columns, 0};
    for (uint32_t r = 0; r < g->rows; r++)
        t.squares |= (uint64_t)g->row[r] << TILE_SIDE * r;
    const uint64_t own = __builtin_bswap64(t.squares);
    if (own != tile_least_of_four(t))
        return false;
    const struct tile turned = {g->columns, g->rows, tile_transpose(t.squares)};
    return g->rows < g->columns || own <= tile_least_of_four(turned);
}

bool region_is_least(const struct region *g)
{
    struct region turned, least;
    if (g->rows > g->columns)
        return false;
    if (g->columns <= TILE_SIDE)
        return is_least_small(g);
    for (unsigned image = 1; image < 4; image++)
        if (image_is_less(g, image, 0))
            return false;
    if (g->rows < g->columns)
        return true;
    region_transpose(g, &turned);
    least_of_four(&turned, &least);
    return region_compare(g, &least) <= 0;
}

static size_t split_large(struct position p, uint32_t least,
                          struct position out[])
{
    struct region all, part, standard;
    size_t n = 0;
    region_unpack(p, &all);
    while (region_take(&all, &part)) {
        if (region_squares(&part) < least)
            continue;
        region_crop(&part);
        region_standard(&part, &standard);
        out[n++] = region_pack(&standard);
    }
    return n;
}

/* Are these n squares or more? Without counting all: few are asked for. */
static bool has_squares(uint64_t squares, uint32_t n)
{
    for (; n > 1 && squares; n--)
        squares &= squares - 1;
    return !n || squares;
}

size_t region_split(struct position p, uint32_t least, struct position out[])
{
    size_t n = 0;
    uint64_t part;
    if (!tile_fits(p))
        return split_large(p, least, out);
    for (uint64_t rest = tile_unpack(p); rest; rest ^= part) {
        part = tile_component(rest);
        if (has_squares(part, least))
            out[n++] = tile_pack(tile_standard(tile_crop(part)));
    }
    return n;
}

struct position region_turned(struct position p)
{
    struct region g, turned;
    if (tile_fits(p))
        return tile_pack(tile_turned(p));
    region_unpack(p, &g);
    region_transpose(&g, &turned);
    return region_pack(&turned);
}
