/* draw.h - chance for tests: every run sees the same draws. Any thread, each
 * with a seed of its own. */
#ifndef TEST_COMMON_DRAW_H
#define TEST_COMMON_DRAW_H

#include <stddef.h>
#include <stdint.h>

/* A number below `below`; Knuth's 64-bit linear congruence, its high bits. */
static inline size_t draw(uint64_t *seed, size_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % below;
}

#endif
