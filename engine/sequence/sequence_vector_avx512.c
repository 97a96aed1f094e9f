/* sequence_vector_avx512.c - vectors of 64 bytes. */
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512bw")))
#define BYTES 64
#include "engine/sequence/sequence_vector_template.h"

static bool supported(void)
{
    return __builtin_cpu_supports("avx512bw");
}

extern const struct sequence_vector sequence_vector_avx512;
const struct sequence_vector sequence_vector_avx512 = {
    .name = "avx512bw",
    .bytes = BYTES,
    .supported = supported,
    .scan = scan,
};

#else
typedef int sequence_vector_avx512_empty;
#endif
