/* sequence_vector_16.c - vectors of 16 bytes, which every compiler that knows
 * vectors makes of what the processor has (SSE2, NEON, or plain words). */
#define TARGET
#define BYTES 16
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
};
