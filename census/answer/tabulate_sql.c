#include "census/answer/tabulate.h"

#include "engine/base/log.h"
#include "engine/store/query/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The answer to a question: CSV and JSON are printed while it comes, a table
 * when all of it is there, since its columns are as wide as their cells. */
struct printing {
    sqlite3_stmt *statement;
    enum sheet_format format;
    size_t columns, rows;
    const char **heads;
    char **cells; /* of a row, or of all */
    size_t ncells, cap;
    bool *right; /* per column: nothing but numbers so far */
    bool plain;  /* control characters are replaced */
};

/* Texts may hold what would act on a terminal; also the control characters
 * above 127, which UTF-8 writes as 0xc2 and a byte below 0xa0. */
static void defuse(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        if (*at < ' ' || *at == 0x7f)
            *at = '?';
        else if (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?';
    }
}

static char *blob_text(sqlite3_stmt *s, int c)
{
    const unsigned char *bytes = sqlite3_column_blob(s, c);
    const size_t n = (size_t)sqlite3_column_bytes(s, c);
    char *text = malloc(2 * n + 4);
    if (!text)
        return NULL;
    char *at = text + sprintf(text, "x'");
    for (size_t i = 0; i < n; i++)
        at += sprintf(at, "%02x", bytes[i]);
    strcpy(at, "'");
    return text;
}

/* A cell as text, allocated; NULL is out of memory, and the value NULL is an
 * empty text. */
static char *cell_text(const struct printing *p, int c)
{
    static const struct column real = {.type = COLUMN_F64, .width = 8};
    sqlite3_stmt *s = p->statement;
    const int type = sqlite3_column_type(s, c);
    char number[32] = "";
    uint64_t word;
    if (type == SQLITE_BLOB)
        return blob_text(s, c);
    if (type == SQLITE_FLOAT) {
        const double value = sqlite3_column_double(s, c);
        memcpy(&word, &value, sizeof word);
        scan_text(&real, &word, number, sizeof number);
    }
    const unsigned char *text = sqlite3_column_text(s, c);
    char *copy = strdup(*number || !text ? number : (const char *)text);
    if (copy && p->plain)
        defuse(copy);
    return copy;
}

static json_t *cell_json(sqlite3_stmt *s, int c)
{
    json_t *value = NULL;
    switch (sqlite3_column_type(s, c)) {
    case SQLITE_INTEGER:
        return json_integer(sqlite3_column_int64(s, c));
    case SQLITE_FLOAT: /* NULL of an infinite one */
        value = json_real(sqlite3_column_double(s, c));
        return value ? value : json_null();
    case SQLITE_TEXT:
        /* NULL of what is no UTF-8 */
        value = json_string((const char *)sqlite3_column_text(s, c));
        if (value)
            return value;
        __attribute__((fallthrough));
    case SQLITE_BLOB: {
        char *text = blob_text(s, c);
        value = text ? json_string(text) : NULL;
        free(text);
        return value;
    }
    default:
        return json_null();
    }
}

static enum status put_json(struct printing *p)
{
    json_t *object = json_object();
    int failed = 0;
    for (size_t c = 0; c < p->columns; c++)
        failed |= json_object_set_new(object, p->heads[c],
                                      cell_json(p->statement, (int)c));
    printf("%s\n  ", p->rows ? "," : "");
    if (!failed)
        failed = json_dumpf(object, stdout, JSON_ENSURE_ASCII);
    json_decref(object);
    return failed ? cli_no_memory() : STATUS_OK;
}

/* Adds the cells of a row; of CSV those of one row are there at a time. */
static enum status add_cells(struct printing *p)
{
    if (p->ncells + p->columns > p->cap) {
        const size_t cap = 2 * p->cap + p->columns;
        char **more = realloc(p->cells, cap * sizeof *more);
        if (!more)
            return cli_no_memory();
        p->cells = more;
        p->cap = cap;
    }
    for (size_t c = 0; c < p->columns; c++) {
        const int type = sqlite3_column_type(p->statement, (int)c);
        char *text = cell_text(p, (int)c);
        if (!text)
            return cli_no_memory();
        p->right[c] = p->right[c] && type != SQLITE_TEXT && type != SQLITE_BLOB;
        p->cells[p->ncells++] = text;
    }
    return STATUS_OK;
}

static void drop_cells(struct printing *p)
{
    while (p->ncells)
        free(p->cells[--p->ncells]);
}

static enum status put_row(struct printing *p)
{
    enum status st = p->format == SHEET_JSON ? put_json(p) : add_cells(p);
    if (!st && p->format == SHEET_CSV) {
        cli_csv((const char *const *)p->cells, p->columns);
        drop_cells(p);
    }
    p->rows++;
    return !st && ferror(stdout) ? cli_flush() : st;
}

/* What the columns are called; two of one name are told apart. */
static enum status read_heads(struct printing *p)
{
    for (size_t c = 0; c < p->columns; c++) {
        const char *name = sqlite3_column_name(p->statement, (int)c);
        char *head = name ? malloc(strlen(name) + 24) : NULL;
        if (!head)
            return cli_no_memory();
        strcpy(head, name);
        if (p->plain)
            defuse(head);
        unsigned again = 0;
        for (size_t i = 0; i < c; i++)
            if (!strcmp(p->heads[i], head)) {
                sprintf(head + strlen(name), ":%u", ++again);
                i = (size_t)-1;
            }
        p->heads[c] = head;
        p->right[c] = true;
    }
    return STATUS_OK;
}

static enum status print(struct tables *t, struct printing *p)
{
    bool row = true;
    enum status st = read_heads(p);
    if (st)
        return st;
    if (p->format == SHEET_CSV)
        cli_csv(p->heads, p->columns);
    else if (p->format == SHEET_JSON)
        printf("{\"rows\": [");
    while (!st && !(st = sql_step(t->sql, p->statement, &row)) && row)
        st = put_row(p);
    if (p->format == SHEET_JSON && !st)
        printf("\n]}\n");
    else if (p->format == SHEET_TABLE && !st)
        cli_table(p->heads, p->columns, (const char *const *)p->cells, p->rows,
                  p->right);
    return st;
}

enum status tabulate_sql(struct tables *t, const char *question,
                         enum sheet_format format)
{
    struct printing p = {.format = format};
    enum status st = sql_prepare(t->sql, question, &p.statement);
    if (st)
        return st;
    p.columns = (size_t)sqlite3_column_count(p.statement);
    p.plain = format == SHEET_TABLE || isatty(STDOUT_FILENO);
    p.heads = calloc(p.columns, sizeof *p.heads);
    p.right = calloc(p.columns, sizeof *p.right);
    if (!p.heads || !p.right)
        st = cli_no_memory();
    else if (format == SHEET_TABLE && p.columns > SHEET_COLUMNS_MAX)
        st = log_error(STATUS_RANGE,
                       "sql: %zu columns; a table has at most %d (--format "
                       "csv)",
                       p.columns, SHEET_COLUMNS_MAX);
    if (!st)
        st = print(t, &p);
    drop_cells(&p);
    for (size_t c = 0; p.heads && c < p.columns; c++)
        free((char *)p.heads[c]);
    free(p.heads);
    free(p.right);
    free(p.cells);
    sqlite3_finalize(p.statement);
    return st;
}
