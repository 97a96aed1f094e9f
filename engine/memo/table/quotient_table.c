#include "engine/memo/table/quotient.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>

/* An empty table may be so large; one that needs more lines before a key fits
 * into a word is refused unless that many entries are expected. */
static const uint64_t empty_bytes = 64u << 20;

/* Words fill from the left: the number of those in use says where the first
 * empty one is, without a branch that would be guessed wrongly. */
static unsigned used_words(const uint64_t word[WORDS], unsigned step)
{
    unsigned used = 0;
    for (unsigned i = 0; i < WORDS; i += step)
        used += word[i] != 0;
    return used * step;
}

/* Ends a search in a shard that no other thread sees. False: no place. */
static bool insert(const struct quotient *q, const struct shard *shard,
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
    } while (search_advance(q, shard, hi, s));
    return false;
}

/* The scrambled bits below the shard number that word w of line `at` is. */
static uint64_t restore(const struct quotient *q, const struct shard *shard,
                        uint64_t at, uint64_t word, uint64_t hi)
{
    uint64_t lines = shard->lines.n, over = quotient_of(q, word);
    unsigned steps = displacement_of(q, word);
    if (steps)
        at = (at + DISPLACEMENT_MOST * lines -
              steps * step_of(over, hi, lines)) %
             lines;
    return over * lines + at;
}

/* The key of scrambled bits in a shard. */
static struct position key_of(const struct quotient *q, unsigned number,
                              uint64_t x, uint64_t hi)
{
    uint64_t top = (uint64_t)number << (q->key_bits - SHARD_BITS);
    uint64_t lo = quotient_unscramble(top | x, q->key_bits);
    return (struct position){q->wide ? lo ^ position_mix(hi) : lo, hi};
}

struct drain {
    struct quotient *q;
    const struct shard *shard;
    struct cells left;
    enum status st;
    unsigned number;
};

static void drain_one(void *context, struct position key, uint64_t value)
{
    struct drain *d = context;
    uint64_t x = quotient_key(d->q, key, d->q->wide);
    struct search s = search_start(d->q, d->shard, d->number, x);
    if (shard_number(d->q, x) == d->number &&
        insert(d->q, d->shard, key.hi, &s, value + 1)) {
        atomic_fetch_add(&d->q->shards.tally[d->number].counted, 1);
        return;
    }
    if (!d->st)
        d->st = cells_put(&d->left, key, position_hash(key), value);
}

/* Takes out of the attic what has a place in the new shard. */
static enum status drain(struct quotient *q, unsigned number,
                         const struct shard *shard)
{
    struct drain d = {.q = q, .shard = shard, .number = number};
    struct memo_spec spec = {.key_bits = q->wide ? 128 : 64, .value_bytes = 8};
    d.st = cells_init(&d.left, &spec, atomic_load(&q->attic_used));
    if (d.st)
        return d.st;
    cells_each(&q->attic, drain_one, &d);
    cells_release(&q->attic);
    q->attic = d.left;
    atomic_store(&q->attic_used, q->attic.used);
    return d.st;
}

/* An entry on its way to the new shard, whose line there is being fetched. */
struct moving {
    struct search s;
    uint64_t x, hi, stored;
};

struct mover {
    struct quotient *q;
    unsigned number;
    struct shard *to;
    size_t begun, done;
    struct moving ring[RING_AHEAD];
};

/* Keys that the larger shard has no place for either were made by an enemy,
 * not by chance: to the attic. */
static enum status move_done(struct mover *m)
{
    struct quotient *q = m->q;
    struct moving *e = &m->ring[m->done++ % RING_AHEAD];
    if (insert(q, m->to, e->hi, &e->s, e->stored))
        return STATUS_OK;
    struct position key = key_of(q, m->number, e->x, e->hi);
    atomic_fetch_sub(&q->shards.tally[m->number].counted, 1);
    enum status st =
        cells_put(&q->attic, key, position_hash(key), e->stored - 1);
    atomic_store(&q->attic_used, q->attic.used);
    return st;
}

static enum status move_begin(struct mover *m, uint64_t x, uint64_t hi,
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

static enum status move(void *self, unsigned number, const struct shard *from,
                        struct shard *to)
{
    struct quotient *q = self;
    struct mover m = {.q = q, .number = number, .to = to};
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
    return !st && atomic_load(&q->attic_used) ? drain(q, number, to) : st;
}

static void shard_each(const struct quotient *q, unsigned number,
                       memo_visit *visit, void *context)
{
    const struct shard *shard = &q->shards.shard[number];
    unsigned step = q->wide ? 2 : 1;
    for (uint64_t at = 0; at < shard->lines.n; at++) {
        const uint64_t *word =
            (const uint64_t *)(const void *)(shard->line + at * LINE_BYTES);
        unsigned used = used_words(word, step);
        for (unsigned i = 0; i < used; i += step) {
            uint64_t hi = q->wide ? word[i + 1] : 0;
            uint64_t x = restore(q, shard, at, word[i], hi);
            visit(context, key_of(q, number, x, hi),
                  (word[i] & q->value_mask) - 1);
        }
    }
}

void quotient_each(const void *self, memo_visit *visit, void *context)
{
    const struct quotient *q = self;
    for (unsigned i = 0; i < SHARDS; i++)
        shard_each(q, i, visit, context);
    cells_each(&q->attic, visit, context);
}

size_t attic_get(struct quotient *q, const struct position keys[], size_t n,
                 uint64_t values[])
{
    size_t hits = 0;
    if (!atomic_load_explicit(&q->attic_used, memory_order_acquire))
        return 0;
    int error = pthread_mutex_lock(&q->attic_lock);
    assert(!error);
    for (size_t i = 0; i < n; i++) {
        if (values[i] != MEMO_MISS)
            continue;
        values[i] = cells_get(&q->attic, keys[i], position_hash(keys[i]));
        hits += values[i] != MEMO_MISS;
    }
    error = pthread_mutex_unlock(&q->attic_lock);
    assert(!error);
    return hits;
}

static enum status attic_take(struct quotient *q, unsigned worker,
                              struct position key, uint64_t value)
{
    unsigned number = shard_number(q, quotient_key(q, key, q->wide));
    struct shards *s = &q->shards;
    /* In a shard that is not half full, a larger one would not help. */
    if (shards_entries(s, number) > s->shard[number].limit / 2)
        shards_full(s, worker, number);
    return cells_put(&q->attic, key, position_hash(key), value);
}

enum status attic_put(struct quotient *q, unsigned worker,
                      const struct position keys[], const uint64_t values[],
                      const uint16_t homeless[], size_t n)
{
    enum status st = STATUS_OK;
    int error = pthread_mutex_lock(&q->attic_lock);
    assert(!error);
    for (size_t i = 0; !st && i < n; i++)
        st = attic_take(q, worker, keys[homeless[i]], values[homeless[i]]);
    atomic_store_explicit(&q->attic_used, q->attic.used, memory_order_release);
    error = pthread_mutex_unlock(&q->attic_lock);
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

/* The logarithm of the fewest lines of a shard with which a quotient fits into
 * a word: quotient + 7 + value bits <= 64, where the quotient has key_bits - 8
 * bits less that logarithm. */
static int needed_lines(const struct memo_spec *spec)
{
    return (int)(scrambled_bits(spec) + bits_of_value(spec)) - 65;
}

static uint64_t least_lines(int needed)
{
    return needed > 2 ? 1ull << needed : 5;
}

uint64_t quotient_bytes(bool wide, const struct memo_spec *spec,
                        uint64_t entries)
{
    const int needed = needed_lines(spec);
    return needed > 30 ? 0
                       : shards_bytes(wide ? WORDS / 2 : WORDS,
                                      least_lines(needed), spec, entries);
}

static enum status layout(struct quotient *q, const char *name,
                          const struct memo_spec *spec)
{
    const int needed = needed_lines(spec);
    q->key_bits = scrambled_bits(spec);
    q->value_bits = bits_of_value(spec);
    uint64_t expected = spec->expect * (q->wide ? 20 : 10);
    uint64_t most = expected > empty_bytes ? expected : empty_bytes;
    if (spec->key_bits > (q->wide ? 128 : 64) || q->value_bits > 56 ||
        (needed > 0 && (uint64_t)SHARDS * LINE_BYTES << needed > most))
        return log_error(STATUS_USAGE,
                         "memo %s: no room in a word for keys of %u bits with "
                         "values of %u; take spin or striped",
                         name, spec->key_bits, q->value_bits);
    q->shards.least = least_lines(needed);
    q->over_shift = displacement_shift(q) + DISPLACEMENT_BITS;
    q->low_mask = (1ull << (q->key_bits - SHARD_BITS)) - 1;
    q->care = UINT64_MAX << displacement_shift(q);
    q->value_mask = UINT64_MAX >> (64 - q->value_bits);
    return STATUS_OK;
}

static enum status quotient_init(struct quotient *q, const char *name,
                                 const struct memo_spec *spec)
{
    struct memo_spec attic = {.key_bits = q->wide ? 128 : 64, .value_bytes = 8};
    enum status st = layout(q, name, spec);
    if (st)
        return st;
    q->form = forms_best();
    q->shards.slots = q->wide ? WORDS / 2 : WORDS;
    q->shards.move = move;
    q->shards.self = q;
    st = cells_init(&q->attic, &attic, 0);
    if (st)
        return st;
    st = shards_init(&q->shards, spec);
    if (st)
        cells_release(&q->attic);
    return st;
}

enum status quotient_open(const char *name, bool wide,
                          const struct memo_spec *spec, void **self)
{
    struct quotient *q = aligned_alloc(_Alignof(struct quotient), sizeof *q);
    if (!q)
        return log_error(STATUS_NOMEM, "memo %s: no memory", name);
    *q = (struct quotient){.wide = wide};
    enum status st = quotient_init(q, name, spec);
    if (st) {
        free(q);
        return st;
    }
    int error = pthread_mutex_init(&q->attic_lock, NULL);
    assert(!error);
    *self = q;
    return STATUS_OK;
}

void quotient_close(void *self)
{
    struct quotient *q = self;
    pthread_mutex_destroy(&q->attic_lock);
    cells_release(&q->attic);
    shards_release(&q->shards);
    free(q);
}

void quotient_stats(const void *self, struct memo_stats *stats)
{
    const struct quotient *q = self;
    *stats = (struct memo_stats){0};
    shards_stats(&q->shards, stats);
    stats->entries += atomic_load(&q->attic_used);
}

enum status quotient_settle(void *self)
{
    struct quotient *q = self;
    return shards_grow(&q->shards, 0);
}
