#include "engine/sequence/sequence_vector.h"

#include <string.h>

extern const struct sequence_vector sequence_vector_16;
extern const struct sequence_vector sequence_vector_avx2;
extern const struct sequence_vector sequence_vector_avx512;
extern const struct sequence_vector sequence_vector_vbmi;

static bool always(void)
{
    return true;
}

static unsigned scan(const uint16_t x[], const uint16_t y[], size_t n,
                     const uint16_t wanted[], unsigned count)
{
    unsigned found = 0;
    for (size_t i = 0; i < n; i++)
        for (unsigned j = 0; j < count; j++)
            found |= (unsigned)((x[i] ^ y[i]) == wanted[j]) << j;
    return found;
}

void sequence_vector_mark(const uint8_t *at, const struct vector_part parts[],
                          size_t n, unsigned end, uint64_t sets[][VECTOR_WORDS])
{
    (void)end;
    for (size_t i = 0; i < n; i++)
        for (size_t t = 0; t < VECTOR_HEAPS; t++) {
            const uint8_t x = (at - parts[i].offset)[t] ^ parts[i].code;
            sets[t][x / 64] |= 1ull << x % 64;
        }
}

static void hit(const uint8_t *at, const struct vector_part parts[], size_t n,
                uint8_t tries[][VECTOR_HEAPS], uint8_t missed[][VECTOR_HEAPS])
{
    memset(missed, 1, VECTOR_TRIES * VECTOR_HEAPS);
    for (size_t i = 0; i < n; i++)
        for (size_t t = 0; t < VECTOR_HEAPS; t++) {
            const uint8_t x = (at - parts[i].offset)[t] ^ parts[i].code;
            for (size_t j = 0; j < VECTOR_TRIES; j++)
                missed[j][t] &= x != tries[j][t];
        }
}

static unsigned seek(const uint8_t x[], const uint8_t *y,
                     const uint8_t sought[], unsigned count)
{
    bool seen[64 * VECTOR_WORDS] = {false};
    unsigned found = 0;
    for (ptrdiff_t i = 0; i < VECTOR_PAIRS; i++)
        seen[x[i] ^ y[-i]] = true;
    for (unsigned j = 0; j < count; j++)
        found |= (unsigned)seen[sought[j]] << j;
    return found;
}

static const struct sequence_vector portable = {
    .name = "portable",
    .bytes = sizeof(uint16_t),
    .supported = always,
    .scan = scan,
    .mark = sequence_vector_mark,
    .hit = hit,
    .seek = seek,
};

const struct sequence_vector *const sequence_vectors[] = {
    &portable,
    &sequence_vector_16,
#if defined(__x86_64__)
    &sequence_vector_avx2,
    &sequence_vector_avx512,
    &sequence_vector_vbmi,
#endif
    NULL,
};

const struct sequence_vector *sequence_vector_best(void)
{
    const struct sequence_vector *best = &portable;
    for (size_t i = 0; sequence_vectors[i]; i++)
        if (sequence_vectors[i]->supported())
            best = sequence_vectors[i];
    return best;
}
