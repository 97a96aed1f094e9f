#include "engine/memo/lines.h"

#include "engine/log.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

INLINE _Atomic uint64_t *words(const struct search *s)
{
    return (_Atomic uint64_t *)(void *)s->line;
}

INLINE _Atomic uint8_t *meta(const struct search *s)
{
    return (_Atomic uint8_t *)s->line + LINES_META;
}

/* The value + 1 at a place; 0 until it has been written. */
INLINE uint64_t value_at(const struct lines *l, const struct search *s,
                         unsigned slot)
{
    void *at = s->line + l->values_at + slot * l->value_bytes;
#define LOAD(type)                                                             \
    atomic_load_explicit((_Atomic type *)at, memory_order_acquire)
    switch (l->value_bytes) {
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

INLINE void value_write(const struct lines *l, const struct search *s,
                        unsigned slot, uint64_t stored)
{
    void *at = s->line + l->values_at + slot * l->value_bytes;
#define STORE(type)                                                            \
    atomic_store_explicit((_Atomic type *)at, (type)stored,                    \
                          memory_order_release)
    switch (l->value_bytes) {
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
INLINE unsigned places(const struct lines *l, bool wide)
{
    return wide ? 0x55u & ((1u << 2 * l->slots) - 1) : (1u << l->slots) - 1;
}

INLINE struct match
scan(const struct lines *l, const struct search *s, bool wide,
     struct match (*match)(const unsigned char *, uint64_t, uint64_t))
{
    unsigned mask = places(l, wide);
    struct match m = match(s->line, UINT64_MAX, s->lo);
    if (wide) {
        m.equal &= match(s->line, UINT64_MAX, s->hi).equal >> 1;
        m.empty &= m.empty >> 1;
    }
    m.empty &= mask;
    m.equal &= mask & ~m.empty;
    return m;
}

/* The value + 1 at the place of word i if the key there is the right one. The
 * key is compared after the value was seen: then it is complete. */
INLINE uint64_t confirm(const struct lines *l, const struct search *s,
                        unsigned i, bool wide)
{
    uint64_t stored = value_at(l, s, wide ? i / 2 : i);
    if (word_load(s->line, i) != s->lo ||
        (wide && word_load(s->line, i + 1) != s->hi))
        return 0;
    return stored;
}

INLINE enum found look(const struct lines *l, struct search *s, bool wide,
                       struct match (*match)(const unsigned char *, uint64_t,
                                             uint64_t),
                       uint64_t *value)
{
    struct match m = scan(l, s, wide, match);
    for (; m.equal; m.equal &= m.equal - 1) {
        uint64_t stored = confirm(l, s, (unsigned)__builtin_ctz(m.equal), wide);
        *value = stored - 1;
        if (stored)
            return HERE;
    }
    *value = MEMO_MISS;
    if (m.empty || !(atomic_load_explicit(meta(s), memory_order_relaxed) &
                     seek_class(s, wide)))
        return NOWHERE;
    if (!seek_advance(s, wide))
        return NOWHERE;
    __builtin_prefetch(s->line);
    return FURTHER;
}

/* Sets the overflow bit of a full line and goes on. */
INLINE enum found pass(struct search *s, bool wide)
{
    if (!(atomic_load_explicit(meta(s), memory_order_relaxed) &
          seek_class(s, wide)))
        atomic_fetch_or_explicit(meta(s), (uint8_t)seek_class(s, wide),
                                 memory_order_relaxed);
    if (!seek_advance(s, wide))
        return NOWHERE;
    __builtin_prefetch(s->line, 1);
    return FURTHER;
}

/* A key that is there without its value is being added by another thread; the
 * value is the same, so this thread may as well write it. */
INLINE enum found place_free(const struct lines *l, struct search *s,
                             uint64_t stored, struct match m)
{
    unsigned i = m.equal   ? (unsigned)__builtin_ctz(m.equal)
                 : m.empty ? (unsigned)__builtin_ctz(m.empty)
                           : l->slots;
    for (; i < l->slots; i++) {
        uint64_t seen = 0;
        if (atomic_compare_exchange_strong_explicit(words(s) + i, &seen, s->lo,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed)) {
            value_write(l, s, i, stored);
            return PLACED;
        }
        if (seen == s->lo) {
            uint64_t there = value_at(l, s, i);
            assert(!there || there == stored);
            if (!there)
                value_write(l, s, i, stored);
            return HERE;
        }
    }
    return pass(s, false);
}

/* More threads than processors may hold locks: give way after a while. */
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

INLINE enum found place_locked(const struct lines *l, struct search *s,
                               uint64_t stored, bool wide)
{
    unsigned step = wide ? 2 : 1;
    lock(s);
    for (unsigned i = 0; i < l->slots * step; i += step) {
        uint64_t lo = word_load(s->line, i);
        uint64_t hi = wide ? word_load(s->line, i + 1) : 0;
        bool same = lo == s->lo && (!wide || hi == s->hi);
        if (!same && (lo || hi))
            continue;
        if (!same) {
            atomic_store_explicit(words(s) + i, s->lo, memory_order_relaxed);
            if (wide)
                atomic_store_explicit(words(s) + i + 1, s->hi,
                                      memory_order_relaxed);
            value_write(l, s, i / step, stored);
        }
        unlock(s);
        return same ? HERE : PLACED;
    }
    unlock(s);
    return pass(s, wide);
}

INLINE enum found place(const struct lines *l, struct search *s,
                        uint64_t stored, bool wide, bool locks,
                        struct match (*match)(const unsigned char *, uint64_t,
                                              uint64_t))
{
    struct match m = scan(l, s, wide, match);
    if (!locks)
        return place_free(l, s, stored, m);
    for (unsigned equal = m.equal; equal; equal &= equal - 1) {
        uint64_t there = confirm(l, s, (unsigned)__builtin_ctz(equal), wide);
        assert(!there || there == stored);
        if (there)
            return HERE;
    }
    /* A full line stays full, and its keys stay; but one of them may be ours
     * and not complete yet. A key of one word is seen at once. */
    return wide || m.empty || m.equal ? place_locked(l, s, stored, wide)
                                      : pass(s, wide);
}

/* The key 0 looks like an empty place: its value is kept beside the table. */
INLINE bool is_zero(const struct search *s, bool wide)
{
    return !s->lo && !(wide && s->hi);
}

INLINE void aim(const struct job *j, size_t i, bool wide, struct search *s)
{
    const struct lines *l = j->table;
    uint64_t hash = lines_hash(j->keys[i], wide);
    seek_start(&l->shards.shard[hash >> (64 - SHARD_BITS)], j->keys[i], wide,
               s);
}

INLINE void aim_narrow(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, false, s);
}

INLINE void aim_wide(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, true, s);
}

INLINE enum found get_one(struct job *j, struct search *s, size_t i, bool wide,
                          struct match (*match)(const unsigned char *, uint64_t,
                                                uint64_t))
{
    struct lines *l = j->table;
    uint64_t value;
    enum found found = look(l, s, wide, match, &value);
    if (found == NOWHERE && is_zero(s, wide)) {
        value = atomic_load_explicit(&l->zero, memory_order_relaxed) - 1;
        found = value == MEMO_MISS ? NOWHERE : HERE;
    }
    return ring_got(j, i, found, value);
}

INLINE enum found
put_one(struct job *j, struct search *s, size_t i, bool wide, bool locks,
        struct match (*match)(const unsigned char *, uint64_t, uint64_t))
{
    struct lines *l = j->table;
    uint64_t stored = j->in[i] + 1;
    if (is_zero(s, wide)) {
        atomic_store_explicit(&l->zero, stored, memory_order_relaxed);
        return HERE;
    }
    return ring_put(j, &l->shards, i, s,
                    place(l, s, stored, wide, locks, match));
}

/* The loops, once for each form of match, width of key and way to add. */
#define LOOP(name, write, aim, call, form, attribute)                          \
    attribute INLINE enum found name##_one_##form(struct job *j,               \
                                                  struct search *s, size_t i)  \
    {                                                                          \
        return call;                                                           \
    }                                                                          \
    attribute static void name##_##form(struct job *j)                         \
    {                                                                          \
        ring_run(j, write, aim, name##_one_##form);                            \
    }
#define X(form, attribute)                                                     \
    LOOP(get_narrow, false, aim_narrow, get_one(j, s, i, false, match_##form), \
         form, attribute)                                                      \
    LOOP(get_wide, false, aim_wide, get_one(j, s, i, true, match_##form),      \
         form, attribute)                                                      \
    LOOP(put_free, true, aim_narrow,                                           \
         put_one(j, s, i, false, false, match_##form), form, attribute)        \
    LOOP(put_narrow, true, aim_narrow,                                         \
         put_one(j, s, i, false, true, match_##form), form, attribute)         \
    LOOP(put_wide, true, aim_wide, put_one(j, s, i, true, true, match_##form), \
         form, attribute)
FORMS(X)
#undef X

static const struct {
    void (*get[2])(struct job *);
    void (*put[2][2])(struct job *); /* [wide][locks] */
} loops[] = {
#define X(form, attribute)                                                     \
    [FORM_##form] = {                                                          \
        {get_narrow_##form, get_wide_##form},                                  \
        {{put_free_##form, put_narrow_##form}, {NULL, put_wide_##form}}},
    FORMS(X)
#undef X
};

size_t lines_get(void *self, unsigned worker, const struct position keys[],
                 size_t n, uint64_t values[])
{
    struct lines *l = self;
    size_t hits = 0;
    for (size_t done = 0; done < n; done += RING_JOB) {
        struct job j;
        job_init(&j, self, worker, keys, NULL, values, n, done);
        gate_enter(&l->shards.gate, worker);
        loops[l->form].get[l->wide](&j);
        gate_leave(&l->shards.gate, worker);
        hits += j.hits;
    }
    return hits;
}

/* The keys of a job that found no place are put again when their shards have
 * grown. Each time there are fewer keys or larger shards. */
static enum status put_again(void *self, const struct job *j)
{
    struct position keys[RING_JOB];
    uint64_t values[RING_JOB];
    for (size_t i = 0; i < j->nhomeless; i++) {
        keys[i] = j->keys[j->homeless[i]];
        values[i] = j->in[j->homeless[i]];
    }
    return lines_put(self, j->worker, keys, values, j->nhomeless);
}

static enum status put_job(struct lines *l, struct job *j)
{
    struct shards *shards = &l->shards;
    enum status st = STATUS_OK;
    gate_enter(&shards->gate, j->worker);
    loops[l->form].put[l->wide][l->locks](j);
    for (size_t i = 0; i < j->nhomeless; i++) {
        uint64_t hash = lines_hash(j->keys[j->homeless[i]], l->wide);
        shards_full(shards, j->worker, hash >> (64 - SHARD_BITS));
    }
    gate_leave(&shards->gate, j->worker);
    if (shards->workers[j->worker].want)
        st = shards_grow(shards, j->worker);
    return st || !j->nhomeless ? st : put_again(l, j);
}

enum status lines_put(void *self, unsigned worker, const struct position keys[],
                      const uint64_t values[], size_t n)
{
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += RING_JOB) {
        struct job j;
        job_init(&j, self, worker, keys, values, NULL, n, done);
        st = put_job(self, &j);
    }
    return st;
}

void lines_hint(void *self, unsigned worker, const struct position keys[],
                size_t n)
{
    struct lines *l = self;
    struct job j;
    job_init(&j, self, worker, keys, NULL, NULL, n, 0);
    gate_enter(&l->shards.gate, worker);
    for (size_t i = 0; i < j.n; i++) {
        struct search s;
        aim(&j, i, l->wide, &s);
        __builtin_prefetch(s.line);
    }
    gate_leave(&l->shards.gate, worker);
}
