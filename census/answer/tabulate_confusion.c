#include "census/answer/tabulate.h"

#include "census/answer/confusion.h"
#include "census/check/check.h"
#include "census/run/request.h"
#include "engine/base/log.h"

#include <stdlib.h>

struct against {
    const struct check *check;
    const struct request *request;
    struct confusion confusion;
};

/* The words of a row: those it is grouped by, then what was found. */
static enum status compare(void *context, uint64_t row, const uint64_t words[])
{
    struct against *a = context;
    struct point point;
    int64_t predicted = 0;
    grid_unrank(&a->request->plan.grid, row, &point);
    const bool says =
        a->check->predict(&a->request->plan.games[0], &point, &predicted);
    return confusion_add(&a->confusion, words,
                         (int64_t)words[a->confusion.by_words],
                         says ? &predicted : NULL);
}

static enum status print(const struct confusion *c, enum sheet_format format)
{
    struct sheet s = {0};
    enum status st = confusion_sheet(c, &s);
    if (!st)
        st = sheet_print(&s, format);
    sheet_release(&s);
    return st;
}

static enum status compare_all(struct wording *w, struct query *q,
                               const struct query_plan *plan,
                               struct against *to, enum sheet_format format)
{
    struct archive *a = w->archive;
    size_t columns[CONFUSION_BY_MAX + 1];
    const struct column *by[CONFUSION_BY_MAX];
    enum status st = STATUS_OK;
    if (plan->nby > CONFUSION_BY_MAX)
        return log_error(STATUS_USAGE, "query: --by: more than %d columns",
                         CONFUSION_BY_MAX);
    for (size_t i = 0; i < plan->nby && !st; i++) {
        st = archive_require(a, plan->by[i], &columns[i]);
        by[i] = st ? NULL : archive_column(a, columns[i]);
    }
    if (!st)
        st = check_column(to->check, &to->request->plan.games[0], a,
                          &columns[plan->nby]);
    if (st)
        return st;
    const struct column *found = archive_column(a, columns[plan->nby]);
    if (found->type > COLUMN_I64)
        return log_error(STATUS_USAGE, "%s: column %s holds no whole numbers",
                         archive_path(a), found->name);
    st = confusion_init(&to->confusion, found, by, plan->nby);
    to->confusion.values = w->values;
    to->confusion.numbers = columns;
    if (!st)
        st = query_words(q, columns, plan->nby + 1, compare, to);
    if (!st)
        st = print(&to->confusion, format);
    confusion_release(&to->confusion);
    return st;
}

enum status tabulate_confusion(struct wording *w, struct query *q,
                               const struct catalogue *known,
                               const struct query_plan *plan, const char *rule,
                               enum sheet_format format)
{
    struct against to = {.check = check_find(known->checks, rule)};
    if (!to.check)
        return log_error(STATUS_UNKNOWN, "no check '%s' (census list checks)",
                         rule);
    struct request *request = malloc(sizeof *request);
    to.request = request;
    if (!request)
        return cli_no_memory();
    enum status st = request_of_archive(w->archive, known, request);
    if (!st) {
        st = compare_all(w, q, plan, &to, format);
        request_close(request);
    }
    free(request);
    return st;
}
