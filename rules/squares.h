/* squares.h - the notation of boards of squares: rows from the top, a letter
 * for each square, '/' between them, "../.#"; or the size of a board, rows x
 * columns, "5x6".
 *
 * Pure functions, any thread.
 */
#ifndef RULES_SQUARES_H
#define RULES_SQUARES_H

#include "engine/base/status.h"
#include "engine/game/point.h"
#include "engine/game/region.h"

enum { SQUARES_KINDS = 2 };

/* The letter of a square of neither kind, and of each kind. */
struct squares_notation {
    const char *game, *letters;
};

/* A board: the squares of each kind, in boxes of the same size. */
struct squares {
    struct region of[SQUARES_KINDS];
};

/* A board of this size, every square of which is in *all. RANGE, logged. */
enum status squares_board(const struct squares_notation *, uint64_t rows,
                          uint64_t columns, struct region *all) MUST_CHECK;
/* The same from a point of two parts, rows and columns. USAGE, RANGE, logged.
 */
enum status squares_of_point(const struct squares_notation *,
                             const struct point *,
                             struct region *all) MUST_CHECK;

/* Is the text the size of a board? Nothing is said of whether that fits. */
bool squares_size(const char *text, uint64_t *rows, uint64_t *columns);

/* Rows of letters. USAGE, RANGE, logged. */
enum status squares_parse(const struct squares_notation *, const char *text,
                          struct squares *) MUST_CHECK;
/* Like snprintf. */
size_t squares_print(const struct squares_notation *, const struct squares *,
                     char out[], size_t cap);

#endif
