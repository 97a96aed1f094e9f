/* region_tile.h - regions within 8 x 8 squares, as 64 bits: for region.c only.
 *
 *   byte r is row r, bit c of it the square in column c
 *
 * What takes a loop over rows elsewhere is a few instructions here; most
 * components of a game are that small. The same answers as region.h.
 */
#ifndef ENGINE_GAME_REGION_TILE_H
#define ENGINE_GAME_REGION_TILE_H

#include "engine/game/position.h"

#include <stdbool.h>

enum { TILE_SIDE = 8, TILE_BOX_BITS = 10 };

#define TILE_FIRST_COLUMN UINT64_C(0x0101010101010101)
#define TILE_LAST_COLUMN UINT64_C(0x8080808080808080)

struct tile {
    uint32_t rows, columns;
    uint64_t squares;
};

/* Is the box of a packed region that small? */
static inline bool tile_fits(struct position p)
{
    return (p.lo & 31) <= TILE_SIDE && (p.lo >> 5 & 31) <= TILE_SIDE;
}

/* The low n bits of every lane, whose lowest bits are `ones`. */
static inline uint64_t tile_lanes(uint64_t ones, uint32_t n)
{
    return ones * ((UINT64_C(1) << n) - 1);
}

/* Rows of so many bits, one behind the other, become bytes: halves, quarters
 * and eighths of them move apart. */
static inline uint64_t tile_unpack(struct position p)
{
    const uint32_t n = (uint32_t)p.lo & 31;
    uint64_t x = p.lo >> TILE_BOX_BITS | p.hi << (64 - TILE_BOX_BITS);
    x = (x & tile_lanes(1, 4 * n)) | x >> 4 * n << 32;
    x = (x & tile_lanes(0x0000000100000001u, 2 * n)) |
        (x >> 2 * n & tile_lanes(0x0000000100000001u, 2 * n)) << 16;
    return (x & tile_lanes(0x0001000100010001u, n)) |
           (x >> n & tile_lanes(0x0001000100010001u, n)) << 8;
}

static inline struct position tile_pack(struct tile t)
{
    const uint32_t n = t.columns;
    uint64_t x = t.squares;
    x = (x & 0x00ff00ff00ff00ffu) | (x >> 8 & 0x00ff00ff00ff00ffu) << n;
    x = (x & 0x0000ffff0000ffffu) | (x >> 16 & 0x0000ffff0000ffffu) << 2 * n;
    x = (x & 0x00000000ffffffffu) | x >> 32 << 4 * n;
    return (struct position){
        x << TILE_BOX_BITS | t.rows << 5 | t.columns,
        x >> (64 - TILE_BOX_BITS),
    };
}

/* The squares beside one of these. */
static inline uint64_t tile_beside(uint64_t x)
{
    return (x << 1 & ~TILE_FIRST_COLUMN) | (x >> 1 & ~TILE_LAST_COLUMN) |
           x << TILE_SIDE | x >> TILE_SIDE;
}

/* The connected part of the squares that has the lowest of them. */
static inline uint64_t tile_component(uint64_t squares)
{
    uint64_t part = squares & -squares, before;
    do {
        before = part;
        part |= tile_beside(part) & squares;
    } while (part != before && part != squares);
    return part;
}

/* The least box around the squares, of which there must be one. */
static inline struct tile tile_crop(uint64_t x)
{
    uint64_t all;
    x >>= __builtin_ctzll(x) & -TILE_SIDE;
    all = x | x >> 32;
    all |= all >> 16;
    all = (all | all >> 8) & 255;
    const uint32_t left = (uint32_t)__builtin_ctzll(all);
    return (struct tile){
        .rows = TILE_SIDE - (uint32_t)__builtin_clzll(x) / TILE_SIDE,
        .columns = 64 - (uint32_t)__builtin_clzll(all) - left,
        .squares = x >> left,
    };
}

/* H. S. Warren, Hacker's Delight (2013), 7-3. */
static inline uint64_t tile_transpose(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
    return x ^ t ^ t << 28;
}

static inline struct tile tile_turned(struct position p)
{
    return (struct tile){(uint32_t)p.lo & 31, (uint32_t)(p.lo >> 5) & 31,
                         tile_transpose(tile_unpack(p))};
}

/* The bits of every byte in the opposite order. */
static inline uint64_t tile_reverse(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    return (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
}

/* Of the images with rows and columns each as they are or turned round the
 * least in the order of region_compare(): with its first row as the highest
 * byte, which is what is returned. */
static inline uint64_t tile_least_of_four(struct tile t)
{
    const uint32_t empty = TILE_SIDE * (TILE_SIDE - t.rows);
    const uint64_t turned = tile_reverse(t.squares) >> (TILE_SIDE - t.columns);
    const uint64_t image[] = {__builtin_bswap64(t.squares),
                              __builtin_bswap64(turned), t.squares << empty,
                              turned << empty};
    uint64_t least = image[0];
    for (int i = 1; i < 4; i++)
        least = image[i] < least ? image[i] : least;
    return least;
}

/* As region_standard(). */
static inline struct tile tile_standard(struct tile t)
{
    const struct tile turned = {t.columns, t.rows, tile_transpose(t.squares)};
    const uint64_t own =
        t.rows <= t.columns ? tile_least_of_four(t) : UINT64_MAX;
    const uint64_t other =
        t.rows >= t.columns ? tile_least_of_four(turned) : UINT64_MAX;
    t.squares = own <= other ? __builtin_bswap64(own)
                             : tile_transpose(__builtin_bswap64(other));
    return t;
}

#endif
