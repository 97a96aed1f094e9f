/* shards.h - a table in 256 shards, each of which grows by itself.
 *
 * The top 8 bits of a key's hash say which shard it is in. A shard is a prime
 * number of cache lines; how they are filled is the strategy's affair.
 *
 *    shard 0:  | line | line | ...            the shards' sizes are spread
 *    shard 1:  | line | line | line | ...     evenly over one step of growth,
 *      ...                                    so that few grow at a time
 *
 * Growth does not need a quiescent point: a thread that filled a shard leaves
 * the gate, shuts it, and moves the entries to a larger shard while all others
 * wait. So no key is refused or lost because nobody called settle; a stop
 * lasts as long as one shard takes to move. Nothing but the gate and the
 * threads' own counters is written by a lookup.
 *
 * shards_enter/leave/added: each thread with its own worker number.
 * shards_grow: any thread, outside. The shard descriptors are constant for a
 * thread that is inside.
 */
#ifndef ENGINE_MEMO_SHARDS_H
#define ENGINE_MEMO_SHARDS_H

#include "engine/memo.h"
#include "engine/memo/arena.h"
#include "engine/memo/gate.h"
#include "engine/memo/prime.h"

enum { SHARD_BITS = 8, SHARDS = 1 << SHARD_BITS, LINE_BYTES = 64 };

struct shard {
    _Alignas(64) unsigned char *line;
    struct divisor lines;
    uint64_t limit;   /* it grows when it holds so many entries */
    uint32_t quantum; /* new entries a thread may keep to itself */
};

/* What is written often, away from what is read often. */
struct shard_tally {
    _Alignas(64) atomic_uint_least64_t entries; /* counted so far */
    atomic_bool full;                           /* a key found no place */
};

struct shard_worker {
    _Alignas(128) bool want;             /* a shard has reached its limit */
    atomic_uint_least32_t fresh[SHARDS]; /* entries not counted so far */
};

struct shards {
    struct shard shard[SHARDS];
    struct shard_tally tally[SHARDS];
    struct shard_worker *workers;
    struct gate gate;
    struct arena arena;
    unsigned slots; /* entries in a line */
    uint64_t least; /* lines in the smallest shard that is allowed */
    atomic_uint_least64_t growths;

    /* Puts every entry of `from` into `to`, which is empty and larger. */
    enum status (*move)(void *self, unsigned number, const struct shard *from,
                        struct shard *to);
    void *self;
};

/* slots, least, move and self are filled in; NOMEM, logged. */
enum status shards_init(struct shards *, const struct memo_spec *) MUST_CHECK;
void shards_release(struct shards *);

/* What a table for spec->expect entries holds as long as it has no more; 0 if
 * it is not made for so many. */
uint64_t shards_bytes(unsigned slots, uint64_t least, const struct memo_spec *,
                      uint64_t entries);

/* Lets every shard grow that has reached its limit or is full. Called by a
 * worker that wants it, or alone at a quiescent point. NOMEM. */
enum status shards_grow(struct shards *, unsigned worker) MUST_CHECK;

/* The entries of one shard; exact when quiet. */
uint64_t shards_entries(const struct shards *, size_t number);
/* Adds to *stats. Any thread. */
void shards_stats(const struct shards *, struct memo_stats *);

/* A key found no place in a shard: it must grow. */
static inline void shards_full(struct shards *s, unsigned worker,
                               uint64_t number)
{
    atomic_store(&s->tally[number].full, true);
    s->workers[worker].want = true;
}

/* One new entry in a shard. */
static inline void shards_added(struct shards *s, unsigned worker,
                                unsigned number)
{
    struct shard_worker *w = &s->workers[worker];
    uint32_t fresh =
        1 + atomic_load_explicit(&w->fresh[number], memory_order_relaxed);
    atomic_store_explicit(&w->fresh[number], fresh, memory_order_relaxed);
    if (fresh >= s->shard[number].quantum) {
        atomic_store_explicit(&w->fresh[number], 0, memory_order_relaxed);
        uint64_t before = atomic_fetch_add_explicit(
            &s->tally[number].entries, fresh, memory_order_relaxed);
        if (before + fresh >= s->shard[number].limit)
            w->want = true;
    }
}

#endif
