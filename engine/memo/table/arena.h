/* arena.h - memory for tables that grow piece by piece.
 *
 * One range of addresses is reserved at the start, as large as the machine's
 * memory, and taken into use from the left in huge pages. Pieces are cut from
 * it and go back to it, never to the system: unmapping makes every processor
 * flush its address cache. As the range is one, all gaps can join.
 *
 *    | piece | gap | piece | piece | gap | in use >| reserved only ...
 *
 * arena_take and arena_free: one thread at a time. `bytes` may be read at any
 * time.
 */
#ifndef ENGINE_MEMO_TABLE_ARENA_H
#define ENGINE_MEMO_TABLE_ARENA_H

#include "engine/base/status.h"

#include <stdatomic.h>
#include <stddef.h>

struct arena_gap {
    unsigned char *at;
    size_t bytes;
};

struct arena {
    unsigned char *base;
    size_t reserved;
    atomic_size_t bytes;    /* in use, gaps among them */
    struct arena_gap *gaps; /* by ascending address */
    size_t ngaps, room;
};

enum status arena_init(struct arena *) MUST_CHECK; /* NOMEM, logged */
void arena_release(struct arena *);

/* Takes at least this much into use at once. NOMEM, logged. */
enum status arena_extend(struct arena *, size_t bytes) MUST_CHECK;

/* The bytes in use once `bytes` are: whole huge pages. */
size_t arena_bytes(size_t bytes);

/* A piece of zeros, a multiple of 64 bytes on a boundary of 64 bytes. NOMEM,
 * logged; nothing has changed then. */
enum status arena_take(struct arena *, size_t bytes,
                       unsigned char **piece) MUST_CHECK;
void arena_free(struct arena *, unsigned char *piece, size_t bytes);

#endif
