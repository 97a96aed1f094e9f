#include "engine/memo/lines_visit.h"

/* The key 0 looks like an empty place: its value is kept beside the table. */
INLINE bool is_zero(const struct search *s, bool wide)
{
    return !s->lo && !(wide && s->hi);
}

INLINE void aim(const struct job *j, size_t i, bool wide, struct search *s)
{
    const struct lines *l = j->table;
    uint64_t hash = lines_hash(j->keys[i], wide);
    seek_start(&l->shards.shard[hash >> (64 - SHARD_BITS)], j->keys[i], wide,
               s);
}

INLINE void aim_narrow(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, false, s);
}

INLINE void aim_wide(const struct job *j, size_t i, struct search *s)
{
    aim(j, i, true, s);
}

INLINE enum found get_one(struct job *j, struct search *s, size_t i, bool wide,
                          struct match (*match)(const unsigned char *, uint64_t,
                                                uint64_t))
{
    struct lines *l = j->table;
    uint64_t value;
    enum found found = look(l, s, wide, match, &value);
    if (found == NOWHERE && is_zero(s, wide)) {
        value = atomic_load_explicit(&l->zero, memory_order_relaxed) - 1;
        found = value == MEMO_MISS ? NOWHERE : HERE;
    }
    return ring_got(j, i, found, value);
}

INLINE enum found
put_one(struct job *j, struct search *s, size_t i, bool wide, bool locks,
        struct match (*match)(const unsigned char *, uint64_t, uint64_t))
{
    struct lines *l = j->table;
    uint64_t stored = j->in[i] + 1;
    if (is_zero(s, wide)) {
        atomic_store_explicit(&l->zero, stored, memory_order_relaxed);
        return HERE;
    }
    return ring_put(j, &l->shards, i, s,
                    place(l, s, stored, wide, locks, match));
}

/* The loops, once for each form of match, width of key and way to add. */
#define LOOP(name, write, aim, call, form, attribute)                          \
    attribute INLINE enum found name##_one_##form(struct job *j,               \
                                                  struct search *s, size_t i)  \
    {                                                                          \
        return call;                                                           \
    }                                                                          \
    attribute static void name##_##form(struct job *j)                         \
    {                                                                          \
        ring_run(j, write, aim, name##_one_##form);                            \
    }
#define X(form, attribute)                                                     \
    LOOP(get_narrow, false, aim_narrow, get_one(j, s, i, false, match_##form), \
         form, attribute)                                                      \
    LOOP(get_wide, false, aim_wide, get_one(j, s, i, true, match_##form),      \
         form, attribute)                                                      \
    LOOP(put_free, true, aim_narrow,                                           \
         put_one(j, s, i, false, false, match_##form), form, attribute)        \
    LOOP(put_narrow, true, aim_narrow,                                         \
         put_one(j, s, i, false, true, match_##form), form, attribute)         \
    LOOP(put_wide, true, aim_wide, put_one(j, s, i, true, true, match_##form), \
         form, attribute)
FORMS(X)
#undef X

static const struct {
    void (*get[2])(struct job *);
    void (*put[2][2])(struct job *); /* [wide][locks] */
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
        struct job j;
        job_init(&j, self, worker, keys, NULL, values, n, done);
        gate_enter(&l->shards.gate, worker);
        loops[l->form].get[l->wide](&j);
        gate_leave(&l->shards.gate, worker);
        hits += j.hits;
    }
    return hits;
}

/* The keys of a job that found no place are put again when their shards have
 * grown. Each time there are fewer keys or larger shards. */
static enum status put_again(void *self, const struct job *j)
{
    struct position keys[RING_JOB];
    uint64_t values[RING_JOB];
    for (size_t i = 0; i < j->nhomeless; i++) {
        keys[i] = j->keys[j->homeless[i]];
        values[i] = j->in[j->homeless[i]];
    }
    return lines_put(self, j->worker, keys, values, j->nhomeless);
}

static enum status put_job(struct lines *l, struct job *j)
{
    struct shards *shards = &l->shards;
    enum status st = STATUS_OK;
    gate_enter(&shards->gate, j->worker);
    loops[l->form].put[l->wide][l->locks](j);
    for (size_t i = 0; i < j->nhomeless; i++) {
        uint64_t hash = lines_hash(j->keys[j->homeless[i]], l->wide);
        shards_full(shards, j->worker, hash >> (64 - SHARD_BITS));
    }
    gate_leave(&shards->gate, j->worker);
    if (shards->workers[j->worker].want)
        st = shards_grow(shards, j->worker);
    return st || !j->nhomeless ? st : put_again(l, j);
}

enum status lines_put(void *self, unsigned worker, const struct position keys[],
                      const uint64_t values[], size_t n)
{
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += RING_JOB) {
        struct job j;
        job_init(&j, self, worker, keys, values, NULL, n, done);
        st = put_job(self, &j);
    }
    return st;
}

void lines_hint(void *self, unsigned worker, const struct position keys[],
                size_t n)
{
    struct lines *l = self;
    struct job j;
    job_init(&j, self, worker, keys, NULL, NULL, n, 0);
    gate_enter(&l->shards.gate, worker);
    for (size_t i = 0; i < j.n; i++) {
        struct search s;
        aim(&j, i, l->wide, &s);
        __builtin_prefetch(s.line);
    }
    gate_leave(&l->shards.gate, worker);
}
