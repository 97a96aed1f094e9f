/* domineering.c - Domineering: Left places dominoes upright, Right across, on
 * free cells of a board. (Winning Ways, ch. 5.)
 *
 * Notation: rows of the board from the top, '.' free and '#' taken, separated
 * by '/': "../.#". A grid point of two parts r, c is the empty board of r rows
 * and c columns.
 *
 * A position is the board's free cells, row by row, and its size in the low 8
 * bits of hi: boards of at most 64 cells and 15 rows or columns. A free cell
 * without a free neighbour is dead: options mark it taken.
 */
#include "engine/base/log.h"
#include "engine/game/ruleset.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 64, SIDE_MAX = 15 };

/* A position, unpacked. */
struct board {
    uint64_t empty; /* bit r * columns + c */
    uint32_t rows, columns;
};

static enum status domineering_open(const struct param_value v[],
                                    struct game *game)
{
    (void)v;
    game->self = NULL;
    game->traits = GAME_PARTIZAN;
    return STATUS_OK;
}

static void domineering_close(void *self)
{
    (void)self;
}

static struct position pack(struct board b)
{
    return (struct position){b.empty, (uint64_t)(b.rows << 4 | b.columns)};
}

static struct board unpack(struct position p)
{
    return (struct board){p.lo, (uint32_t)(p.hi >> 4),
                          (uint32_t)(p.hi & SIDE_MAX)};
}

static enum status too_large(void)
{
    return log_error(STATUS_RANGE,
                     "domineering: a board has 1 to %d rows and columns and at "
                     "most %d cells",
                     SIDE_MAX, CELLS_MAX);
}

static bool fits(size_t rows, size_t columns)
{
    return rows > 0 && rows <= SIDE_MAX && columns > 0 && columns <= SIDE_MAX &&
           rows * columns <= CELLS_MAX;
}

static enum status domineering_start(const void *self,
                                     const struct point *point,
                                     struct position *p)
{
    (void)self;
    if (point->n != 2 || point->kind[0] != PART_OWN ||
        point->kind[1] != PART_OWN)
        return log_error(STATUS_USAGE,
                         "domineering: a point has two parts: rows, columns");
    struct board b = {0, point->size[0], point->size[1]};
    if (!fits(b.rows, b.columns))
        return too_large();
    b.empty = UINT64_MAX >> (CELLS_MAX - b.rows * b.columns);
    *p = pack(b);
    return STATUS_OK;
}

static enum status domineering_parse(const void *self, const char *text,
                                     struct position *p)
{
    size_t columns = strcspn(text, "/"), size = strlen(text) + 1;
    size_t rows = size / (columns + 1);
    (void)self;
    if (!fits(rows, columns))
        return too_large();
    struct board b = {0, (uint32_t)rows, (uint32_t)columns};
    for (size_t i = 0; i < size; i++) {
        bool edge = i % (columns + 1) == columns;
        bool ok = edge ? text[i] == '/' || !text[i]
                       : text[i] == '.' || text[i] == '#';
        if (!ok || size != rows * (columns + 1))
            return log_error(STATUS_USAGE,
                             "position '%s': must be rows of '.' and '#', of "
                             "equal length, with '/' between them",
                             text);
        if (text[i] == '.')
            b.empty |= UINT64_C(1) << (i - i / (columns + 1));
    }
    *p = pack(b);
    return STATUS_OK;
}

static size_t domineering_print(const void *self, struct position p, char out[],
                                size_t cap)
{
    const struct board b = unpack(p);
    const size_t size = b.rows * (b.columns + 1u) - 1;
    (void)self;
    for (size_t i = 0; i < size && i + 1 < cap; i++) {
        size_t cell = i - i / (b.columns + 1);
        bool edge = i % (b.columns + 1) == b.columns;
        out[i] = edge ? '/' : b.empty >> cell & 1 ? '.' : '#';
    }
    if (cap)
        out[size < cap ? size : cap - 1] = 0;
    return size;
}

/* Cells that have a cell to their right. */
static uint64_t not_last(struct board b)
{
    uint64_t row = (UINT64_C(1) << (b.columns - 1)) - 1, all = 0;
    for (uint32_t r = 0; r < b.rows; r++)
        all |= row << r * b.columns;
    return all;
}

/* The upper cells of upright dominoes that fit, or left cells of level ones. */
static uint64_t places(struct board b, enum mover mover)
{
    if (mover == RIGHT)
        return b.empty & b.empty >> 1 & not_last(b);
    return b.rows > 1 ? b.empty & b.empty >> b.columns : 0;
}

/* Free cells with a free neighbour. */
static uint64_t useful(struct board b)
{
    uint64_t up = places(b, LEFT), level = places(b, RIGHT);
    uint64_t lower = b.rows > 1 ? up << b.columns : 0;
    return up | lower | level | level << 1;
}

static size_t domineering_options_max(const void *self, struct position p)
{
    const struct board b = unpack(p);
    (void)self;
    size_t up = (size_t)__builtin_popcountll(places(b, LEFT));
    size_t level = (size_t)__builtin_popcountll(places(b, RIGHT));
    return up > level ? up : level;
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
    const struct board b = unpack(p);
    const uint32_t other = mover == LEFT ? b.columns : 1;
    size_t n = 0;
    (void)self;
    for (uint64_t rest = places(b, mover); rest; rest &= rest - 1) {
        uint64_t cell = rest & -rest;
        struct board after = b;
        after.empty &= ~(cell | cell << other);
        after.empty = useful(after);
        if (is_new(out, n, pack(after)))
            out[n++] = pack(after);
    }
    return n;
}

/* The board transposed: upright dominoes become level. */
static struct position domineering_mirror(const void *self, struct position p)
{
    const struct board b = unpack(p);
    struct board turned = {0, b.columns, b.rows};
    (void)self;
    for (uint64_t rest = b.empty; rest; rest &= rest - 1) {
        const uint32_t cell = (uint32_t)__builtin_ctzll(rest);
        const uint32_t row = cell / b.columns, column = cell % b.columns;
        turned.empty |= UINT64_C(1) << (column * b.rows + row);
    }
    return pack(turned);
}

static uint64_t domineering_measure(const void *self, struct position p)
{
    (void)self;
    return (uint64_t)__builtin_popcountll(p.lo);
}

/* Every filling of the board with free and taken cells; number i has the free
 * cells of the bits of i. */
static enum status domineering_count(const void *self, uint32_t rows,
                                     uint32_t columns, uint64_t *count)
{
    (void)self;
    if (!fits(rows, columns))
        return too_large();
    *count = rows * columns < 63 ? UINT64_C(1) << rows * columns : UINT64_MAX;
    return STATUS_OK;
}

static struct position domineering_unrank(const void *self, uint32_t rows,
                                          uint32_t columns, uint64_t i)
{
    (void)self;
    return pack((struct board){i, rows, columns});
}

static bool domineering_rank(const void *self, struct position p,
                             uint32_t *rows, uint32_t *columns, uint64_t *i)
{
    const struct board b = unpack(p);
    (void)self;
    *rows = b.rows;
    *columns = b.columns;
    *i = b.empty;
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
    .partizan = &(const struct partizan_slots){.mirror = domineering_mirror},
    .board =
        &(const struct board_slots){
            .count = domineering_count,
            .unrank = domineering_unrank,
            .rank = domineering_rank,
        },
};
