/* sequence_vector.h - the innermost loops, for several instruction sets.
 *
 * All levels give the same results; the portable one is the model of the
 * others. Pure functions, any thread.
 */
#ifndef ENGINE_SEQUENCE_SEQUENCE_VECTOR_H
#define ENGINE_SEQUENCE_SEQUENCE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VECTOR_WANTED = 16,
    VECTOR_HALVES = 32, /* wanted, of nimbers in halves */
    VECTOR_HEAPS = 64,  /* in lanes of a byte each */
    VECTOR_TRIES = 8,
    VECTOR_SOUGHT = 8,
    VECTOR_PAIRS = 256,
    VECTOR_WORDS = 4,
};

/* A heap of a pair, for a row of heaps that are consecutive: the other one is
 * so many places before each of them. A code is a nimber in a byte such that
 * exclusive-or of nimbers is that of codes. */
struct vector_part {
    uint32_t offset;
    uint8_t code;
};

/* Nimbers below 8191 in two bytes: the lower six bits and the others. Loony are
 * those whose flag (0x80 of the upper byte) is that of the other operand, which
 * is unset in y. */
struct vector_halves {
    const uint8_t *lower, *upper;
};

struct sequence_vector {
    const char *name; /* "portable", "16 bytes", "avx2", "avx512bw",
                         "avx512vbmi" */
    unsigned bytes;   /* compared at a time */
    bool (*supported)(void);
    /* Which of wanted[count], count 1..VECTOR_WANTED, are x[i] xor y[i] for
     * some i < n? Bit j for wanted[j]. */
    unsigned (*scan)(const uint16_t x[], const uint16_t y[], size_t n,
                     const uint16_t wanted[], unsigned count);
    /* The same of nimbers in halves, each below 8191, and of as many as
     * VECTOR_HALVES; NULL if scan does it as well. */
    unsigned (*scan_halves)(struct vector_halves x, struct vector_halves y,
                            size_t n, const uint16_t wanted[], unsigned count);
    /* Adds to sets[t], for t < VECTOR_HEAPS, the codes at[t - offset] xor code
     * of all parts; those from `end` on may be left out. `at` is the code of
     * the first of the heaps; end 1..64 * VECTOR_WORDS. */
    void (*mark)(const uint8_t *at, const struct vector_part parts[], size_t n,
                 unsigned end, uint64_t sets[][VECTOR_WORDS]);
    /* Is tries[j][t] a code at[t - offset] xor code of some part? 0 in
     * missed[j][t] if it is. */
    void (*hit)(const uint8_t *at, const struct vector_part parts[], size_t n,
                uint8_t tries[][VECTOR_HEAPS], uint8_t missed[][VECTOR_HEAPS]);
    /* Which of the codes sought[count], count 1..VECTOR_SOUGHT, are x[i] xor
     * y[-i] for some i < VECTOR_PAIRS? Bit j for sought[j]. */
    unsigned (*seek)(const uint8_t x[], const uint8_t *y,
                     const uint8_t sought[], unsigned count);
};

/* The levels of this build, the best one last; NULL at the end. Not all of them
 * run on every machine. */
extern const struct sequence_vector *const sequence_vectors[];
/* scan(), hit() and seek() of the level avx512bw, for those above it. */
unsigned sequence_vector_scan_512(const uint16_t x[], const uint16_t y[],
                                  size_t n, const uint16_t wanted[],
                                  unsigned count);
void sequence_vector_hit_512(const uint8_t *at,
                             const struct vector_part parts[], size_t n,
                             uint8_t tries[][VECTOR_HEAPS],
                             uint8_t missed[][VECTOR_HEAPS]);
unsigned sequence_vector_seek_512(const uint8_t x[], const uint8_t *y,
                                  const uint8_t sought[], unsigned count);
/* mark() of the portable level. */
void sequence_vector_mark(const uint8_t *at, const struct vector_part parts[],
                          size_t n, unsigned end,
                          uint64_t sets[][VECTOR_WORDS]);
/* The best one that runs on this machine. */
const struct sequence_vector *sequence_vector_best(void);

#endif
