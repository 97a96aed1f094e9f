/* draw.h - chance for tests. Every run sees the same draws, unless SEED in the
 * environment is another number than 0; a test prints the seed that it starts
 * from. Any thread, each with a seed of its own. */
#ifndef TEST_COMMON_DRAW_H
#define TEST_COMMON_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A number below `below`; Knuth's 64-bit linear congruence, its high bits. */
static inline size_t draw(uint64_t *seed, size_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % below;
}

/* Where the draws of a test start; `own` sets tests of one SEED apart. The first
 * call of a test prints SEED. */
static inline uint64_t draw_seed(uint64_t own)
{
    static bool printed;
    const char *text = getenv("SEED");
    const uint64_t given = text ? strtoull(text, NULL, 10) : 0;
    if (!printed)
        fprintf(stderr, "test: draws start from SEED=%llu\n",
                (unsigned long long)given);
    printed = true;
    return own + given;
}

#endif
