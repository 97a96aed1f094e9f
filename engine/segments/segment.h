/* segment.h - segments of the sequence of single heaps (the grid `segments`):
 * what a row says of one, and how it is found from the row before it.
 *
 *   row i-1            row i
 *   ... | window |     first .. last, | window |
 *            |_________________________|
 *
 * A row holds no values but those of its last heaps, the window, from which
 * those of the next segment follow (engine/sequence/window.h); of all values it
 * has the digest. So any segment can be found again alone.
 *
 * Where a heap's value does not follow from the window alone, it is begun with
 * the window before, if there is one, and a segment more is found again.
 *
 * A solver belongs to one thread.
 */
#ifndef ENGINE_SEGMENTS_SEGMENT_H
#define ENGINE_SEGMENTS_SEGMENT_H

#include "engine/base/column.h"
#include "engine/grid/grid.h"
#include "engine/sequence/window.h"

enum {
    SEGMENT_DIGEST = 64,
    SEGMENT_RECORDS = 8192, /* characters */
    SEGMENT_DIGITS = 3,     /* for each value of the window */
    SEGMENT_COLUMNS = 10
};

/* A row; one of a grid has SEGMENT_DIGITS * window bytes of `values`. */
struct segment_row {
    uint64_t first, last, largest_at, last_rare;
    uint32_t largest, rare;
    char digest[SEGMENT_DIGEST], window[SEGMENT_DIGEST];
    char records[SEGMENT_RECORDS];
    char values[];
};

/* Fills columns[SEGMENT_COLUMNS] and says how large a row is. */
size_t segment_columns(const struct grid_segment *, struct column columns[]);

/* Hands out the row of a segment that was found before, until the next call,
 * and the largest value of all heaps to its end; *row is NULL if it is not
 * there. */
typedef enum status segment_reader(void *context, uint64_t index,
                                   const struct segment_row **row,
                                   uint32_t *largest);

struct segment_solver;

/* Game and grid must live longer. `other`: pairs are tried in another order and
 * blocks have another size, to find the same again. Errors of window_open. */
enum status segment_open(const struct game *, const struct grid_segment *,
                         bool other, bool (*stop)(void *), void *context,
                         struct segment_solver **) MUST_CHECK;
void segment_close(struct segment_solver *);
uint64_t segment_bytes(const struct game *, const struct grid_segment *);

/* Row number `index`, zeroed before: goes on if the segment before was the last
 * one found, else from the row that the reader has of that. NO_ANSWER if it
 * cannot be found from windows that the reader has, FORMAT if one of these does
 * not hold what its digest says; RANGE; logged. */
enum status segment_solve(struct segment_solver *, segment_reader *read,
                          void *context, uint64_t index,
                          struct segment_row *row) MUST_CHECK;

#endif
