/* sequence_vector_vbmi.c - vectors of 64 bytes, where a register is a table of
 * bytes: marking by look-ups.
 *
 * A byte of a register of bits has eight codes of a heap, so that a look-up of
 * 64 heaps' codes adds what is in it: 512 bits, as a shift does, but without
 * the widening, the subtraction and the comparison that make a word of it.
 */
#include "engine/sequence/sequence_vector.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx512bw,avx512vbmi")))

enum {
    BITS = 8,
    TABLES = VECTOR_HALVES / BITS,
    LANES = VECTOR_HEAPS,
    GROUPS = 8 * VECTOR_WORDS,
    OR_3 = 0xfe
};

#define EIGHT 1, 2, 4, 8, 16, 32, 64, -128
#define NONE 0, 0, 0, 0, 0, 0, 0, 0

/* The bits of codes 8g .. 8g + 7, for the eight g of 64 codes. */
static const int8_t bits_of[8][LANES] __attribute__((aligned(LANES))) = {
    {EIGHT, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
    {NONE, EIGHT, NONE, NONE, NONE, NONE, NONE, NONE},
    {NONE, NONE, EIGHT, NONE, NONE, NONE, NONE, NONE},
    {NONE, NONE, NONE, EIGHT, NONE, NONE, NONE, NONE},
    {NONE, NONE, NONE, NONE, EIGHT, NONE, NONE, NONE},
    {NONE, NONE, NONE, NONE, NONE, EIGHT, NONE, NONE},
    {NONE, NONE, NONE, NONE, NONE, NONE, EIGHT, NONE},
    {NONE, NONE, NONE, NONE, NONE, NONE, NONE, EIGHT},
};

/* Codes of the heaps, and which of them are in each 64. */
struct codes {
    __m512i code;
    __mmask64 in[VECTOR_WORDS];
};

TARGET static inline __attribute__((always_inline)) struct codes
read_codes(const uint8_t *at, const struct vector_part *part)
{
    struct codes x;
    x.code = _mm512_xor_si512(_mm512_loadu_si512(at - part->offset),
                              _mm512_set1_epi8((char)part->code));
    const __m512i high = _mm512_and_si512(x.code, _mm512_set1_epi8((char)0xc0));
#pragma GCC unroll 4
    for (int w = 0; w < VECTOR_WORDS; w++)
        x.in[w] =
            _mm512_cmpeq_epi8_mask(high, _mm512_set1_epi8((char)(64 * w)));
    return x;
}

/* What group g of codes has of x; and what it has of both. */
TARGET static inline __attribute__((always_inline)) __m512i
look_up(struct codes x, unsigned g)
{
    return _mm512_maskz_permutexvar_epi8(x.in[g / 8], x.code,
                                         _mm512_load_si512(bits_of[g % 8]));
}

/* groups is a constant wherever this is inlined. */
TARGET static inline __attribute__((always_inline)) void
mark_groups(const uint8_t *at, const struct vector_part parts[], size_t n,
            const unsigned groups, uint8_t rows[][LANES])
{
    __m512i bits[GROUPS];
#pragma GCC unroll 32
    for (unsigned g = 0; g < groups; g++)
        bits[g] = _mm512_setzero_si512();
    for (size_t i = 0; i + 1 < n; i += 2) {
        const struct codes x = read_codes(at, &parts[i]);
        const struct codes y = read_codes(at, &parts[i + 1]);
#pragma GCC unroll 32
        for (unsigned g = 0; g < groups; g++)
            bits[g] = _mm512_ternarylogic_epi64(bits[g], look_up(x, g),
                                                look_up(y, g), OR_3);
    }
    if (n % 2) {
        const struct codes x = read_codes(at, &parts[n - 1]);
#pragma GCC unroll 32
        for (unsigned g = 0; g < groups; g++)
            bits[g] = _mm512_or_si512(bits[g], look_up(x, g));
    }
#pragma GCC unroll 32
    for (unsigned g = 0; g < groups; g++)
        _mm512_storeu_si512(rows[g], bits[g]);
}

/* Adds to word w of the sets eight rows of bytes. */
TARGET static void add_word(uint8_t rows[][LANES],
                            uint64_t sets[][VECTOR_WORDS], unsigned w)
{
    for (size_t t = 0; t < VECTOR_HEAPS; t += 8) {
        uint64_t words[8];
        __m512i all = _mm512_setzero_si512();
#pragma GCC unroll 8
        for (unsigned g = 0; g < 8; g++) {
            const __m128i row = _mm_loadl_epi64((const void *)(rows[g] + t));
            all = _mm512_or_si512(
                all, _mm512_slli_epi64(_mm512_cvtepu8_epi64(row), 8 * g));
        }
        _mm512_storeu_si512(words, all);
        for (size_t j = 0; j < 8; j++)
            sets[t + j][w] |= words[j];
    }
}

#define CASE(c)                                                                \
    case c:                                                                    \
        mark_groups(at, parts, n, c, rows);                                    \
        break

TARGET static void mark(const uint8_t *at, const struct vector_part parts[],
                        size_t n, unsigned end, uint64_t sets[][VECTOR_WORDS])
{
    uint8_t rows[GROUPS][LANES];
    const unsigned words = (end + 63) / 64, groups = (end + 15) / 16 * 2;
    for (unsigned g = groups; g < 8 * words; g++)
        memset(rows[g], 0, sizeof rows[g]);
    switch (groups) {
        CASE(2);
        CASE(4);
        CASE(6);
        CASE(8);
        CASE(10);
        CASE(12);
        CASE(14);
        CASE(16);
        CASE(18);
        CASE(20);
        CASE(22);
        CASE(24);
    default:
        memset(rows, 0, sizeof rows);
        mark_groups(at, parts, n, GROUPS, rows);
    }
    for (unsigned w = 0; w < words; w++)
        add_word(rows + 8 * w, sets, w);
}

/* The bits of the wanted with such a lower half, and with such an upper one. */
struct halves_tables {
    uint8_t lower[64], upper[2][64];
};

TARGET static inline __attribute__((always_inline)) __m512i
look_up_halves(const struct halves_tables *t, __m512i lower, __m512i upper,
               __mmask64 heaps)
{
    const __m512i a =
        _mm512_permutexvar_epi8(lower, _mm512_loadu_si512(t->lower));
    const __m512i b =
        _mm512_maskz_permutex2var_epi8(heaps, _mm512_loadu_si512(t->upper[0]),
                                       upper, _mm512_loadu_si512(t->upper[1]));
    return _mm512_and_si512(a, b);
}

TARGET static unsigned any_of(__m512i x)
{
    const __m256i half = _mm256_or_si256(_mm512_castsi512_si256(x),
                                         _mm512_extracti64x4_epi64(x, 1));
    const __m128i some = _mm_or_si128(_mm256_castsi256_si128(half),
                                      _mm256_extracti128_si256(half, 1));
    uint64_t bits =
        (uint64_t)(_mm_extract_epi64(some, 0) | _mm_extract_epi64(some, 1));
    bits |= bits >> 32;
    bits |= bits >> 16;
    return (unsigned)(bits | bits >> 8) & 0xff;
}

/* tables is a constant wherever this is inlined. */
TARGET static inline __attribute__((always_inline)) void
scan_some(__m512i lower, __m512i upper, const struct halves_tables t[],
          const unsigned tables, __m512i all[])
{
    const __mmask64 heaps = _mm512_movepi8_mask(upper);
#pragma GCC unroll 4
    for (unsigned j = 0; j < tables; j++)
        all[j] =
            _mm512_or_si512(all[j], look_up_halves(&t[j], lower, upper, heaps));
}

TARGET static inline __attribute__((always_inline)) unsigned
scan_tables(struct vector_halves x, struct vector_halves y, size_t n,
            const struct halves_tables t[], const unsigned tables)
{
    __m512i all[TABLES];
    unsigned found = 0;
#pragma GCC unroll 4
    for (unsigned j = 0; j < tables; j++)
        all[j] = _mm512_setzero_si512();
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        scan_some(_mm512_xor_si512(_mm512_loadu_si512(x.lower + i),
                                   _mm512_loadu_si512(y.lower + i)),
                  _mm512_xor_si512(_mm512_loadu_si512(x.upper + i),
                                   _mm512_loadu_si512(y.upper + i)),
                  t, tables, all);
    if (i < n) {
        const __mmask64 there = (1ull << (n - i)) - 1;
        scan_some(_mm512_xor_si512(_mm512_maskz_loadu_epi8(there, x.lower + i),
                                   _mm512_maskz_loadu_epi8(there, y.lower + i)),
                  _mm512_xor_si512(_mm512_maskz_loadu_epi8(there, x.upper + i),
                                   _mm512_maskz_loadu_epi8(there, y.upper + i)),
                  t, tables, all);
    }
#pragma GCC unroll 4
    for (unsigned j = 0; j < tables; j++)
        found |= any_of(all[j]) << BITS * j;
    return found;
}

TARGET static unsigned scan_halves(struct vector_halves x,
                                   struct vector_halves y, size_t n,
                                   const uint16_t wanted[], unsigned count)
{
    struct halves_tables tables[TABLES];
    memset(tables, 0, (count + BITS - 1) / BITS * sizeof *tables);
    for (unsigned j = 0; j < count; j++) {
        struct halves_tables *t = &tables[j / BITS];
        const uint8_t bit = (uint8_t)(1u << j % BITS);
        const unsigned upper = wanted[j] / 64;
        t->lower[wanted[j] % 64] |= bit;
        t->upper[upper / 64][upper % 64] |= bit;
    }
    switch ((count - 1) / BITS) {
    case 0:
        return scan_tables(x, y, n, tables, 1);
    case 1:
        return scan_tables(x, y, n, tables, 2);
    case 2:
        return scan_tables(x, y, n, tables, 3);
    default:
        return scan_tables(x, y, n, tables, TABLES);
    }
}

static bool supported(void)
{
    return __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi");
}

extern const struct sequence_vector sequence_vector_vbmi;
const struct sequence_vector sequence_vector_vbmi = {
    .name = "avx512vbmi",
    .bytes = LANES,
    .supported = supported,
    .scan = sequence_vector_scan_512,
    .scan_halves = scan_halves,
    .mark = mark,
    .hit = sequence_vector_hit_512,
    .seek = sequence_vector_seek_512,
};

#else
typedef int sequence_vector_vbmi_empty;
#endif
