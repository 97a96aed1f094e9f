/* games_store.c - opening, statistics and closing of the store. */
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    TABLE_START = 64, /* words of a new stripe's table */
    SMALL_START = 1 << 18,
};

/* Ids have 29 bits of index. Address space costs nothing until touched, but a
 * process may be limited in it: then less is reserved. */
static const uint64_t record_cap_max = UINT64_C(1) << 29;
static const uint64_t record_cap_min = UINT64_C(1) << 16;

/* Zeroed address space, backed by memory as it is touched; NULL if refused. */
static void *reserve(uint64_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* The same in large pages behind the first 256 KB, so that a small store stays
 * small. */
static void *reserve_large(uint64_t bytes)
{
    const uint64_t pages =
        (bytes + PAGES_SMALL - 1) & ~(uint64_t)(PAGES_SMALL - 1);
    const uint64_t all = pages + 2 * PAGES_LARGE;
    char *from = reserve(all);
    if (!from)
        return NULL;
    char *large = from + PAGES_LARGE;
    large += -(uintptr_t)large & (PAGES_LARGE - 1);
    char *at = large - SMALL_START;
    munmap(from, (size_t)(at - from));
    munmap(at + pages, (size_t)(from + all - (at + pages)));
    if (bytes > SMALL_START)
        pages_large(large, bytes - SMALL_START);
    return at;
}

static void unreserve(void *at, uint64_t bytes)
{
    if (at)
        munmap(at, bytes);
}

static void release_space(struct games *g)
{
    unreserve(g->records, g->record_cap * sizeof *g->records);
    unreserve(g->facts, g->record_cap * sizeof *g->facts);
    unreserve(g->thermographs, 2 * g->record_cap * sizeof *g->thermographs);
    unreserve(g->arena, g->option_cap * sizeof *g->arena);
    g->records = NULL;
    g->facts = NULL;
    g->thermographs = NULL;
    g->arena = NULL;
}

static enum status reserve_space(struct games *g)
{
    for (uint64_t cap = record_cap_max; cap >= record_cap_min; cap /= 2) {
        g->record_cap = cap;
        g->option_cap = cap * 8 > UINT32_MAX ? UINT32_MAX : cap * 8;
        g->records = reserve_large(cap * sizeof *g->records);
        g->facts = reserve(cap * sizeof *g->facts);
        g->thermographs = reserve(2 * cap * sizeof *g->thermographs);
        g->arena = reserve_large(g->option_cap * sizeof *g->arena);
        if (g->records && g->facts && g->thermographs && g->arena)
            return STATUS_OK;
        release_space(g);
    }
    return log_error(STATUS_NOMEM, "no address space for partizan games");
}

static struct games_table *table_new(uint64_t words)
{
    struct games_table *t =
        calloc(1, sizeof *t + words * sizeof(_Atomic uint64_t));
    if (t)
        t->mask = words - 1;
    return t;
}

static uint64_t table_bytes(const struct games_table *t)
{
    uint64_t bytes = 0;
    for (; t; t = t->older)
        bytes += sizeof *t + (t->mask + 1) * sizeof(_Atomic uint64_t);
    return bytes;
}

static enum status open_stripes(struct games *g)
{
    for (size_t i = 0; i < GAMES_STRIPES; i++) {
        struct games_table *t = table_new(TABLE_START);
        if (!t)
            return log_error(STATUS_NOMEM, "no memory for partizan games");
        pthread_mutex_init(&g->stripes[i].lock, NULL);
        atomic_init(&g->stripes[i].table, t);
    }
    return STATUS_OK;
}

static struct games_worker *worker_new(struct games *g)
{
    struct games_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->store = g;
    w->cache_bits = GAMES_CACHE_BITS;
    w->cache = calloc((size_t)1 << w->cache_bits, sizeof *w->cache);
    atomic_fetch_add(&g->cache_bytes, sizeof *w->cache << w->cache_bits);
    return w;
}

static void worker_free(struct games_worker *w)
{
    if (w) {
        free(w->left.at);
        free(w->left.probes);
        free(w->right.at);
        free(w->right.probes);
        free(w->integers.at);
        free(w->nimbers.at);
        free(w->sums_of.at);
        free(w->cache);
        free(w->sums);
        while (w->kept) {
            struct games_block *next = w->kept->next;
            free(w->kept);
            w->kept = next;
        }
    }
    free(w);
}

static enum status open_workers(struct games *g)
{
    bool ok = true;
    g->workers = calloc(g->threads, sizeof *g->workers);
    for (unsigned i = 0; g->workers && i < g->threads; i++) {
        g->workers[i] = worker_new(g);
        ok = ok && g->workers[i] && g->workers[i]->cache;
    }
    return g->workers && ok
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "no memory for partizan games");
}

enum status games_store_open(unsigned threads, struct games **out)
{
    struct games *g = aligned_alloc(64, (sizeof *g + 63) / 64 * 64);
    *out = g;
    if (!g)
        return log_error(STATUS_NOMEM, "no memory for partizan games");
    memset(g, 0, sizeof *g);
    g->threads = threads;
    enum status st = reserve_space(g);
    st = st ? st : open_stripes(g);
    st = st ? st : open_workers(g);
    if (st) {
        games_close(g);
        *out = NULL;
    }
    return st;
}

void games_close(struct games *g)
{
    if (!g)
        return;
    for (unsigned i = 0; g->workers && i < g->threads; i++)
        worker_free(g->workers[i]);
    free(g->workers);
    for (size_t i = 0; i < GAMES_STRIPES; i++) {
        struct games_table *t = atomic_load(&g->stripes[i].table);
        if (t)
            pthread_mutex_destroy(&g->stripes[i].lock);
        while (t) {
            struct games_table *older = t->older;
            free(t);
            t = older;
        }
    }
    release_space(g);
    free(g);
}

void *games_keep(struct games_worker *w, size_t bytes)
{
    struct games_block *block = malloc(sizeof *block + bytes);
    if (!block)
        return NULL;
    block->next = w->kept;
    w->kept = block;
    atomic_fetch_add_explicit(&w->store->kept_bytes, sizeof *block + bytes,
                              memory_order_relaxed);
    return block->bytes;
}

bool games_push(struct games_stack *stack, uint32_t id)
{
    if (stack->n == stack->cap) {
        const size_t cap = stack->cap ? 2 * stack->cap : 64;
        uint32_t *at = realloc(stack->at, cap * sizeof *at);
        if (!at) {
            log_error(STATUS_NOMEM, "no memory for a partizan game");
            return false;
        }
        stack->at = at;
        stack->cap = cap;
    }
    stack->at[stack->n++] = id;
    return true;
}

struct games_worker *games_worker(struct games *g, unsigned number)
{
    assert(number < g->threads);
    return g->workers[number];
}

struct games *games_store(struct games_worker *w)
{
    return w->store;
}

uint64_t games_bytes(const struct games *g)
{
    uint64_t bytes = atomic_load(&g->next_record) * sizeof *g->records +
                     atomic_load(&g->next_option) * sizeof *g->arena +
                     atomic_load(&g->kept_bytes) + atomic_load(&g->cache_bytes);
    if (atomic_load(&g->has_facts))
        bytes += atomic_load(&g->next_record) * sizeof *g->facts;
    if (atomic_load(&g->has_thermographs))
        bytes += atomic_load(&g->next_record) * 2 * sizeof *g->thermographs;
    for (size_t i = 0; i < GAMES_STRIPES; i++)
        bytes += table_bytes(atomic_load(&g->stripes[i].table));
    return bytes;
}

void games_stats(const struct games *g, struct games_stats *out)
{
    *out = (struct games_stats){0};
    for (unsigned i = 0; i < g->threads; i++) {
        const struct games_worker *w = g->workers[i];
        out->made += w->stats.made;
        out->opened += w->stats.opened;
        out->computed += w->stats.computed;
        out->games += w->stats.games;
    }
    out->cache_bytes = atomic_load(&g->cache_bytes);
    out->game_bytes = games_bytes(g) - out->cache_bytes;
}
