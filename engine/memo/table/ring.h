/* ring.h - many searches at once, so that their cache misses overlap.
 *
 * The lines of the next keys are fetched while the first are visited:
 *
 *    aim and fetch:      keys i .. i + RING_AHEAD - 1     (the ring)
 *    visit:              key i
 *    once more:          the keys that were not settled in their home line go
 *                        on to their next one in the same way, and so on
 *
 * RING_GET and RING_PUT define one function per strategy, form of comparison
 * and width of key, into which everything is inlined. Any thread.
 */
#ifndef ENGINE_MEMO_TABLE_RING_H
#define ENGINE_MEMO_TABLE_RING_H

#include "engine/memo/table/fetch.h"
#include "engine/memo/table/match.h"
#include "engine/memo/table/segments.h"

/* Lines fetched ahead, keys visited between two rounds of fetching, and keys in
 * one batch: a thread leaves the gate after each batch. */
enum { RING_AHEAD = FETCH_AHEAD, RING_GROUP = 32, RING_BATCH = 1024 };

/* The state of the search for a key. */
struct search {
    unsigned char *line;
    uint64_t word; /* what the strategy compares: word or hash */
    uint32_t segment;
};

/* The result of a visit. FURTHER: the key is not in this line, and may be in
 * the next of its search. */
enum found { HERE, PLACED, FURTHER };

struct late {
    struct search s;
    size_t i;
};

/* The steps of a strategy's search. */
struct ring_way {
    /* The start of the search. */
    struct search (*aim)(const void *table, struct position key);
    /* value + 1 if the key is in this line, else 0; *further: the search goes
     * on. */
    uint64_t (*find)(const void *table, const struct search *, struct position,
                     bool *further);
    /* Puts value + 1 into this line, unless the key is there or must go on. */
    enum found (*place)(void *table, const struct search *, struct position,
                        uint64_t stored);
    /* Advances by one line; false if there is no other. */
    bool (*advance)(const void *table, struct search *, struct position);
};

/* One batch: n <= RING_BATCH keys to get, values out, or to put, values in. */
struct batch {
    void *table;
    const struct position *keys;
    size_t n;
    uint64_t *out;
    size_t hits;
    const uint64_t *in;
    struct segments *segments;
    unsigned worker;
    uint16_t *homeless; /* the numbers of keys that found no place */
    size_t nhomeless;
};

/* Visits key number i; true: its search goes on. */
INLINE bool ring_visit(struct batch *j, const struct ring_way *way,
                       const struct search *s, size_t i)
{
    bool further = false;
    if (way->place) {
        enum found found = way->place(j->table, s, j->keys[i], j->in[i] + 1);
        if (found == PLACED)
            segments_added(j->segments, j->worker, s->segment);
        return found == FURTHER;
    }
    uint64_t stored = way->find(j->table, s, j->keys[i], &further);
    j->out[i] = stored - 1;
    j->hits += stored != 0;
    return further;
}

/* Advances by one line. If there is none, the search is over: the key is
 * missing, or homeless if it was to be put. */
INLINE bool ring_advance(struct batch *j, const struct ring_way *way,
                         struct search *s, size_t i)
{
    if (way->advance(j->table, s, j->keys[i])) {
        fetch_line(s->line);
        return true;
    }
    if (way->place)
        j->homeless[j->nhomeless++] = (uint16_t)i;
    return false;
}

/* One key by itself. */
INLINE void ring_one(struct batch *j, const struct ring_way *way)
{
    struct search s = way->aim(j->table, j->keys[0]);
    while (ring_visit(j, way, &s, 0) && ring_advance(j, way, &s, 0))
        ;
}

/* All late keys visit one more line; returns how many are late still. */
INLINE size_t ring_late(struct batch *j, const struct ring_way *way,
                        struct late late[], size_t n)
{
    size_t on = 0, left = 0;
    for (size_t i = 0; i < n; i++) {
        late[on] = late[i];
        on += ring_advance(j, way, &late[on].s, late[on].i);
    }
    for (size_t i = 0; i < on; i++) {
        late[left] = late[i];
        left += ring_visit(j, way, &late[left].s, late[left].i);
    }
    return left;
}

INLINE void ring_many(struct batch *j, const struct ring_way *way)
{
    struct search ring[RING_AHEAD];
    struct late late[RING_BATCH];
    size_t nlate = 0, aimed = 0;
    for (size_t i = 0; i < j->n;) {
        for (; aimed < j->n && aimed < i + RING_AHEAD; aimed++) {
            struct search *s = &ring[aimed % RING_AHEAD];
            *s = way->aim(j->table, j->keys[aimed]);
            fetch_line(s->line);
        }
        for (const size_t end = i + RING_GROUP; i < j->n && i < end; i++)
            if (ring_visit(j, way, &ring[i % RING_AHEAD], i))
                late[nlate++] = (struct late){ring[i % RING_AHEAD], i};
    }
    while (nlate)
        nlate = ring_late(j, way, late, nlate);
}

/* The size of the batch that begins after `done` of n keys. */
INLINE size_t ring_batch(size_t n, size_t done)
{
    return n - done < RING_BATCH ? n - done : RING_BATCH;
}

/* Looks up n <= RING_BATCH keys; returns how many are there. */
typedef size_t ring_getter(void *table, const struct position keys[], size_t n,
                           uint64_t out[]);

/* Puts n <= RING_BATCH keys; returns how many found no place, and their numbers
 * in homeless[]. */
typedef size_t ring_putter(void *table, struct segments *, unsigned worker,
                           const struct position keys[], const uint64_t in[],
                           size_t n, uint16_t homeless[]);

/* Define such functions by three expressions about table and key: the start of
 * a search, its step, and the result of its visit to a line, with `further` or
 * `stored`. */
#define RING_STEPS(name, attribute, begin, step)                               \
    attribute INLINE struct search name##_aim(const void *table,               \
                                              struct position key)             \
    {                                                                          \
        return begin;                                                          \
    }                                                                          \
    attribute INLINE bool name##_on(const void *table, struct search *s,       \
                                    struct position key)                       \
    {                                                                          \
        (void)key;                                                             \
        return step;                                                           \
    }

/* One key has a function of its own with a small frame: then the processor runs
 * ahead to the next call while it waits for the line. */
#define RING_GET(name, attribute, begin, step, visit)                          \
    RING_STEPS(name, attribute, begin, step)                                   \
    attribute INLINE uint64_t name##_find(const void *table,                   \
                                          const struct search *s,              \
                                          struct position key, bool *further)  \
    {                                                                          \
        return visit;                                                          \
    }                                                                          \
    static const struct ring_way name##_way = {                                \
        .aim = name##_aim, .advance = name##_on, .find = name##_find};         \
    attribute static RING_APART size_t name##_many(                            \
        void *table, const struct position keys[], size_t n, uint64_t out[])   \
    {                                                                          \
        struct batch j = {.table = table, .keys = keys, .n = n, .out = out};   \
        ring_many(&j, &name##_way);                                            \
        return j.hits;                                                         \
    }                                                                          \
    attribute static size_t name(void *table, const struct position keys[],    \
                                 size_t n, uint64_t out[])                     \
    {                                                                          \
        struct batch j = {.table = table, .keys = keys, .n = n, .out = out};   \
        if (n > 1)                                                             \
            return name##_many(table, keys, n, out);                           \
        ring_one(&j, &name##_way);                                             \
        return j.hits;                                                         \
    }

#define RING_PUT(name, attribute, begin, step, visit)                          \
    RING_STEPS(name, attribute, begin, step)                                   \
    attribute INLINE enum found name##_place(                                  \
        void *table, const struct search *s, struct position key,              \
        uint64_t stored)                                                       \
    {                                                                          \
        return visit;                                                          \
    }                                                                          \
    static const struct ring_way name##_way = {                                \
        .aim = name##_aim, .advance = name##_on, .place = name##_place};       \
    attribute static RING_APART void name##_many(struct batch *job)            \
    {                                                                          \
        struct batch j = *job;                                                 \
        ring_many(&j, &name##_way);                                            \
        job->nhomeless = j.nhomeless;                                          \
    }                                                                          \
    attribute static size_t name(                                              \
        void *table, struct segments *segments, unsigned worker,               \
        const struct position keys[], const uint64_t in[], size_t n,           \
        uint16_t homeless[])                                                   \
    {                                                                          \
        struct batch j = {.table = table,                                      \
                          .keys = keys,                                        \
                          .n = n,                                              \
                          .in = in,                                            \
                          .segments = segments,                                \
                          .worker = worker,                                    \
                          .homeless = homeless};                               \
        if (n > 1)                                                             \
            name##_many(&j);                                                   \
        else                                                                   \
            ring_one(&j, &name##_way);                                         \
        return j.nhomeless;                                                    \
    }

#define RING_APART __attribute__((noinline))

#endif
