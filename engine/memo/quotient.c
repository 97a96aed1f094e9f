#include "engine/memo/quotient.h"

#include "engine/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Lines fetched ahead, and keys between two looks at the gate. Measured with
 * build/bench/memo --only packed: see bench/README in the report columns. */
enum { AHEAD = 32, CHUNK = 1024 };

enum found { HERE, NOWHERE, FURTHER, PLACED };

/* A search that had to leave its home line. */
struct late {
    struct probe p;
    size_t i;
};

__extension__ typedef unsigned __int128 twin;

INLINE unsigned number_of(const struct quotient *q, const struct shard *shard)
{
    return (unsigned)(shard - q->shards.shard);
}

INLINE struct probe aim(const struct quotient *q, struct position key,
                        bool wide)
{
    uint64_t x = quotient_key(q, key, wide);
    return probe_at(q, &q->shards.shard[shard_number(q, x)], x,
                    wide ? key.hi : 0);
}

/* The word at place i if it is the one looked for, else 0. The place fills at
 * once, so whoever sees its word sees the half behind it too. */
INLINE uint64_t confirm(const struct quotient *q, const struct probe *p,
                        unsigned i, bool wide)
{
    uint64_t word = atomic_load_explicit((_Atomic uint64_t *)p->line + i,
                                         memory_order_acquire);
    if (!(word & value_mask(q)) || ((word ^ p->word) & q->care) != 0)
        return 0;
    return !wide || word_load(p->line, i + 1) == p->hi ? word : 0;
}

/* The word looked for, if it is in this line, else 0; and the places that are
 * empty. */
INLINE uint64_t scan(const struct quotient *q, const struct probe *p, bool wide,
                     struct match (*match)(const unsigned char *, uint64_t,
                                           uint64_t),
                     unsigned *empty)
{
    struct match m = match(p->line, q->care, p->word);
    unsigned equal = m.equal & ~m.empty;
    *empty = wide ? m.empty & 0x55 : m.empty;
    if (wide)
        equal &= match(p->line, UINT64_MAX, p->hi).equal >> 1 & 0x55;
    for (; equal; equal &= equal - 1) {
        unsigned i = (unsigned)__builtin_ctz(equal);
        uint64_t word = confirm(q, p, i, wide);
        if (word)
            return word;
    }
    return 0;
}

INLINE bool overflowed(const struct quotient *q, const struct probe *p,
                       bool wide)
{
    return word_load(p->line, class_of(q, p, wide)) >> q->value_bits & 1;
}

INLINE enum found look(const struct quotient *q, struct probe *p, bool wide,
                       struct match (*match)(const unsigned char *, uint64_t,
                                             uint64_t),
                       uint64_t *value)
{
    unsigned empty;
    uint64_t word = scan(q, p, wide, match, &empty);
    *value = word ? (word & value_mask(q)) - 1 : MEMO_MISS;
    if (word)
        return HERE;
    if (empty || !overflowed(q, p, wide) || !probe_advance(q, p))
        return NOWHERE;
    __builtin_prefetch(p->line);
    return FURTHER;
}

/* Fills place i if it is empty. */
INLINE bool occupy(const struct probe *p, unsigned i, uint64_t word, bool wide)
{
    uint64_t two[2] = {word, p->hi}, zero = 0;
    twin next;
    if (!wide)
        return atomic_compare_exchange_strong_explicit(
            (_Atomic uint64_t *)p->line + i, &zero, word, memory_order_release,
            memory_order_relaxed);
    memcpy(&next, two, sizeof next);
    return __sync_bool_compare_and_swap((twin *)(p->line + 8 * i), (twin)0,
                                        next);
}

/* Puts the word into the line, or goes one line on. */
INLINE enum found
place(const struct quotient *q, struct probe *p, uint64_t stored, bool wide,
      struct match (*match)(const unsigned char *, uint64_t, uint64_t))
{
    unsigned empty, step = wide ? 2 : 1;
    uint64_t word = scan(q, p, wide, match, &empty);
    if (word) {
        assert((word & value_mask(q)) == stored);
        return HERE;
    }
    for (unsigned i = empty ? (unsigned)__builtin_ctz(empty) : 8; i < 8;
         i += step) {
        if (occupy(p, i, p->word | stored, wide))
            return PLACED;
        if (confirm(q, p, i, wide))
            return HERE;
    }
    if (!overflowed(q, p, wide))
        atomic_fetch_or_explicit((_Atomic uint64_t *)p->line +
                                     class_of(q, p, wide),
                                 1ull << q->value_bits, memory_order_relaxed);
    if (!probe_advance(q, p))
        return NOWHERE;
    __builtin_prefetch(p->line, 1);
    return FURTHER;
}

INLINE size_t get_chunk(const struct quotient *q, const struct position keys[],
                        size_t n, uint64_t values[], bool wide,
                        struct match (*match)(const unsigned char *, uint64_t,
                                              uint64_t))
{
    struct probe ring[AHEAD];
    struct late late[CHUNK];
    size_t hits = 0, nlate = 0;
    for (size_t i = 0; i < n && i < AHEAD; i++) {
        ring[i] = aim(q, keys[i], wide);
        __builtin_prefetch(ring[i].line);
    }
    for (size_t i = 0; i < n; i++) {
        struct probe *p = &ring[i % AHEAD];
        enum found found = look(q, p, wide, match, &values[i]);
        hits += found == HERE;
        if (found == FURTHER)
            late[nlate++] = (struct late){*p, i};
        if (i + AHEAD < n) {
            *p = aim(q, keys[i + AHEAD], wide);
            __builtin_prefetch(p->line);
        }
    }
    while (nlate) {
        size_t left = 0;
        for (size_t i = 0; i < nlate; i++) {
            struct late l = late[i];
            enum found found = look(q, &l.p, wide, match, &values[l.i]);
            hits += found == HERE;
            if (found == FURTHER)
                late[left++] = l;
        }
        nlate = left;
    }
    return hits;
}

/* Stores what it can; the numbers of the keys that found no place go to
 * homeless[]. Returns how many. */
INLINE size_t put_chunk(struct quotient *q, unsigned worker,
                        const struct position keys[], const uint64_t values[],
                        size_t n, bool wide,
                        struct match (*match)(const unsigned char *, uint64_t,
                                              uint64_t),
                        uint32_t homeless[])
{
    struct probe ring[AHEAD];
    struct late late[CHUNK];
    size_t nlate = 0, nhomeless = 0;
    for (size_t i = 0; i < n && i < AHEAD; i++) {
        ring[i] = aim(q, keys[i], wide);
        __builtin_prefetch(ring[i].line, 1);
    }
    for (size_t i = 0; i < n; i++) {
        struct probe *p = &ring[i % AHEAD];
        enum found found = place(q, p, values[i] + 1, wide, match);
        if (found == PLACED)
            shards_added(&q->shards, worker, number_of(q, p->shard));
        if (found == FURTHER)
            late[nlate++] = (struct late){*p, i};
        if (i + AHEAD < n) {
            *p = aim(q, keys[i + AHEAD], wide);
            __builtin_prefetch(p->line, 1);
        }
    }
    while (nlate) {
        size_t left = 0;
        for (size_t i = 0; i < nlate; i++) {
            struct late l = late[i];
            enum found found = place(q, &l.p, values[l.i] + 1, wide, match);
            if (found == PLACED)
                shards_added(&q->shards, worker, number_of(q, l.p.shard));
            if (found == FURTHER)
                late[left++] = l;
            if (found == NOWHERE)
                homeless[nhomeless++] = (uint32_t)l.i;
        }
        nlate = left;
    }
    return nhomeless;
}

/* The loops, once for each form of match and each width of key. */
#define X(form, attribute)                                                     \
    attribute static size_t get_narrow_##form(const struct quotient *q,        \
                                              const struct position keys[],    \
                                              size_t n, uint64_t values[])     \
    {                                                                          \
        return get_chunk(q, keys, n, values, false, match_##form);             \
    }                                                                          \
    attribute static size_t get_wide_##form(const struct quotient *q,          \
                                            const struct position keys[],      \
                                            size_t n, uint64_t values[])       \
    {                                                                          \
        return get_chunk(q, keys, n, values, true, match_##form);              \
    }                                                                          \
    attribute static size_t put_narrow_##form(                                 \
        struct quotient *q, unsigned worker, const struct position keys[],     \
        const uint64_t values[], size_t n, uint32_t homeless[])                \
    {                                                                          \
        return put_chunk(q, worker, keys, values, n, false, match_##form,      \
                         homeless);                                            \
    }                                                                          \
    attribute static size_t put_wide_##form(                                   \
        struct quotient *q, unsigned worker, const struct position keys[],     \
        const uint64_t values[], size_t n, uint32_t homeless[])                \
    {                                                                          \
        return put_chunk(q, worker, keys, values, n, true, match_##form,       \
                         homeless);                                            \
    }
FORMS(X)
#undef X

static const struct {
    size_t (*get[2])(const struct quotient *, const struct position[], size_t,
                     uint64_t[]);
    size_t (*put[2])(struct quotient *, unsigned, const struct position[],
                     const uint64_t[], size_t, uint32_t[]);
} loops[] = {
#define X(form, attribute)                                                     \
    [FORM_##form] = {{get_narrow_##form, get_wide_##form},                     \
                     {put_narrow_##form, put_wide_##form}},
    FORMS(X)
#undef X
};

size_t quotient_get(void *self, unsigned worker, const struct position keys[],
                    size_t n, uint64_t values[])
{
    struct quotient *q = self;
    size_t hits = 0;
    for (size_t done = 0; done < n; done += CHUNK) {
        size_t count = n - done < CHUNK ? n - done : CHUNK;
        gate_enter(&q->shards.gate, worker);
        hits +=
            loops[q->form].get[q->wide](q, keys + done, count, values + done);
        hits += attic_get(q, keys + done, count, values + done);
        gate_leave(&q->shards.gate, worker);
    }
    return hits;
}

enum status quotient_put(void *self, unsigned worker,
                         const struct position keys[], const uint64_t values[],
                         size_t n)
{
    struct quotient *q = self;
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += CHUNK) {
        size_t count = n - done < CHUNK ? n - done : CHUNK;
        uint32_t homeless[CHUNK];
        gate_enter(&q->shards.gate, worker);
        size_t left = loops[q->form].put[q->wide](
            q, worker, keys + done, values + done, count, homeless);
        for (size_t i = 0; !st && i < left; i++)
            st = attic_put(q, worker, keys[done + homeless[i]],
                           values[done + homeless[i]]);
        gate_leave(&q->shards.gate, worker);
        if (!st && q->shards.workers[worker].want)
            st = shards_grow(&q->shards, worker);
    }
    return st;
}

void quotient_hint(void *self, unsigned worker, const struct position keys[],
                   size_t n)
{
    struct quotient *q = self;
    gate_enter(&q->shards.gate, worker);
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(aim(q, keys[i], q->wide).line);
    gate_leave(&q->shards.gate, worker);
}
