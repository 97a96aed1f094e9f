#include "engine/base/log.h"
#include "engine/store/query/query_inner.h"
#include "engine/store/query/scan.h"
#include "engine/store/query/top.h"

#include <stdlib.h>
#include <string.h>

/* Room for the texts of one row. */
struct texts {
    uint64_t *words; /* of the widest column */
    char **cells;
    size_t n;
};

static void texts_release(struct texts *t)
{
    for (size_t c = 0; t->cells && c < t->n; c++)
        free(t->cells[c]);
    free(t->cells);
    free(t->words);
}

static enum status texts_init(const struct archive *a, struct texts *t)
{
    size_t words = 1;
    *t = (struct texts){.n = archive_columns(a)};
    t->cells = calloc(t->n + 1, sizeof *t->cells);
    bool ok = t->cells != NULL;
    for (size_t c = 0; c < t->n && ok; c++) {
        const struct column *column = archive_column(a, c);
        words = scan_words(column) > words ? scan_words(column) : words;
        t->cells[c] = malloc(scan_text_size(column));
        ok = t->cells[c] != NULL;
    }
    t->words = malloc(words * sizeof *t->words);
    if (ok && t->words)
        return STATUS_OK;
    texts_release(t);
    return log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
}

struct listing {
    uint64_t left;
    query_row_visit *visit;
    void *context;
    struct texts texts;
};

static enum status list_block(void *context, struct scan *s, bool *enough)
{
    struct listing *l = context;
    enum status st = STATUS_OK;
    for (size_t c = 0; c < l->texts.n && st == STATUS_OK; c++)
        st = scan_load(s, c);
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK && !*enough; m++) {
        for (size_t c = 0; c < l->texts.n; c++) {
            const struct column *column = archive_column(s->archive, c);
            scan_get(s, c, s->match[m], l->texts.words);
            scan_text(column, l->texts.words, l->texts.cells[c],
                      scan_text_size(column));
        }
        l->left--;
        *enough = !l->visit(l->context, s->first + s->match[m],
                            (const char *const *)l->texts.cells) ||
                  l->left == 0;
    }
    return st;
}

enum status query_rows(struct query *q, uint64_t limit, query_row_visit *visit,
                       void *context)
{
    struct listing l = {.left = limit, .visit = visit, .context = context};
    enum status st = texts_init(q->archive, &l.texts);
    if (st != STATUS_OK)
        return st;
    if (limit)
        st = scan_each(q->archive, q->filters, q->nfilters, list_block, &l);
    texts_release(&l.texts);
    return st;
}

/* Reads one row. In ascending order of rows, archive.c has its chunk cached. */
static enum status fetch(struct archive *a, uint64_t row, struct texts *t)
{
    enum status st = STATUS_OK;
    for (size_t c = 0; c < t->n && st == STATUS_OK; c++) {
        const struct column *column = archive_column(a, c);
        t->words[scan_words(column) - 1] = 0;
        st = column->type <= COLUMN_I64
                 ? archive_read_i64(a, c, row, 1, (int64_t *)t->words)
                 : archive_read(a, c, row, 1, t->words);
        if (st == STATUS_OK) {
            scan_one_zero(column, t->words);
            scan_text(column, t->words, t->cells[c], scan_text_size(column));
        }
    }
    return st;
}

enum status query_row(struct archive *a, uint64_t row, query_row_visit *visit,
                      void *context)
{
    struct texts t;
    enum status st = texts_init(a, &t);
    if (st != STATUS_OK)
        return st;
    st = fetch(a, row, &t);
    if (st == STATUS_OK)
        visit(context, row, (const char *const *)t.cells);
    texts_release(&t);
    return st;
}

struct ranking {
    size_t column;
    struct top top;
};

static enum status rank_block(void *context, struct scan *s, bool *enough)
{
    struct ranking *r = context;
    const size_t words = scan_words(archive_column(s->archive, r->column));
    enum status st = scan_load(s, r->column);
    uint64_t *keys = malloc(s->nmatch * words * sizeof *keys);
    (void)enough;
    if (!keys)
        return log_error(STATUS_NOMEM, "out of memory for rows");
    if (st == STATUS_OK)
        scan_gather(s, r->column, words, keys);
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++)
        st = top_add(&r->top, keys + m * words, s->first + s->match[m]);
    free(keys);
    return st;
}

static int compare_rows(const void *a, const void *b, void *context)
{
    const uint64_t x = top_row(context, *(const size_t *)a);
    const uint64_t y = top_row(context, *(const size_t *)b);
    return (x > y) - (x < y);
}

/* The texts of all ranked rows, those of rank i at cells[i * n]. */
static enum status fetch_ranked(struct archive *a, struct top *top,
                                struct texts *t, char **cells)
{
    enum status st = STATUS_OK;
    size_t *order = malloc((top->n + 1) * sizeof *order);
    for (size_t i = 0; order && i < top->n; i++)
        order[i] = i;
    if (order)
        qsort_r(order, top->n, sizeof *order, compare_rows, top);
    for (size_t i = 0; order && i < top->n && st == STATUS_OK; i++) {
        char **out = cells + order[i] * t->n;
        st = fetch(a, top_row(top, order[i]), t);
        for (size_t c = 0; c < t->n && st == STATUS_OK; c++)
            if (!(out[c] = strdup(t->cells[c])))
                st = log_error(STATUS_NOMEM, "out of memory for rows");
    }
    if (!order)
        st = log_error(STATUS_NOMEM, "out of memory for rows");
    free(order);
    return st;
}

static enum status visit_ranked(struct archive *a, struct top *top,
                                query_row_visit *visit, void *context)
{
    struct texts t;
    enum status st = texts_init(a, &t);
    if (st != STATUS_OK)
        return st;
    const size_t n = top->n * t.n;
    char **cells = calloc(n + 1, sizeof *cells);
    st = cells ? fetch_ranked(a, top, &t, cells)
               : log_error(STATUS_NOMEM, "out of memory for rows");
    for (size_t i = 0; st == STATUS_OK && i < top->n; i++)
        if (!visit(context, top_row(top, i),
                   (const char *const *)cells + i * t.n))
            break;
    for (size_t i = 0; cells && i < n; i++)
        free(cells[i]);
    free(cells);
    texts_release(&t);
    return st;
}

enum status query_rows_sorted(struct query *q, const char *column,
                              bool descending, uint64_t limit,
                              query_row_visit *visit, void *context)
{
    struct ranking r;
    enum status st = archive_require(q->archive, column, &r.column);
    if (st != STATUS_OK || !limit)
        return st;
    top_init(&r.top, archive_column(q->archive, r.column), descending, limit);
    st = scan_each(q->archive, q->filters, q->nfilters, rank_block, &r);
    if (st == STATUS_OK) {
        top_sort(&r.top);
        st = visit_ranked(q->archive, &r.top, visit, context);
    }
    top_release(&r.top);
    return st;
}

struct values {
    size_t column;
    query_values_visit *visit;
    void *context;
};

static enum status visit_values(void *context, struct scan *s, bool *enough)
{
    struct values *v = context;
    enum status st = scan_load(s, v->column);
    (void)enough;
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++) {
        uint64_t word;
        scan_get(s, v->column, s->match[m], &word);
        st = v->visit(v->context, s->first + s->match[m], (int64_t)word);
    }
    return st;
}

enum status query_values(struct query *q, const char *column,
                         query_values_visit *visit, void *context)
{
    struct values v = {.visit = visit, .context = context};
    enum status st = archive_require(q->archive, column, &v.column);
    if (st == STATUS_OK &&
        archive_column(q->archive, v.column)->type > COLUMN_I64)
        st = log_error(STATUS_USAGE, "%s: column %s holds no whole numbers",
                       archive_path(q->archive), column);
    return st ? st
              : scan_each(q->archive, q->filters, q->nfilters, visit_values,
                          &v);
}

struct words {
    const size_t *columns;
    size_t n;
    query_words_visit *visit;
    void *context;
    uint64_t *room; /* of a row */
};

static enum status visit_words(void *context, struct scan *s, bool *enough)
{
    struct words *w = context;
    enum status st = STATUS_OK;
    (void)enough;
    for (size_t i = 0; i < w->n && st == STATUS_OK; i++)
        st = scan_load(s, w->columns[i]);
    for (size_t m = 0; m < s->nmatch && st == STATUS_OK; m++) {
        uint64_t *to = w->room;
        for (size_t i = 0; i < w->n; i++) {
            scan_get(s, w->columns[i], s->match[m], to);
            to += scan_words(archive_column(s->archive, w->columns[i]));
        }
        st = w->visit(w->context, s->first + s->match[m], w->room);
    }
    return st;
}

enum status query_words(struct query *q, const size_t columns[], size_t n,
                        query_words_visit *visit, void *context)
{
    struct words w = {columns, n, visit, context, NULL};
    size_t words = 1;
    for (size_t i = 0; i < n; i++)
        words += scan_words(archive_column(q->archive, columns[i]));
    w.room = malloc(words * sizeof *w.room);
    if (!w.room)
        return log_error(STATUS_NOMEM, "%s: out of memory",
                         archive_path(q->archive));
    enum status st =
        scan_each(q->archive, q->filters, q->nfilters, visit_words, &w);
    free(w.room);
    return st;
}
