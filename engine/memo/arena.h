/* arena.h - memory for tables that grow piece by piece.
 *
 * Pieces are cut from segments that are asked from the system in huge pages,
 * are touched before they are handed out, and go back to the arena, never to
 * the system: unmapping makes every processor flush its address cache.
 *
 *    segment | piece | free | piece | piece | free      first fit,
 *    segment | piece | piece | free                     neighbours join
 *
 * take and give: one thread at a time. The sizes may be read at any time.
 */
#ifndef ENGINE_MEMO_ARENA_H
#define ENGINE_MEMO_ARENA_H

#include "engine/status.h"

#include <stdatomic.h>
#include <stddef.h>

struct arena_span {
    unsigned char *at;
    size_t bytes;
};

struct arena {
    struct arena_span *segments, *gaps; /* gaps by ascending address */
    size_t nsegments, ngaps, room;      /* room for spans in either */
    atomic_size_t bytes;
};

void arena_init(struct arena *);
void arena_release(struct arena *);

/* Asks the system for at least this much in one segment. NOMEM, logged. */
enum status arena_reserve(struct arena *, size_t bytes) MUST_CHECK;

/* A piece of zeros, a multiple of 64 bytes on a boundary of 64 bytes. NOMEM,
 * logged; nothing has changed then. */
enum status arena_take(struct arena *, size_t bytes,
                       unsigned char **piece) MUST_CHECK;
void arena_give(struct arena *, unsigned char *piece, size_t bytes);

/* How much of it is in huge pages, as the system says; 0 if it does not. */
size_t arena_huge(const struct arena *);

#endif
