/* proof_limits.h - how long a proof may take, and how much memory.
 *
 * Counts what the proof allocates for all rows or positions; threads' blocks
 * and stacks of a few MB are left out until they grow. Any thread may take and
 * poll at any time.
 */
#ifndef ENGINE_PROOF_PROOF_LIMITS_H
#define ENGINE_PROOF_PROOF_LIMITS_H

#include "engine/base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct proof_limits {
    const char *path;            /* of the archive */
    uint64_t memory;             /* bytes; 0: no limit */
    double seconds;              /* 0: no limit */
    bool (*stop)(void *context); /* OPTIONAL. True: end with STOPPED */
    void *context;
    uint64_t until; /* ns of the clock */
    _Atomic uint64_t bytes;
    atomic_bool logged; /* one of the limits */
};

/* The time counts from now on. */
void proof_limits_start(struct proof_limits *);
/* Before so many bytes are allocated, and after they were freed. NO_ANSWER if
 * that is beyond the limit, logged by the first thread that meets it. */
enum status proof_limits_take(struct proof_limits *, uint64_t bytes) MUST_CHECK;
void proof_limits_give(struct proof_limits *, uint64_t bytes);
/* Every few thousand positions. NO_ANSWER as above; STOPPED on request, not
 * logged. */
enum status proof_limits_poll(struct proof_limits *) MUST_CHECK;

#endif
