/* query_inner.h - the fields of a query; for query*.c only.
 *
 * query.c opens and filters, query_group.c counts and measures
 * (parallel_group.c on several threads), query_rows.c lists. One thread at a
 * time.
 */
#ifndef ENGINE_STORE_QUERY_QUERY_INNER_H
#define ENGINE_STORE_QUERY_QUERY_INNER_H

#include "engine/store/query/filter.h"
#include "engine/store/query/query.h"

struct query {
    struct archive *archive;
    struct filter *filters; /* all must hold */
    size_t nfilters;
    unsigned threads;
    const struct query_names *names; /* NULL: texts are as the file has them */
};

#endif
