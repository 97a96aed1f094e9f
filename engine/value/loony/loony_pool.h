/* loony_pool.h - sets of nimbers, each kept once and called by a number.
 *
 * Numbers depend on the order in which sets are put; equal sets have equal
 * numbers. Sets 0 and 1 are always all nimbers and none. A set that was put
 * stays where it is until the pool closes.
 *
 * Any number of threads may put and get at the same time; a thread may get what
 * it put itself, or any number obtained through a happens-before edge from the
 * thread that put it.
 */
#ifndef ENGINE_VALUE_LOONY_LOONY_POOL_H
#define ENGINE_VALUE_LOONY_LOONY_POOL_H

#include "engine/base/status.h"
#include "engine/value/loony/loony_set.h"

struct loony_pool;

enum { LOONY_POOL_ALL, LOONY_POOL_NONE };

/* NOMEM, logged. */
enum status loony_pool_open(struct loony_pool **) MUST_CHECK;
void loony_pool_close(struct loony_pool *);

/* The number of a set, which is copied if it is new; below 2^31 - 1. NOMEM,
 * logged. */
enum status loony_pool_put(struct loony_pool *, struct loony_set,
                           uint32_t *number) MUST_CHECK;
const struct loony_set *loony_pool_get(const struct loony_pool *,
                                       uint32_t number);

#endif
