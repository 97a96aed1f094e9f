#include "engine/store/query/scan.h"

#include "engine/base/log.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status scan_open(struct archive *a, const struct filter filters[],
                      size_t n, struct scan *s)
{
    size_t columns = archive_columns(a);
    *s = (struct scan){.archive = a, .filters = filters, .nfilters = n};
    s->match = malloc(archive_chunk_rows(a) * sizeof *s->match);
    s->values = calloc(columns, sizeof *s->values);
    s->loaded = calloc(columns, sizeof *s->loaded);
    if (s->match && s->values && s->loaded)
        return STATUS_OK;
    scan_close(s);
    return log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
}

void scan_close(struct scan *s)
{
    for (size_t c = 0; s->values && c < archive_columns(s->archive); c++)
        free(s->values[c]);
    free(s->values);
    free(s->loaded);
    free(s->match);
    s->values = NULL;
    s->loaded = NULL;
    s->match = NULL;
}

static bool is_integer(const struct column *column)
{
    return column->type <= COLUMN_I64;
}

enum status scan_load(struct scan *s, size_t column)
{
    const struct column *c = archive_column(s->archive, column);
    if (s->loaded[column])
        return STATUS_OK;
    size_t width = is_integer(c) ? sizeof(int64_t) : c->width;
    if (!s->values[column])
        s->values[column] = malloc(archive_chunk_rows(s->archive) * width);
    if (!s->values[column])
        return log_error(STATUS_NOMEM, "%s: out of memory",
                         archive_path(s->archive));
    enum status st = is_integer(c)
                         ? archive_read_i64(s->archive, column, s->first,
                                            s->rows, s->values[column])
                         : archive_read(s->archive, column, s->first, s->rows,
                                        s->values[column]);
    s->loaded[column] = st == STATUS_OK;
    return st;
}

static bool wanted(const struct condition *c, int order)
{
    return order < 0 ? c->less : order > 0 ? c->greater : c->equal;
}

static bool passes(const struct condition *c, const struct column *column,
                   const void *values, uint32_t row)
{
    if (c->negative)
        return c->greater;
    if (c->huge)
        return c->less;
    if (column->type == COLUMN_TEXT) {
        int order = memcmp((const char *)values + row * column->width, c->text,
                           column->width);
        if (order == 0 && c->text[column->width])
            order = -1;
        return wanted(c, order);
    }
    uint64_t word;
    memcpy(&word, (const uint64_t *)values + row, sizeof word);
    if (column->type == COLUMN_F64) {
        double a, b;
        memcpy(&a, &word, sizeof a);
        memcpy(&b, &c->word, sizeof b);
        /* NaN is only unequal. */
        return (c->less && a < b) || (c->equal && a == b) ||
               (c->greater && a > b) || (c->less && c->greater && a != b);
    }
    return wanted(c, scan_compare(column, &word, &c->word));
}

/* Of n rows keeps those that pass. */
static enum status keep_passing(struct scan *s, const struct condition *c,
                                uint32_t rows[], size_t *n)
{
    const struct column *column = archive_column(s->archive, c->column);
    enum status st = scan_load(s, c->column);
    if (st != STATUS_OK)
        return st;
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        rows[kept] = rows[i];
        kept += passes(c, column, s->values[c->column], rows[i]);
    }
    *n = kept;
    return STATUS_OK;
}

/* Of n rows drops those among `gone`; both ascend. */
static void subtract(uint32_t rows[], size_t *n, const uint32_t gone[],
                     size_t ngone)
{
    size_t kept = 0, g = 0;
    for (size_t i = 0; i < *n; i++) {
        while (g < ngone && gone[g] < rows[i])
            g++;
        if (g == ngone || gone[g] != rows[i])
            rows[kept++] = rows[i];
    }
    *n = kept;
}

/* Adds rows in order; there is room behind the n. */
static void add(uint32_t rows[], size_t *n, const uint32_t more[], size_t nmore)
{
    size_t i = *n, to = *n += nmore;
    while (nmore)
        rows[--to] =
            i && rows[i - 1] > more[nmore - 1] ? rows[--i] : more[--nmore];
}

/* Of n rows keeps those that a node of a filter passes. The right side is
 * evaluated only for rows that the left one leaves undecided: columns that are
 * not needed are not read. */
static enum status keep(struct scan *s, const struct filter *f, size_t node,
                        uint32_t rows[], size_t *n)
{
    const struct filter_node *at = &f->nodes[node];
    if (*n == 0)
        return STATUS_OK;
    if (at->kind == FILTER_CONDITION)
        return keep_passing(s, &at->condition, rows, n);
    if (at->kind == FILTER_ROWS) {
        const struct filter_rows *r = &at->rows;
        *n = r->names->keep(r->wanted, r->others, s->first, rows, *n);
        return STATUS_OK;
    }
    if (at->kind == FILTER_AND) {
        enum status st = keep(s, f, at->left, rows, n);
        return st ? st : keep(s, f, at->right, rows, n);
    }
    size_t nleft = *n;
    uint32_t *left = malloc(nleft * sizeof *left);
    if (!left)
        return log_error(STATUS_NOMEM, "%s: out of memory",
                         archive_path(s->archive));
    memcpy(left, rows, nleft * sizeof *left);
    enum status st = keep(s, f, at->left, left, &nleft);
    if (st == STATUS_OK)
        subtract(rows, n, left, nleft);
    if (st == STATUS_OK && at->kind == FILTER_OR) {
        st = keep(s, f, at->right, rows, n);
        if (st == STATUS_OK)
            add(rows, n, left, nleft);
    }
    free(left);
    return st;
}

enum status scan_block(struct scan *s, uint64_t first)
{
    uint64_t all = archive_rows(s->archive);
    uint64_t block = archive_chunk_rows(s->archive);
    enum status st = STATUS_OK;
    s->first = first;
    s->rows = all - s->first < block ? all - s->first : block;
    s->nmatch = s->rows;
    memset(s->loaded, 0, archive_columns(s->archive) * sizeof *s->loaded);
    for (uint32_t i = 0; i < s->rows; i++)
        s->match[i] = i;
    for (size_t i = 0; i < s->nfilters && st == STATUS_OK; i++)
        st = keep(s, &s->filters[i], s->filters[i].n - 1, s->match, &s->nmatch);
    return st;
}

enum status scan_next(struct scan *s)
{
    return scan_block(s, s->first + s->rows);
}

enum status
scan_each(struct archive *a, const struct filter filters[], size_t n,
          enum status (*visit)(void *context, struct scan *, bool *enough),
          void *context)
{
    struct scan s;
    bool enough = false;
    enum status st = scan_open(a, filters, n, &s);
    if (st != STATUS_OK)
        return st;
    while (!enough && (st = scan_next(&s)) == STATUS_OK && s.rows)
        if (s.nmatch && (st = visit(context, &s, &enough)) != STATUS_OK)
            break;
    scan_close(&s);
    return st;
}

size_t scan_words(const struct column *column)
{
    return (column->width + 7) / 8;
}

void scan_one_zero(const struct column *column, uint64_t words[])
{
    if (column->type == COLUMN_F64 && words[0] == UINT64_C(1) << 63)
        words[0] = 0;
}

void scan_get(const struct scan *s, size_t column, uint32_t row, uint64_t out[])
{
    const struct column *c = archive_column(s->archive, column);
    size_t width = is_integer(c) ? sizeof(int64_t) : c->width;
    assert(s->loaded[column]);
    out[scan_words(c) - 1] = 0;
    memcpy(out, (const char *)s->values[column] + row * width, width);
    scan_one_zero(c, out);
}

void scan_gather(const struct scan *s, size_t column, size_t stride,
                 uint64_t out[])
{
    const uint64_t *values = s->values[column];
    assert(s->loaded[column]);
    if (is_integer(archive_column(s->archive, column)))
        for (size_t i = 0; i < s->nmatch; i++)
            out[i * stride] = values[s->match[i]];
    else
        for (size_t i = 0; i < s->nmatch; i++)
            scan_get(s, column, s->match[i], out + i * stride);
}

int scan_compare(const struct column *column, const uint64_t a[],
                 const uint64_t b[])
{
    if (column->type == COLUMN_TEXT)
        return memcmp(a, b, column->width);
    if (column->type == COLUMN_U64)
        return (a[0] > b[0]) - (a[0] < b[0]);
    if (column->type == COLUMN_F64) {
        double x, y;
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        /* NaN comes last, ordered by its bits. */
        if (x != x || y != y)
            return x == x ? -1 : y == y ? 1 : (a[0] > b[0]) - (a[0] < b[0]);
        return (x > y) - (x < y);
    }
    int64_t x = (int64_t)a[0], y = (int64_t)b[0];
    return (x > y) - (x < y);
}

size_t scan_text_size(const struct column *column)
{
    size_t longest = column->type == COLUMN_TEXT ? column->width + 1 : 32;
    for (size_t v = 0; column->labels && column->labels[v]; v++)
        if (strlen(column->labels[v]) >= longest)
            longest = strlen(column->labels[v]) + 1;
    return longest;
}

/* The shortest text that reads back as the same number. */
static void put_real(uint64_t word, char out[], size_t cap)
{
    double real;
    memcpy(&real, &word, sizeof real);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, cap, "%.*g", digits, real);
        if (strtod(out, NULL) == real)
            break;
    }
}

void scan_text(const struct column *column, const uint64_t words[], char out[],
               size_t cap)
{
    size_t labels = 0;
    while (column->labels && column->labels[labels])
        labels++;
    if (words[0] < labels)
        snprintf(out, cap, "%s", column->labels[words[0]]);
    else if (column->type == COLUMN_TEXT)
        snprintf(out, cap, "%.*s", (int)column->width, (const char *)words);
    else if (column->type == COLUMN_U64)
        snprintf(out, cap, "%" PRIu64, words[0]);
    else if (column->type == COLUMN_F64)
        put_real(words[0], out, cap);
    else
        snprintf(out, cap, "%" PRId64, (int64_t)words[0]);
}
