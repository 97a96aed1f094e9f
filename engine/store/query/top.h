/* top.h - the first few of many rows in the order of a column.
 *
 * A heap of at most `limit` rows with the last of them at the root, which is
 * evicted when a better one arrives: memory grows with the limit, not with the
 * rows. Equal values are in the order of their rows. One thread at a time.
 */
#ifndef ENGINE_STORE_QUERY_TOP_H
#define ENGINE_STORE_QUERY_TOP_H

#include "engine/base/column.h"
#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct top {
    const struct column *column;
    bool descending;
    uint64_t limit;
    size_t stride;   /* words of an entry: the value, the row */
    uint64_t *entry; /* n * stride */
    size_t n, cap;
};

/* limit > 0. Allocates with the first row. */
void top_init(struct top *, const struct column *, bool descending,
              uint64_t limit);
void top_release(struct top *);
/* NOMEM; logged. */
enum status top_add(struct top *, const uint64_t value[],
                    uint64_t row) MUST_CHECK;
/* Puts the rows in order; nothing may be added after it. */
void top_sort(struct top *);
uint64_t top_row(const struct top *, size_t i);

#endif
