#include "census/answer/tabulate.h"

#include "census/check/check.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/store/query/tally.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct confusion {
    const struct check *check;
    const struct request *request;
    const struct column *column;
    struct tally cells; /* found, and predicted or no prediction */
};

enum { FOUND, PREDICTED, SILENT, WORDS };

static enum status compare(void *context, uint64_t row, int64_t found)
{
    struct confusion *c = context;
    struct point point;
    int64_t predicted = 0;
    size_t number;
    grid_unrank(&c->request->plan.grid, row, &point);
    const bool says =
        c->check->predict(&c->request->plan.games[0], &point, &predicted);
    const uint64_t key[WORDS] = {(uint64_t)found,
                                 says ? (uint64_t)predicted : 0, !says};
    return tally_add(&c->cells, key, &number);
}

static int compare_cells(const void *a, const void *b, void *context)
{
    const struct confusion *c = context;
    const uint64_t *x = c->cells.keys + WORDS * *(const size_t *)a;
    const uint64_t *y = c->cells.keys + WORDS * *(const size_t *)b;
    for (size_t w = 0; w < 2; w++) {
        const int64_t p = (int64_t)x[w], q = (int64_t)y[w];
        if (w && x[SILENT] != y[SILENT])
            return x[SILENT] ? 1 : -1;
        if (p != q)
            return p < q ? -1 : 1;
    }
    return 0;
}

static void value_text(const struct column *column, uint64_t word, char out[],
                       size_t cap)
{
    size_t labels = 0;
    while (column->labels && column->labels[labels])
        labels++;
    if (word < labels)
        snprintf(out, cap, "%s", column->labels[word]);
    else if (column->type == COLUMN_U64)
        snprintf(out, cap, "%llu", (unsigned long long)word);
    else
        snprintf(out, cap, "%lld", (long long)(int64_t)word);
}

static enum status fill(const struct confusion *c, const size_t order[],
                        struct sheet *s)
{
    enum sheet_kind kind = sheet_kind_of(c->column);
    enum status st = sheet_column(s, "found", kind, false);
    if (!st)
        st = sheet_column(s, "predicted", kind, false);
    if (!st)
        st = sheet_column(s, "rows", SHEET_WHOLE, false);
    for (size_t i = 0; i < c->cells.n && !st; i++) {
        const uint64_t *key = c->cells.keys + WORDS * order[i];
        char found[64], predicted[64], rows[24];
        value_text(c->column, key[FOUND], found, sizeof found);
        value_text(c->column, key[PREDICTED], predicted, sizeof predicted);
        snprintf(rows, sizeof rows, "%llu",
                 (unsigned long long)c->cells.count[order[i]]);
        const char *const cells[] = {found, key[SILENT] ? NULL : predicted,
                                     rows};
        st = sheet_row(s, cells);
    }
    return st;
}

static enum status print(struct confusion *c, enum sheet_format format)
{
    struct sheet s = {0};
    size_t *order = malloc((c->cells.n + 1) * sizeof *order);
    if (!order)
        return cli_no_memory();
    for (size_t i = 0; i < c->cells.n; i++)
        order[i] = i;
    if (c->cells.n)
        qsort_r(order, c->cells.n, sizeof *order, compare_cells, c);
    enum status st = fill(c, order, &s);
    if (!st)
        st = sheet_print(&s, format);
    sheet_release(&s);
    free(order);
    return st;
}

static enum status compare_all(struct archive *a, struct query *q,
                               struct confusion *c, enum sheet_format format)
{
    size_t column;
    enum status st =
        check_column(c->check, &c->request->plan.games[0], a, &column);
    if (st)
        return st;
    c->column = archive_column(a, column);
    tally_init(&c->cells, WORDS);
    st = query_values(q, c->check->column, compare, c);
    if (!st)
        st = print(c, format);
    tally_release(&c->cells);
    return st;
}

enum status tabulate_confusion(struct archive *a, struct query *q,
                               const struct catalogue *known, const char *rule,
                               enum sheet_format format)
{
    struct confusion c = {.check = check_find(known->checks, rule)};
    if (!c.check)
        return log_error(STATUS_UNKNOWN, "no check '%s' (census list checks)",
                         rule);
    struct request *request = malloc(sizeof *request);
    c.request = request;
    if (!request)
        return cli_no_memory();
    enum status st = request_of_archive(a, known, request);
    if (!st) {
        st = compare_all(a, q, &c, format);
        request_close(request);
    }
    free(request);
    return st;
}
