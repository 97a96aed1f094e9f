/* sql_values.c - the dictionary of an archive as a virtual table, and its
 * values as texts. A column that was used stays in memory. */
#include "engine/store/sql/sql_inner.h"

#include <stdlib.h>
#include <string.h>

struct table {
    sqlite3_vtab base; /* first */
    struct sql *sql;
    struct archive_values *values;
};

struct cursor {
    sqlite3_vtab_cursor base; /* first */
    uint64_t row, end;
};

/* The dictionary of an archive, opened with the first call. */
static enum status open_values(struct sql_archive *of,
                               struct archive_values **values)
{
    enum status st = STATUS_OK;
    if (!of->opened)
        st = archive_values_open(of->source.archive, &of->values);
    of->opened = of->opened || !st;
    *values = &of->values;
    return st;
}

/* The row of a name, or n. Names are texts in ascending order. */
static enum status find(struct archive_values *v, const char *name,
                        uint64_t *row)
{
    const size_t c = archive_values_column(v, "name");
    uint64_t low = 0, high = v->n;
    *row = v->n;
    if (c == v->ncolumns || v->columns[c].type != COLUMN_TEXT)
        return STATUS_OK;
    enum status st = archive_values_load(v, c);
    if (st)
        return st;
    const size_t width = v->columns[c].width;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (strncmp(archive_values_text(v, c, middle), name, width) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < v->n && strlen(name) <= width &&
        !strncmp(archive_values_text(v, c, low), name, width))
        *row = low;
    return STATUS_OK;
}

enum status sql_value_text(struct sql *sql, const char *name, char **text)
{
    enum status st = STATUS_OK;
    *text = NULL;
    for (size_t i = 0; i < sql->n && !st && !*text; i++) {
        const struct sql_source *source = &sql->of[i].source;
        if (source->spell)
            st = source->spell(source->context, name, text);
    }
    return st;
}

static int disconnect(sqlite3_vtab *base)
{
    free(base);
    return SQLITE_OK;
}

static char *declaration(const struct archive_values *v)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "CREATE TABLE dictionary (");
    for (size_t c = 0; c < v->ncolumns; c++)
        sqlite3_str_appendf(text, "%s\"%w\" %s", c ? ", " : "",
                            v->columns[c].name,
                            !column_numeric(&v->columns[c])    ? "TEXT"
                            : v->columns[c].type == COLUMN_F64 ? "REAL"
                                                               : "INTEGER");
    /* A table needs a column. */
    if (!v->ncolumns)
        sqlite3_str_appendall(text, "name TEXT, text TEXT");
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv,
                   sqlite3_vtab **out, char **error)
{
    struct table *t = calloc(1, sizeof *t);
    (void)error;
    if (!t || argc < 4) {
        free(t);
        return SQLITE_NOMEM;
    }
    t->sql = aux;
    enum status st = open_values(sql_of(t->sql, argv[3]), &t->values);
    char *text = st ? NULL : declaration(t->values);
    const int rc = st     ? sql_fail(t->sql, st)
                   : text ? sqlite3_declare_vtab(db, text)
                          : SQLITE_NOMEM;
    sqlite3_free(text);
    if (rc != SQLITE_OK) {
        free(t);
        return rc;
    }
    *out = &t->base;
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct archive_values *v = ((struct table *)base)->values;
    const int name = (int)archive_values_column(v, "name");
    info->estimatedCost = (double)v->n;
    info->estimatedRows = (sqlite3_int64)v->n;
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].usable &&
            info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ &&
            info->aConstraint[i].iColumn == name && v->ncolumns &&
            !strcmp(sqlite3_vtab_collation(info, i), "BINARY")) {
            info->aConstraintUsage[i].argvIndex = 1;
            info->idxNum = 1;
            info->estimatedCost = 10;
            info->estimatedRows = 1;
            info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
            break;
        }
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    struct cursor *c = calloc(1, sizeof *c);
    (void)base;
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    free(base);
    return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int by_name, const char *plan,
                  int argc, sqlite3_value **argv)
{
    struct cursor *c = (struct cursor *)base;
    const struct table *t = (const struct table *)base->pVtab;
    struct archive_values *v = t->values;
    (void)plan, (void)argc;
    c->row = 0;
    c->end = v->n;
    if (by_name) {
        const char *name = (const char *)sqlite3_value_text(argv[0]);
        c->row = v->n;
        enum status st = name ? find(v, name, &c->row) : STATUS_OK;
        if (st)
            return sql_fail(t->sql, st);
        c->end = c->row < v->n ? c->row + 1 : v->n;
    }
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((struct cursor *)base)->row++;
    return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *base)
{
    const struct cursor *c = (const struct cursor *)base;
    return c->row >= c->end;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    *out = (sqlite3_int64)((struct cursor *)base)->row;
    return SQLITE_OK;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *out, int i)
{
    const struct table *t = (const struct table *)base->pVtab;
    struct archive_values *v = t->values;
    const uint64_t row = ((struct cursor *)base)->row;
    const struct column *c = &v->columns[i];
    enum status st = archive_values_load(v, (size_t)i);
    if (st)
        return sql_fail(t->sql, st);
    if (c->type == COLUMN_TEXT) {
        const char *text = archive_values_text(v, (size_t)i, row);
        sqlite3_result_text(out, text, (int)strnlen(text, c->width),
                            SQLITE_STATIC);
    } else if (c->type == COLUMN_F64) {
        double real;
        memcpy(&real, v->cells[i] + row * sizeof real, sizeof real);
        sqlite3_result_double(out, real);
    } else if (c->labels) {
        const uint64_t value =
            (uint64_t)archive_values_whole(v, (size_t)i, row);
        size_t n = 0;
        while (n < value && c->labels[n])
            n++;
        if (c->labels[n])
            sqlite3_result_text(out, c->labels[n], -1, SQLITE_STATIC);
        else
            sqlite3_result_int64(out, (sqlite3_int64)value);
    } else {
        sqlite3_result_int64(out, archive_values_whole(v, (size_t)i, row));
    }
    return SQLITE_OK;
}

const sqlite3_module sql_values_module = {
    .xCreate = connect,
    .xConnect = connect,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xDestroy = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = eof,
    .xColumn = column,
    .xRowid = rowid,
};
