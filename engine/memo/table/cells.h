/* cells.h - one open-addressing table for one thread at a time.
 *
 * Entries lie back to back, key and value together, so that a lookup mostly
 * reads one cache line; they are not aligned, and are copied in and out.
 *
 *    | key 8 or 16 bytes | value + 1 | key | value + 1 | ...   linear probing
 *
 * A value of 0 marks an empty cell. The table doubles when three quarters
 * full. The caller locks; no two calls on one table may run at once.
 */
#ifndef ENGINE_MEMO_TABLE_CELLS_H
#define ENGINE_MEMO_TABLE_CELLS_H

#include "engine/memo/memo.h"

struct cells {
    unsigned char *cell;
    size_t mask; /* cells - 1, a power of two less one */
    size_t used;
    unsigned key_bytes, value_bytes;
};

/* Room for `expect` entries. NOMEM, logged. */
enum status cells_init(struct cells *, const struct memo_spec *,
                       uint64_t expect) MUST_CHECK;
void cells_release(struct cells *);

/* `hash` is position_hash(key). The value, or MEMO_MISS. */
uint64_t cells_get(const struct cells *, struct position key, uint64_t hash);

/* NOMEM if the table had to grow and could not; it is then as before. */
enum status cells_put(struct cells *, struct position key, uint64_t hash,
                      uint64_t value) MUST_CHECK;

/* Calls visit for every entry. */
void cells_each(const struct cells *, memo_visit *visit, void *context);

/* The mean of the bytes of all tables together, opened for spec->expect /
 * tables entries each, once they share `entries` keys by their hashes. */
uint64_t cells_bytes_after(const struct memo_spec *, unsigned tables,
                           uint64_t entries);

static inline size_t cells_bytes(const struct cells *c)
{
    return (c->mask + 1) * (c->key_bytes + c->value_bytes);
}

#endif
