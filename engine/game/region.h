/* region.h - sets of squares of a board, in a box: the geometry that games on
 * squares and grids of regions share.
 *
 *   row[0]   1 1 0        rows 2, columns 3
 *   row[1]   0 1 1        bit c of row[r] is the square in column c
 *
 * A box of at most REGION_CELLS_MAX squares fits in a position with its sides
 * (region_pack); every connected region of 20 squares has one: the box of n
 * connected squares has at most n + 1 rows and columns together.
 *
 * Pure functions, any thread.
 */
#ifndef ENGINE_GAME_REGION_H
#define ENGINE_GAME_REGION_H

#include "engine/game/position.h"

#include <stddef.h>

enum {
    REGION_SIDE_MAX = 31,
    REGION_CELLS_MAX = 118,
    REGION_SQUARES_MAX = 20, /* of a connected region of any shape */
    REGION_SYMMETRIES = 8,
};

struct region {
    uint32_t rows, columns;        /* 1 or more, as region_fits() */
    uint32_t row[REGION_SIDE_MAX]; /* those from `rows` on are undefined */
};

/* May a box have these sides? */
bool region_fits(uint64_t rows, uint64_t columns);

uint32_t region_squares(const struct region *);

/* The box and the squares in 128 bits: columns in bits 0..4, rows in bits 5..9,
 * the squares row by row from bit 10 on. */
struct position region_pack(const struct region *);
void region_unpack(struct position, struct region *);
/* The squares without the box; at most 64 of them. */
uint64_t region_bits(const struct region *);
void region_from_bits(uint32_t rows, uint32_t columns, uint64_t bits,
                      struct region *);

/* The smallest box around the squares; a region without a square becomes one of
 * 1 x 1 without it. */
void region_crop(struct region *);

/* Takes a connected part out of *from; false if there is no square left. The
 * part has the box of *from. */
bool region_take(struct region *from, struct region *part);

/* Rows become columns. */
void region_transpose(const struct region *, struct region *out);

/* One of the eight images, number 0 being the region itself: bit 0 turns the
 * rows round, bit 1 the columns, and then bit 2 transposes. */
void region_image(const struct region *, unsigned symmetry, struct region *out);

/* The order of regions: fewer rows, then fewer columns, then row by row as
 * numbers. Negative, 0 or positive. */
int region_compare(const struct region *, const struct region *);

/* Of the four symmetries that leave rows rows, the one image that stands for
 * all; such that the transpose of what stands for a region stands for its
 * transpose. It is the least of all eight images, or that one's transpose. */
void region_standard(const struct region *, struct region *out);

/* Is the region the least of its eight images? */
bool region_is_least(const struct region *);

/* The connected parts of a packed region that have so many squares or more,
 * each as what stands for it (region_crop, region_standard), packed. out[] has
 * room for one in every two squares. */
size_t region_split(struct position, uint32_t least, struct position out[]);
/* The transpose of a packed region. */
struct position region_turned(struct position);

#endif
