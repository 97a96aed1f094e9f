#include "engine/memo/table/lines_visit.h"

/* The key 0 looks like an empty place: its value is kept beside the table. */
INLINE bool is_zero(struct position key, bool wide)
{
    return !key.lo && !(wide && key.hi);
}

INLINE struct search aim(const void *table, struct position key, bool wide)
{
    const struct lines *l = table;
    const uint64_t hash = lines_hash(key, wide);
    return seek_start(&l->segments.segment[hash >> (64 - SEGMENT_BITS)], hash);
}

INLINE bool advance(const void *table, struct search *s, struct position key,
                    bool wide)
{
    const struct lines *l = table;
    return seek_advance(&l->segments.segment[s->segment], key, wide, s);
}

/* With `bytes` the layout is known to the compiler. */
INLINE struct layout layout(const struct lines *l, bool wide, unsigned bytes)
{
    struct layout any = l->layout;
    any.wide = wide;
    return bytes ? layout_of(wide, bytes) : any;
}

INLINE uint64_t get_one(const void *table, const struct search *s,
                        struct position key, bool wide, unsigned bytes,
                        match_line *match, bool *further)
{
    const struct lines *l = table;
    return is_zero(key, wide)
               ? atomic_load_explicit(&l->zero, memory_order_acquire)
               : find(layout(l, wide, bytes), s, key, match, further);
}

INLINE enum found put_one(void *table, const struct search *s,
                          struct position key, uint64_t stored, bool wide,
                          bool locks, unsigned bytes, match_line *match)
{
    struct lines *l = table;
    if (is_zero(key, wide)) {
        atomic_store_explicit(&l->zero, stored, memory_order_release);
        return HERE;
    }
    return place(layout(l, wide, bytes), s, key, stored, locks, match);
}

/* The loops, once for each form of match, width of key and way to add, for
 * values of one byte and for any. */
#define GET(name, wide, bytes, form, attribute)                                \
    RING_GET(name##_##bytes##_##form, attribute, aim(table, key, wide),        \
             advance(table, s, key, wide),                                     \
             get_one(table, s, key, wide, bytes, match_##form, further))
#define PUT(name, wide, locks, bytes, form, attribute)                         \
    RING_PUT(name##_##bytes##_##form, attribute, aim(table, key, wide),        \
             advance(table, s, key, wide),                                     \
             put_one(table, s, key, stored, wide, locks, bytes, match_##form))
#define BYTES(bytes, form, attribute)                                          \
    GET(get_narrow, false, bytes, form, attribute)                             \
    GET(get_wide, true, bytes, form, attribute)                                \
    PUT(put_free, false, false, bytes, form, attribute)                        \
    PUT(put_narrow, false, true, bytes, form, attribute)                       \
    PUT(put_wide, true, true, bytes, form, attribute)
#define X(form, attribute) BYTES(0, form, attribute) BYTES(1, form, attribute)
FORMS(X)
#undef X

static const struct {
    ring_getter *get[2];
    ring_putter *put[2][2]; /* [wide][locks] */
} loops[][2] = {
#define SET(form, n)                                                           \
    {                                                                          \
        {get_narrow_##n##_##form, get_wide_##n##_##form},                      \
        {                                                                      \
            {put_free_##n##_##form, put_narrow_##n##_##form},                  \
            {                                                                  \
                NULL, put_wide_##n##_##form                                    \
            }                                                                  \
        }                                                                      \
    }
#define X(form, attribute) [FORM_##form] = {SET(form, 0), SET(form, 1)},
    FORMS(X)
#undef X
};

static bool one_byte(const struct lines *l)
{
    return l->layout.value_bytes == 1;
}

size_t lines_get(void *self, unsigned worker, const struct position keys[],
                 size_t n, uint64_t values[])
{
    struct lines *l = self;
    size_t hits = 0;
    for (size_t done = 0; done < n; done += RING_BATCH) {
        gate_enter(&l->segments.gate, worker);
        hits += loops[l->form][one_byte(l)].get[l->layout.wide](
            l, keys + done, ring_batch(n, done), values + done);
        gate_leave(&l->segments.gate, worker);
    }
    return hits;
}

static void mark_full(struct lines *l, unsigned worker, struct position key)
{
    uint64_t hash = lines_hash(key, l->layout.wide);
    segments_full(&l->segments, worker, hash >> (64 - SEGMENT_BITS));
}

/* The keys of a batch that found no place are put again when their segments
 * have grown. Each time there are fewer keys or larger segments. */
static enum status put_again(struct lines *l, unsigned worker,
                             const struct position from[],
                             const uint64_t values[], const uint16_t homeless[],
                             size_t n)
{
    struct position keys[RING_BATCH];
    uint64_t again[RING_BATCH];
    for (size_t i = 0; i < n; i++) {
        keys[i] = from[homeless[i]];
        again[i] = values[homeless[i]];
    }
    return lines_put(l, worker, keys, again, n);
}

static enum status put_batch(struct lines *l, unsigned worker,
                             const struct position keys[],
                             const uint64_t values[], size_t n)
{
    uint16_t homeless[RING_BATCH];
    struct segments *segments = &l->segments;
    enum status st = STATUS_OK;
    gate_enter(&segments->gate, worker);
    size_t left = loops[l->form][one_byte(l)].put[l->layout.wide][l->locks](
        l, segments, worker, keys, values, n, homeless);
    for (size_t i = 0; i < left; i++)
        mark_full(l, worker, keys[homeless[i]]);
    gate_leave(&segments->gate, worker);
    if (segments->workers[worker].want)
        st = segments_grow(segments, worker);
    return st || !left ? st
                       : put_again(l, worker, keys, values, homeless, left);
}

enum status lines_put(void *self, unsigned worker, const struct position keys[],
                      const uint64_t values[], size_t n)
{
    enum status st = STATUS_OK;
    for (size_t done = 0; !st && done < n; done += RING_BATCH)
        st = put_batch(self, worker, keys + done, values + done,
                       ring_batch(n, done));
    return st;
}

void lines_hint(void *self, unsigned worker, const struct position keys[],
                size_t n)
{
    struct lines *l = self;
    gate_enter(&l->segments.gate, worker);
    for (size_t i = 0; i < ring_batch(n, 0); i++)
        fetch_line(aim(l, keys[i], l->layout.wide).line);
    gate_leave(&l->segments.gate, worker);
}
