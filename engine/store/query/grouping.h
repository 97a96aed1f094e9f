/* grouping.h - rows counted and measured by the values of some columns.
 *
 * The caller fills in all but the tally (measures by measure_init); memory
 * grows with the number of groups, not of rows. Without columns all rows are
 * one group, which is there even if no row matches. One thread at a time for
 * one grouping.
 */
#ifndef ENGINE_STORE_QUERY_GROUPING_H
#define ENGINE_STORE_QUERY_GROUPING_H

#include "engine/store/query/measure.h"

enum { GROUPING_BY_VALUE = -1, GROUPING_BY_ROWS = -2 };

struct grouping {
    struct archive *archive;
    const size_t *columns;
    size_t ncolumns;
    struct measure *measures;
    size_t nmeasures;
    struct tally tally; /* by the words of the columns */
};

/* Before the first row. NOMEM. */
enum status grouping_init(struct grouping *) MUST_CHECK;
/* Counts the matches of a block. NOMEM, IO, FORMAT. */
enum status grouping_block(struct grouping *, struct scan *) MUST_CHECK;
/* Adds the groups of another grouping by the same columns and measures. */
enum status grouping_merge(struct grouping *,
                           const struct grouping *) MUST_CHECK;

/* The sort key: the number of a column, or ncolumns and more for a measure, or
 * one of the above. Equal groups are sorted by value. */
struct grouping_order {
    const struct grouping *grouping;
    long by;
    bool descending;
    uint64_t limit; /* 0: all */
};
/* The groups as texts. NOMEM. */
enum status grouping_result(const struct grouping_order *,
                            struct query_groups *) MUST_CHECK;
/* The tally; columns and measures are the caller's. */
void grouping_release(struct grouping *);

#endif
