/* dense.c - no keys at all: positions have ranks, and the table is an array of
 * value + 1 indexed by them, in 1, 2 or 4 bits or 1 to 8 bytes each.
 *
 * The textbook direct-address table. A value is stored by one atomic or, so
 * that neighbours in a byte do not disturb each other, and the thread that
 * changes a cell from 0 counts it. The or releases and a load acquires: those of
 * neighbours in a byte are read-modify-writes, so what is read from them
 * synchronizes with the or that stored the value, too. It never grows. 1.8 bytes
 * a position where line.c takes 12.5 (results/bench/census.csv: census bench,
 * Top Entails to 40 counters, sweep).
 */
#include "engine/base/log.h"
#include "engine/memo/memo.h"
#include "engine/memo/table/arena.h"
#include "engine/memo/table/fetch.h"
#include "engine/memo/table/match.h"
#include "engine/memo/table/value.h"

#include <assert.h>
#include <stdlib.h>

struct dense_worker {
    _Alignas(128) atomic_uint_least64_t entries;
};

struct dense {
    unsigned char *cells;
    uint64_t universe;
    uint64_t (*rank)(const void *ranking, struct position);
    struct position (*unrank)(const void *ranking, uint64_t rank);
    const void *ranking;
    unsigned bits; /* of a cell */
    unsigned threads;
    struct dense_worker *workers;
    struct arena arena;
};

static unsigned cell_bits(const struct memo_spec *spec)
{
    unsigned bits = 1;
    unsigned needed =
        spec->value_bits ? spec->value_bits : 8 * spec->value_bytes;
    while (bits < needed)
        bits *= 2;
    return bits;
}

static enum status dense_fill(struct dense *d, const struct memo_spec *spec)
{
    uint64_t lines = (spec->universe * d->bits + 511) / 512;
    size_t seats = spec->threads * sizeof *d->workers;
    d->workers = aligned_alloc(_Alignof(struct dense_worker), seats);
    if (!d->workers)
        return log_error(STATUS_NOMEM, "memo dense: no memory");
    memset(d->workers, 0, seats);
    enum status st = arena_init(&d->arena);
    if (st) {
        free(d->workers);
        return st;
    }
    st = arena_take(&d->arena, lines * 64, &d->cells);
    if (st) {
        arena_release(&d->arena);
        free(d->workers);
    }
    return st;
}

static enum status dense_open(const struct memo_spec *spec, void **self)
{
    if (!spec->universe)
        return log_error(STATUS_USAGE, "memo dense: positions have no rank: %s",
                         spec->why ? spec->why : "nothing numbers them");
    if (spec->universe > UINT64_MAX / 128)
        return log_error(STATUS_RANGE, "memo dense: too many positions");
    struct dense *d = calloc(1, sizeof *d);
    if (!d)
        return log_error(STATUS_NOMEM, "memo dense: no memory");
    d->universe = spec->universe;
    d->rank = spec->rank;
    d->unrank = spec->unrank;
    d->ranking = spec->ranking;
    d->bits = cell_bits(spec);
    d->threads = spec->threads;
    enum status st = dense_fill(d, spec);
    if (st) {
        free(d);
        return st;
    }
    *self = d;
    return STATUS_OK;
}

static void dense_close(void *self)
{
    struct dense *d = self;
    arena_release(&d->arena);
    free(d->workers);
    free(d);
}

INLINE unsigned char *cell_at(const struct dense *d, uint64_t rank,
                              unsigned bits)
{
    return d->cells + (bits < 8 ? rank / (8 / bits) : rank * (bits / 8));
}

INLINE uint64_t cell_load(const unsigned char *cell, uint64_t rank,
                          unsigned bits)
{
#define LOAD(type)                                                             \
    atomic_load_explicit((const _Atomic type *)(const void *)cell,             \
                         memory_order_acquire)
    switch (bits) {
    case 8:
        return LOAD(uint8_t);
    case 16:
        return LOAD(uint16_t);
    case 32:
        return LOAD(uint32_t);
    case 64:
        return LOAD(uint64_t);
    default:
        return LOAD(uint8_t) >> rank % (8 / bits) * bits & ((1u << bits) - 1);
    }
#undef LOAD
}

/* Returns the cell's content before the or. */
INLINE uint64_t cell_or(unsigned char *cell, uint64_t rank, unsigned bits,
                        uint64_t stored)
{
#define OR(type, x)                                                            \
    atomic_fetch_or_explicit((_Atomic type *)(void *)cell, (type)(x),          \
                             memory_order_release)
    unsigned shift = bits < 8 ? (unsigned)(rank % (8 / bits)) * bits : 0;
    switch (bits) {
    case 8:
        return OR(uint8_t, stored);
    case 16:
        return OR(uint16_t, stored);
    case 32:
        return OR(uint32_t, stored);
    case 64:
        return OR(uint64_t, stored);
    default:
        return OR(uint8_t, stored << shift) >> shift & ((1u << bits) - 1);
    }
#undef OR
}

/* Ranks the keys from number `from` on, at most FETCH_AHEAD of n, and
 * prefetches their cells. */
static void rank_next(const struct dense *d, const struct position keys[],
                      size_t from, size_t n, uint64_t ranks[FETCH_AHEAD])
{
    for (size_t i = 0; i < FETCH_AHEAD && from + i < n; i++) {
        const struct position key = keys[from + i];
        ranks[i] = d->rank ? d->rank(d->ranking, key) : key.lo;
        assert(ranks[i] < d->universe || d->rank);
        fetch_line(cell_at(d, ranks[i], d->bits));
    }
}

INLINE size_t get_cells(const struct dense *d, const uint64_t ranks[], size_t n,
                        uint64_t values[], unsigned bits)
{
    size_t hits = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t rank = ranks[i];
        if (rank >= d->universe) {
            values[i] = MEMO_MISS;
            continue;
        }
        values[i] = cell_load(cell_at(d, rank, bits), rank, bits) - 1;
        hits += values[i] != MEMO_MISS;
    }
    return hits;
}

INLINE uint64_t put_cells(const struct dense *d, const uint64_t ranks[],
                          const uint64_t values[], size_t n, unsigned bits)
{
    uint64_t fresh = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t rank = ranks[i], stored = values[i] + 1;
        unsigned char *cell = cell_at(d, rank, bits);
        if (rank >= d->universe)
            continue;
        uint64_t seen = cell_load(cell, rank, bits);
        assert(!seen || seen == stored);
        if (!seen)
            fresh += !cell_or(cell, rank, bits, stored);
    }
    return fresh;
}

/* One loop for each size of cell. */
#define EACH_SIZE(X) X(1) X(2) X(4) X(8) X(16) X(32) X(64)

static size_t get_any(const struct dense *d, const uint64_t ranks[], size_t n,
                      uint64_t values[])
{
#define X(size)                                                                \
    if (d->bits == size)                                                       \
        return get_cells(d, ranks, n, values, size);
    EACH_SIZE(X)
#undef X
    assert(false);
}

static size_t piece(size_t n, size_t done)
{
    return n - done < FETCH_AHEAD ? n - done : FETCH_AHEAD;
}

static size_t dense_get(void *self, unsigned worker,
                        const struct position keys[], size_t n,
                        uint64_t values[])
{
    const struct dense *d = self;
    uint64_t ranks[2][FETCH_AHEAD];
    size_t hits = 0;
    (void)worker;
    rank_next(d, keys, 0, n, ranks[0]);
    for (size_t done = 0, m; done < n; done += m) {
        m = piece(n, done);
        rank_next(d, keys, done + m, n, ranks[done / FETCH_AHEAD % 2 ^ 1]);
        hits += get_any(d, ranks[done / FETCH_AHEAD % 2], m, values + done);
    }
    return hits;
}

static uint64_t put_any(const struct dense *d, const uint64_t ranks[],
                        const uint64_t values[], size_t n)
{
#define X(size)                                                                \
    if (d->bits == size)                                                       \
        return put_cells(d, ranks, values, n, size);
    EACH_SIZE(X)
#undef X
    assert(false);
}

static enum status dense_put(void *self, unsigned worker,
                             const struct position keys[],
                             const uint64_t values[], size_t n)
{
    struct dense *d = self;
    atomic_uint_least64_t *entries = &d->workers[worker].entries;
    uint64_t ranks[2][FETCH_AHEAD], fresh = 0;
    rank_next(d, keys, 0, n, ranks[0]);
    for (size_t done = 0, m; done < n; done += m) {
        m = piece(n, done);
        rank_next(d, keys, done + m, n, ranks[done / FETCH_AHEAD % 2 ^ 1]);
        fresh += put_any(d, ranks[done / FETCH_AHEAD % 2], values + done, m);
    }
    uint64_t before = atomic_load_explicit(entries, memory_order_relaxed);
    atomic_store_explicit(entries, before + fresh, memory_order_relaxed);
    return STATUS_OK;
}

/* Without effect where keys have to be ranked: a rank that is not kept costs
 * more than the prefetch saves. */
static void dense_hint(void *self, unsigned worker,
                       const struct position keys[], size_t n)
{
    const struct dense *d = self;
    (void)worker;
    for (size_t i = 0; i < n && !d->rank; i++)
        fetch_line(cell_at(d, keys[i].lo, d->bits));
}

/* Allocated in full at the start, in huge pages. */
static uint64_t dense_bytes(const struct memo_spec *spec, uint64_t entries)
{
    const uint64_t table = (spec->universe * cell_bits(spec) + 511) / 512 * 64;
    (void)entries;
    return sizeof(struct dense) + spec->threads * sizeof(struct dense_worker) +
           arena_bytes(table);
}

INLINE void each_cell(const struct dense *d, memo_visit *visit, void *context,
                      unsigned bits)
{
    for (uint64_t rank = 0; rank < d->universe; rank++) {
        const uint64_t stored = cell_load(cell_at(d, rank, bits), rank, bits);
        if (!stored)
            continue;
        const struct position key = {rank, 0};
        visit(context, d->rank ? d->unrank(d->ranking, rank) : key, stored - 1);
    }
}

static void dense_each(const void *self, memo_visit *visit, void *context)
{
    const struct dense *d = self;
#define X(size)                                                                \
    if (d->bits == size)                                                       \
        each_cell(d, visit, context, size);
    EACH_SIZE(X)
#undef X
}

static void dense_stats(const void *self, struct memo_stats *stats)
{
    const struct dense *d = self;
    *stats = (struct memo_stats){
        .bytes = sizeof *d + d->threads * sizeof *d->workers +
                 atomic_load(&d->arena.bytes),
    };
    for (unsigned i = 0; i < d->threads; i++)
        stats->entries += atomic_load(&d->workers[i].entries);
}

const struct memo_kind memo_dense = {
    .name = "dense",
    .summary = "an array indexed by the position's rank, without keys",
    .open = dense_open,
    .close = dense_close,
    .get = dense_get,
    .put = dense_put,
    .each = dense_each,
    .stats = dense_stats,
    .bytes = dense_bytes,
    .hint = dense_hint,
};
