/* grouping.h - rows counted by the values of some columns.
 *
 * The caller fills in archive and columns; memory grows with the number of
 * groups, not of rows. One thread at a time for one grouping.
 */
#ifndef ENGINE_STORE_GROUPING_H
#define ENGINE_STORE_GROUPING_H

#include "engine/store/query.h"
#include "engine/store/scan.h"
#include "engine/store/tally.h"

struct grouping {
    struct archive *archive;
    const size_t *columns;
    size_t ncolumns;
    struct tally tally; /* by the words of the columns */
};

/* Counts the rows that match. NOMEM, IO, FORMAT. */
enum status grouping_count(struct grouping *, const struct filter[],
                           size_t n) MUST_CHECK;
/* The groups as texts, sorted by value. NOMEM. */
enum status grouping_tell(struct grouping *, struct query_groups *) MUST_CHECK;
void grouping_release(struct grouping *);

#endif
