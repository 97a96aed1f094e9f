#include "engine/memo/lines_visit.h"

/* The key 0 looks like an empty place: its value is kept beside the table. */
INLINE bool is_zero(struct position key, bool wide)
{
    return !key.lo && !(wide && key.hi);
}

INLINE struct search aim(const void *table, struct position key, bool wide)
{
    const struct lines *l = table;
    const uint64_t hash = lines_hash(key, wide);
    return seek_start(&l->shards.shard[hash >> (64 - SHARD_BITS)], hash);
}

INLINE bool advance(const void *table, struct search *s, struct position key,
                    bool wide)
{
    const struct lines *l = table;
    return seek_advance(&l->shards.shard[s->shard], key, wide, s);
}

INLINE uint64_t get_one(const void *table, const struct search *s,
                        struct position key, bool wide, match_line *match,
                        bool *further)
{
    const struct lines *l = table;
    return is_zero(key, wide)
               ? atomic_load_explicit(&l->zero, memory_order_relaxed)
               : look(l, s, key, wide, match, further);
}

INLINE enum found put_one(void *table, const struct search *s,
                          struct position key, uint64_t stored, bool wide,
                          bool locks, match_line *match)
{
    struct lines *l = table;
    if (is_zero(key, wide)) {
        atomic_store_explicit(&l->zero, stored, memory_order_relaxed);
        return HERE;
    }
    return place(l, s, key, stored, wide, locks, match);
}

/* The loops, once for each form of match, width of key and way to add. */
#define GET(name, wide, form, attribute)                                       \
    RING_GET(name##_##form, attribute, aim(table, key, wide),                  \
             advance(table, s, key, wide),                                     \
             get_one(table, s, key, wide, match_##form, further))
#define PUT(name, wide, locks, form, attribute)                                \
    RING_PUT(name##_##form, attribute, aim(table, key, wide),                  \
             advance(table, s, key, wide),                                     \
             put_one(table, s, key, stored, wide, locks, match_##form))
#define X(form, attribute)                                                     \
    GET(get_narrow, false, form, attribute)                                    \
    GET(get_wide, true, form, attribute)                                       \
    PUT(put_free, false, false, form, attribute)                               \
    PUT(put_narrow, false, true, form, attribute)                              \
    PUT(put_wide, true, true, form, attribute)
FORMS(X)
#undef X

static const struct {
    ring_getter *get[2];
    ring_putter *put[2][2]; /* [wide][locks] */
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
        gate_enter(&l->shards.gate, worker);
        hits += loops[l->form].get[l->wide](l, keys + done, ring_job(n, done),
                                            values + done);
        gate_leave(&l->shards.gate, worker);
    }
    return hits;
}

static void mark_full(struct lines *l, unsigned worker, struct position key)
{
    uint64_t hash = lines_hash(key, l->wide);
    shards_full(&l->shards, worker, hash >> (64 - SHARD_BITS));
}

/* The keys of a job that found no place are put again when their shards have
 * grown. Each time there are fewer keys or larger shards. */
static enum status put_again(struct lines *l, unsigned worker,
                             const struct position from[],
                             const uint64_t values[], const uint16_t homeless[],
                             size_t n)
{
    struct position keys[RING_JOB];
    uint64_t again[RING_JOB];
    for (size_t i = 0; i < n; i++) {
        keys[i] = from[homeless[i]];
        again[i] = values[homeless[i]];
    }
    return lines_put(l, worker, keys, again, n);
}

static enum status put_job(struct lines *l, unsigned worker,
                           const struct position keys[],
                           const uint64_t values[], size_t n)
{
    uint16_t homeless[RING_JOB];
    struct shards *shards = &l->shards;
    enum status st = STATUS_OK;
    gate_enter(&shards->gate, worker);
    size_t left = loops[l->form].put[l->wide][l->locks](l, shards, worker, keys,
                                                        values, n, homeless);
    for (size_t i = 0; i < left; i++)
        mark_full(l, worker, keys[homeless[i]]);
    gate_leave(&shards->gate, worker);
    if (shards->workers[worker].want)
        st = shards_grow(shards, worker);
    return st || !left ? st
                       : put_again(l, worker, keys, values, homeless, left);
}

enum status lines_put(void *self, unsigned worker, const struct position keys[],
                      const uint64_t values[], size_t n)
{
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += RING_JOB)
        st = put_job(self, worker, keys + done, values + done,
                     ring_job(n, done));
    return st;
}

void lines_hint(void *self, unsigned worker, const struct position keys[],
                size_t n)
{
    struct lines *l = self;
    gate_enter(&l->shards.gate, worker);
    for (size_t i = 0; i < ring_job(n, 0); i++)
        fetch_line(aim(l, keys[i], l->wide).line);
    gate_leave(&l->shards.gate, worker);
}
