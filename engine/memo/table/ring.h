/* ring.h - many searches at once, so that memory is waited for only once.
 *
 * The lines of the next keys are fetched while the first are looked at:
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

/* Lines fetched ahead, keys visited between two times of fetching, and keys in
 * one job: a thread comes out of the gate after that many. */
enum { RING_AHEAD = FETCH_AHEAD, RING_GROUP = 32, RING_BATCH = 1024 };

/* Where the search for a key is, and what it looks for there. */
struct search {
    unsigned char *line;
    uint64_t word; /* the strategy says what that is */
    uint32_t segment;
};

/* What a visit came to. FURTHER: the key is not in this line, and may be in
 * the next of its search. */
enum found { HERE, PLACED, FURTHER };

struct late {
    struct search s;
    size_t i;
};

/* How a strategy goes about a key. */
struct ring_way {
    /* Where its search begins. */
    struct search (*aim)(const void *table, struct position key);
    /* value + 1 if the key is in this line, else 0; then, does it go on? */
    uint64_t (*look)(const void *table, const struct search *, struct position,
                     bool *further);
    /* Puts value + 1 into this line; or the key is there, or goes on. */
    enum found (*place)(void *table, const struct search *, struct position,
                        uint64_t stored);
    /* One line on; false if there is no other. */
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
    uint64_t stored = way->look(j->table, s, j->keys[i], &further);
    j->out[i] = stored - 1;
    j->hits += stored != 0;
    return further;
}

/* Goes one line on. If there is none, the key is nowhere, and its search is
 * over; a key that was to be put is homeless. */
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

/* How many of n keys the job from number `done` on has. */
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

/* Define such functions by three expressions about table and key: where a
 * search begins; what step s takes; what its visit comes to, with `further` or
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

/* One key has a function of its own, with a small frame: then the processor
 * sees past the wait for its line to the next call. */
#define RING_GET(name, attribute, begin, step, visit)                          \
    RING_STEPS(name, attribute, begin, step)                                   \
    attribute INLINE uint64_t name##_look(const void *table,                   \
                                          const struct search *s,              \
                                          struct position key, bool *further)  \
    {                                                                          \
        return visit;                                                          \
    }                                                                          \
    static const struct ring_way name##_way = {                                \
        .aim = name##_aim, .advance = name##_on, .look = name##_look};         \
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
