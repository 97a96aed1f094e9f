#include "engine/memo/table/compact.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 twin;

INLINE struct search aim(const void *table, struct position key, bool wide)
{
    const struct compact *q = table;
    const uint64_t x = compact_key(q, key, wide);
    const unsigned number = segment_number(q, x);
    return search_start(q, &q->segments.segment[number], number, x);
}

INLINE bool advance(const void *table, struct search *s, struct position key,
                    bool wide)
{
    const struct compact *q = table;
    return search_advance(q, &q->segments.segment[s->segment],
                          wide ? key.hi : 0, s);
}

/* The word at place i if it is the one looked for, else 0. The place is filled
 * by one swap, so a thread that sees its word sees the half behind it too. */
INLINE uint64_t confirm(const struct compact *q, const struct search *s,
                        uint64_t hi, unsigned i, bool wide)
{
    uint64_t word = atomic_load_explicit((_Atomic uint64_t *)s->line + i,
                                         memory_order_acquire);
    if (!(word & q->value_mask) || ((word ^ s->word) & q->care) != 0)
        return 0;
    return !wide || word_load(s->line, i + 1) == hi ? word : 0;
}

/* The word looked for, if it is in this line, else 0; and the places that are
 * empty. */
INLINE uint64_t scan(const struct compact *q, const struct search *s,
                     uint64_t hi, bool wide, match_line *match, unsigned *empty)
{
    struct match m = match(s->line, q->care, s->word);
    unsigned equal = m.equal & ~m.empty;
    *empty = wide ? m.empty & 0x55 : m.empty;
    if (wide)
        equal &= match(s->line, UINT64_MAX, hi).equal >> 1 & 0x55;
    for (; equal; equal &= equal - 1) {
        uint64_t word = confirm(q, s, hi, (unsigned)__builtin_ctz(equal), wide);
        if (word)
            return word;
    }
    return 0;
}

INLINE bool overflowed(const struct compact *q, const struct search *s,
                       bool wide)
{
    return word_load(s->line, class_of(q, s, wide)) >> q->value_bits & 1;
}

/* The value + 1 of the key if it is in this line, else 0; *further: it may be
 * in the next line of its search. */
INLINE uint64_t find(const struct compact *q, const struct search *s,
                     uint64_t hi, bool wide, match_line *match, bool *further)
{
    unsigned empty;
    uint64_t word = scan(q, s, hi, wide, match, &empty);
    /* Branchless: whether a line is full is unpredictable. */
    *further = !word && !empty & overflowed(q, s, wide);
    return word & q->value_mask;
}

/* Fills place i if it is empty. */
INLINE bool occupy(const struct search *s, unsigned i, uint64_t word,
                   uint64_t hi, bool wide)
{
    uint64_t zero = 0, two[2];
    twin next;
    if (!wide)
        return atomic_compare_exchange_strong_explicit(
            (_Atomic uint64_t *)s->line + i, &zero, word, memory_order_release,
            memory_order_relaxed);
    two[0] = word;
    two[1] = hi;
    memcpy(&next, two, sizeof next);
    return __sync_bool_compare_and_swap((twin *)(s->line + 8 * i), (twin)0,
                                        next);
}

/* Puts the word into the line, or marks that it went on. */
INLINE enum found place(const struct compact *q, const struct search *s,
                        uint64_t hi, uint64_t stored, bool wide,
                        match_line *match)
{
    unsigned empty, step = wide ? 2 : 1;
    uint64_t word = scan(q, s, hi, wide, match, &empty);
    if (word) {
        assert((word & q->value_mask) == stored);
        return HERE;
    }
    for (unsigned i = empty ? (unsigned)__builtin_ctz(empty) : 8; i < 8;
         i += step) {
        if (occupy(s, i, s->word | stored, hi, wide))
            return PLACED;
        if (confirm(q, s, hi, i, wide))
            return HERE;
    }
    if (!overflowed(q, s, wide))
        atomic_fetch_or_explicit((_Atomic uint64_t *)s->line +
                                     class_of(q, s, wide),
                                 1ull << q->value_bits, memory_order_relaxed);
    return FURTHER;
}

/* The loops, once for each form of match and each width of key. */
#define GET(name, wide, form, attribute)                                       \
    RING_GET(name##_##form, attribute, aim(table, key, wide),                  \
             advance(table, s, key, wide),                                     \
             find(table, s, key.hi, wide, match_##form, further))
#define PUT(name, wide, form, attribute)                                       \
    RING_PUT(name##_##form, attribute, aim(table, key, wide),                  \
             advance(table, s, key, wide),                                     \
             place(table, s, key.hi, stored, wide, match_##form))
#define X(form, attribute)                                                     \
    GET(get_narrow, false, form, attribute)                                    \
    GET(get_wide, true, form, attribute)                                       \
    PUT(put_narrow, false, form, attribute)                                    \
    PUT(put_wide, true, form, attribute)
FORMS(X)
#undef X

static const struct {
    ring_getter *get[2];
    ring_putter *put[2];
} loops[] = {
#define X(form, attribute)                                                     \
    [FORM_##form] = {{get_narrow_##form, get_wide_##form},                     \
                     {put_narrow_##form, put_wide_##form}},
    FORMS(X)
#undef X
};

size_t compact_get(void *self, unsigned worker, const struct position keys[],
                   size_t n, uint64_t values[])
{
    struct compact *q = self;
    size_t hits = 0;
    for (size_t done = 0; done < n; done += RING_BATCH) {
        const size_t m = ring_batch(n, done);
        gate_enter(&q->segments.gate, worker);
        hits += loops[q->form].get[q->wide](q, keys + done, m, values + done);
        hits += overflow_get(q, keys + done, m, values + done);
        gate_leave(&q->segments.gate, worker);
    }
    return hits;
}

static enum status put_batch(struct compact *q, unsigned worker,
                             const struct position keys[],
                             const uint64_t values[], size_t n)
{
    uint16_t homeless[RING_BATCH];
    struct segments *segments = &q->segments;
    enum status st = STATUS_OK;
    gate_enter(&segments->gate, worker);
    size_t left = loops[q->form].put[q->wide](q, segments, worker, keys, values,
                                              n, homeless);
    if (left)
        st = overflow_put(q, worker, keys, values, homeless, left);
    gate_leave(&segments->gate, worker);
    return !st && segments->workers[worker].want
               ? segments_grow(segments, worker)
               : st;
}

enum status compact_put(void *self, unsigned worker,
                        const struct position keys[], const uint64_t values[],
                        size_t n)
{
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += RING_BATCH)
        st = put_batch(self, worker, keys + done, values + done,
                       ring_batch(n, done));
    return st;
}

void compact_hint(void *self, unsigned worker, const struct position keys[],
                  size_t n)
{
    struct compact *q = self;
    gate_enter(&q->segments.gate, worker);
    for (size_t i = 0; i < ring_batch(n, 0); i++)
        fetch_line(aim(q, keys[i], q->wide).line);
    gate_leave(&q->segments.gate, worker);
}
