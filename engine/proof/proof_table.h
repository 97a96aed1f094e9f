/* proof_table.h - the values of positions that no row holds, each found once.
 *
 *   hash: 6 bits name the shard, the others the place in it
 *
 *   shard 0   lock, open addressing, linear probing, doubled when 3/4 full
 *   ...       24 bytes an entry: the whole position and its value
 *   shard 63
 *
 * The proof's own: it shares nothing with the memos that solved. Never
 * forgets. Any thread at the same time; two may find the same position, and
 * then the same value.
 */
#ifndef ENGINE_PROOF_PROOF_TABLE_H
#define ENGINE_PROOF_PROOF_TABLE_H

#include "engine/game/position.h"
#include "engine/proof/proof_limits.h"

#include <pthread.h>
#include <stddef.h>

enum { PROOF_SHARDS = 64 };

#define PROOF_UNKNOWN UINT64_MAX /* no value of any domain */

struct proof_entry {
    struct position position;
    uint64_t value; /* PROOF_UNKNOWN: the place is free */
};

struct proof_table {
    struct proof_limits *limits;
    struct proof_shard {
        pthread_mutex_t lock;
        struct proof_entry *at;
        size_t cap, n;
    } shards[PROOF_SHARDS];
};

/* Takes no memory yet. The limits must live longer. */
void proof_table_init(struct proof_table *, struct proof_limits *);
void proof_table_release(struct proof_table *);

/* PROOF_UNKNOWN if it is not there. */
uint64_t proof_table_get(struct proof_table *, struct position);
/* NO_ANSWER beyond the limit of memory, NOMEM; logged. */
enum status proof_table_put(struct proof_table *, struct position,
                            uint64_t value) MUST_CHECK;

#endif
