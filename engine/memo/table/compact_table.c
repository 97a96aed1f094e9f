#include "engine/memo/table/compact.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>

/* An empty table may be so large; one that needs more lines before a key fits
 * into a word is refused unless that many entries are expected. */
static const uint64_t empty_bytes = 64u << 20;

/* Words fill from the left: the number of those in use says where the first
 * empty one is, without a branch that would be mispredicted. */
static unsigned used_words(const uint64_t word[WORDS], unsigned step)
{
    unsigned used = 0;
    for (unsigned i = 0; i < WORDS; i += step)
        used += word[i] != 0;
    return used * step;
}

/* Ends a search in a segment that no other thread sees. False: no place. */
static bool insert(const struct compact *q, const struct segment *segment,
                   uint64_t hi, struct search *s, uint64_t stored)
{
    do {
        uint64_t *word = (uint64_t *)(void *)s->line;
        unsigned i = used_words(word, q->wide ? 2 : 1);
        if (i < WORDS) {
            word[i] = s->word | stored;
            if (q->wide)
                word[i + 1] = hi;
            return true;
        }
        word[class_of(q, s, q->wide)] |= 1ull << q->value_bits;
    } while (search_advance(q, segment, hi, s));
    return false;
}

/* The scrambled bits below the segment number that word w of line `at` is. */
static uint64_t restore(const struct compact *q, const struct segment *segment,
                        uint64_t at, uint64_t word, uint64_t hi)
{
    uint64_t lines = segment->lines.n, over = quotient_of(q, word);
    unsigned steps = displacement_of(q, word);
    if (steps)
        at = (at + DISPLACEMENT_MOST * lines -
              steps * step_of(over, hi, lines)) %
             lines;
    return over * lines + at;
}

/* The key of scrambled bits in a segment. */
static struct position key_of(const struct compact *q, unsigned number,
                              uint64_t x, uint64_t hi)
{
    uint64_t top = (uint64_t)number << (q->key_bits - SEGMENT_BITS);
    uint64_t lo = compact_unscramble(top | x, q->key_bits);
    return (struct position){q->wide ? lo ^ position_mix(hi) : lo, hi};
}

struct drain {
    struct compact *q;
    const struct segment *segment;
    struct cells left;
    enum status st;
    unsigned number;
};

static void drain_one(void *context, struct position key, uint64_t value)
{
    struct drain *d = context;
    uint64_t x = compact_key(d->q, key, d->q->wide);
    struct search s = search_start(d->q, d->segment, d->number, x);
    if (segment_number(d->q, x) == d->number &&
        insert(d->q, d->segment, key.hi, &s, value + 1)) {
        atomic_fetch_add(&d->q->segments.tally[d->number].counted, 1);
        return;
    }
    if (!d->st)
        d->st = cells_put(&d->left, key, position_hash(key), value);
}

/* Moves from the overflow table to the new segment what has a place there. */
static enum status drain(struct compact *q, unsigned number,
                         const struct segment *segment)
{
    struct drain d = {.q = q, .segment = segment, .number = number};
    struct memo_spec spec = {.key_bits = q->wide ? 128 : 64, .value_bytes = 8};
    d.st = cells_init(&d.left, &spec, atomic_load(&q->overflow_used));
    if (d.st)
        return d.st;
    cells_each(&q->overflow, drain_one, &d);
    cells_release(&q->overflow);
    q->overflow = d.left;
    atomic_store(&q->overflow_used, q->overflow.used);
    return d.st;
}

/* An entry on its way to the new segment, whose line there is being fetched. */
struct moving {
    struct search s;
    uint64_t x, hi, stored;
};

struct migration {
    struct compact *q;
    unsigned number;
    struct segment *to;
    size_t begun, done;
    struct moving ring[RING_AHEAD];
};

/* Only adversarial keys overflow the larger segment too; they go to the
 * overflow table. */
static enum status move_done(struct migration *m)
{
    struct compact *q = m->q;
    struct moving *e = &m->ring[m->done++ % RING_AHEAD];
    if (insert(q, m->to, e->hi, &e->s, e->stored))
        return STATUS_OK;
    struct position key = key_of(q, m->number, e->x, e->hi);
    atomic_fetch_sub(&q->segments.tally[m->number].counted, 1);
    enum status st =
        cells_put(&q->overflow, key, position_hash(key), e->stored - 1);
    atomic_store(&q->overflow_used, q->overflow.used);
    return st;
}

static enum status move_begin(struct migration *m, uint64_t x, uint64_t hi,
                              uint64_t stored)
{
    enum status st = STATUS_OK;
    if (m->begun - m->done == RING_AHEAD)
        st = move_done(m);
    struct moving *e = &m->ring[m->begun++ % RING_AHEAD];
    *e =
        (struct moving){search_start(m->q, m->to, m->number, x), x, hi, stored};
    fetch_line(e->s.line);
    return st;
}

static enum status move(void *self, unsigned number, const struct segment *from,
                        struct segment *to)
{
    struct compact *q = self;
    struct migration m = {.q = q, .number = number, .to = to};
    enum status st = STATUS_OK;
    unsigned step = q->wide ? 2 : 1;
    for (uint64_t at = 0; at < from->lines.n; at++) {
        const uint64_t *word =
            (const uint64_t *)(const void *)(from->line + at * LINE_BYTES);
        unsigned used = used_words(word, step);
        for (unsigned i = 0; !st && i < used; i += step) {
            uint64_t hi = q->wide ? word[i + 1] : 0;
            uint64_t x = restore(q, from, at, word[i], hi);
            st = move_begin(&m, x, hi, word[i] & q->value_mask);
        }
    }
    while (!st && m.done < m.begun)
        st = move_done(&m);
    return !st && atomic_load(&q->overflow_used) ? drain(q, number, to) : st;
}

static void segment_each(const struct compact *q, unsigned number,
                         memo_visit *visit, void *context)
{
    const struct segment *segment = &q->segments.segment[number];
    unsigned step = q->wide ? 2 : 1;
    for (uint64_t at = 0; at < segment->lines.n; at++) {
        const uint64_t *word =
            (const uint64_t *)(const void *)(segment->line + at * LINE_BYTES);
        unsigned used = used_words(word, step);
        for (unsigned i = 0; i < used; i += step) {
            uint64_t hi = q->wide ? word[i + 1] : 0;
            uint64_t x = restore(q, segment, at, word[i], hi);
            visit(context, key_of(q, number, x, hi),
                  (word[i] & q->value_mask) - 1);
        }
    }
}

void compact_each(const void *self, memo_visit *visit, void *context)
{
    const struct compact *q = self;
    for (unsigned i = 0; i < SEGMENTS; i++)
        segment_each(q, i, visit, context);
    cells_each(&q->overflow, visit, context);
}

size_t overflow_get(struct compact *q, const struct position keys[], size_t n,
                    uint64_t values[])
{
    size_t hits = 0;
    if (!atomic_load_explicit(&q->overflow_used, memory_order_acquire))
        return 0;
    int error = pthread_mutex_lock(&q->overflow_lock);
    assert(!error);
    for (size_t i = 0; i < n; i++) {
        if (values[i] != MEMO_MISS)
            continue;
        values[i] = cells_get(&q->overflow, keys[i], position_hash(keys[i]));
        hits += values[i] != MEMO_MISS;
    }
    error = pthread_mutex_unlock(&q->overflow_lock);
    assert(!error);
    return hits;
}

static enum status overflow_take(struct compact *q, unsigned worker,
                                 struct position key, uint64_t value)
{
    unsigned number = segment_number(q, compact_key(q, key, q->wide));
    struct segments *s = &q->segments;
    /* In a segment that is not half full, a larger one would not help. */
    if (segments_entries(s, number) > s->segment[number].limit / 2)
        segments_full(s, worker, number);
    return cells_put(&q->overflow, key, position_hash(key), value);
}

enum status overflow_put(struct compact *q, unsigned worker,
                         const struct position keys[], const uint64_t values[],
                         const uint16_t homeless[], size_t n)
{
    enum status st = STATUS_OK;
    int error = pthread_mutex_lock(&q->overflow_lock);
    assert(!error);
    for (size_t i = 0; !st && i < n; i++)
        st = overflow_take(q, worker, keys[homeless[i]], values[homeless[i]]);
    atomic_store_explicit(&q->overflow_used, q->overflow.used,
                          memory_order_release);
    error = pthread_mutex_unlock(&q->overflow_lock);
    assert(!error);
    return st;
}

static unsigned bits_of(uint64_t x)
{
    return x ? 64 - (unsigned)__builtin_clzll(x) : 1;
}

/* The bits of the half of a key that is scrambled. */
static unsigned scrambled_bits(const struct memo_spec *spec)
{
    const bool ranks = spec->universe && !spec->rank;
    unsigned bits = ranks                  ? bits_of(spec->universe - 1)
                    : spec->key_bits <= 64 ? spec->key_bits
                                           : 64;
    return bits < 32 ? 32 : bits;
}

static unsigned bits_of_value(const struct memo_spec *spec)
{
    return spec->value_bits ? spec->value_bits : 8 * spec->value_bytes;
}

/* The logarithm of the fewest lines of a segment with which a quotient fits
 * into a word: quotient + 7 + value bits <= 64, where the quotient has key_bits
 * - 8 bits less that logarithm. */
static int needed_lines(const struct memo_spec *spec)
{
    return (int)(scrambled_bits(spec) + bits_of_value(spec)) - 65;
}

static uint64_t least_lines(int needed)
{
    return needed > 2 ? 1ull << needed : 5;
}

uint64_t compact_bytes(bool wide, const struct memo_spec *spec,
                       uint64_t entries)
{
    const int needed = needed_lines(spec);
    return needed > 30 ? 0
                       : segments_bytes(wide ? WORDS / 2 : WORDS,
                                        least_lines(needed), spec, entries);
}

static enum status layout(struct compact *q, const char *name,
                          const struct memo_spec *spec)
{
    const int needed = needed_lines(spec);
    q->key_bits = scrambled_bits(spec);
    q->value_bits = bits_of_value(spec);
    uint64_t expected = spec->expect * (q->wide ? 20 : 10);
    uint64_t most = expected > empty_bytes ? expected : empty_bytes;
    if (spec->key_bits > (q->wide ? 128 : 64) || q->value_bits > 56 ||
        (needed > 0 && (uint64_t)SEGMENTS * LINE_BYTES << needed > most))
        return log_error(STATUS_USAGE,
                         "memo %s: no room in a word for keys of %u bits with "
                         "values of %u; take spin or striped",
                         name, spec->key_bits, q->value_bits);
    q->segments.least = least_lines(needed);
    q->over_shift = displacement_shift(q) + DISPLACEMENT_BITS;
    q->low_mask = (1ull << (q->key_bits - SEGMENT_BITS)) - 1;
    q->care = UINT64_MAX << displacement_shift(q);
    q->value_mask = UINT64_MAX >> (64 - q->value_bits);
    return STATUS_OK;
}

static enum status compact_init(struct compact *q, const char *name,
                                const struct memo_spec *spec)
{
    struct memo_spec overflow = {.key_bits = q->wide ? 128 : 64,
                                 .value_bytes = 8};
    enum status st = layout(q, name, spec);
    if (st)
        return st;
    q->form = forms_best();
    q->segments.slots = q->wide ? WORDS / 2 : WORDS;
    q->segments.move = move;
    q->segments.self = q;
    st = cells_init(&q->overflow, &overflow, 0);
    if (st)
        return st;
    st = segments_init(&q->segments, spec);
    if (st)
        cells_release(&q->overflow);
    return st;
}

enum status compact_open(const char *name, bool wide,
                         const struct memo_spec *spec, void **self)
{
    struct compact *q = aligned_alloc(_Alignof(struct compact), sizeof *q);
    if (!q)
        return log_error(STATUS_NOMEM, "memo %s: no memory", name);
    *q = (struct compact){.wide = wide};
    enum status st = compact_init(q, name, spec);
    if (st) {
        free(q);
        return st;
    }
    int error = pthread_mutex_init(&q->overflow_lock, NULL);
    assert(!error);
    *self = q;
    return STATUS_OK;
}

void compact_close(void *self)
{
    struct compact *q = self;
    pthread_mutex_destroy(&q->overflow_lock);
    cells_release(&q->overflow);
    segments_release(&q->segments);
    free(q);
}

void compact_stats(const void *self, struct memo_stats *stats)
{
    const struct compact *q = self;
    *stats = (struct memo_stats){0};
    segments_stats(&q->segments, stats);
    stats->entries += atomic_load(&q->overflow_used);
}

enum status compact_settle(void *self)
{
    struct compact *q = self;
    return segments_grow(&q->segments, 0);
}
