#include "engine/store/query/query.h"

#include "engine/base/log.h"
#include "engine/store/query/query_inner.h"
#include "engine/store/query/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status query_open(struct archive *a, struct query **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
    (*out)->archive = a;
    (*out)->threads = 1;
    return STATUS_OK;
}

void query_threads(struct query *q, unsigned threads)
{
    q->threads = threads;
}

void query_read_names(struct query *q, const struct query_names *names)
{
    q->names = names;
}

void query_close(struct query *q)
{
    if (!q)
        return;
    for (size_t i = 0; i < q->nfilters; i++)
        filter_release(&q->filters[i]);
    free(q->filters);
    free(q);
}

enum status query_where(struct query *q, const char *condition)
{
    size_t n = q->nfilters;
    struct filter *more = realloc(q->filters, (n + 1) * sizeof *q->filters);
    if (!more)
        return log_error(STATUS_NOMEM, "out of memory for a condition");
    q->filters = more;
    enum status st = filter_read(q->archive, q->names, condition, &more[n]);
    q->nfilters += st == STATUS_OK;
    return st;
}

const struct filter *query_filters(const struct query *q, size_t *n)
{
    *n = q->nfilters;
    return q->filters;
}

static enum status count_block(void *context, struct scan *s, bool *enough)
{
    uint64_t *rows = context;
    (void)enough;
    *rows += s->nmatch;
    return STATUS_OK;
}

enum status query_count(struct query *q, uint64_t *rows)
{
    *rows = 0;
    return scan_each(q->archive, q->filters, q->nfilters, count_block, rows);
}

enum status query_extremes(struct query *q, const char *column, char min[64],
                           char max[64])
{
    const struct query_measure measures[] = {{QUERY_MIN, column},
                                             {QUERY_MAX, column}};
    const struct query_plan plan = {.measures = measures, .nmeasures = 2};
    struct query_groups groups;
    *min = *max = 0;
    enum status st = query_group(q, &plan, &groups);
    if (st == STATUS_OK) {
        snprintf(min, 64, "%s", groups.measured[0]);
        snprintf(max, 64, "%s", groups.measured[1]);
    }
    query_groups_release(&groups);
    return st;
}
