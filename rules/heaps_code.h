/* heaps_code.h - how heaps are written into a position; for heaps*.c only.
 *
 * The code itself is described in heaps.h. Pure functions.
 */
#ifndef RULES_HEAPS_CODE_H
#define RULES_HEAPS_CODE_H

#include "rules/heaps.h"

enum { DUTY_BITS = 2, NAMED_BITS = 6, MIXED_BIT = 8, CODE_START = 9 };

/* Bits written from the lowest up. Past 128 they are counted, not kept. Two
 * halves, and not one number of 128 bits: most positions end in the first. */
struct writer {
    uint64_t lo, hi;
    unsigned used;
    bool mixed;
    uint8_t kind; /* of the last heap written */
    uint32_t size;
};

static inline unsigned log2_floor(uint32_t x)
{
    return 31u - (unsigned)__builtin_clz(x);
}

static inline unsigned gamma_bits(uint32_t x)
{
    return 2 * log2_floor(x) + 1;
}

/* Appends the lowest n <= 64 bits; the others are 0. */
static inline void write_bits(struct writer *w, uint64_t bits, unsigned n)
{
    const unsigned at = w->used;
    w->used += n;
    if (at < 64) {
        w->lo |= bits << at;
        if (w->used > 64 && at)
            w->hi |= bits >> (64 - at);
    } else if (at < 128) {
        w->hi |= bits << (at - 64);
    }
}

/* k zeros, a one, then the k bits of x below its leading one. */
static inline void write_gamma(struct writer *w, uint32_t x)
{
    const unsigned k = log2_floor(x);
    write_bits(w, ((uint64_t)(x ^ 1u << k) << 1 | 1) << k, 2 * k + 1);
}

static inline void write_heap(struct writer *w, uint8_t kind, uint32_t size,
                              uint32_t count)
{
    for (; w->kind < kind; w->kind++, w->size = 0)
        write_gamma(w, 1);
    write_gamma(w, size - w->size + w->mixed);
    write_gamma(w, count);
    w->size = size;
}

static inline void start_writer(struct writer *w, bool mixed)
{
    *w = (struct writer){.used = CODE_START, .mixed = mixed};
    w->lo = (uint64_t)mixed << MIXED_BIT;
}

static inline bool finish_writer(const struct writer *w, enum duty duty,
                                 uint32_t named, struct position *p)
{
    *p = (struct position){w->lo | duty | (uint64_t)named << DUTY_BITS, w->hi};
    return w->used <= 128;
}

#endif
