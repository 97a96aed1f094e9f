/* sequence_vector_template.h - the text of a level of sequence_vector.h,
 * included once for each instruction set by a file that defines
 *
 *   TARGET  the attribute that allows the compiler its instructions
 *   BYTES   of a vector register: 16, 32 or 64
 */
#include "engine/sequence/sequence_vector.h"

#include <string.h>

enum { LANES = BYTES / 2 };

typedef uint16_t lanes __attribute__((vector_size(BYTES)));

/* count is a constant wherever this is inlined. */
TARGET static inline __attribute__((always_inline)) unsigned
scan_for(const uint16_t x[], const uint16_t y[], size_t n,
         const uint16_t wanted[], const unsigned count)
{
    lanes want[VECTOR_WANTED], hit[VECTOR_WANTED];
    unsigned found = 0;
    size_t i = 0;
#pragma GCC unroll 8
    for (unsigned j = 0; j < count; j++) {
        want[j] = (lanes){0} + wanted[j];
        hit[j] = (lanes){0};
    }
    for (; i + LANES <= n; i += LANES) {
        lanes a, b;
        memcpy(&a, &x[i], sizeof a);
        memcpy(&b, &y[i], sizeof b);
        a ^= b;
#pragma GCC unroll 8
        for (unsigned j = 0; j < count; j++)
            hit[j] |= (lanes)(a == want[j]);
    }
#pragma GCC unroll 8
    for (unsigned j = 0; j < count; j++) {
        uint64_t words[BYTES / 8], any = 0;
        memcpy(words, &hit[j], sizeof words);
        for (size_t w = 0; w < BYTES / 8; w++)
            any |= words[w];
        found |= (unsigned)(any != 0) << j;
    }
    for (; i < n; i++)
        for (unsigned j = 0; j < count; j++)
            found |= (unsigned)((x[i] ^ y[i]) == wanted[j]) << j;
    return found;
}

#define COUNT(c)                                                               \
    case c:                                                                    \
        return scan_for(x, y, n, wanted, c)

TARGET static unsigned scan(const uint16_t x[], const uint16_t y[], size_t n,
                            const uint16_t wanted[], unsigned count)
{
    switch (count) {
        COUNT(1);
        COUNT(2);
        COUNT(3);
        COUNT(4);
        COUNT(5);
        COUNT(6);
        COUNT(7);
    default:
        return scan_for(x, y, n, wanted, VECTOR_WANTED);
    }
}
