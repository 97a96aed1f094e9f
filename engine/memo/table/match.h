/* match.h - compares the eight words of a cache line at once.
 *
 * What the vector forms read is a hint: other threads may be writing the eight
 * words. The caller loads a word that matched once more, atomically, before it
 * relies on it. The scalar form does what the others do, anywhere.
 *
 * A loop that uses a form is compiled once per form: FORMS(X) expands
 * X(form, attribute) for each that this processor family has, and forms_best()
 * says at run time which is the best that this processor can do.
 */
#ifndef ENGINE_MEMO_TABLE_MATCH_H
#define ENGINE_MEMO_TABLE_MATCH_H

#include <stdatomic.h>
#include <stdint.h>

/* Bit i is about word i. */
struct match {
    unsigned equal; /* (word ^ target) & care == 0 */
    unsigned empty; /* word == 0 */
};

/* The words of a line that, where `care` has a 1, are as in target. */
typedef struct match match_line(const unsigned char *line, uint64_t care,
                                uint64_t target);

#define INLINE static inline __attribute__((always_inline))

INLINE uint64_t word_load(const unsigned char *line, unsigned i)
{
    return atomic_load_explicit((const _Atomic uint64_t *)line + i,
                                memory_order_relaxed);
}

static inline struct match match_scalar(const unsigned char *line,
                                        uint64_t care, uint64_t target)
{
    struct match m = {0, 0};
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word = word_load(line, i);
        m.equal |= (unsigned)(((word ^ target) & care) == 0) << i;
        m.empty |= (unsigned)(word == 0) << i;
    }
    return m;
}

/* Every 64-bit processor in use has a compare-and-swap of 16 bytes, but the
 * compiler's baseline does not include it. */
#if defined __x86_64__
#define TARGET_SCALAR __attribute__((target("cx16")))
#else
#define TARGET_SCALAR
#endif

/* The race detector does not see what vector instructions read. */
#if defined __x86_64__ && !defined __SANITIZE_THREAD__

#include <immintrin.h>

/* The compiler must not read a vector from the line again: `equal` of one
 * reading and `empty` of a later one miss a key that came in between. */
#define READ_ONCE(vector) __asm__("" : "+v"(vector))

#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,cx16,prfchw")))
#define TARGET_AVX512 __attribute__((target("avx512f,bmi,bmi2,cx16,prfchw")))
#define FORMS(X)                                                               \
    X(scalar, TARGET_SCALAR)                                                   \
    X(avx2, TARGET_AVX2) X(avx512, TARGET_AVX512)

TARGET_AVX2 static inline struct match
match_avx2(const unsigned char *line, uint64_t care, uint64_t target)
{
    const __m256i *half = (const __m256i *)line;
    __m256i a = _mm256_load_si256(half), b = _mm256_load_si256(half + 1);
    READ_ONCE(a);
    READ_ONCE(b);
    __m256i zero = _mm256_setzero_si256();
    __m256i cares = _mm256_set1_epi64x((long long)care);
    __m256i wanted = _mm256_set1_epi64x((long long)(target & care));
#define BITS(x) (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(x))
#define EQUAL(x, y) BITS(_mm256_cmpeq_epi64(x, y))
    struct match m = {
        .equal = EQUAL(_mm256_and_si256(a, cares), wanted) |
                 EQUAL(_mm256_and_si256(b, cares), wanted) << 4,
        .empty = EQUAL(a, zero) | EQUAL(b, zero) << 4,
    };
#undef EQUAL
#undef BITS
    return m;
}

TARGET_AVX512 static inline struct match
match_avx512(const unsigned char *line, uint64_t care, uint64_t target)
{
    __m512i a = _mm512_load_si512(line);
    READ_ONCE(a);
    __m512i cares = _mm512_set1_epi64((long long)care);
    __m512i wanted = _mm512_set1_epi64((long long)(target & care));
    return (struct match){
        .equal = _mm512_cmpeq_epi64_mask(_mm512_and_si512(a, cares), wanted),
        .empty = _mm512_testn_epi64_mask(a, a),
    };
}

#else
#define FORMS(X) X(scalar, TARGET_SCALAR)
#endif

enum form {
#define X(form, attribute) FORM_##form,
    FORMS(X)
#undef X
};

static inline enum form forms_best(void)
{
#if defined __x86_64__ && !defined __SANITIZE_THREAD__
    if (__builtin_cpu_supports("avx512f"))
        return FORM_avx512;
    if (__builtin_cpu_supports("avx2"))
        return FORM_avx2;
#endif
    return FORM_scalar;
}

#endif
