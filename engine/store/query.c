#include "engine/store/query.h"

#include "engine/log.h"
#include "engine/store/grouping.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct query {
    struct archive *archive;
    struct filter *filters;
    size_t nfilters;
};

enum status query_open(struct archive *a, struct query **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
    (*out)->archive = a;
    return STATUS_OK;
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
    enum status st = filter_read(q->archive, condition, &more[n]);
    q->nfilters += st == STATUS_OK;
    return st;
}

bool query_numeric(const struct column *column)
{
    return !column->labels && column->type != COLUMN_TEXT;
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

enum status query_by(struct query *q, const char *const names[], size_t n,
                     struct query_groups *out)
{
    size_t *columns = malloc(n * sizeof *columns);
    enum status st = STATUS_OK;
    assert(n > 0);
    *out = (struct query_groups){0};
    if (!columns)
        return log_error(STATUS_NOMEM, "out of memory for a query");
    for (size_t i = 0; i < n && st == STATUS_OK; i++)
        st = scan_find(q->archive, names[i], &columns[i]);
    if (st == STATUS_OK) {
        struct grouping g = {q->archive, columns, n, {0}};
        st = grouping_count(&g, q->filters, q->nfilters);
        if (st == STATUS_OK)
            st = grouping_tell(&g, out);
        grouping_release(&g);
    }
    free(columns);
    return st;
}

void query_groups_release(struct query_groups *groups)
{
    for (size_t i = 0; groups->cells && i < groups->groups * groups->columns;
         i++)
        free(groups->cells[i]);
    free(groups->cells);
    free(groups->rows);
    *groups = (struct query_groups){0};
}

enum status query_distinct(struct query *q, const char *name,
                           uint64_t *distinct)
{
    size_t column;
    *distinct = 0;
    enum status st = scan_find(q->archive, name, &column);
    if (st != STATUS_OK)
        return st;
    struct grouping g = {q->archive, &column, 1, {0}};
    st = grouping_count(&g, q->filters, q->nfilters);
    *distinct = g.tally.n;
    grouping_release(&g);
    return st;
}

struct extremes {
    size_t column;
    bool any;
    uint64_t min, max;
};

static enum status extremes_block(void *context, struct scan *s, bool *enough)
{
    struct extremes *e = context;
    const struct column *c = archive_column(s->archive, e->column);
    uint64_t *words = malloc(s->nmatch * sizeof *words);
    (void)enough;
    if (!words)
        return log_error(STATUS_NOMEM, "out of memory for a query");
    enum status st = scan_load(s, e->column);
    if (st == STATUS_OK)
        scan_gather(s, e->column, 1, words);
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++) {
        if (!e->any || scan_compare(c, &words[m], &e->min) < 0)
            e->min = words[m];
        if (!e->any || scan_compare(c, &words[m], &e->max) > 0)
            e->max = words[m];
        e->any = true;
    }
    free(words);
    return st;
}

enum status query_extremes(struct query *q, const char *name, char min[64],
                           char max[64])
{
    struct extremes e = {0};
    *min = *max = 0;
    enum status st = scan_find(q->archive, name, &e.column);
    if (st != STATUS_OK)
        return st;
    const struct column *c = archive_column(q->archive, e.column);
    if (!query_numeric(c))
        return log_error(STATUS_USAGE, "%s: column %s holds no numbers",
                         archive_path(q->archive), name);
    st = scan_each(q->archive, q->filters, q->nfilters, extremes_block, &e);
    if (st == STATUS_OK && e.any) {
        scan_text(c, &e.min, min, 64);
        scan_text(c, &e.max, max, 64);
    }
    return st;
}

struct listing {
    uint64_t left;
    bool (*visit)(void *, uint64_t, const char *const[]);
    void *context;
    uint64_t *words;
    char **cells;
};

static enum status list_block(void *context, struct scan *s, bool *enough)
{
    struct listing *l = context;
    size_t n = archive_columns(s->archive);
    enum status st = STATUS_OK;
    for (size_t c = 0; c < n && st == STATUS_OK; c++)
        st = scan_load(s, c);
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK && !*enough; m++) {
        for (size_t c = 0; c < n; c++) {
            const struct column *column = archive_column(s->archive, c);
            scan_get(s, c, s->match[m], l->words);
            scan_text(column, l->words, l->cells[c], scan_text_size(column));
        }
        l->left--;
        *enough = !l->visit(l->context, s->first + s->match[m],
                            (const char *const *)l->cells) ||
                  l->left == 0;
    }
    return st;
}

enum status query_rows(struct query *q, uint64_t limit,
                       bool (*visit)(void *context, uint64_t row,
                                     const char *const cells[]),
                       void *context)
{
    size_t n = archive_columns(q->archive), words = 1;
    struct listing l = {.left = limit, .visit = visit, .context = context};
    l.cells = calloc(n, sizeof *l.cells);
    bool ok = l.cells != NULL;
    for (size_t c = 0; c < n && ok; c++) {
        const struct column *column = archive_column(q->archive, c);
        words = scan_words(column) > words ? scan_words(column) : words;
        l.cells[c] = malloc(scan_text_size(column));
        ok = l.cells[c] != NULL;
    }
    l.words = malloc(words * sizeof *l.words);
    enum status st = ok && l.words
                         ? STATUS_OK
                         : log_error(STATUS_NOMEM, "%s: out of memory",
                                     archive_path(q->archive));
    if (st == STATUS_OK && limit)
        st = scan_each(q->archive, q->filters, q->nfilters, list_block, &l);
    for (size_t c = 0; c < n && l.cells; c++)
        free(l.cells[c]);
    free(l.cells);
    free(l.words);
    return st;
}
