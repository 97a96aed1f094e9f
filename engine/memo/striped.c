/* striped.c - whole keys in tables with locks: the textbook version, which the
 * other strategies are measured against. Linear probing (table/cells.h) in
 * stripes, each with a lock and a table of its own:
 *
 *   striped   1024 stripes. A sweep takes 0.83 s on one thread and 0.53 s on
 *             two, where line takes 0.53 and 0.35
 *   mutex     one stripe: one lock over one table, the baseline. A batch takes
 *             the lock once; nothing is prefetched. 0.82 s on one thread and
 *             0.80 s on two
 *
 * The top bits of the hash choose the stripe and the low bits the cell in it,
 * so that a chain of probes never leaves the stripe whose lock is held, and a
 * stripe grows under its own lock while the others work. Figures:
 * results/bench/census.csv, census bench, Top Entails to 40 counters.
 */
#include "engine/base/log.h"
#include "engine/memo/table/cells.h"
#include "engine/memo/table/fetch.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { STRIPE_BITS = 10, AHEAD = 16 };

/* Each stripe has cache lines of its own: locks and counters of different
 * stripes never share one. */
struct stripe {
    _Alignas(128) pthread_mutex_t lock;
    struct cells cells;
    uint64_t growths;
    /* Copy of the cells' address, for prefetching without the lock. If it is
     * stale, the wrong memory is fetched, and nothing else is wrong. */
    _Atomic(unsigned char *) where;
    atomic_size_t mask;
};

/* These never change, but for the stripes. */
struct striped_memo {
    unsigned bits; /* of the hash, that choose the stripe */
    size_t ahead;  /* keys that are prefetched */
    struct stripe stripes[];
};

static size_t stripes(const struct striped_memo *m)
{
    return (size_t)1 << m->bits;
}

static struct stripe *stripe_of(struct striped_memo *m, uint64_t hash)
{
    return &m->stripes[hash >> 1 >> (63 - m->bits)];
}

static void lock(struct stripe *s)
{
    int error = pthread_mutex_lock(&s->lock);
    assert(!error);
}

static void unlock(struct stripe *s)
{
    int error = pthread_mutex_unlock(&s->lock);
    assert(!error);
}

static void publish(struct stripe *s)
{
    atomic_store_explicit(&s->where, s->cells.cell, memory_order_relaxed);
    atomic_store_explicit(&s->mask, s->cells.mask, memory_order_relaxed);
}

static void fetch(struct striped_memo *m, unsigned entry, struct position key)
{
    uint64_t hash = position_hash(key);
    struct stripe *s = stripe_of(m, hash);
    size_t mask = atomic_load_explicit(&s->mask, memory_order_relaxed);
    unsigned char *at = atomic_load_explicit(&s->where, memory_order_relaxed);
    fetch_line((char *)((uintptr_t)at + (hash & mask) * entry));
}

/* Locks a stripe, unless it is the one that is held already. */
static struct stripe *hold(struct stripe *held, struct stripe *s)
{
    if (s == held)
        return held;
    if (held)
        unlock(held);
    lock(s);
    return s;
}

static void striped_close(void *self)
{
    struct striped_memo *m = self;
    for (size_t i = 0; i < stripes(m); i++) {
        pthread_mutex_destroy(&m->stripes[i].lock);
        cells_release(&m->stripes[i].cells);
    }
    free(m);
}

static size_t table_bytes(unsigned bits)
{
    return sizeof(struct striped_memo) + (sizeof(struct stripe) << bits);
}

static enum status open_stripes(const char *name, unsigned bits, size_t ahead,
                                const struct memo_spec *spec, void **self)
{
    struct striped_memo *m =
        aligned_alloc(_Alignof(struct stripe), table_bytes(bits));
    if (!m)
        return log_error(STATUS_NOMEM, "memo %s: no memory", name);
    memset(m, 0, table_bytes(bits));
    m->bits = bits;
    m->ahead = ahead;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < stripes(m); i++) {
        struct stripe *s = &m->stripes[i];
        int error = pthread_mutex_init(&s->lock, NULL);
        assert(!error);
        if (!st)
            st = cells_init(&s->cells, spec, spec->expect >> bits);
        publish(s);
    }
    if (st) {
        striped_close(m);
        return st;
    }
    *self = m;
    return STATUS_OK;
}

static enum status striped_open(const struct memo_spec *spec, void **self)
{
    return open_stripes("striped", STRIPE_BITS, AHEAD, spec, self);
}

static enum status mutex_open(const struct memo_spec *spec, void **self)
{
    return open_stripes("mutex", 0, 0, spec, self);
}

static unsigned entry_bytes(const struct striped_memo *m)
{
    const struct cells *c = &m->stripes[0].cells; /* these never change */
    return c->key_bytes + c->value_bytes;
}

static void striped_hint(void *self, unsigned worker,
                         const struct position keys[], size_t n)
{
    struct striped_memo *m = self;
    unsigned entry = entry_bytes(m);
    (void)worker;
    for (size_t i = 0; i < n; i++)
        fetch(m, entry, keys[i]);
}

static size_t striped_get(void *self, unsigned worker,
                          const struct position keys[], size_t n,
                          uint64_t values[])
{
    struct striped_memo *m = self;
    unsigned entry = entry_bytes(m);
    struct stripe *s = NULL;
    size_t hits = 0;
    striped_hint(self, worker, keys, n < m->ahead ? n : m->ahead);
    for (size_t i = 0; i < n; i++) {
        uint64_t hash = position_hash(keys[i]);
        if (m->ahead && i + m->ahead < n)
            fetch(m, entry, keys[i + m->ahead]);
        s = hold(s, stripe_of(m, hash));
        values[i] = cells_get(&s->cells, keys[i], hash);
        hits += values[i] != MEMO_MISS;
    }
    if (s)
        unlock(s);
    return hits;
}

static enum status striped_put(void *self, unsigned worker,
                               const struct position keys[],
                               const uint64_t values[], size_t n)
{
    struct striped_memo *m = self;
    unsigned entry = entry_bytes(m);
    struct stripe *s = NULL;
    enum status st = STATUS_OK;
    striped_hint(self, worker, keys, n < m->ahead ? n : m->ahead);
    for (size_t i = 0; !st && i < n; i++) {
        uint64_t hash = position_hash(keys[i]);
        if (m->ahead && i + m->ahead < n)
            fetch(m, entry, keys[i + m->ahead]);
        s = hold(s, stripe_of(m, hash));
        size_t mask = s->cells.mask;
        st = cells_put(&s->cells, keys[i], hash, values[i]);
        if (s->cells.mask != mask) {
            s->growths++;
            publish(s);
        }
    }
    if (s)
        unlock(s);
    return st;
}

static void striped_stats(const void *self, struct memo_stats *stats)
{
    struct striped_memo *m = (struct striped_memo *)self; /* for the locks */
    *stats = (struct memo_stats){.bytes = table_bytes(m->bits)};
    for (size_t i = 0; i < stripes(m); i++) {
        struct stripe *s = &m->stripes[i];
        lock(s);
        stats->entries += s->cells.used;
        stats->growths += s->growths;
        stats->bytes += cells_bytes(&s->cells);
        unlock(s);
    }
}

static uint64_t striped_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return table_bytes(STRIPE_BITS) +
           cells_bytes_after(spec, 1 << STRIPE_BITS, entries);
}

static uint64_t mutex_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return table_bytes(0) + cells_bytes_after(spec, 1, entries);
}

static void striped_each(const void *self, memo_visit *visit, void *context)
{
    const struct striped_memo *m = self;
    for (size_t i = 0; i < stripes(m); i++)
        cells_each(&m->stripes[i].cells, visit, context);
}

#define STRIPED                                                                \
    .close = striped_close, .get = striped_get, .put = striped_put,            \
    .each = striped_each, .stats = striped_stats

const struct memo_kind memo_striped = {
    .name = "striped",
    .summary = "a lock and a table per stripe",
    .open = striped_open,
    .bytes = striped_bytes,
    .hint = striped_hint,
    STRIPED,
};

const struct memo_kind memo_mutex = {
    .name = "mutex",
    .summary = "one lock over one table: the baseline",
    .open = mutex_open,
    .bytes = mutex_bytes,
    STRIPED,
};
