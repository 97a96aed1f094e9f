/* domineering.c - Domineering: Left places dominoes upright, Right across, on
 * free cells of a board. (Winning Ways, ch. 5.)
 *
 * Notation: rows of the board from the top, '.' free and '#' taken, separated
 * by '/': "../.#"; or the size of an empty board: "5x6" has 5 rows and 6
 * columns. A grid point of two parts r, c is the empty board of r rows and c
 * columns.
 *
 * A position is the board with its free cells (region.h). A free cell without a
 * free neighbour is dead: options mark it taken. A board is worth the sum of
 * its connected regions without the dead cells, each cropped; a region is
 * worth the same turned by half and reflected in both axes, and its transpose
 * is worth its negative. 2 x 2 is 1 or -1: ±1.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"
#include "rules/squares.h"

#include <stdlib.h>
#include <string.h>

static const struct squares_notation notation = {"domineering", "#."};

static enum status domineering_open(const struct param_value v[],
                                    struct game *game)
{
    (void)v;
    game->self = NULL;
    game->traits = GAME_PARTIZAN | GAME_SUMS;
    return STATUS_OK;
}

static void domineering_close(void *self)
{
    (void)self;
}

static enum status domineering_start(const void *self,
                                     const struct point *point,
                                     struct position *p)
{
    struct region board;
    (void)self;
    enum status st = squares_of_point(&notation, point, &board);
    if (!st)
        *p = region_pack(&board);
    return st;
}

static enum status domineering_parse(const void *self, const char *text,
                                     struct position *p)
{
    struct squares s;
    uint64_t rows, columns;
    (void)self;
    enum status st = squares_size(text, &rows, &columns)
                         ? squares_board(&notation, rows, columns, &s.of[0])
                         : squares_parse(&notation, text, &s);
    if (!st)
        *p = region_pack(&s.of[0]);
    return st;
}

static size_t domineering_print(const void *self, struct position p, char out[],
                                size_t cap)
{
    struct squares s;
    (void)self;
    region_unpack(p, &s.of[0]);
    return squares_print(&notation, &s, out, cap);
}

/* A set of cells; a type of gcc and clang beyond the standard. */
__extension__ typedef unsigned __int128 cells;

enum { BOX_BITS = 10 }; /* see region_pack() */

/* A board as it is packed: cell (r, c) is bit r * columns + c. */
struct board {
    uint32_t columns;
    cells box, free, first,
        last; /* the box, packed; cells of the outer columns */
};

static struct board board_of(struct position p)
{
    const cells all = (cells)p.hi << 64 | p.lo;
    const uint32_t rows = p.lo >> 5 & 31;
    struct board b = {.columns = p.lo & 31,
                      .box = all & ((1 << BOX_BITS) - 1),
                      .free = all >> BOX_BITS};
    for (uint32_t r = 0; r < rows; r++)
        b.first |= (cells)1 << r * b.columns;
    b.last = b.first << (b.columns - 1);
    return b;
}

static struct position packed(const struct board *b, cells free)
{
    const cells all = free << BOX_BITS | b->box;
    return (struct position){(uint64_t)all, (uint64_t)(all >> 64)};
}

/* The upper cells of upright dominoes that fit. */
static cells upright(const struct board *b)
{
    return b->free & b->free >> b->columns;
}

/* The left cells of level dominoes that fit. */
static cells level(const struct board *b)
{
    return b->free & b->free >> 1 & ~b->last;
}

/* Free cells without those that have no free neighbour. */
static cells without_dead(const struct board *b, cells free)
{
    return free & (free << b->columns | free >> b->columns |
                   (free << 1 & ~b->first) | (free >> 1 & ~b->last));
}

/* Of 64 bits, without an instruction that not every processor has (H. S.
 * Warren, Hacker's Delight (2013), 5-1). */
static inline uint64_t count_word(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return x * 0x0101010101010101u >> 56;
}

static inline size_t count(cells set)
{
    const uint64_t high = (uint64_t)(set >> 64);
    return count_word((uint64_t)set) + (high ? count_word(high) : 0);
}

static size_t domineering_options_max(const void *self, struct position p)
{
    const struct board b = board_of(p);
    const size_t up = count(upright(&b)), across = count(level(&b));
    (void)self;
    return up > across ? up : across;
}

static bool is_new(const struct position out[], size_t n, struct position p)
{
    for (size_t i = 0; i < n; i++)
        if (position_equal(out[i], p))
            return false;
    return true;
}

static size_t domineering_options(const void *self, struct position p,
                                  enum mover mover, struct position out[])
{
    const struct board b = board_of(p);
    const uint32_t step = mover == LEFT ? b.columns : 1;
    size_t n = 0;
    (void)self;
    for (cells rest = mover == LEFT ? upright(&b) : level(&b); rest;
         rest &= rest - 1) {
        const cells cell = rest & -rest;
        out[n] = packed(&b, without_dead(&b, b.free & ~(cell | cell << step)));
        n += is_new(out, n, out[n]);
    }
    return n;
}

/* A board without a region is one that stands for all of these. */
static size_t domineering_split(const void *self, struct position p,
                                struct position out[])
{
    static const struct region none = {.rows = 1, .columns = 1};
    const size_t n = region_split(p, 2, out);
    (void)self;
    if (!n)
        out[0] = region_pack(&none);
    return n ? n : 1;
}

/* The board transposed: upright dominoes become level. */
static struct position domineering_mirror(const void *self, struct position p)
{
    (void)self;
    return region_turned(p);
}

/* The lines that are tried. 5 x 6 evaluates 356,383 positions with none,
 * 337,731 with 1, 144,518 with 2, 80,237 with 3 and 89,840 with all, whose
 * parts are solved in vain. */
enum { LINES_MOST = 3 };

/* Of the lines between columns (where a bound for Left is asked) or rows that
 * dominoes of the opponent may cross number i, from the middle outward; 0:
 * there are not so many. */
static uint32_t crossed_line(const struct board *b, uint32_t lines,
                             enum mover mover, size_t i)
{
    const cells crossing = mover == LEFT ? level(b) : upright(b);
    const cells row = ((cells)1 << b->columns) - 1;
    for (uint32_t k = 1; k < lines && i < LINES_MOST; k++) {
        const uint32_t line = (lines + 1) / 2 + (k % 2 ? k / 2 : -(k / 2));
        const cells at = mover == LEFT ? b->first << (line - 1)
                                       : row << (line - 1) * b->columns;
        if (crossing & at && !i--)
            return line;
    }
    return 0;
}

/* Where the opponent may not place dominoes across a line the board is worth
 * more to the mover, and is the sum of what is on both sides. */
static size_t domineering_bound(const void *self, struct position p,
                                enum mover mover, size_t i,
                                struct position out[])
{
    const struct board b = board_of(p);
    const uint32_t rows = (uint32_t)b.box >> 5;
    const uint32_t line =
        crossed_line(&b, mover == LEFT ? b.columns : rows, mover, i);
    cells before = 0;
    size_t n;
    if (!line)
        return 0;
    for (uint32_t k = 0; k < line && mover == LEFT; k++)
        before |= b.first << k;
    if (mover == RIGHT)
        before = ((cells)1 << line * b.columns) - 1;
    n = region_split(packed(&b, b.free & before), 2, out);
    n += region_split(packed(&b, b.free & ~before), 2, out + n);
    return n ? n : domineering_split(self, packed(&b, 0), out);
}

static int32_t domineering_promise(const void *self, struct position p,
                                   enum mover mover)
{
    const struct board b = board_of(p);
    const int32_t more =
        (int32_t)count(upright(&b)) - (int32_t)count(level(&b));
    (void)self;
    return mover == LEFT ? more : -more;
}

static uint64_t domineering_measure(const void *self, struct position p)
{
    struct region b;
    (void)self;
    region_unpack(p, &b);
    return region_squares(&b);
}

/* 10 bits are the sides of the board. */
static unsigned domineering_bits(const void *self, const struct grid_bounds *b)
{
    (void)self;
    return b->parts == 1 && b->size <= 54 ? 64 : 128;
}

/* Every filling of the board with free and taken cells; number i has the free
 * cells of the bits of i. */
static enum status domineering_count(const void *self, uint32_t rows,
                                     uint32_t columns, uint64_t *count)
{
    struct region all;
    (void)self;
    enum status st = squares_board(&notation, rows, columns, &all);
    *count = rows * columns < 63 ? UINT64_C(1) << rows * columns : UINT64_MAX;
    return st;
}

static struct position domineering_unrank(const void *self, uint32_t rows,
                                          uint32_t columns, uint64_t i)
{
    struct region b;
    (void)self;
    region_from_bits(rows, columns, i, &b);
    return region_pack(&b);
}

static bool domineering_rank(const void *self, struct position p,
                             uint32_t *rows, uint32_t *columns, uint64_t *i)
{
    struct region b;
    (void)self;
    region_unpack(p, &b);
    *rows = b.rows;
    *columns = b.columns;
    if (b.rows * b.columns > 64)
        return false;
    *i = region_bits(&b);
    return true;
}

static struct position domineering_start_on(const void *self,
                                            const struct region *region)
{
    (void)self;
    return region_pack(region);
}

static bool domineering_region(const void *self, struct position p,
                               struct region *region)
{
    (void)self;
    region_unpack(p, region);
    return true;
}

const struct ruleset rules_domineering = {
    .name = "domineering",
    .summary = "Left places dominoes upright, Right across",
    .open = domineering_open,
    .close = domineering_close,
    .start = domineering_start,
    .parse = domineering_parse,
    .print = domineering_print,
    .options_max = domineering_options_max,
    .options = domineering_options,
    .measure = domineering_measure,
    .partizan =
        &(const struct partizan_slots){
            .mirror = domineering_mirror,
            .bound = domineering_bound,
            .promise = domineering_promise,
        },
    .bits = domineering_bits,
    .split = domineering_split,
    .board =
        &(const struct board_slots){
            .count = domineering_count,
            .unrank = domineering_unrank,
            .rank = domineering_rank,
        },
    .region =
        &(const struct region_slots){
            .squares_max = REGION_SQUARES_MAX,
            .start = domineering_start_on,
            .region = domineering_region,
        },
    .positions = "../.#",
};
