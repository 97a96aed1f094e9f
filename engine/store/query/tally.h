/* tally.h - counting equal keys: a hash table from words to a number.
 *
 * A key is a fixed number of 64-bit words. Keys are numbered 0, 1, 2 ... in
 * order of first occurrence. One thread at a time.
 */
#ifndef ENGINE_STORE_QUERY_TALLY_H
#define ENGINE_STORE_QUERY_TALLY_H

#include "engine/base/status.h"

#include <stddef.h>
#include <stdint.h>

struct tally {
    size_t words;    /* per key */
    uint64_t *keys;  /* n * words */
    uint64_t *count; /* n */
    size_t n, cap;
    uint64_t *slots; /* number of a key + 1, or 0; open addressing */
    size_t nslots;   /* a power of two, at least 2 * cap */
};

/* Empty; allocates with the first key. words > 0. */
void tally_init(struct tally *, size_t words);
void tally_release(struct tally *);
/* Counts a key once more and returns its number. NOMEM; logged. */
enum status tally_add(struct tally *, const uint64_t key[],
                      size_t *number) MUST_CHECK;

#endif
