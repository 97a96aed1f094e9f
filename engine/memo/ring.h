/* ring.h - many searches at once, so that memory is waited for only once.
 *
 * The lines of the next keys are fetched while the first are looked at:
 *
 *    aim and fetch:      keys i .. i + RING_AHEAD - 1     (the ring)
 *    visit:              key i
 *    visit once more:    those that had to leave their home line, after all
 *                        others, when their next line has long arrived
 *
 * The loop is inlined with what it calls into one function per strategy, form
 * of comparison and width of key. A job belongs to one thread.
 */
#ifndef ENGINE_MEMO_RING_H
#define ENGINE_MEMO_RING_H

#include "engine/memo/match.h"
#include "engine/memo/shards.h"

/* Lines fetched ahead, and keys in one job: a thread comes out of the gate
 * after that many. */
enum { RING_AHEAD = 32, RING_JOB = 1024 };

/* Where the search for a key is, and what it looks for there. */
struct search {
    unsigned char *line;
    const struct shard *shard;
    uint64_t lo, hi; /* hi is not set in tables of 64-bit keys */
};

/* n <= RING_JOB keys to get (values out) or to put (values in). */
struct job {
    void *table;
    unsigned worker;
    const struct position *keys;
    size_t n;
    const uint64_t *in;
    uint64_t *out;
    size_t hits;
    size_t nhomeless; /* keys that found no place: their numbers */
    uint16_t homeless[RING_JOB];
};

/* The job of the keys from number `done` on, as many as one job may have. The
 * rest of homeless[] stays as it is: clearing it would cost more than a short
 * job. */
INLINE void job_init(struct job *j, void *table, unsigned worker,
                     const struct position keys[], const uint64_t in[],
                     uint64_t out[], size_t n, size_t done)
{
    j->table = table;
    j->worker = worker;
    j->keys = keys + done;
    j->in = in ? in + done : NULL;
    j->out = out ? out + done : NULL;
    j->n = n - done < RING_JOB ? n - done : RING_JOB;
    j->hits = j->nhomeless = 0;
}

/* HERE: the key is, or was, in the line. NOWHERE: it is nowhere. PLACED: it is
 * there now. FURTHER: the search has gone one line on, and fetched it. */
enum found { HERE, NOWHERE, FURTHER, PLACED };

struct late {
    struct search s;
    size_t i;
};

INLINE void ring_run(struct job *j, bool write,
                     void (*aim)(const struct job *, size_t i, struct search *),
                     enum found (*visit)(struct job *, struct search *,
                                         size_t i))
{
    struct search ring[RING_AHEAD];
    struct late late[RING_JOB];
    size_t n = j->n, nlate = 0;
    if (n == 1) {
        aim(j, 0, &ring[0]);
        while (visit(j, &ring[0], 0) == FURTHER)
            ;
        return;
    }
#define FETCH(s)                                                               \
    write ? __builtin_prefetch(s.line, 1) : __builtin_prefetch(s.line)
    for (size_t i = 0; i < n && i < RING_AHEAD; i++) {
        aim(j, i, &ring[i]);
        FETCH(ring[i]);
    }
    for (size_t i = 0; i < n; i++) {
        struct search *s = &ring[i % RING_AHEAD];
        if (visit(j, s, i) == FURTHER)
            late[nlate++] = (struct late){*s, i};
        if (i + RING_AHEAD < n) {
            aim(j, i + RING_AHEAD, s);
            FETCH((*s));
        }
    }
#undef FETCH
    while (nlate) {
        size_t left = 0;
        for (size_t i = 0; i < nlate; i++) {
            struct late l = late[i];
            if (visit(j, &l.s, l.i) == FURTHER)
                late[left++] = l;
        }
        nlate = left;
    }
}

INLINE enum found ring_got(struct job *j, size_t i, enum found found,
                           uint64_t value)
{
    j->out[i] = value;
    j->hits += found == HERE;
    return found;
}

INLINE enum found ring_put(struct job *j, struct shards *shards, size_t i,
                           const struct search *s, enum found found)
{
    if (found == PLACED)
        shards_added(shards, j->worker, (unsigned)(s->shard - shards->shard));
    if (found == NOWHERE)
        j->homeless[j->nhomeless++] = (uint16_t)i;
    return found;
}

#endif
