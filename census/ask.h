/* ask.h - questions that the row functions of several censuses ask.
 *
 * Used by one thread with its own cell.
 */
#ifndef CENSUS_ASK_H
#define CENSUS_ASK_H

#include "engine/census.h"

/* The start position of the cell's point in game number g. */
enum status ask_start(const struct cell *, size_t g,
                      struct position *) MUST_CHECK;
/* Outcome of the cell's point in game g, no obligation. */
enum status ask_outcome(const struct cell *, size_t g,
                        uint8_t *outcome) MUST_CHECK;
/* Value of a single heap in game g. */
enum status ask_heap(const struct cell *, size_t g, uint32_t size,
                     uint64_t *value) MUST_CHECK;

/* Winning moves of the cell's point in game g, and how many of them oblige the
 * opponent. */
struct ask_winning {
    const struct game *game;
    uint16_t moves, obliging;
};
enum status ask_winning(const struct cell *, size_t g,
                        struct ask_winning *) MUST_CHECK;

#endif
