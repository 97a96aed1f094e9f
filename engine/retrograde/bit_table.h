/* bit_table.h - numbers of 1, 2, 4, ... 64 bits, packed, all zero at first.
 *
 * Bits are only ever set. Any thread may set and read at the same time.
 */
#ifndef ENGINE_RETROGRADE_BIT_TABLE_H
#define ENGINE_RETROGRADE_BIT_TABLE_H

#include "engine/base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct bit_table {
    _Atomic uint64_t *word;
    uint64_t count, bytes;
    unsigned log; /* of the bits of a number */
    bool shared;  /* several threads */
};

/* For numbers below 2^bits. NOMEM, logged. */
enum status bit_table_open(uint64_t count, unsigned bits, bool shared,
                           struct bit_table *) MUST_CHECK;
/* The form of one, without its words, which the caller has elsewhere. */
struct bit_table bit_table_form(unsigned bits, bool shared);
void bit_table_close(struct bit_table *);
uint64_t bit_table_bytes(uint64_t count, unsigned bits);
/* Numbers from..to-1 are not needed again: their memory is given back, as far
 * as it is whole pages. What is read there is not defined. Not beside other
 * calls. */
void bit_table_forget(struct bit_table *, uint64_t from, uint64_t to);
/* All zero again. Not beside other calls. */
void bit_table_clear(struct bit_table *);

static inline uint64_t bit_table_get(const struct bit_table *t, uint64_t i)
{
    const unsigned fit = 6 - t->log;
    const unsigned shift = (unsigned)(i & ((1u << fit) - 1)) << t->log;
    const uint64_t word =
        atomic_load_explicit(&t->word[i >> fit], memory_order_relaxed);
    return word >> shift & (UINT64_MAX >> (64 - (1u << t->log)));
}

static inline void bit_table_set(struct bit_table *t, uint64_t i, uint64_t bits)
{
    const unsigned fit = 6 - t->log;
    const unsigned shift = (unsigned)(i & ((1u << fit) - 1)) << t->log;
    _Atomic uint64_t *word = &t->word[i >> fit];
    if (t->shared)
        atomic_fetch_or_explicit(word, bits << shift, memory_order_relaxed);
    else
        atomic_store_explicit(word,
                              atomic_load_explicit(word, memory_order_relaxed) |
                                  bits << shift,
                              memory_order_relaxed);
}

/* Of a table of single bits: n of them from i on, 1..64. */
static inline uint64_t bit_table_get_run(const struct bit_table *t, uint64_t i,
                                         unsigned n)
{
    const unsigned shift = i % 64;
    const _Atomic uint64_t *word = &t->word[i / 64];
    uint64_t bits = atomic_load_explicit(word, memory_order_relaxed) >> shift;
    if (shift + n > 64)
        bits |= atomic_load_explicit(word + 1, memory_order_relaxed)
                << (64 - shift);
    return bits & (UINT64_MAX >> (64 - n));
}

static inline void bit_table_set_run(struct bit_table *t, uint64_t i,
                                     uint64_t bits)
{
    const unsigned shift = i % 64;
    bit_table_set(t, i - shift, bits << shift);
    if (shift && bits >> (64 - shift))
        bit_table_set(t, i - shift + 64, bits >> (64 - shift));
}

#endif
