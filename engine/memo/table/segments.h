/* segments.h - a table in 256 segments, each of which grows by itself.
 *
 * The top 8 bits of a key's hash say which segment it is in. A segment is a
 * prime number of cache lines; the strategy decides how they are filled.
 *
 *    segment 0:  | line | line | ...            the segments' sizes are spread
 *    segment 1:  | line | line | line | ...     evenly over one step of growth,
 *      ...                                    so that few grow at a time
 *
 * Growth does not need a quiescent point: a thread that filled a segment leaves
 * the gate, shuts it, and moves the entries to a larger segment while all
 * others wait. So no key is refused or lost for want of a call to settle; the
 * others stop as long as one segment takes to move. Nothing but the gate and
 * the threads' own counters is written by a lookup.
 *
 * segments_enter/leave/added: each thread with its own worker number.
 * segments_grow: any thread, outside. The segment descriptors are constant for
 * a thread that is inside.
 */
#ifndef ENGINE_MEMO_TABLE_SEGMENTS_H
#define ENGINE_MEMO_TABLE_SEGMENTS_H

#include "engine/memo/memo.h"
#include "engine/memo/table/arena.h"
#include "engine/memo/table/gate.h"
#include "engine/memo/table/prime.h"

enum {
    SEGMENT_BITS = 8,
    SEGMENTS = 1 << SEGMENT_BITS,
    LINE_BYTES = 64,
    LINE_WORDS = 8
};

/* Read by each operation, and kept small: 256 descriptors fit in a fraction of
 * L1. */
struct segment {
    _Alignas(32) unsigned char *line;
    struct divisor lines;
    uint64_t limit; /* entries counted at which it grows */
};

/* Written often, and so kept apart from what is read often. New entries are
 * counted ahead: a thread reserves `quantum` of them at a time. */
struct segment_tally {
    _Alignas(64) atomic_uint_least64_t counted;
    uint32_t quantum;
    atomic_bool full; /* a key found no place */
};

struct segment_worker {
    _Alignas(128) bool want;               /* a segment has reached its limit */
    atomic_uint_least32_t ahead[SEGMENTS]; /* counted, but not yet there */
};

struct segments {
    struct segment segment[SEGMENTS];
    struct segment_tally tally[SEGMENTS];
    struct segment_worker *workers;
    struct gate gate;
    struct arena arena;
    unsigned slots;    /* entries in a line */
    uint64_t least;    /* lines in the smallest segment that is allowed */
    uint64_t foretold; /* lines of a segment for the entries foretold */
    atomic_uint_least64_t growths;

    /* Puts every entry of `from` into `to`, which is empty and larger. */
    enum status (*move)(void *self, unsigned number, const struct segment *from,
                        struct segment *to);
    void *self;
};

/* slots, least, move and self are filled in; NOMEM, logged. */
enum status segments_init(struct segments *,
                          const struct memo_spec *) MUST_CHECK;
void segments_release(struct segments *);

/* What a table for spec->expect entries holds as long as it has no more; 0 if
 * it is not made for so many. */
uint64_t segments_bytes(unsigned slots, uint64_t least,
                        const struct memo_spec *, uint64_t entries);

/* Lets every segment grow that has reached its limit or is full. Called by a
 * worker that filled a segment, or alone at a quiescent point. NOMEM. */
enum status segments_grow(struct segments *, unsigned worker) MUST_CHECK;

/* The entries of one segment; exact when quiet. */
uint64_t segments_entries(const struct segments *, size_t number);
/* Adds to *stats. Any thread. */
void segments_stats(const struct segments *, struct memo_stats *);

/* A key found no place in a segment: it must grow. */
static inline void segments_full(struct segments *s, unsigned worker,
                                 uint64_t number)
{
    atomic_store(&s->tally[number].full, true);
    s->workers[worker].want = true;
}

/* Counts a quantum of new entries. */
void segments_count(struct segments *, unsigned worker, unsigned number);

/* One new entry in a segment. */
static inline void segments_added(struct segments *s, unsigned worker,
                                  unsigned number)
{
    atomic_uint_least32_t *ahead = &s->workers[worker].ahead[number];
    uint32_t left = atomic_load_explicit(ahead, memory_order_relaxed);
    if (!left) {
        segments_count(s, worker, number);
        left = atomic_load_explicit(ahead, memory_order_relaxed);
    }
    atomic_store_explicit(ahead, left - 1, memory_order_relaxed);
}

#endif
