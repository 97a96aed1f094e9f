#include "engine/base/log.h"
#include "engine/store/query/grouping.h"
#include "engine/store/query/parallel_group.h"
#include "engine/store/query/query_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status find_sort(const struct query_plan *plan, const char *path,
                             struct grouping_order *order)
{
    order->by = plan->sort ? GROUPING_BY_ROWS : GROUPING_BY_VALUE;
    if (!plan->sort || !strcmp(plan->sort, "rows"))
        return STATUS_OK;
    for (size_t i = 0; i < plan->nby; i++)
        if (!strcmp(plan->sort, plan->by[i])) {
            order->by = (long)i;
            return STATUS_OK;
        }
    for (size_t i = 0; i < plan->nmeasures; i++) {
        const char *fold = query_fold_names[plan->measures[i].fold];
        const size_t n = strlen(fold);
        if (!strncmp(plan->sort, fold, n) && plan->sort[n] == '_' &&
            !strcmp(plan->sort + n + 1, plan->measures[i].column)) {
            order->by = (long)(plan->nby + i);
            return STATUS_OK;
        }
    }
    return log_error(STATUS_UNKNOWN,
                     "%s: groups cannot be sorted by '%s': it is not rows, nor "
                     "one of the columns they are made by, nor asked for",
                     path, plan->sort);
}

static enum status group(struct query *q, const struct query_plan *plan,
                         struct grouping *g, struct query_groups *out)
{
    struct grouping_order order = {g, 0, plan->sort && plan->descending,
                                   plan->limit};
    enum status st = find_sort(plan, archive_path(q->archive), &order);
    if (st == STATUS_OK)
        st = grouping_init(g);
    if (st == STATUS_OK)
        st = parallel_group_count(g, q->filters, q->nfilters, q->threads);
    if (st == STATUS_OK)
        st = grouping_result(&order, out);
    grouping_release(g);
    return st;
}

enum status query_group(struct query *q, const struct query_plan *plan,
                        struct query_groups *out)
{
    size_t *columns = malloc((plan->nby + 1) * sizeof *columns);
    struct measure *measures = calloc(plan->nmeasures + 1, sizeof *measures);
    enum status st = STATUS_OK;
    *out = (struct query_groups){0};
    if (!columns || !measures)
        st = log_error(STATUS_NOMEM, "out of memory for a query");
    for (size_t i = 0; i < plan->nby && st == STATUS_OK; i++)
        st = archive_require(q->archive, plan->by[i], &columns[i]);
    for (size_t i = 0; i < plan->nmeasures && st == STATUS_OK; i++)
        st = measure_init(q->archive, &plan->measures[i], &measures[i]);
    if (st == STATUS_OK) {
        struct grouping g = {q->archive, columns,         plan->nby,
                             measures,   plan->nmeasures, {0}};
        st = group(q, plan, &g, out);
    }
    for (size_t i = 0; measures && i < plan->nmeasures; i++)
        measure_release(&measures[i]);
    free(measures);
    free(columns);
    return st;
}

enum status query_by(struct query *q, const char *const columns[], size_t n,
                     struct query_groups *out)
{
    const struct query_plan plan = {.by = columns, .nby = n};
    return query_group(q, &plan, out);
}
