/* lines.h - tables that keep whole keys in cache lines.
 *
 *    | key | key | ... | value + 1 | value + 1 | ... | overflow and lock |
 *      64-bit keys:  7 with values of 1 byte, 6 of 2, 5 of 4, 3 of 8
 *      128-bit keys: 3, 3, 3, 2
 *
 * A key's line is found by double hashing over a prime number of lines. The
 * last byte has an overflow bit for each of seven classes of keys, set when a
 * key of the class found the line full and went on; a lookup goes on only
 * where its bit is set, so that a miss reads hardly more lines than a hit.
 *
 * Lookups take no lock: keys never change or go, a value is written after its
 * key, and a key whose value is still 0 counts as a miss. Adding comes in two
 * ways:
 *   without locks   a 64-bit key is swapped in where a 0 was, at the lowest
 *                   empty place, and then its value is written
 *   with locks      the highest bit of the last byte is a lock on the line
 * The key that is 0 has its value beside the table.
 */
#ifndef ENGINE_MEMO_TABLE_LINES_H
#define ENGINE_MEMO_TABLE_LINES_H

#include "engine/memo/table/ring.h"

enum { LINES_META = LINE_BYTES - 1, LINES_CLASSES = 7, LINES_LOCK = 0x80 };

/* What is where in a line. */
struct layout {
    bool wide; /* keys of 128 bits */
    unsigned value_bytes, slots;
    unsigned values_at; /* offset of the first value */
};

struct lines {
    struct segments segments;
    struct layout layout;
    bool locks;
    enum form form;
    _Atomic uint64_t zero; /* value + 1 of the key 0 */
};

/* With `locks`, keys may have 128 bits. USAGE, NOMEM; logged. */
enum status lines_open(const char *name, bool locks, const struct memo_spec *,
                       void **self) MUST_CHECK;

/* What the descriptors of `line` and `spin` consist of. */
void lines_close(void *self);
size_t lines_get(void *self, unsigned worker, const struct position keys[],
                 size_t n, uint64_t values[]);
enum status lines_put(void *self, unsigned worker, const struct position keys[],
                      const uint64_t values[], size_t n);
void lines_stats(const void *self, struct memo_stats *);
uint64_t lines_bytes(const struct memo_spec *, uint64_t entries);
void lines_each(const void *self, memo_visit *visit, void *context);
enum status lines_settle(void *self) MUST_CHECK;
void lines_hint(void *self, unsigned worker, const struct position keys[],
                size_t n);

INLINE struct layout layout_of(bool wide, unsigned value_bytes)
{
    const unsigned key_bytes = wide ? 16 : 8;
    const unsigned slots = LINES_META / (key_bytes + value_bytes);
    return (struct layout){wide, value_bytes, slots, slots * key_bytes};
}

INLINE uint64_t lines_hash(struct position key, bool wide)
{
    return wide ? position_hash(key) : position_mix(key.lo);
}

INLINE unsigned char *lines_home(const struct segment *segment, uint64_t hash)
{
    uint64_t home = mul_high(hash << SEGMENT_BITS, segment->lines.n);
    return segment->line + home * LINE_BYTES;
}

/* A search keeps its hash. */
INLINE struct search seek_start(const struct segment *segment, uint64_t hash)
{
    return (struct search){lines_home(segment, hash), hash,
                           (uint32_t)(hash >> (64 - SEGMENT_BITS))};
}

/* One step on; false when it is back at home and every line was visited. The
 * other half of the key is in the step, so that keys with equal hashes take
 * different steps. */
INLINE bool seek_advance(const struct segment *segment, struct position key,
                         bool wide, struct search *s)
{
    uint64_t at = (uint64_t)(s->line - segment->line) / LINE_BYTES;
    uint64_t x = wide ? s->word ^ key.hi * 0xd6e8feb86659fd93u : s->word;
    x = x * 0x9e3779b97f4a7c15u >> 32;
    at += 1 + (x * (segment->lines.n - 1) >> 32);
    at -= at >= segment->lines.n ? segment->lines.n : 0;
    s->line = segment->line + at * LINE_BYTES;
    return s->line != lines_home(segment, s->word);
}

/* The overflow bit of its key. */
INLINE unsigned seek_class(const struct search *s)
{
    return 1u << ((s->word & 0xffff) * LINES_CLASSES >> 16);
}

#endif
