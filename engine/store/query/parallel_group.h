/* parallel_group.h - a grouping counted on several threads.
 *
 *   blocks   0 1 2 3 4 5 ...      each thread takes the next one
 *            | | |                has its own archive, scan and grouping
 *            groups               merged when all blocks are done
 *
 * The result does not depend on the threads: sums of real numbers, which would,
 * are computed on one thread.
 */
#ifndef ENGINE_STORE_QUERY_PARALLEL_GROUP_H
#define ENGINE_STORE_QUERY_PARALLEL_GROUP_H

#include "engine/store/query/grouping.h"

/* Counts all rows that match; the grouping is initialised. The caller's thread
 * is one of them. NOMEM, IO, FORMAT. */
enum status parallel_group_count(struct grouping *, const struct filter[],
                                 size_t n, unsigned threads) MUST_CHECK;

#endif
