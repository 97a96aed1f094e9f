/* sequence_vector_template.h - the text of a level of sequence_vector.h,
 * included once for each instruction set by a file that defines
 *
 *   TARGET  the attribute that allows the compiler its instructions
 *   BYTES   of a vector register: 16, 32 or 64
 *   LEAST(x, y)   of two registers of bytes, lane by lane
 *   REVERSE(x)    its bytes, the last one first
 *   ANY_ZERO(x)   is one of its bytes 0?
 * and, unless it takes the portable mark,
 *   WIDEN(at)     a register of 64-bit lanes from BYTES / 8 bytes in memory
 *   ONE_AT(x)     1 << x in lanes of 64 bits, 0 where x >= 64
 * and MANY, if it has a scan of its own.
 */
#include "engine/sequence/sequence_vector.h"

#include <string.h>

enum { LANES = BYTES / 2, FEW = 8 };

typedef uint16_t lanes __attribute__((vector_size(BYTES)));

/* count is a constant wherever this is inlined. */
TARGET static inline __attribute__((always_inline)) unsigned
scan_for(const uint16_t x[], const uint16_t y[], size_t n,
         const uint16_t wanted[], const unsigned count)
{
    lanes want[FEW], hit[FEW];
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

TARGET static unsigned scan_few(const uint16_t x[], const uint16_t y[],
                                size_t n, const uint16_t wanted[],
                                unsigned count)
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
        return scan_for(x, y, n, wanted, FEW);
    }
}

#ifndef MANY
TARGET static unsigned scan(const uint16_t x[], const uint16_t y[], size_t n,
                            const uint16_t wanted[], unsigned count)
{
    const unsigned first = count < FEW ? count : FEW;
    const unsigned found = scan_few(x, y, n, wanted, first);
    if (count == first)
        return found;
    return found | scan_few(x, y, n, wanted + FEW, count - FEW) << FEW;
}
#endif

typedef uint8_t bytes __attribute__((vector_size(BYTES)));

/* Those of heaps t .. t + BYTES - 1 of the row. */
TARGET static inline __attribute__((always_inline)) void
hit_some(const uint8_t *at, const struct vector_part parts[], size_t n,
         uint8_t tries[][VECTOR_HEAPS], uint8_t missed[][VECTOR_HEAPS],
         size_t t)
{
    bytes want[VECTOR_TRIES], least[VECTOR_TRIES];
#pragma GCC unroll 8
    for (size_t j = 0; j < VECTOR_TRIES; j++) {
        memcpy(&want[j], &tries[j][t], sizeof want[j]);
        least[j] = (bytes){0} + 1;
    }
    for (size_t i = 0; i < n; i++) {
        bytes x;
        memcpy(&x, at - parts[i].offset + t, sizeof x);
        x ^= parts[i].code;
#pragma GCC unroll 8
        for (size_t j = 0; j < VECTOR_TRIES; j++)
            least[j] = LEAST(least[j], x ^ want[j]);
    }
#pragma GCC unroll 8
    for (size_t j = 0; j < VECTOR_TRIES; j++)
        memcpy(&missed[j][t], &least[j], sizeof least[j]);
}

TARGET static void hit(const uint8_t *at, const struct vector_part parts[],
                       size_t n, uint8_t tries[][VECTOR_HEAPS],
                       uint8_t missed[][VECTOR_HEAPS])
{
    for (size_t t = 0; t < VECTOR_HEAPS; t += BYTES)
        hit_some(at, parts, n, tries, missed, t);
}

TARGET static unsigned seek(const uint8_t x[], const uint8_t *y,
                            const uint8_t sought[], unsigned count)
{
    enum { REGISTERS = VECTOR_PAIRS / BYTES };
    bytes pairs[REGISTERS];
    unsigned found = 0;
#pragma GCC unroll 16
    for (ptrdiff_t i = 0; i < REGISTERS; i++) {
        bytes b;
        memcpy(&pairs[i], x + BYTES * i, sizeof b);
        memcpy(&b, y - BYTES * (i + 1) + 1, sizeof b);
        pairs[i] ^= REVERSE(b);
    }
    for (unsigned j = 0; j < count; j++) {
        bytes least = pairs[0] ^ sought[j];
#pragma GCC unroll 16
        for (int i = 1; i < REGISTERS; i++)
            least = LEAST(least, pairs[i] ^ sought[j]);
        found |= (unsigned)ANY_ZERO(least) << j;
    }
    return found;
}

#ifdef WIDEN

typedef uint64_t wide __attribute__((vector_size(BYTES)));

/* Registers of bits for the heaps of two of them, a word each. */
TARGET static inline __attribute__((always_inline)) void
mark_words(const uint8_t *at, const struct vector_part parts[], size_t n,
           const unsigned words, uint64_t sets[][VECTOR_WORDS])
{
    enum { HEAPS = BYTES / 8 };
    wide bits[2][VECTOR_WORDS] = {{{0}}};
    for (size_t i = 0; i < n; i++) {
        const uint8_t *first = at - parts[i].offset;
        const wide code = (wide){0} + parts[i].code;
#pragma GCC unroll 2
        for (size_t h = 0; h < 2; h++) {
            const wide x = WIDEN(first + h * HEAPS) ^ code;
#pragma GCC unroll 4
            for (unsigned w = 0; w < words; w++)
                bits[h][w] |= ONE_AT(x - 64 * w);
        }
    }
#pragma GCC unroll 2
    for (size_t h = 0; h < 2; h++)
#pragma GCC unroll 4
        for (unsigned w = 0; w < words; w++)
            for (size_t j = 0; j < HEAPS; j++)
                sets[h * HEAPS + j][w] |= bits[h][w][j];
}

TARGET static void mark(const uint8_t *at, const struct vector_part parts[],
                        size_t n, unsigned end, uint64_t sets[][VECTOR_WORDS])
{
    for (size_t t = 0; t < VECTOR_HEAPS; t += BYTES / 4)
        switch ((end + 63) / 64) {
        case 1:
            mark_words(at + t, parts, n, 1, sets + t);
            break;
        case 2:
            mark_words(at + t, parts, n, 2, sets + t);
            break;
        case 3:
            mark_words(at + t, parts, n, 3, sets + t);
            break;
        default:
            mark_words(at + t, parts, n, VECTOR_WORDS, sets + t);
        }
}

#endif
