/* pairs.h - marks what pairs of nimbers add up to: the loop that takes the time
 * wherever a heap of m is split into i and m - i. Pure; any thread.
 */
#ifndef ENGINE_BASE_PAIRS_H
#define ENGINE_BASE_PAIRS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* marks[head[i] xor tail[i]] = stamp for i < n; marks has 65,536 places. Four
 * at a time, as the stores are what takes the time: 3.3e9 steps per CPU second
 * for all Top Entails heaps to 60,000 (bench/stacks). */
static inline void pairs_mark(const uint16_t head[], const uint16_t tail[],
                              size_t n, uint8_t marks[], uint8_t stamp)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        uint64_t x, y;
        memcpy(&x, &head[i], sizeof x);
        memcpy(&y, &tail[i], sizeof y);
        x ^= y;
        marks[x & 0xffff] = stamp;
        marks[x >> 16 & 0xffff] = stamp;
        marks[x >> 32 & 0xffff] = stamp;
        marks[x >> 48] = stamp;
    }
    for (; i < n; i++)
        marks[head[i] ^ tail[i]] = stamp;
}

#endif
