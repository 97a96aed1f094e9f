/* sequence_vector_avx512.c - vectors of 64 bytes. */
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512bw")))
#define BYTES 64
#include <immintrin.h>

#define LEAST(x, y) ((bytes)_mm512_min_epu8((__m512i)(x), (__m512i)(y)))
#define WIDEN(at)                                                              \
    ((wide)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const void *)(at))))
#define ONE_AT(x) ((wide)_mm512_sllv_epi64(_mm512_set1_epi64(1), (__m512i)(x)))
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
    .mark = mark,
    .hit = hit,
};

#else
typedef int sequence_vector_avx512_empty;
#endif
