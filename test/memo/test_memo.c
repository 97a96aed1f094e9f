#include "engine/memo/memo.h"
#include "test/common/memo_keys.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/redirect.h>
#include <pthread.h>
#include <stdlib.h>

/* The contract of memo.h, asked of every strategy that is registered. */

/* Parameters are read by other processes: they live in Criterion's memory. */
static void release(struct criterion_test_params *params)
{
    cr_free(params->params);
}

static struct criterion_test_params kinds(void)
{
    size_t n = 0, *which;
    while (memo_kinds[n])
        n++;
    which = cr_malloc(n * sizeof *which);
    for (size_t i = 0; i < n; i++)
        which[i] = i;
    return cr_make_param_array(size_t, which, n, release);
}

#define KINDS(name)                                                            \
    ParameterizedTestParameters(memo, name)                                    \
    {                                                                          \
        return kinds();                                                        \
    }                                                                          \
    ParameterizedTest(size_t *which, memo, name)

enum { KEY_SORTS = 8, UNIVERSE = 1 << 20 };

/* Its own inverse. */
static uint64_t turned_round(const void *ranking, struct position key)
{
    (void)ranking;
    return UNIVERSE - 1 - key.lo;
}

static struct position turned_back(const void *ranking, uint64_t rank)
{
    (void)ranking;
    return (struct position){UNIVERSE - 1 - rank, 0};
}

/* Keys without and with ranks, and keys that are ranks; values of whole bytes
 * and of fewer bits. */
static struct memo_spec spec_number(unsigned sort, unsigned width,
                                    unsigned threads)
{
    static const unsigned bits[KEY_SORTS] = {64, 128, 40, 100, 64, 64, 64, 64};
    const bool ranked = sort == 7;
    return (struct memo_spec){.key_bits = bits[sort],
                              .value_bytes = width,
                              .value_bits = sort < 5     ? 0
                                            : width == 1 ? 2
                                                         : 4 * width + sort,
                              .threads = threads,
                              .universe = sort < 4 || sort == 6 ? 0 : UNIVERSE,
                              .rank = ranked ? turned_round : NULL,
                              .unrank = ranked ? turned_back : NULL};
}

/* Every kind of key and width of value; `visit` for those that are served. */
static void each_spec(const struct memo_kind *kind, unsigned threads,
                      void (*visit)(const struct memo_kind *,
                                    const struct memo_spec *))
{
    unsigned served = 0;
    for (unsigned sort = 0; sort < KEY_SORTS; sort++)
        for (unsigned width = 1; width <= 8; width *= 2) {
            struct memo_spec spec = spec_number(sort, width, threads);
            if (keys_refusable(kind, &spec))
                continue;
            visit(kind, &spec);
            served++;
        }
    cr_assert_gt(served, 0);
}

KINDS(refuses_in_one_line)
{
    const struct memo_kind *kind = memo_kinds[*which];
    cr_redirect_stderr();
    for (unsigned sort = 0; sort < KEY_SORTS; sort++)
        for (unsigned width = 1; width <= 8; width *= 2) {
            struct memo_spec spec = spec_number(sort, width, 1);
            struct memo m;
            enum status st = memo_open(kind, &spec, &m);
            cr_assert_eq(
                st, keys_refusable(kind, &spec) ? STATUS_USAGE : STATUS_OK,
                "%s: %u bits, %u bytes", kind->name, spec.key_bits, width);
            if (!st)
                memo_close(&m);
        }
}

static struct memo opened(const struct memo_kind *kind,
                          const struct memo_spec *spec)
{
    struct memo m;
    cr_assert_eq(memo_open(kind, spec, &m), STATUS_OK);
    return m;
}

enum { BATCH = 1000 };

/* Stores keys from..from+n-1 in one call; every third key twice in it. */
static void put_range(struct memo *m, const struct memo_spec *spec,
                      unsigned worker, uint64_t from, size_t n)
{
    static _Thread_local struct position keys[2 * BATCH];
    static _Thread_local uint64_t values[2 * BATCH];
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        for (int twice = 0; twice <= (i % 3 == 0); twice++) {
            keys[count] = keys_number(spec, from + i);
            values[count] = keys_value(spec, keys[count]);
            count++;
        }
    cr_assert_eq(memo_put(m, worker, keys, values, count), STATUS_OK);
}

/* Looks n keys up in one call; a hit must be right. Returns the hits. */
static size_t get_range(struct memo *m, const struct memo_spec *spec,
                        unsigned worker, uint64_t from, size_t n)
{
    static _Thread_local struct position keys[BATCH];
    static _Thread_local uint64_t values[BATCH];
    size_t hits = 0;
    for (size_t i = 0; i < n; i++)
        keys[i] = keys_number(spec, from + i);
    memo_hint(m, worker, keys, n);
    size_t said = memo_get(m, worker, keys, n, values);
    for (size_t i = 0; i < n; i++) {
        hits += values[i] != MEMO_MISS;
        cr_assert(values[i] == MEMO_MISS ||
                      values[i] == keys_value(spec, keys[i]),
                  "%s: wrong value", m->kind->name);
    }
    cr_assert_eq(said, hits, "%s: hits miscounted", m->kind->name);
    return hits;
}

static struct memo_stats stats_of(const struct memo *m)
{
    struct memo_stats stats;
    m->kind->stats(m->self, &stats);
    return stats;
}

static void keeps_what_is_put(const struct memo_kind *kind,
                              const struct memo_spec *spec)
{
    static const size_t sizes[] = {0, 1, 7, BATCH};
    enum { KEYS = 40000 };
    struct memo m = opened(kind, spec);
    uint64_t n = 0;
    for (unsigned i = 0; n < KEYS; i++) {
        size_t size = sizes[i % 4];
        cr_assert_eq(get_range(&m, spec, 0, n, size), 0);
        put_range(&m, spec, 0, n, size);
        size_t hits = get_range(&m, spec, 0, n, size);
        cr_assert(kind->forgets || hits == size, "%s", kind->name);
        n += size;
        cr_assert(i % 20 || kind->forgets || stats_of(&m).entries == n,
                  "%s: %lu of %lu", kind->name, stats_of(&m).entries, n);
    }
    cr_assert_eq(memo_settle(&m), STATUS_OK);
    for (uint64_t i = 0; i < n; i += 7)
        cr_assert(get_range(&m, spec, 0, i, 1) == 1 || kind->forgets);
    for (uint64_t i = n; i < 2 * n; i += BATCH)
        cr_assert_eq(get_range(&m, spec, 0, i, BATCH), 0);
    struct memo_stats stats = stats_of(&m);
    cr_assert(kind->forgets || (stats.forgotten == 0 && stats.entries == n &&
                                stats.bytes >= n * spec->value_bytes));
    memo_close(&m);
}

KINDS(keeps_what_is_put)
{
    each_spec(memo_kinds[*which], 1, keeps_what_is_put);
}

static void presized_is_the_same(const struct memo_kind *kind,
                                 const struct memo_spec *unsized)
{
    struct memo_spec spec = *unsized;
    spec.expect = 20000;
    struct memo m = opened(kind, &spec);
    for (uint64_t n = 0; n < 40000; n += BATCH)
        put_range(&m, &spec, 0, n, BATCH);
    for (uint64_t n = 0; n < 40000; n += BATCH)
        cr_assert(get_range(&m, &spec, 0, n, BATCH) == BATCH || kind->forgets);
    memo_close(&m);
}

/* Half of what is foretold comes, then twice as much; the tables of which
 * segments grow move their entries seldom. */
static void foretold_is_the_same(const struct memo_kind *kind,
                                 const struct memo_spec *unsized)
{
    enum { ENTRIES = 40000 };
    struct memo_spec spec = *unsized;
    struct memo_stats empty, small, large;
    struct memo m = opened(kind, &spec);
    kind->stats(m.self, &empty);
    memo_close(&m);
    spec.foretold = 20000;
    m = opened(kind, &spec);
    kind->stats(m.self, &small);
    cr_expect_eq(small.bytes, empty.bytes, "%s", kind->name);
    for (uint64_t n = 0; n < ENTRIES; n += BATCH)
        put_range(&m, &spec, 0, n, BATCH);
    for (uint64_t n = 0; n < ENTRIES; n += BATCH)
        cr_assert(get_range(&m, &spec, 0, n, BATCH) == BATCH || kind->forgets);
    kind->stats(m.self, &large);
    cr_expect_leq(large.bytes, 64 * ENTRIES + empty.bytes, "%s", kind->name);
    memo_close(&m);
}

KINDS(foretold_is_the_same)
{
    each_spec(memo_kinds[*which], 1, foretold_is_the_same);
}

KINDS(presized_is_the_same)
{
    each_spec(memo_kinds[*which], 1, presized_is_the_same);
}

/* Threads that put and get the same keys, each from another start, in a table
 * that has to grow all the while. */
enum { THREADS = 8, SHARED = 24000, PER_CALL = 250 };

struct racer {
    pthread_t thread;
    struct memo *m;
    const struct memo_spec *spec;
    unsigned worker;
};

static void *race(void *context)
{
    struct racer *r = context;
    bool forgets = r->m->kind->forgets;
    for (uint64_t i = 0; i < SHARED; i += PER_CALL) {
        uint64_t from = (i + r->worker / 2 * (SHARED / 4)) % SHARED;
        get_range(r->m, r->spec, r->worker, from, PER_CALL);
        put_range(r->m, r->spec, r->worker, from, PER_CALL);
        size_t hits = get_range(r->m, r->spec, r->worker, from, PER_CALL);
        cr_assert(forgets || hits == PER_CALL, "%s lost %zu of its own",
                  r->m->kind->name, PER_CALL - hits);
        get_range(r->m, r->spec, r->worker, SHARED + i, PER_CALL);
        if (i == SHARED / 2)
            stats_of(r->m);
    }
    return NULL;
}

static void threads_agree(const struct memo_kind *kind,
                          const struct memo_spec *spec)
{
    struct memo m = opened(kind, spec);
    struct racer racers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        racers[i] = (struct racer){.m = &m, .spec = spec, .worker = i};
        int error = pthread_create(&racers[i].thread, NULL, race, &racers[i]);
        cr_assert(!error);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(racers[i].thread, NULL);
    uint64_t copies = kind->apart ? THREADS : 1;
    cr_assert(kind->forgets || stats_of(&m).entries == copies * SHARED,
              "%s holds %lu", kind->name, stats_of(&m).entries);
    for (int settled = 0; settled < 2; settled++) {
        for (uint64_t i = 0; i < SHARED; i += PER_CALL)
            cr_assert(kind->forgets ||
                      get_range(&m, spec, 0, i, PER_CALL) == PER_CALL);
        cr_assert_eq(get_range(&m, spec, 0, SHARED, PER_CALL), 0);
        cr_assert_eq(memo_settle(&m), STATUS_OK);
    }
    memo_close(&m);
}

KINDS(threads_agree)
{
    each_spec(memo_kinds[*which], THREADS, threads_agree);
}

/* Keys chosen to hurt. */
enum { HARD = 3000 };

static void put_and_get(const struct memo_kind *kind,
                        const struct memo_spec *spec,
                        const struct position keys[], const char *what)
{
    struct memo m = opened(kind, spec);
    uint64_t values[HARD];
    size_t half = HARD / 2;
    for (size_t i = 0; i < HARD; i++)
        values[i] = keys_value(spec, keys[i]);
    cr_assert_eq(memo_put(&m, 0, keys, values, half), STATUS_OK);
    size_t hits = memo_get(&m, 0, keys, HARD, values);
    for (size_t i = 0; i < HARD; i++)
        cr_assert(i < half
                      ? values[i] == keys_value(spec, keys[i]) || kind->forgets
                      : values[i] == MEMO_MISS,
                  "%s: %s, key %zu", kind->name, what, i);
    cr_assert(hits == half || kind->forgets);
    cr_assert(stats_of(&m).entries == half || kind->forgets);
    memo_close(&m);
}

static void hard_keys(const struct memo_kind *kind,
                      const struct memo_spec *spec)
{
    struct position keys[HARD];
    if (spec->universe || (spec->key_bits != 64 && spec->key_bits != 128))
        return;
    bool wide = spec->key_bits == 128;
    uint64_t hi = wide ? 1 : 0;
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){keys_with_hash(i << 40, hi * i), hi * i};
    put_and_get(kind, spec, keys, "equal low bits of the hash");
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){keys_with_hash(i, hi * i), hi * i};
    put_and_get(kind, spec, keys, "equal high bits of the hash");
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){i << 52, hi * ~i};
    put_and_get(kind, spec, keys, "high bits only");
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){-i, -(hi * i)};
    put_and_get(kind, spec, keys, "zero, all ones and their neighbours");
    if (!wide)
        return;
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){keys_with_hash(77, i), i};
    put_and_get(kind, spec, keys, "equal hashes");
    for (uint64_t i = 0; i < HARD; i++)
        keys[i] = (struct position){0, i};
    put_and_get(kind, spec, keys, "other half only");
}

KINDS(hard_keys)
{
    each_spec(memo_kinds[*which], 1, hard_keys);
}

/* The smallest and the largest value of every width, for the smallest and the
 * largest key. */
static void extreme_values(const struct memo_kind *kind,
                           const struct memo_spec *spec)
{
    uint64_t most = keys_largest(spec);
    uint64_t lo = spec->universe        ? spec->universe - 1
                  : spec->key_bits < 64 ? (1ull << spec->key_bits) - 1
                                        : UINT64_MAX;
    uint64_t hi =
        spec->key_bits <= 64 ? 0 : UINT64_MAX >> (128 - spec->key_bits);
    struct position keys[2] = {{0, 0}, {lo, hi}};
    for (int swap = 0; swap < 2; swap++) {
        struct memo m = opened(kind, spec);
        uint64_t values[2] = {swap ? most : 0, swap ? 0 : most}, out[2];
        cr_assert_eq(memo_get(&m, 0, keys, 2, out), 0);
        cr_assert_eq(memo_put(&m, 0, keys, values, 2), STATUS_OK);
        cr_assert(memo_get(&m, 0, keys, 2, out) == 2 || kind->forgets);
        cr_assert(kind->forgets ||
                  (out[0] == values[0] && out[1] == values[1]));
        memo_close(&m);
    }
}

KINDS(extreme_values)
{
    each_spec(memo_kinds[*which], 1, extreme_values);
}

/* What each() says is what was put, each key once, and nothing else. */
struct census_of_keys {
    const struct memo_spec *spec;
    struct memo *copy;
    uint64_t visited;
};

static void visit_key(void *context, struct position key, uint64_t value)
{
    struct census_of_keys *c = context;
    cr_assert_eq(value, keys_value(c->spec, key));
    cr_assert_eq(memo_put(c->copy, 0, &key, &value, 1), STATUS_OK);
    c->visited++;
}

static void each_visits_all(const struct memo_kind *kind,
                            const struct memo_spec *spec)
{
    enum { KEYS = 20 * BATCH };
    struct memo m = opened(kind, spec), copy = opened(kind, spec);
    struct census_of_keys c = {spec, &copy, 0};
    const struct position zero = {0, 0};
    const uint64_t value = keys_value(spec, zero);
    kind->each(m.self, visit_key, &c);
    cr_assert_eq(c.visited, 0);
    cr_assert_eq(memo_put(&m, 0, &zero, &value, 1), STATUS_OK);
    for (uint64_t n = 0; n < KEYS; n += BATCH)
        put_range(&m, spec, 0, n, BATCH);
    kind->each(m.self, visit_key, &c);
    cr_assert_eq(c.visited, stats_of(&m).entries, "%s", kind->name);
    for (uint64_t n = 0; n < KEYS; n += BATCH)
        cr_assert_eq(get_range(&copy, spec, 0, n, BATCH), BATCH, "%s",
                     kind->name);
    memo_close(&copy);
    memo_close(&m);
}

KINDS(each_visits_all)
{
    const struct memo_kind *kind = memo_kinds[*which];
    cr_assert(kind->forgets || kind->each);
    if (kind->each)
        each_spec(kind, 1, each_visits_all);
}

Test(memo, finds_by_name)
{
    cr_assert_str_eq(memo_find("striped")->name, "striped");
    cr_assert_null(memo_find("stripe"));
}
