/* ask.h - questions that the row functions of several censuses ask.
 *
 * Used by one thread with its own cell.
 */
#ifndef CENSUS_NAMED_SHARED_ASK_H
#define CENSUS_NAMED_SHARED_ASK_H

#include "engine/run/census.h"

/* The start position of the cell's point in game number g. */
enum status ask_start(const struct cell *, size_t g,
                      struct position *) MUST_CHECK;
/* Its notation, cut to width and filled up with zeros. */
enum status ask_position(const struct cell *, size_t g, char out[],
                         size_t width) MUST_CHECK;
/* Outcome of the cell's point in game g, no obligation. */
enum status ask_outcome(const struct cell *, size_t g,
                        uint8_t *outcome) MUST_CHECK;
/* The number of options of a position of game g, which must be movable. */
enum status ask_options(const struct cell *, size_t g, struct position,
                        enum mover, uint64_t *n) MUST_CHECK;
/* Value of the cell's point in game g. */
enum status ask_value(const struct cell *, size_t g,
                      uint64_t *value) MUST_CHECK;
/* Value of a single heap in game g. */
enum status ask_heap(const struct cell *, size_t g, uint32_t size,
                     uint64_t *value) MUST_CHECK;

/* The least k in 0..PAIR_NIM_MAX such that a heap of game g beside a Nim heap
 * of k is P; PAIR_LOONY if there is none. */
enum { PAIR_NIM_MAX = 40, PAIR_LOONY = 255 };
enum status ask_pair(const struct cell *, size_t g, uint32_t size,
                     uint8_t *value) MUST_CHECK;
/* The outcome of the cell's point by the nim-sum of these for its own heaps,
 * and of its Nim heaps: N if it is not 0 or one of them is PAIR_LOONY. */
enum status ask_pair_sum(const struct cell *, size_t g,
                         uint8_t *outcome) MUST_CHECK;

/* Winning moves of the cell's point in game g, and how many of them oblige the
 * opponent. */
struct ask_winning {
    const struct game *game;
    uint16_t moves, obliging;
};
enum status ask_winning(const struct cell *, size_t g,
                        struct ask_winning *) MUST_CHECK;

/* The winning replies to every move from the cell's point, for a game that is
 * the sum of its components and obliges nobody; a move in one of several equal
 * components counts once. */
struct ask_replies {
    uint32_t moves, winning; /* moves; winning replies to all of them */
    uint32_t at_home;        /* of these, replies in the component moved in */
};
enum status ask_replies(const struct cell *, size_t g,
                        struct ask_replies *) MUST_CHECK;

#endif
