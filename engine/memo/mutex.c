/* mutex.c - one lock over one table: the baseline that every other strategy has
 * to beat. A batch takes the lock once.
 *
 * The textbook version: linear probing (table/cells.h) under a mutex. A sweep
 * takes 0.82 s on one thread and 0.80 s on two (results/bench/census.csv:
 * census bench, Top Entails to 40 counters).
 */
#include "engine/base/log.h"
#include "engine/memo/table/cells.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct mutex_memo {
    pthread_mutex_t lock;
    struct cells cells;
    uint64_t growths;
};

static void lock(struct mutex_memo *m)
{
    int error = pthread_mutex_lock(&m->lock);
    assert(!error);
}

static void unlock(struct mutex_memo *m)
{
    int error = pthread_mutex_unlock(&m->lock);
    assert(!error);
}

static enum status mutex_open(const struct memo_spec *spec, void **self)
{
    struct mutex_memo *m = calloc(1, sizeof *m);
    if (!m)
        return log_error(STATUS_NOMEM, "memo mutex: no memory");
    enum status st = cells_init(&m->cells, spec, spec->expect);
    if (st) {
        free(m);
        return st;
    }
    int error = pthread_mutex_init(&m->lock, NULL);
    assert(!error);
    *self = m;
    return STATUS_OK;
}

static void mutex_close(void *self)
{
    struct mutex_memo *m = self;
    pthread_mutex_destroy(&m->lock);
    cells_release(&m->cells);
    free(m);
}

static size_t mutex_get(void *self, unsigned worker,
                        const struct position keys[], size_t n,
                        uint64_t values[])
{
    struct mutex_memo *m = self;
    size_t hits = 0;
    (void)worker;
    lock(m);
    for (size_t i = 0; i < n; i++) {
        values[i] = cells_get(&m->cells, keys[i], position_hash(keys[i]));
        hits += values[i] != MEMO_MISS;
    }
    unlock(m);
    return hits;
}

static enum status mutex_put(void *self, unsigned worker,
                             const struct position keys[],
                             const uint64_t values[], size_t n)
{
    struct mutex_memo *m = self;
    enum status st = STATUS_OK;
    (void)worker;
    lock(m);
    for (size_t i = 0; !st && i < n; i++) {
        size_t mask = m->cells.mask;
        st = cells_put(&m->cells, keys[i], position_hash(keys[i]), values[i]);
        m->growths += m->cells.mask != mask;
    }
    unlock(m);
    return st;
}

static void mutex_stats(const void *self, struct memo_stats *stats)
{
    struct mutex_memo *m = (struct mutex_memo *)self; /* for the lock alone */
    lock(m);
    *stats = (struct memo_stats){
        .entries = m->cells.used,
        .growths = m->growths,
        .bytes = sizeof *m + cells_bytes(&m->cells),
    };
    unlock(m);
}

static uint64_t mutex_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return sizeof(struct mutex_memo) + cells_bytes_after(spec, 1, entries);
}

static void mutex_each(const void *self, memo_visit *visit, void *context)
{
    const struct mutex_memo *m = self;
    cells_each(&m->cells, visit, context);
}

const struct memo_kind memo_mutex = {
    .name = "mutex",
    .summary = "one lock over one table: the baseline",
    .open = mutex_open,
    .close = mutex_close,
    .get = mutex_get,
    .put = mutex_put,
    .each = mutex_each,
    .stats = mutex_stats,
    .bytes = mutex_bytes,
};
