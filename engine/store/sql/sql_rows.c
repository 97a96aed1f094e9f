/* sql_rows.c - the rows of an archive as a virtual table.
 *
 *   0      1          ...
 *   row    position   the columns of the archive
 *          where the caller can write it
 *
 * and last, where the archive has no column of that name but positions, the
 * hidden column `heaps`, which is heaps(position).
 *
 * A plan (idxStr) lists the conditions that xFilter is to apply, as "COLUMN
 * OPERATOR;" of the virtual table, and all of them only narrow: SQLite looks
 * at every row again.
 */
#include "engine/store/query/scan.h"
#include "engine/store/sql/sql_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONDITIONS_MAX = 32 };

struct table {
    sqlite3_vtab base; /* first */
    struct sql *sql;
    struct sql_archive *of;
    int first;       /* the virtual number of the archive's column 0 */
    int heaps;       /* of the hidden column; 0: none */
    size_t position; /* the archive's column */
    size_t *nlabels;
};

struct cursor {
    sqlite3_vtab_cursor base; /* first */
    struct scan scan;
    bool plain;                /* the block was scanned without conditions */
    uint64_t low, high;        /* of the row numbers, both included */
    size_t at;                 /* among the matches */
    struct filter *filters;    /* the source's, and the plan's */
    struct filter_node *nodes; /* of the plan's, one each */
    size_t nplan;
};

static struct table *table_of(sqlite3_vtab *base)
{
    return (struct table *)base;
}

static struct cursor *cursor_of(sqlite3_vtab_cursor *base)
{
    return (struct cursor *)base;
}

static bool has_position(const struct sql_source *source)
{
    return source->position && archive_find(source->archive, "position") ==
                                   archive_columns(source->archive);
}

static bool hides_heaps(const struct sql_source *source)
{
    const struct archive *a = source->archive;
    const size_t n = archive_columns(a), at = archive_find(a, "position");
    return archive_find(a, "heaps") == n &&
           (at < n ? archive_column(a, at)->type == COLUMN_TEXT
                   : source->position != NULL);
}

static const char *affinity(const struct column *c)
{
    if (!column_numeric(c))
        return "TEXT";
    return c->type == COLUMN_F64 ? "REAL" : "INTEGER";
}

static char *declaration(const struct sql_source *source)
{
    const struct archive *a = source->archive;
    const bool taken = archive_find(a, "row") < archive_columns(a);
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "CREATE TABLE rows (%s INTEGER%s",
                        taken ? "archive_row" : "row",
                        has_position(source) ? ", position TEXT" : "");
    for (size_t c = 0; c < archive_columns(a); c++)
        sqlite3_str_appendf(text, ", \"%w\" %s", archive_column(a, c)->name,
                            affinity(archive_column(a, c)));
    if (hides_heaps(source))
        sqlite3_str_appendall(text, ", heaps INTEGER HIDDEN");
    sqlite3_str_appendall(text, ")");
    return sqlite3_str_finish(text);
}

static int disconnect(sqlite3_vtab *base)
{
    free(table_of(base)->nlabels);
    free(base);
    return SQLITE_OK;
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
    t->of = sql_of(t->sql, argv[3]);
    t->first = 1 + has_position(&t->of->source);
    const struct archive *a = t->of->source.archive;
    t->position = archive_find(a, "position");
    if (hides_heaps(&t->of->source))
        t->heaps = t->first + (int)archive_columns(a);
    t->nlabels = calloc(archive_columns(a) + 1, sizeof *t->nlabels);
    char *text = t->nlabels ? declaration(&t->of->source) : NULL;
    int rc = text ? sqlite3_declare_vtab(db, text) : SQLITE_NOMEM;
    sqlite3_free(text);
    if (rc != SQLITE_OK) {
        disconnect(&t->base);
        return rc;
    }
    for (size_t c = 0; c < archive_columns(a); c++) {
        const char *const *labels = archive_column(a, c)->labels;
        while (labels && labels[t->nlabels[c]])
            t->nlabels[c]++;
    }
    *out = &t->base;
    return SQLITE_OK;
}

static bool ordering(int op)
{
    return op == SQLITE_INDEX_CONSTRAINT_GT ||
           op == SQLITE_INDEX_CONSTRAINT_GE ||
           op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
}

/* Can xFilter narrow by this condition? */
static bool narrows(const struct table *t, sqlite3_index_info *info, int i)
{
    const struct archive *a = t->of->source.archive;
    const int column = info->aConstraint[i].iColumn;
    const int op = info->aConstraint[i].op;
    if (!info->aConstraint[i].usable ||
        (op != SQLITE_INDEX_CONSTRAINT_EQ && !ordering(op)))
        return false;
    if (column <= 0)
        return true;
    if (column < t->first || (t->heaps && column == t->heaps))
        return false;
    const struct column *c = archive_column(a, (size_t)(column - t->first));
    if (c->labels)
        return op == SQLITE_INDEX_CONSTRAINT_EQ &&
               !strcmp(sqlite3_vtab_collation(info, i), "BINARY");
    return c->type <= COLUMN_I64;
}

/* The number of a condition row = ..., which is all that is needed then: a
 * block that is scanned without others serves the next row, too. Or -1. */
static int one_row(const struct table *t, sqlite3_index_info *info)
{
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].iColumn <= 0 &&
            info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ &&
            narrows(t, info, i))
            return i;
    return -1;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct table *t = table_of(base);
    double rows = (double)archive_rows(t->of->source.archive), cost = rows;
    sqlite3_str *plan = sqlite3_str_new(NULL);
    const int only = one_row(t, info);
    int n = 0;
    for (int i = 0; i < info->nConstraint && n < CONDITIONS_MAX; i++) {
        const int column = info->aConstraint[i].iColumn;
        const int op = info->aConstraint[i].op;
        if (!narrows(t, info, i) || (only >= 0 && i != only))
            continue;
        sqlite3_str_appendf(plan, "%d %d;", column < 0 ? 0 : column, op);
        info->aConstraintUsage[i].argvIndex = ++n;
        if (column <= 0 && !ordering(op)) {
            rows = 1;
            cost = 1; /* a row of the block at hand, mostly */
            info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
        } else {
            rows = rows / (ordering(op) ? 3 : 8) + 1;
            cost = column <= 0 ? cost / 3 + 1 : cost * 0.7 + 1;
        }
    }
    info->idxStr = sqlite3_str_finish(plan);
    info->needToFreeIdxStr = 1;
    info->estimatedRows = (sqlite3_int64)rows;
    info->estimatedCost = cost;
    info->orderByConsumed = info->nOrderBy == 1 &&
                            info->aOrderBy[0].iColumn <= 0 &&
                            !info->aOrderBy[0].desc;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    struct table *t = table_of(base);
    const struct sql_source *s = &t->of->source;
    struct cursor *c = calloc(1, sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    c->filters = calloc(s->nfilters + CONDITIONS_MAX, sizeof *c->filters);
    c->nodes = calloc(CONDITIONS_MAX, sizeof *c->nodes);
    enum status st = STATUS_NOMEM;
    if (c->filters && c->nodes) {
        st = scan_open(s->archive, c->filters, s->nfilters, &c->scan);
        for (size_t i = 0; i < s->nfilters; i++)
            c->filters[i] = s->filters[i];
    }
    if (st == STATUS_OK) {
        *out = &c->base;
        return SQLITE_OK;
    }
    free(c->filters);
    free(c->nodes);
    free(c);
    return SQLITE_NOMEM;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *c = cursor_of(base);
    scan_close(&c->scan);
    free(c->filters);
    free(c->nodes);
    free(c);
    return SQLITE_OK;
}

static bool at_end(const struct cursor *c)
{
    return !c->scan.rows || c->at >= c->scan.nmatch ||
           c->scan.first + c->scan.match[c->at] > c->high;
}

/* Goes on to the first match that is not below `low`, over blocks without
 * any. */
static enum status settle(struct cursor *c)
{
    for (;;) {
        const struct scan *s = &c->scan;
        while (c->at < s->nmatch && s->first + s->match[c->at] < c->low)
            c->at++;
        if (c->at < s->nmatch || !s->rows || s->first + s->rows > c->high)
            return STATUS_OK;
        c->at = 0;
        enum status st = scan_next(&c->scan);
        if (st)
            return st;
    }
}

static void narrow_rows(struct cursor *c, int op, sqlite3_value *value)
{
    if (sqlite3_value_type(value) != SQLITE_INTEGER)
        return;
    const sqlite3_int64 x = sqlite3_value_int64(value);
    if (op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GE ||
        op == SQLITE_INDEX_CONSTRAINT_GT) {
        const uint64_t low = x < 0 ? 0 : (uint64_t)x;
        c->low = low > c->low ? low : c->low;
    }
    if (op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_LE ||
        op == SQLITE_INDEX_CONSTRAINT_LT) {
        if (x < 0)
            c->low = UINT64_MAX; /* none */
        else
            c->high = (uint64_t)x < c->high ? (uint64_t)x : c->high;
    }
}

/* The number of a label; those there are if it is none. */
static uint64_t label_of(const struct column *c, const char *text)
{
    uint64_t v = 0;
    while (c->labels[v] && strcmp(c->labels[v], text))
        v++;
    return v;
}

static void narrow_column(struct cursor *c, const struct table *t,
                          size_t column, int op, sqlite3_value *value)
{
    const struct sql_source *source = &t->of->source;
    const struct column *of = archive_column(source->archive, column);
    struct condition condition = {.column = column};
    if (sqlite3_value_type(value) !=
        (of->labels ? SQLITE_TEXT : SQLITE_INTEGER))
        return;
    if (of->labels) {
        condition.word = label_of(of, (const char *)sqlite3_value_text(value));
    } else {
        condition.word = (uint64_t)sqlite3_value_int64(value);
        condition.negative =
            of->type == COLUMN_U64 && sqlite3_value_int64(value) < 0;
    }
    condition.equal =
        op != SQLITE_INDEX_CONSTRAINT_GT && op != SQLITE_INDEX_CONSTRAINT_LT;
    condition.less =
        op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
    condition.greater =
        op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE;
    c->nodes[c->nplan] =
        (struct filter_node){.kind = FILTER_CONDITION, .condition = condition};
    c->filters[source->nfilters + c->nplan] =
        (struct filter){&c->nodes[c->nplan], 1};
    c->nplan++;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *plan,
                  int argc, sqlite3_value **argv)
{
    struct cursor *c = cursor_of(base);
    const struct table *t = table_of(base->pVtab);
    const uint64_t rows = archive_rows(t->of->source.archive);
    const uint64_t block = archive_chunk_rows(t->of->source.archive);
    enum status st = STATUS_OK;
    (void)number;
    c->low = 0;
    c->high = rows - 1;
    c->nplan = 0;
    c->at = 0;
    for (int i = 0; i < argc; i++) {
        char *end;
        const int column = (int)strtol(plan, &end, 10);
        const int op = (int)strtol(end, &end, 10);
        plan = end + 1;
        if (column == 0)
            narrow_rows(c, op, argv[i]);
        else
            narrow_column(c, t, (size_t)(column - t->first), op, argv[i]);
    }
    if (c->low > c->high) {
        c->scan.nmatch = 0;
        c->plain = false;
        return SQLITE_OK;
    }
    const uint64_t first = c->low - c->low % block;
    /* Joins by row ask for one after another: of the block that is there. */
    if (c->plain && !c->nplan && c->scan.rows && c->scan.first == first) {
        if (c->scan.nmatch == c->scan.rows)
            c->at = c->low - first;
    } else {
        c->plain = !c->nplan;
        c->scan.nfilters = t->of->source.nfilters + c->nplan;
        st = scan_block(&c->scan, first);
    }
    if (!st)
        st = settle(c);
    return st ? sql_fail(t->sql, st) : SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    struct cursor *c = cursor_of(base);
    c->at++;
    enum status st = settle(c);
    return st ? sql_fail(table_of(base->pVtab)->sql, st) : SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *base)
{
    return at_end(cursor_of(base));
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
    const struct cursor *c = cursor_of(base);
    *out = (sqlite3_int64)(c->scan.first + c->scan.match[c->at]);
    return SQLITE_OK;
}

/* The number of heaps in a text of n bytes. */
static void put_heaps(sqlite3_context *out, const char *text, size_t n)
{
    char position[4097];
    n = strnlen(text, n < sizeof position ? n : sizeof position - 1);
    memcpy(position, text, n);
    position[n] = 0;
    sqlite3_result_int64(out, sql_heaps(position));
}

/* Or, with `heaps`, the number of its heaps. */
static int put_position(struct table *t, sqlite3_context *out, uint64_t row,
                        bool heaps)
{
    const struct sql_source *s = &t->of->source;
    char *text = s->position(s->context, row);
    if (!text)
        return sql_fail(t->sql, STATUS_FORMAT);
    if (!heaps) {
        sqlite3_result_text(out, text, -1, free);
        return SQLITE_OK;
    }
    sqlite3_result_int64(out, sql_heaps(text));
    free(text);
    return SQLITE_OK;
}

static void put_whole(sqlite3_context *out, const struct column *c,
                      int64_t value)
{
    if (c->type != COLUMN_U64 || value >= 0) {
        sqlite3_result_int64(out, value);
        return;
    }
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    sqlite3_result_text(out, text, -1, SQLITE_TRANSIENT);
}

static void put_cell(struct table *t, const struct scan *s, size_t column,
                     uint32_t row, sqlite3_context *out)
{
    const struct column *c = archive_column(s->archive, column);
    const void *values = s->values[column];
    if (c->type == COLUMN_TEXT) {
        const char *text = (const char *)values + row * c->width;
        sqlite3_result_text(out, text, (int)strnlen(text, c->width),
                            SQLITE_TRANSIENT);
    } else if (c->type == COLUMN_F64) {
        sqlite3_result_double(out, ((const double *)values)[row]);
    } else {
        const int64_t value = ((const int64_t *)values)[row];
        if ((uint64_t)value < t->nlabels[column])
            sqlite3_result_text(out, c->labels[value], -1, SQLITE_STATIC);
        else
            put_whole(out, c, value);
    }
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *out, int i)
{
    struct cursor *c = cursor_of(base);
    struct table *t = table_of(base->pVtab);
    const uint32_t row = c->scan.match[c->at];
    if (i == 0) {
        sqlite3_result_int64(out, (sqlite3_int64)(c->scan.first + row));
        return SQLITE_OK;
    }
    const bool heaps = t->heaps && i == t->heaps;
    const bool stored = t->position < archive_columns(c->scan.archive);
    if (i < t->first || (heaps && !stored))
        return put_position(t, out, c->scan.first + row, heaps);
    const size_t at = heaps ? t->position : (size_t)(i - t->first);
    if (!c->scan.loaded[at]) {
        enum status st = scan_load(&c->scan, at);
        if (st)
            return sql_fail(t->sql, st);
    }
    if (heaps)
        put_heaps(out,
                  (const char *)c->scan.values[at] +
                      row * archive_column(c->scan.archive, at)->width,
                  archive_column(c->scan.archive, at)->width);
    else
        put_cell(t, &c->scan, at, row, out);
    return SQLITE_OK;
}

const sqlite3_module sql_rows_module = {
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
