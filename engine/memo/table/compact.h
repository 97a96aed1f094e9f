/* compact.h - tables that store only those bits of a key which its place does
 * not imply.
 *
 * A key is scrambled by a bijection; the top 8 bits of the result choose the
 * segment, the rest divided by the number of lines gives a home line (the
 * remainder) and a quotient. The word stored in the line holds
 *
 *    | quotient | displacement, 6 bits | overflow | value + 1 |
 *
 * The displacement is how many steps from home the word had to go; the length
 * of a step depends on the quotient alone. So place and word together give
 * back the whole key, and equal words in equal lines are equal keys. A word
 * goes from 0 to its final content by one compare-and-swap. With 128-bit keys
 * the other half of the key follows each word, and both are swapped in as one.
 *
 * Words are never moved or cleared while the table is in use, and only the
 * lowest empty place of a line may be taken: so two threads with one key take
 * one place. A key that finds its line full sets the overflow bit of its class
 * there before it goes on; a lookup goes on only where the bit is set.
 *
 * A key that finds no place within 63 steps (only adversarial keys do so below
 * the load at which a segment grows) goes to the overflow table, a small one
 * under a lock, which lookups read only once it is in use.
 *
 * After Cleary, "Compact hash tables using bidirectional linear probing"
 * (IEEE Trans. Computers, 1984), and Laarman, van de Pol, Weber (FMCAD 2010).
 */
#ifndef ENGINE_MEMO_TABLE_COMPACT_H
#define ENGINE_MEMO_TABLE_COMPACT_H

#include "engine/memo/table/cells.h"
#include "engine/memo/table/ring.h"

enum { DISPLACEMENT_BITS = 6, DISPLACEMENT_MOST = 63 };
enum { WORDS = LINE_BYTES / 8 };

struct compact {
    struct segments segments;
    bool wide;           /* each word is followed by the key's other half */
    unsigned key_bits;   /* of the scrambled half: 32..64 */
    unsigned over_shift; /* where the quotient is in a word */
    unsigned value_bits; /* of value + 1 */
    uint64_t low_mask;   /* scrambled bits below the segment number */
    uint64_t care;       /* quotient and displacement of a word */
    uint64_t value_mask; /* value + 1 in a word */
    enum form form;

    pthread_mutex_t overflow_lock;
    struct cells overflow;
    atomic_size_t overflow_used; /* entries of the overflow table */
};

/* USAGE if a word has no room for keys and values of this kind; NOMEM. */
enum status compact_open(const char *name, bool wide, const struct memo_spec *,
                         void **self) MUST_CHECK;

/* What the descriptors of `packed` and `wide` consist of. */
void compact_close(void *self);
size_t compact_get(void *self, unsigned worker, const struct position keys[],
                   size_t n, uint64_t values[]);
enum status compact_put(void *self, unsigned worker,
                        const struct position keys[], const uint64_t values[],
                        size_t n);
void compact_stats(const void *self, struct memo_stats *);
uint64_t compact_bytes(bool wide, const struct memo_spec *, uint64_t entries);
void compact_each(const void *self, memo_visit *visit, void *context);
enum status compact_settle(void *self) MUST_CHECK;
void compact_hint(void *self, unsigned worker, const struct position keys[],
                  size_t n);

/* The overflow table: get looks up the keys whose value is MEMO_MISS and
 * returns how many it found; put takes n keys, by their numbers in keys[] and
 * values[], and marks their segments for growth if that can help. Inside the
 * gate, any threads. */
size_t overflow_get(struct compact *, const struct position keys[], size_t n,
                    uint64_t values[]);
enum status overflow_put(struct compact *, unsigned worker,
                         const struct position keys[], const uint64_t values[],
                         const uint16_t homeless[], size_t n) MUST_CHECK;

/* A bijection of numbers of `bits` bits. */
INLINE uint64_t compact_scramble(uint64_t x, unsigned bits)
{
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    const unsigned half = bits / 2;
    x = (x ^ x >> half) * 0xbf58476d1ce4e5b9u & mask;
    x = (x ^ x >> half) * 0x94d049bb133111ebu & mask;
    return x ^ x >> half;
}

/* x * inverse(odd) undoes x * odd; each step doubles the bits that are right,
 * which are three at first. */
INLINE uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

INLINE uint64_t compact_unscramble(uint64_t x, unsigned bits)
{
    uint64_t mask = UINT64_MAX >> (64 - bits);
    unsigned h = bits / 2, h2 = h * 2;
#define UNSHIFT(x) ((x) ^ (x) >> h ^ (h2 < bits ? (x) >> h2 : 0))
    x = UNSHIFT(x) * inverse(0x94d049bb133111ebu) & mask;
    x = UNSHIFT(x) * inverse(0xbf58476d1ce4e5b9u) & mask;
    return UNSHIFT(x);
#undef UNSHIFT
}

INLINE unsigned displacement_shift(const struct compact *q)
{
    return q->value_bits + 1;
}

INLINE uint64_t quotient_of(const struct compact *q, uint64_t word)
{
    return word >> q->over_shift;
}

INLINE unsigned displacement_of(const struct compact *q, uint64_t word)
{
    return word >> displacement_shift(q) & DISPLACEMENT_MOST;
}

/* 1..lines - 1. */
INLINE uint64_t step_of(uint64_t quotient, uint64_t hi, uint64_t lines)
{
    uint64_t x = (quotient ^ hi * 0xd6e8feb86659fd93u) * 0x9e3779b97f4a7c15u;
    return 1 + ((x >> 32) * (lines - 1) >> 32);
}

/* The word of a search is the one to find in a line, without value and
 * overflow. This one starts at the home of scrambled bits x in their
 * segment. */
INLINE struct search search_start(const struct compact *q,
                                  const struct segment *segment,
                                  unsigned number, uint64_t x)
{
    uint64_t home, over = divide(x & q->low_mask, segment->lines, &home);
    return (struct search){segment->line + home * LINE_BYTES,
                           over << q->over_shift, number};
}

/* The scrambled half of a key; the other half goes into it, so that equal
 * halves do not mean equal places. */
INLINE uint64_t compact_key(const struct compact *q, struct position key,
                            bool wide)
{
    uint64_t lo = wide ? key.lo ^ position_mix(key.hi) : key.lo;
    return compact_scramble(lo, q->key_bits);
}

INLINE unsigned segment_number(const struct compact *q, uint64_t x)
{
    return (unsigned)(x >> (q->key_bits - SEGMENT_BITS));
}

/* One step on; hi is the other half of a wide key, else 0. False if it has gone
 * as far as a word can say. */
INLINE bool search_advance(const struct compact *q,
                           const struct segment *segment, uint64_t hi,
                           struct search *s)
{
    uint64_t lines = segment->lines.n;
    uint64_t at = (uint64_t)(s->line - segment->line) / LINE_BYTES;
    if (displacement_of(q, s->word) == DISPLACEMENT_MOST)
        return false;
    at += step_of(quotient_of(q, s->word), hi, lines);
    at -= at >= lines ? lines : 0;
    s->line = segment->line + at * LINE_BYTES;
    s->word += 1ull << displacement_shift(q);
    return true;
}

/* The word of a full line that keeps the overflow bit of this search. */
INLINE unsigned class_of(const struct compact *q, const struct search *s,
                         bool wide)
{
    uint64_t over = quotient_of(q, s->word);
    return wide ? over % 4 * 2 : over % 8;
}

#endif
