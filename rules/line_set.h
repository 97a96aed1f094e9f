/* line_set.h - sets of up to 119 lines of a board, or strings of a graph.
 *
 * Bit i is line i. Pure functions, any thread.
 */
#ifndef RULES_LINE_SET_H
#define RULES_LINE_SET_H

#include <stdint.h>

enum { LINES_MAX = 119 };

/* A type of gcc and clang beyond the standard. */
__extension__ typedef unsigned __int128 lines;

static inline lines line(uint32_t i)
{
    return (lines)1 << i;
}

static inline uint32_t lines_count(lines set)
{
    return (uint32_t)(__builtin_popcountll((uint64_t)set) +
                      __builtin_popcountll((uint64_t)(set >> 64)));
}

/* The lowest line of a set that is not empty. */
static inline uint32_t lines_lowest(lines set)
{
    const uint64_t low = (uint64_t)set;
    return low ? (uint32_t)__builtin_ctzll(low)
               : 64 + (uint32_t)__builtin_ctzll((uint64_t)(set >> 64));
}

#endif
