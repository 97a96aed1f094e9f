/* sequence_vector_16.c - vectors of 16 bytes, which every compiler that knows
 * vectors makes of what the processor has (SSE2, NEON, or plain words). */
#include <stdint.h>
#include <string.h>

#define TARGET
#define BYTES 16

typedef uint8_t sixteen __attribute__((vector_size(BYTES)));

static inline sixteen reverse(sixteen x)
{
    uint64_t half[2], reversed[2];
    memcpy(half, &x, sizeof half);
    reversed[0] = __builtin_bswap64(half[1]);
    reversed[1] = __builtin_bswap64(half[0]);
    memcpy(&x, reversed, sizeof x);
    return x;
}

static inline int any_zero(sixteen x)
{
    uint64_t half[2];
    x = (sixteen)(x == 0);
    memcpy(half, &x, sizeof half);
    return (half[0] | half[1]) != 0;
}

#define REVERSE(x) reverse(x)
#define ANY_ZERO(x) any_zero(x)
#define LEAST(x, y) (((x) & (bytes)((x) < (y))) | ((y) & ~(bytes)((x) < (y))))
#include "engine/sequence/sequence_vector_template.h"

static bool supported(void)
{
    return true;
}

extern const struct sequence_vector sequence_vector_16;
const struct sequence_vector sequence_vector_16 = {
    .name = "16 bytes",
    .bytes = BYTES,
    .supported = supported,
    .scan = scan,
    .mark = sequence_vector_mark,
    .hit = hit,
    .seek = seek,
};
