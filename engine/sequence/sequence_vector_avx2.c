/* sequence_vector_avx2.c - vectors of 32 bytes. */
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2")))
#define BYTES 32
#include "engine/sequence/sequence_vector_template.h"

static bool supported(void)
{
    return __builtin_cpu_supports("avx2");
}

extern const struct sequence_vector sequence_vector_avx2;
const struct sequence_vector sequence_vector_avx2 = {
    .name = "avx2",
    .bytes = BYTES,
    .supported = supported,
    .scan = scan,
};

#else
typedef int sequence_vector_avx2_empty;
#endif
