#include "engine/memo/quotient.h"

#include "engine/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 twin;

INLINE void aim(const struct job *j, size_t i, bool wide, struct search *s)
{
    const struct quotient *q = j->table;
    uint64_t x = quotient_key(q, j->keys[i], wide);
    search_start(q, &q->shards.shard[shard_number(q, x)], x, s);
    if (wide)
        s->hi = j->keys[i].hi;
}

INLINE void aim_narrow(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, false, s);
}

INLINE void aim_wide(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, true, s);
}

/* The word at place i if it is the one looked for, else 0. The place fills at
 * once, so whoever sees its word sees the half behind it too. */
INLINE uint64_t confirm(const struct quotient *q, const struct search *s,
                        unsigned i, bool wide)
{
    uint64_t word = atomic_load_explicit((_Atomic uint64_t *)s->line + i,
                                         memory_order_acquire);
    if (!(word & value_mask(q)) || ((word ^ s->lo) & q->care) != 0)
        return 0;
    return !wide || word_load(s->line, i + 1) == s->hi ? word : 0;
}

/* The word looked for, if it is in this line, else 0; and the places that are
 * empty. */
INLINE uint64_t scan(const struct quotient *q, const struct search *s,
                     bool wide,
                     struct match (*match)(const unsigned char *, uint64_t,
                                           uint64_t),
                     unsigned *empty)
{
    struct match m = match(s->line, q->care, s->lo);
    unsigned equal = m.equal & ~m.empty;
    *empty = wide ? m.empty & 0x55 : m.empty;
    if (wide)
        equal &= match(s->line, UINT64_MAX, s->hi).equal >> 1 & 0x55;
    for (; equal; equal &= equal - 1) {
        unsigned i = (unsigned)__builtin_ctz(equal);
        uint64_t word = confirm(q, s, i, wide);
        if (word)
            return word;
    }
    return 0;
}

INLINE bool overflowed(const struct quotient *q, const struct search *s,
                       bool wide)
{
    return word_load(s->line, class_of(q, s, wide)) >> q->value_bits & 1;
}

INLINE enum found look(const struct quotient *q, struct search *s, bool wide,
                       struct match (*match)(const unsigned char *, uint64_t,
                                             uint64_t),
                       uint64_t *value)
{
    unsigned empty;
    uint64_t word = scan(q, s, wide, match, &empty);
    *value = word ? (word & value_mask(q)) - 1 : MEMO_MISS;
    if (word)
        return HERE;
    /* One branch, seldom taken: whether a line is full is a coin's toss. */
    if ((empty != 0) | !overflowed(q, s, wide))
        return NOWHERE;
    if (!search_advance(q, s, wide))
        return NOWHERE;
    __builtin_prefetch(s->line);
    return FURTHER;
}

/* Fills place i if it is empty. */
INLINE bool occupy(const struct search *s, unsigned i, uint64_t word, bool wide)
{
    uint64_t zero = 0, two[2];
    twin next;
    if (!wide)
        return atomic_compare_exchange_strong_explicit(
            (_Atomic uint64_t *)s->line + i, &zero, word, memory_order_release,
            memory_order_relaxed);
    two[0] = word;
    two[1] = s->hi;
    memcpy(&next, two, sizeof next);
    return __sync_bool_compare_and_swap((twin *)(s->line + 8 * i), (twin)0,
                                        next);
}

/* Puts the word into the line, or goes one line on. */
INLINE enum found
place(const struct quotient *q, struct search *s, uint64_t stored, bool wide,
      struct match (*match)(const unsigned char *, uint64_t, uint64_t))
{
    unsigned empty, step = wide ? 2 : 1;
    uint64_t word = scan(q, s, wide, match, &empty);
    if (word) {
        assert((word & value_mask(q)) == stored);
        return HERE;
    }
    for (unsigned i = empty ? (unsigned)__builtin_ctz(empty) : 8; i < 8;
         i += step) {
        if (occupy(s, i, s->lo | stored, wide))
            return PLACED;
        if (confirm(q, s, i, wide))
            return HERE;
    }
    if (!overflowed(q, s, wide))
        atomic_fetch_or_explicit((_Atomic uint64_t *)s->line +
                                     class_of(q, s, wide),
                                 1ull << q->value_bits, memory_order_relaxed);
    if (!search_advance(q, s, wide))
        return NOWHERE;
    __builtin_prefetch(s->line, 1);
    return FURTHER;
}

INLINE enum found get_one(struct job *j, struct search *s, size_t i, bool wide,
                          struct match (*match)(const unsigned char *, uint64_t,
                                                uint64_t))
{
    uint64_t value;
    enum found found = look(j->table, s, wide, match, &value);
    return ring_got(j, i, found, value);
}

INLINE enum found put_one(struct job *j, struct search *s, size_t i, bool wide,
                          struct match (*match)(const unsigned char *, uint64_t,
                                                uint64_t))
{
    struct quotient *q = j->table;
    return ring_put(j, &q->shards, i, s,
                    place(q, s, j->in[i] + 1, wide, match));
}

/* The loops, once for each form of match and each width of key. */
#define LOOP(verb, width, wide, write, form, attribute)                        \
    attribute INLINE enum found verb##_##width##_one_##form(                   \
        struct job *j, struct search *s, size_t i)                             \
    {                                                                          \
        return verb##_one(j, s, i, wide, match_##form);                        \
    }                                                                          \
    attribute static void verb##_##width##_##form(struct job *j)               \
    {                                                                          \
        ring_run(j, write, aim_##width, verb##_##width##_one_##form);          \
    }
#define X(form, attribute)                                                     \
    LOOP(get, narrow, false, false, form, attribute)                           \
    LOOP(get, wide, true, false, form, attribute)                              \
    LOOP(put, narrow, false, true, form, attribute)                            \
    LOOP(put, wide, true, true, form, attribute)
FORMS(X)
#undef X

static const struct {
    void (*get[2])(struct job *);
    void (*put[2])(struct job *);
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
    for (size_t done = 0; done < n; done += RING_JOB) {
        struct job j;
        job_init(&j, self, worker, keys, NULL, values, n, done);
        gate_enter(&q->shards.gate, worker);
        loops[q->form].get[q->wide](&j);
        hits += j.hits + attic_get(q, j.keys, j.n, j.out);
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
    for (size_t done = 0; !st && done < n; done += RING_JOB) {
        struct job j;
        job_init(&j, self, worker, keys, values, NULL, n, done);
        gate_enter(&q->shards.gate, worker);
        loops[q->form].put[q->wide](&j);
        if (j.nhomeless)
            st = attic_put(q, &j);
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
    struct job j;
    job_init(&j, self, worker, keys, NULL, NULL, n, 0);
    gate_enter(&q->shards.gate, worker);
    for (size_t i = 0; i < j.n; i++) {
        struct search s;
        aim(&j, i, q->wide, &s);
        __builtin_prefetch(s.line);
    }
    gate_leave(&q->shards.gate, worker);
}
