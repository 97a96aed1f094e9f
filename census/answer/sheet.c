#include "census/answer/sheet.h"

#include "engine/base/log.h"
#include "engine/store/query/query.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void sheet_release(struct sheet *s)
{
    for (size_t i = 0; i < s->rows * s->ncolumns; i++)
        free(s->cells[i]);
    for (size_t c = 0; c < s->ncolumns; c++)
        free(s->columns[c].head);
    free(s->cells);
    *s = (struct sheet){0};
}

enum status sheet_column(struct sheet *s, const char *head,
                         enum sheet_kind kind, bool only_json)
{
    if (s->ncolumns == SHEET_COLUMNS_MAX)
        return log_error(STATUS_RANGE, "more than %d columns",
                         SHEET_COLUMNS_MAX);
    struct sheet_column *column = &s->columns[s->ncolumns];
    *column = (struct sheet_column){NULL, kind, only_json};
    column->head = strdup(head);
    if (!column->head)
        return cli_no_memory();
    s->ncolumns++;
    return STATUS_OK;
}

enum status sheet_row(struct sheet *s, const char *const cells[])
{
    if (s->rows == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 16;
        char **more = realloc(s->cells, cap * s->ncolumns * sizeof *more);
        if (!more)
            return cli_no_memory();
        s->cells = more;
        s->cap = cap;
    }
    char **out = s->cells + s->rows++ * s->ncolumns;
    bool ok = true;
    for (size_t c = 0; c < s->ncolumns; c++) {
        out[c] = cells[c] ? strdup(cells[c]) : NULL;
        ok = ok && !out[c] == !cells[c];
    }
    return ok ? STATUS_OK : cli_no_memory();
}

/* A number that JSON cannot hold stays a text. */
static json_t *cell_json(enum sheet_kind kind, const char *text)
{
    if (!text || (!*text && kind != SHEET_TEXT))
        return json_null();
    if (kind == SHEET_REAL && isfinite(strtod(text, NULL)))
        return json_real(strtod(text, NULL));
    char *end = NULL;
    errno = 0;
    const long long whole = kind == SHEET_WHOLE ? strtoll(text, &end, 10) : 0;
    return kind == SHEET_WHOLE && !errno && !*end ? json_integer(whole)
                                                  : json_string(text);
}

json_t *sheet_json(const struct sheet *s, size_t i)
{
    json_t *object = json_object();
    bool ok = object != NULL;
    for (size_t c = 0; c < s->ncolumns && ok; c++)
        ok = !json_object_set_new(
            object, s->columns[c].head,
            cell_json(s->columns[c].kind, s->cells[i * s->ncolumns + c]));
    if (ok)
        return object;
    json_decref(object);
    return NULL;
}

static enum status print_json(const struct sheet *s)
{
    json_t *list = json_array();
    bool ok = list != NULL;
    for (size_t i = 0; i < s->rows && ok; i++)
        ok = !json_array_append_new(list, sheet_json(s, i));
    if (ok)
        return cli_json(json_pack("{s:o}", "rows", list));
    json_decref(list);
    return cli_no_memory();
}

/* How many lines a row takes: the most of a cell, and an empty one after those
 * that take several. */
static size_t height(const char *const cells[], size_t n)
{
    size_t most = 1;
    for (size_t c = 0; c < n; c++) {
        size_t lines = 1;
        for (const char *at = cells[c]; (at = strchr(at, '\n')); at++)
            lines++;
        most = lines > most ? lines : most;
    }
    return most > 1 ? most + 1 : 1;
}

/* Line i of a text, allocated; "" behind the last. NULL: no memory. */
static char *line_of(const char *text, size_t i)
{
    for (; text && i; i--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text ? strndup(text, strcspn(text, "\n")) : strdup("");
}

/* As cli_table, with cells of several lines. */
static enum status print_lines(const char *const heads[], size_t n,
                               const char *const cells[], size_t rows,
                               const bool right[])
{
    size_t all = 0, at = 0;
    bool ok = true;
    for (size_t i = 0; i < rows; i++)
        all += height(cells + i * n, n);
    char **lines = calloc(all * n + 1, sizeof *lines);
    if (!lines)
        return cli_no_memory();
    for (size_t i = 0; i < rows; i++) {
        const size_t h = height(cells + i * n, n);
        for (size_t k = 0; k < h * n; k++, at++) {
            lines[at] = line_of(cells[i * n + k % n], k / n);
            ok = ok && lines[at];
        }
    }
    if (ok)
        cli_table(heads, n, (const char *const *)lines, all, right);
    for (size_t i = 0; i < all * n; i++)
        free(lines[i]);
    free(lines);
    return ok ? STATUS_OK : cli_no_memory();
}

enum status sheet_print(const struct sheet *s, enum sheet_format format)
{
    const char *heads[SHEET_COLUMNS_MAX];
    bool right[SHEET_COLUMNS_MAX];
    size_t n = 0, at = 0;
    if (format == SHEET_JSON)
        return print_json(s);
    for (size_t c = 0; c < s->ncolumns; c++)
        if (!s->columns[c].only_json) {
            heads[n] = s->columns[c].head;
            right[n++] = s->columns[c].kind != SHEET_TEXT;
        }
    const char **cells = calloc(s->rows * n + 1, sizeof *cells);
    if (!cells)
        return cli_no_memory();
    for (size_t i = 0; i < s->rows * s->ncolumns; i++)
        if (!s->columns[i % s->ncolumns].only_json)
            cells[at++] = s->cells[i] ? s->cells[i] : "";
    enum status st = STATUS_OK;
    if (format == SHEET_TABLE && s->lines) {
        st = print_lines(heads, n, cells, s->rows, right);
    } else if (format == SHEET_TABLE) {
        cli_table(heads, n, cells, s->rows, right);
    } else {
        cli_csv(heads, n);
        for (size_t i = 0; i < s->rows; i++)
            cli_csv(cells + i * n, n);
    }
    free(cells);
    return st;
}

enum sheet_kind sheet_kind_of(const struct column *column)
{
    if (!column_numeric(column))
        return SHEET_TEXT;
    return column->type == COLUMN_F64 ? SHEET_REAL : SHEET_WHOLE;
}

enum status sheet_read_format(const char *command, const char *name, bool json,
                              enum sheet_format *format)
{
    static const char *const names[] = {
        [SHEET_TABLE] = "table", [SHEET_CSV] = "csv", [SHEET_JSON] = "json"};
    if (!name)
        name = names[json ? SHEET_JSON : SHEET_TABLE];
    if (json && strcmp(name, names[SHEET_JSON]))
        return log_error(STATUS_USAGE, "%s: --json or --format %s, not both",
                         command, name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *format = (enum sheet_format)i;
            return STATUS_OK;
        }
    return log_error(STATUS_USAGE,
                     "%s: --format %s: must be table, csv or json", command,
                     name);
}
