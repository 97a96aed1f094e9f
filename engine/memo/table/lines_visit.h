/* lines_visit.h - one visit of a search to one line of whole keys.
 *
 * find reads a line, place adds to it; both go one line on if need be. They are
 * for lines.c, which inlines them into its loops; any number of threads may
 * visit a line at the same time.
 */
#ifndef ENGINE_MEMO_TABLE_LINES_VISIT_H
#define ENGINE_MEMO_TABLE_LINES_VISIT_H

#include "engine/memo/table/lines.h"

#include <assert.h>
#include <sched.h>

INLINE _Atomic uint64_t *words(const struct search *s)
{
    return (_Atomic uint64_t *)(void *)s->line;
}

INLINE _Atomic uint8_t *meta(const struct search *s)
{
    return (_Atomic uint8_t *)s->line + LINES_META;
}

/* The value + 1 at a place; 0 until it has been written. */
INLINE uint64_t value_at(struct layout l, const struct search *s, unsigned slot)
{
    void *at = s->line + l.values_at + slot * l.value_bytes;
#define LOAD(type)                                                             \
    atomic_load_explicit((_Atomic type *)at, memory_order_acquire)
    switch (l.value_bytes) {
    case 1:
        return LOAD(uint8_t);
    case 2:
        return LOAD(uint16_t);
    case 4:
        return LOAD(uint32_t);
    default:
        return LOAD(uint64_t);
    }
#undef LOAD
}

INLINE void value_write(struct layout l, const struct search *s, unsigned slot,
                        uint64_t stored)
{
    void *at = s->line + l.values_at + slot * l.value_bytes;
#define STORE(type)                                                            \
    atomic_store_explicit((_Atomic type *)at, (type)stored,                    \
                          memory_order_release)
    switch (l.value_bytes) {
    case 1:
        STORE(uint8_t);
        break;
    case 2:
        STORE(uint16_t);
        break;
    case 4:
        STORE(uint32_t);
        break;
    default:
        STORE(uint64_t);
    }
#undef STORE
}

/* Bit i of each mask is about the place whose key begins at word i. */
INLINE unsigned places(struct layout l)
{
    return l.wide ? 0x55u & ((1u << 2 * l.slots) - 1) : (1u << l.slots) - 1;
}

INLINE struct match scan(struct layout l, const struct search *s,
                         struct position key, match_line *match)
{
    unsigned mask = places(l);
    struct match m = match(s->line, UINT64_MAX, key.lo);
    if (l.wide) {
        m.equal &= match(s->line, UINT64_MAX, key.hi).equal >> 1;
        m.empty &= m.empty >> 1;
    }
    m.empty &= mask;
    m.equal &= mask & ~m.empty;
    return m;
}

/* The value + 1 at the place of word i if the key there is the right one. The
 * key is compared after the value was seen: then it is complete. */
INLINE uint64_t confirm(struct layout l, const struct search *s,
                        struct position key, unsigned i)
{
    uint64_t stored = value_at(l, s, l.wide ? i / 2 : i);
    if (word_load(s->line, i) != key.lo ||
        (l.wide && word_load(s->line, i + 1) != key.hi))
        return 0;
    return stored;
}

/* The value + 1 of the key if it is in this line, else 0; *further: it may be
 * in the next line of its search. */
INLINE uint64_t find(struct layout l, const struct search *s,
                     struct position key, match_line *match, bool *further)
{
    struct match m = scan(l, s, key, match);
    for (; m.equal; m.equal &= m.equal - 1) {
        uint64_t stored = confirm(l, s, key, (unsigned)__builtin_ctz(m.equal));
        if (stored)
            return stored;
    }
    /* Branchless: whether a line is full is unpredictable. */
    unsigned bits = atomic_load_explicit(meta(s), memory_order_relaxed);
    *further = !m.empty & ((bits & seek_class(s)) != 0);
    return 0;
}

/* Sets the overflow bit of a full line. */
INLINE enum found pass(const struct search *s)
{
    const unsigned bit = seek_class(s);
    if (!(atomic_load_explicit(meta(s), memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(meta(s), (uint8_t)bit, memory_order_relaxed);
    return FURTHER;
}

/* A key that is there without its value is being added by another thread; the
 * value is the same, so this thread may as well write it. */
INLINE enum found place_free(struct layout l, const struct search *s,
                             struct position key, uint64_t stored,
                             struct match m)
{
    unsigned i = m.equal   ? (unsigned)__builtin_ctz(m.equal)
                 : m.empty ? (unsigned)__builtin_ctz(m.empty)
                           : l.slots;
    for (; i < l.slots; i++) {
        uint64_t seen = 0;
        if (atomic_compare_exchange_strong_explicit(words(s) + i, &seen, key.lo,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed)) {
            value_write(l, s, i, stored);
            return PLACED;
        }
        if (seen == key.lo) {
            uint64_t there = value_at(l, s, i);
            assert(!there || there == stored);
            if (!there)
                value_write(l, s, i, stored);
            return HERE;
        }
    }
    return pass(s);
}

/* The thread that holds the lock may be waiting for a processor: spin, then
 * yield. */
INLINE void lock(const struct search *s)
{
    for (unsigned tries = 1;
         atomic_fetch_or_explicit(meta(s), LINES_LOCK, memory_order_acquire) &
         LINES_LOCK;
         tries++)
        if (tries % 64 == 0)
            sched_yield();
}

INLINE void unlock(const struct search *s)
{
    atomic_fetch_and_explicit(meta(s), (uint8_t)~LINES_LOCK,
                              memory_order_release);
}

INLINE enum found place_locked(struct layout l, const struct search *s,
                               struct position key, uint64_t stored)
{
    unsigned step = l.wide ? 2 : 1;
    lock(s);
    for (unsigned i = 0; i < l.slots * step; i += step) {
        uint64_t lo = word_load(s->line, i);
        uint64_t hi = l.wide ? word_load(s->line, i + 1) : 0;
        bool same = lo == key.lo && (!l.wide || hi == key.hi);
        if (!same && (lo || hi))
            continue;
        if (!same) {
            atomic_store_explicit(words(s) + i, key.lo, memory_order_relaxed);
            if (l.wide)
                atomic_store_explicit(words(s) + i + 1, key.hi,
                                      memory_order_relaxed);
            value_write(l, s, i / step, stored);
        }
        unlock(s);
        return same ? HERE : PLACED;
    }
    unlock(s);
    return pass(s);
}

INLINE enum found place(struct layout l, const struct search *s,
                        struct position key, uint64_t stored, bool locks,
                        match_line *match)
{
    struct match m = scan(l, s, key, match);
    if (!locks)
        return place_free(l, s, key, stored, m);
    for (unsigned equal = m.equal; equal; equal &= equal - 1) {
        uint64_t there = confirm(l, s, key, (unsigned)__builtin_ctz(equal));
        assert(!there || there == stored);
        if (there)
            return HERE;
    }
    /* A full line stays full, and its keys stay; but one of them may be this
     * key, half written. A key of one word is seen at once. */
    return l.wide || m.empty || m.equal ? place_locked(l, s, key, stored)
                                        : pass(s);
}

#endif
