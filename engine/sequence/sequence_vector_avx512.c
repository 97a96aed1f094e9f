/* sequence_vector_avx512.c - vectors of 64 bytes. */
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512bw")))
#define BYTES 64
#define MANY
#include <immintrin.h>

TARGET static inline __m512i reverse(__m512i x)
{
    const __m512i in_lane = _mm512_broadcast_i32x4(
        _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    x = _mm512_shuffle_epi8(x, in_lane);
    return _mm512_shuffle_i64x2(x, x, 0x1b);
}

#define LEAST(x, y) ((bytes)_mm512_min_epu8((__m512i)(x), (__m512i)(y)))
#define REVERSE(x) ((bytes)reverse((__m512i)(x)))
#define ANY_ZERO(x) (_mm512_testn_epi8_mask((__m512i)(x), (__m512i)(x)) != 0)
#define WIDEN(at)                                                              \
    ((wide)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const void *)(at))))
#define ONE_AT(x) ((wide)_mm512_sllv_epi64(_mm512_set1_epi64(1), (__m512i)(x)))
#include "engine/sequence/sequence_vector_template.h"

/* Nimbers that are compared one by one. */
enum { TABLES_FROM = 3 };

/* The bits of the wanted whose bits 0..5, 6..10 or 11..15 are given: a look-up
 * in each leaves the one nimber that is equal. */
struct tables {
    uint16_t low[64], middle[32], high[32];
};

TARGET static unsigned scan_many(const uint16_t x[], const uint16_t y[],
                                 size_t n, const uint16_t wanted[],
                                 unsigned count)
{
    struct tables tables;
    uint16_t words[LANES], found = 0;
    size_t i = 0;
    memset(&tables, 0, sizeof tables);
    for (unsigned j = 0; j < count; j++) {
        const uint16_t bit = (uint16_t)(1u << j);
        tables.low[wanted[j] % 64] |= bit;
        tables.middle[wanted[j] / 64 % 32] |= bit;
        tables.high[wanted[j] / 2048] |= bit;
    }
    const __m512i low = _mm512_loadu_si512(tables.low);
    const __m512i low_next = _mm512_loadu_si512(tables.low + 32);
    const __m512i middle = _mm512_loadu_si512(tables.middle);
    const __m512i high = _mm512_loadu_si512(tables.high);
    __m512i all = _mm512_setzero_si512();
    for (; i + LANES <= n; i += LANES) {
        const __m512i v = _mm512_xor_si512(_mm512_loadu_si512(x + i),
                                           _mm512_loadu_si512(y + i));
        const __m512i a = _mm512_permutex2var_epi16(low, v, low_next);
        const __m512i b =
            _mm512_permutexvar_epi16(_mm512_srli_epi16(v, 6), middle);
        const __m512i c =
            _mm512_permutexvar_epi16(_mm512_srli_epi16(v, 11), high);
        all = _mm512_or_si512(all, _mm512_and_si512(a, _mm512_and_si512(b, c)));
    }
    _mm512_storeu_si512(words, all);
    for (size_t j = 0; j < LANES; j++)
        found |= words[j];
    for (; i < n; i++)
        for (unsigned j = 0; j < count; j++)
            found |= (uint16_t)((unsigned)((x[i] ^ y[i]) == wanted[j]) << j);
    return found;
}

TARGET unsigned sequence_vector_scan_512(const uint16_t x[], const uint16_t y[],
                                         size_t n, const uint16_t wanted[],
                                         unsigned count)
{
    return count <= TABLES_FROM ? scan_few(x, y, n, wanted, count)
                                : scan_many(x, y, n, wanted, count);
}

TARGET void sequence_vector_hit_512(const uint8_t *at,
                                    const struct vector_part parts[], size_t n,
                                    uint8_t tries[][VECTOR_HEAPS],
                                    uint8_t missed[][VECTOR_HEAPS])
{
    hit(at, parts, n, tries, missed);
}

TARGET unsigned sequence_vector_seek_512(const uint8_t x[], const uint8_t *y,
                                         const uint8_t sought[], unsigned count)
{
    return seek(x, y, sought, count);
}

static bool supported(void)
{
    return __builtin_cpu_supports("avx512bw");
}

extern const struct sequence_vector sequence_vector_avx512;
const struct sequence_vector sequence_vector_avx512 = {
    .name = "avx512bw",
    .bytes = BYTES,
    .supported = supported,
    .scan = sequence_vector_scan_512,
    .mark = mark,
    .hit = hit,
    .seek = seek,
};

#else
typedef int sequence_vector_avx512_empty;
#endif
