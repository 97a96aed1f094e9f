#include "engine/value/loony/loony_pool.h"

#include "engine/base/log.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Segment s holds the sets FIRST (2^s - 1) .. FIRST (2^(s+1) - 1) - 1, so that
 * growing moves nothing. 24 of them hold a thousand million sets. */
enum { FIRST = 64, SEGMENTS = 24 };

struct loony_pool {
    _Atomic(struct loony_set *) segment[SEGMENTS];
    pthread_mutex_t lock; /* over what follows */
    uint32_t used;
    uint32_t *table; /* number + 1 by hash, linear probing; 0: free */
    size_t slots;    /* a power of two, more than twice `used` */
};

static unsigned segment_of(uint32_t number, size_t *at)
{
    const unsigned s = 31u - (unsigned)__builtin_clz(number / FIRST + 1);
    *at = number - (((size_t)1 << s) - 1) * FIRST;
    return s;
}

const struct loony_set *loony_pool_get(const struct loony_pool *pool,
                                       uint32_t number)
{
    size_t at;
    const unsigned s = segment_of(number, &at);
    const struct loony_set *sets =
        atomic_load_explicit(&pool->segment[s], memory_order_acquire);
    assert(sets);
    return &sets[at];
}

static enum status no_memory(const struct loony_pool *pool)
{
    return log_error(STATUS_NOMEM, "domain loony: out of memory at %u sets",
                     pool->used);
}

/* The slot of a set, or the free one where it belongs. */
static uint32_t *find_slot(const struct loony_pool *pool,
                           const struct loony_set *set)
{
    size_t i = loony_set_hash(set) & (pool->slots - 1);
    while (pool->table[i] &&
           !loony_set_equal(loony_pool_get(pool, pool->table[i] - 1), set))
        i = (i + 1) & (pool->slots - 1);
    return &pool->table[i];
}

static enum status grow_table(struct loony_pool *pool)
{
    uint32_t *table = calloc(2 * pool->slots, sizeof *table);
    if (!table)
        return no_memory(pool);
    free(pool->table);
    pool->table = table;
    pool->slots *= 2;
    for (uint32_t i = 0; i < pool->used; i++)
        *find_slot(pool, loony_pool_get(pool, i)) = i + 1;
    return STATUS_OK;
}

/* Copies a set to the end of the list. */
static enum status append(struct loony_pool *pool, struct loony_set set)
{
    size_t at;
    const unsigned s = segment_of(pool->used, &at);
    assert(s < SEGMENTS);
    struct loony_set *sets = atomic_load(&pool->segment[s]);
    if (!sets) {
        sets = calloc((size_t)FIRST << s, sizeof *sets);
        if (!sets)
            return no_memory(pool);
        atomic_store_explicit(&pool->segment[s], sets, memory_order_release);
    }
    uint64_t *word = calloc(set.n + 1, sizeof *word);
    if (!word)
        return no_memory(pool);
    if (set.n)
        memcpy(word, set.word, set.n * sizeof *word);
    set.word = word;
    sets[at] = set;
    pool->used++;
    return STATUS_OK;
}

enum status loony_pool_put(struct loony_pool *pool, struct loony_set set,
                           uint32_t *number)
{
    enum status st = STATUS_OK;
    loony_set_trim(&set);
    pthread_mutex_lock(&pool->lock);
    uint32_t *slot = find_slot(pool, &set);
    if (!*slot) {
        st = append(pool, set);
        if (!st)
            *slot = pool->used;
    }
    *number = *slot - 1;
    if (!st && 2 * (size_t)pool->used >= pool->slots)
        st = grow_table(pool);
    pthread_mutex_unlock(&pool->lock);
    return st;
}

enum status loony_pool_open(struct loony_pool **out)
{
    const struct loony_set all = {.rest = true}, none = {.rest = false};
    struct loony_pool *pool = calloc(1, sizeof *pool);
    uint32_t first = 0, second = 0;
    if (!pool)
        return log_error(STATUS_NOMEM, "domain loony: out of memory");
    pthread_mutex_init(&pool->lock, NULL);
    pool->slots = FIRST;
    pool->table = calloc(pool->slots, sizeof *pool->table);
    enum status st = pool->table ? STATUS_OK : no_memory(pool);
    if (!st)
        st = loony_pool_put(pool, all, &first);
    if (!st)
        st = loony_pool_put(pool, none, &second);
    if (st) {
        loony_pool_close(pool);
        return st;
    }
    assert(first == LOONY_POOL_ALL && second == LOONY_POOL_NONE);
    *out = pool;
    return STATUS_OK;
}

void loony_pool_close(struct loony_pool *pool)
{
    for (uint32_t i = 0; i < pool->used; i++)
        free(loony_pool_get(pool, i)->word);
    for (unsigned s = 0; s < SEGMENTS; s++)
        free(atomic_load(&pool->segment[s]));
    free(pool->table);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
