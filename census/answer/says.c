#include "census/answer/says.h"

#include "engine/base/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROW, FOUND, SAID, TEXT, CELLS }; /* of the statement */

struct says {
    struct tables *tables;
    sqlite3_stmt *statement;
    const struct column *column;
    struct comparison *comparison;
};

enum status says_column(const struct archive *a, const char *name,
                        size_t *column)
{
    char names[900] = "";
    size_t used = 0, facts = 0;
    if (name)
        return archive_require(a, name, column);
    for (size_t c = 0; c < archive_columns(a); c++) {
        if (archive_column(a, c)->role != COLUMN_FACT)
            continue;
        *column = c;
        facts++;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, " %s",
                                     archive_column(a, c)->name);
    }
    if (facts == 1)
        return STATUS_OK;
    return log_error(STATUS_USAGE,
                     "%s: which column does the rule predict? --column is one "
                     "of:%s",
                     archive_path(a), names);
}

/* The row as its position, for a message; allocated, "" if unknown. */
char *says_position(void *tables, uint64_t row)
{
    struct tables *t = tables;
    const struct archive *a = t->of[0].archive;
    sqlite3_stmt *statement;
    char *text = NULL;
    bool there = false;
    /* As SQL has it: from the file or from the game. */
    if (archive_find(a, "position") == archive_columns(a))
        return tables_position(t, 0, row);
    if (sql_prepare(t->sql, "SELECT position FROM rows WHERE rowid = ?",
                    &statement))
        return NULL;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)row);
    if (!sql_step(t->sql, statement, &there) && there)
        text = strdup((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
}

static enum status refuse(const struct says *s, const char *why,
                          const char *said)
{
    const uint64_t row = (uint64_t)sqlite3_column_int64(s->statement, ROW);
    char *copy = strdup(said ? said : "");
    char *position = says_position(s->tables, row);
    enum status st = log_error(
        STATUS_USAGE, "the rule says %s%s%s of row %llu%s%s%s, but %s %s",
        said ? "'" : "NULL", copy ? copy : "", said ? "'" : "",
        (unsigned long long)row, position ? " (" : "", position ? position : "",
        position ? ")" : "", s->column->name, why);
    free(copy);
    free(position);
    return st;
}

static enum status read_label(const struct says *s, int at, int64_t *value)
{
    const char *text = (const char *)sqlite3_column_text(s->statement, at);
    const char *const *labels = s->column->labels;
    char why[512] = "is one of";
    size_t used = strlen(why);
    for (size_t v = 0; labels[v]; v++) {
        if (v && !strcmp(labels[v], text)) {
            *value = (int64_t)v;
            return STATUS_OK;
        }
        if (v && used < sizeof why)
            used += (size_t)snprintf(why + used, sizeof why - used, " %s",
                                     labels[v]);
    }
    return refuse(s, why, text);
}

/* Whole numbers; those of 2^63 and more are texts in SQL. */
static enum status read_whole(const struct says *s, int at, int64_t *value)
{
    const int type = sqlite3_column_type(s->statement, at);
    const char *text;
    char *end;
    if (type == SQLITE_INTEGER) {
        *value = sqlite3_column_int64(s->statement, at);
        if (s->column->type != COLUMN_U64 || *value >= 0)
            return STATUS_OK;
    }
    text = (const char *)sqlite3_column_text(s->statement, at);
    errno = 0;
    if (type == SQLITE_TEXT && s->column->type == COLUMN_U64 && *text != '-') {
        *value = (int64_t)strtoull(text, &end, 10);
        if (end != text && !*end && !errno)
            return STATUS_OK;
    }
    return refuse(s, "holds whole numbers", text);
}

static enum status add_text(const struct says *s, uint64_t row)
{
    sqlite3_stmt *q = s->statement;
    const int type = sqlite3_column_type(q, SAID);
    const char *said = (const char *)sqlite3_column_text(q, SAID);
    const char *found = (const char *)sqlite3_column_text(q, FOUND);
    const char *text = (const char *)sqlite3_column_text(q, TEXT);
    if (s->column->type == COLUMN_F64) {
        if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
            return refuse(s, "holds numbers", said);
        return comparison_add_text(s->comparison, row,
                                   sqlite3_column_type(q, FOUND) !=
                                           SQLITE_NULL &&
                                       sqlite3_column_double(q, SAID) ==
                                           sqlite3_column_double(q, FOUND),
                                   found ? found : "NaN", said);
    }
    if (type == SQLITE_BLOB)
        return refuse(s, "holds texts", said);
    return comparison_add_text(s->comparison, row,
                               !strcmp(said, found) || !strcmp(said, text),
                               found, said);
}

static enum status add_row(const struct says *s)
{
    const uint64_t row = (uint64_t)sqlite3_column_int64(s->statement, ROW);
    int64_t found = 0, said = 0;
    if (sqlite3_column_type(s->statement, SAID) == SQLITE_NULL)
        return refuse(s, "holds a value in every row", NULL);
    if (s->column->type > COLUMN_I64)
        return add_text(s, row);
    enum status st = s->column->labels ? read_label(s, SAID, &said)
                                       : read_whole(s, SAID, &said);
    if (!st)
        st = s->column->labels ? read_label(s, FOUND, &found)
                               : read_whole(s, FOUND, &found);
    return st ? st : comparison_add(s->comparison, row, found, &said);
}

static enum status not_an_expression(void)
{
    return log_error(STATUS_USAGE,
                     "the rule must be one SQL expression that has one value "
                     "for each row");
}

/* Every row once, in order: what is no expression of a row's columns (an
 * aggregate, several columns, a question of its own) does not get through. */
static enum status add_rows(const struct says *s, uint64_t rows)
{
    uint64_t n = 0;
    sqlite3_int64 last = -1;
    bool row = true;
    enum status st = STATUS_OK;
    if (sqlite3_column_count(s->statement) != CELLS)
        return not_an_expression();
    while (!st && !(st = sql_step(s->tables->sql, s->statement, &row)) && row) {
        const sqlite3_int64 at = sqlite3_column_int64(s->statement, ROW);
        st = at > last && n < rows ? add_row(s) : not_an_expression();
        last = at;
        n++;
    }
    return st || n == rows ? st : not_an_expression();
}

enum status says_compare(struct tables *t, const char *expression,
                         size_t column, uint64_t rows, struct comparison *c)
{
    struct says s = {
        .tables = t,
        .column = archive_column(t->of[0].archive, column),
        .comparison = c,
    };
    const char *name = s.column->name;
    /* A comment at the end of the expression ends with its line. */
    char *text = sqlite3_mprintf(
        "SELECT rowid, \"%w\", (%s\n), %s(\"%w\") FROM rows ORDER BY rowid",
        name, expression, s.column->type == COLUMN_TEXT ? "value_text" : "",
        name);
    if (!text)
        return cli_no_memory();
    enum status st = sql_prepare(t->sql, text, &s.statement);
    sqlite3_free(text);
    if (!st)
        st = add_rows(&s, rows);
    sqlite3_finalize(s.statement);
    return st;
}
