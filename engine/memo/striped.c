/* striped.c - a lock and a table for each of 1024 stripes. The top bits of the
 * hash choose the stripe and the low bits the cell in it, so that a chain of
 * probes never leaves the stripe whose lock is held, and a stripe grows under
 * its own lock while the others work.
 *
 * The textbook version: lock striping over linear probing (table/cells.h). A
 * sweep takes 0.83 s on one thread and 0.53 s on two, where line.c takes 0.53
 * and 0.35 (results/bench/census.csv: census bench, Top Entails to 40
 * counters).
 */
#include "engine/base/log.h"
#include "engine/memo/table/cells.h"
#include "engine/memo/table/fetch.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Each stripe has cache lines of its own: locks and counters of different
 * stripes never share one. */
enum { STRIPE_BITS = 10, STRIPES = 1 << STRIPE_BITS, AHEAD = 16 };

struct stripe {
    _Alignas(128) pthread_mutex_t lock;
    struct cells cells;
    uint64_t growths;
    /* Copy of the cells' address, for prefetching without the lock. If it is
     * stale, the wrong memory is fetched, and nothing else is wrong. */
    _Atomic(unsigned char *) where;
    atomic_size_t mask;
};

struct striped_memo {
    struct stripe stripes[STRIPES];
};

static struct stripe *stripe_of(struct striped_memo *m, uint64_t hash)
{
    return &m->stripes[hash >> (64 - STRIPE_BITS)];
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

static void striped_close(void *self)
{
    struct striped_memo *m = self;
    for (size_t i = 0; i < STRIPES; i++) {
        pthread_mutex_destroy(&m->stripes[i].lock);
        cells_release(&m->stripes[i].cells);
    }
    free(m);
}

static enum status striped_open(const struct memo_spec *spec, void **self)
{
    struct striped_memo *m = aligned_alloc(_Alignof(struct stripe), sizeof *m);
    if (!m)
        return log_error(STATUS_NOMEM, "memo striped: no memory");
    memset(m, 0, sizeof *m);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < STRIPES; i++) {
        struct stripe *s = &m->stripes[i];
        int error = pthread_mutex_init(&s->lock, NULL);
        assert(!error);
        if (!st)
            st = cells_init(&s->cells, spec, spec->expect / STRIPES);
        publish(s);
    }
    if (st) {
        striped_close(m);
        return st;
    }
    *self = m;
    return STATUS_OK;
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
    size_t hits = 0;
    striped_hint(self, worker, keys, n < AHEAD ? n : AHEAD);
    for (size_t i = 0; i < n; i++) {
        uint64_t hash = position_hash(keys[i]);
        struct stripe *s = stripe_of(m, hash);
        if (i + AHEAD < n)
            fetch(m, entry, keys[i + AHEAD]);
        lock(s);
        values[i] = cells_get(&s->cells, keys[i], hash);
        unlock(s);
        hits += values[i] != MEMO_MISS;
    }
    return hits;
}

static enum status striped_put(void *self, unsigned worker,
                               const struct position keys[],
                               const uint64_t values[], size_t n)
{
    struct striped_memo *m = self;
    unsigned entry = entry_bytes(m);
    enum status st = STATUS_OK;
    striped_hint(self, worker, keys, n < AHEAD ? n : AHEAD);
    for (size_t i = 0; !st && i < n; i++) {
        uint64_t hash = position_hash(keys[i]);
        struct stripe *s = stripe_of(m, hash);
        if (i + AHEAD < n)
            fetch(m, entry, keys[i + AHEAD]);
        lock(s);
        size_t mask = s->cells.mask;
        st = cells_put(&s->cells, keys[i], hash, values[i]);
        if (s->cells.mask != mask) {
            s->growths++;
            publish(s);
        }
        unlock(s);
    }
    return st;
}

static void striped_stats(const void *self, struct memo_stats *stats)
{
    struct striped_memo *m = (struct striped_memo *)self; /* for the locks */
    *stats = (struct memo_stats){.bytes = sizeof *m};
    for (size_t i = 0; i < STRIPES; i++) {
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
    return sizeof(struct striped_memo) +
           cells_bytes_after(spec, STRIPES, entries);
}

static void striped_each(const void *self, memo_visit *visit, void *context)
{
    const struct striped_memo *m = self;
    for (size_t i = 0; i < STRIPES; i++)
        cells_each(&m->stripes[i].cells, visit, context);
}

const struct memo_kind memo_striped = {
    .name = "striped",
    .summary = "a lock and a table per stripe",
    .open = striped_open,
    .close = striped_close,
    .get = striped_get,
    .put = striped_put,
    .each = striped_each,
    .stats = striped_stats,
    .bytes = striped_bytes,
    .hint = striped_hint,
};
