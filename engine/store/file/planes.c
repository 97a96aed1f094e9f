#include "engine/store/file/planes.h"

#include <endian.h>
#include <string.h>

/* Eight rows of eight bytes become eight columns: a byte at (i, j) goes to
 * (j, i), in three rounds that exchange quarters, pairs and bytes (Warren,
 * Hacker's Delight, 7-3). The words are little-endian. */
static void transpose(uint64_t x[8])
{
    static const uint64_t low[] = {0x00ff00ff00ff00ff, 0x0000ffff0000ffff,
                                   0x00000000ffffffff};
    for (unsigned round = 3; round-- > 0;) {
        const unsigned step = 1u << round, shift = 8 * step;
        for (unsigned i = 0; i < 8; i++)
            if (!(i & step)) {
                const uint64_t t = (x[i] >> shift ^ x[i + step]) & low[round];
                x[i + step] ^= t;
                x[i] ^= t << shift;
            }
    }
}

/* Moves eight by eight bytes between rows and planes that are `from_step` and
 * `to_step` bytes apart. */
static inline void turn(const uint8_t *from, size_t from_step, uint8_t *to,
                        size_t to_step)
{
    uint64_t x[8];
    for (size_t k = 0; k < 8; k++) {
        memcpy(&x[k], from + k * from_step, 8);
        x[k] = le64toh(x[k]);
    }
    transpose(x);
    for (size_t k = 0; k < 8; k++) {
        x[k] = htole64(x[k]);
        memcpy(to + k * to_step, &x[k], 8);
    }
}

/* Constant widths let the compiler turn the copies into single moves. */
void planes_of_rows(const uint8_t *restrict in, size_t width, uint64_t n,
                    uint8_t *restrict out)
{
    const uint64_t rows = width < 8 ? 0 : n & ~(uint64_t)7;
    const size_t bytes = width & ~(size_t)7;
#define SHUFFLE(w)                                                             \
    for (size_t b = 0; b < (w); b++)                                           \
        for (uint64_t i = b < bytes ? rows : 0; i < n; i++)                    \
            out[b * n + i] = in[i * (w) + b];
    for (uint64_t i = 0; i < rows; i += 8)
        for (size_t b = 0; b < bytes; b += 8)
            turn(in + i * width + b, width, out + b * n + i, n);
    switch (width) {
    case 1:
        memcpy(out, in, n);
        break;
    case 2:
        SHUFFLE(2) break;
    case 4:
        SHUFFLE(4) break;
    default:
        SHUFFLE(width)
    }
#undef SHUFFLE
}

void planes_to_rows(const uint8_t *restrict in, size_t width, uint64_t rows,
                    uint64_t n, uint8_t *restrict out)
{
    const uint64_t turned = width < 8 ? 0 : n & ~(uint64_t)7;
    const size_t bytes = width & ~(size_t)7;
#define UNSHUFFLE(w)                                                           \
    for (uint64_t i = 0; i < n; i++)                                           \
        for (size_t b = i < turned ? bytes : 0; b < (w); b++)                  \
            out[i * (w) + b] = in[b * rows + i];
    for (uint64_t i = 0; i < turned; i += 8)
        for (size_t b = 0; b < bytes; b += 8)
            turn(in + b * rows + i, rows, out + i * width + b, width);
    switch (width) {
    case 1:
        memcpy(out, in, n);
        break;
    case 2:
        UNSHUFFLE(2) break;
    case 4:
        UNSHUFFLE(4) break;
    default:
        UNSHUFFLE(width)
    }
#undef UNSHUFFLE
}
