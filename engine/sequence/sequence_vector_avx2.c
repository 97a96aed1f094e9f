/* sequence_vector_avx2.c - vectors of 32 bytes. */
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2")))
#define BYTES 32
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

static inline int32_t four_bytes(const uint8_t *at)
{
    int32_t x;
    memcpy(&x, at, sizeof x);
    return x;
}

TARGET static inline __m256i reverse(__m256i x)
{
    const __m256i in_lane = _mm256_broadcastsi128_si256(
        _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    x = _mm256_shuffle_epi8(x, in_lane);
    return _mm256_permute2x128_si256(x, x, 1);
}

#define LEAST(x, y) ((bytes)_mm256_min_epu8((__m256i)(x), (__m256i)(y)))
#define REVERSE(x) ((bytes)reverse((__m256i)(x)))
#define ANY_ZERO(x)                                                            \
    (_mm256_movemask_epi8(                                                     \
         _mm256_cmpeq_epi8((__m256i)(x), _mm256_setzero_si256())) != 0)
#define WIDEN(at)                                                              \
    ((wide)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four_bytes(at))))
#define ONE_AT(x) ((wide)_mm256_sllv_epi64(_mm256_set1_epi64x(1), (__m256i)(x)))
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
    .mark = mark,
    .hit = hit,
    .seek = seek,
};

#else
typedef int sequence_vector_avx2_empty;
#endif
