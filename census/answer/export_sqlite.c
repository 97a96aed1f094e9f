#include "census/answer/export.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum affinity { AS_TEXT, AS_WHOLE, AS_REAL };

struct sqlite {
    struct export *export;
    sqlite3 *db;
    sqlite3_stmt *insert;
    enum affinity *as;  /* per column of the archive */
    const char **cells; /* room for a row */
    enum status st;
};

static enum status fail(const struct sqlite *s)
{
    return log_error(STATUS_IO, "%s: %s", s->export->path,
                     s->db ? sqlite3_errmsg(s->db) : "out of memory");
}

/* Runs a statement that returns no rows; frees its text. */
static enum status run(const struct sqlite *s, char *text)
{
    if (!text)
        return cli_no_memory();
    const int rc = sqlite3_exec(s->db, text, NULL, NULL, NULL);
    sqlite3_free(text);
    return rc == SQLITE_OK ? STATUS_OK : fail(s);
}

static enum status choose(struct sqlite *s, size_t i)
{
    const struct column *c = archive_column(s->export->archive, i);
    char min[64], max[64];
    s->as[i] = !column_numeric(c)      ? AS_TEXT
               : c->type == COLUMN_F64 ? AS_REAL
                                       : AS_WHOLE;
    if (c->type != COLUMN_U64)
        return STATUS_OK;
    /* Known only when all rows have been seen. */
    enum status st = query_extremes(s->export->query, c->name, min, max);
    errno = 0;
    if (!st && strtoll(max, NULL, 10) == INT64_MAX && errno == ERANGE)
        s->as[i] = AS_TEXT;
    return st;
}

/* CREATE TABLE rows, and the INSERT with as many question marks. */
static enum status make_rows(struct sqlite *s)
{
    static const char *const types[] = {"TEXT", "INTEGER", "REAL"};
    const struct archive *a = s->export->archive;
    const struct notation *notation = &s->export->wording->notation;
    const bool position = notation->added;
    sqlite3_str *create = sqlite3_str_new(s->db);
    sqlite3_str *insert = sqlite3_str_new(s->db);
    sqlite3_str_appendf(create, "CREATE TABLE rows (%s INTEGER PRIMARY KEY%s",
                        export_row_name(a),
                        !position           ? ""
                        : notation->request ? ", position TEXT NOT NULL"
                                            : ", position TEXT");
    sqlite3_str_appendf(insert, "INSERT INTO rows VALUES (?%s",
                        position ? ", ?" : "");
    for (size_t i = 0; i < archive_columns(a); i++) {
        sqlite3_str_appendf(create, ", \"%w\" %s", archive_column(a, i)->name,
                            types[s->as[i]]);
        sqlite3_str_appendall(insert, ", ?");
    }
    sqlite3_str_appendall(create, ")");
    sqlite3_str_appendall(insert, ")");
    enum status st = run(s, sqlite3_str_finish(create));
    char *text = sqlite3_str_finish(insert);
    if (!st && (!text || sqlite3_prepare_v2(s->db, text, -1, &s->insert, NULL)))
        st = fail(s);
    sqlite3_free(text);
    return st;
}

static int bind(const struct sqlite *s, int at, enum affinity as,
                const char *text)
{
    char *end = NULL;
    if (!text)
        return sqlite3_bind_null(s->insert, at);
    const long long whole = as == AS_WHOLE ? strtoll(text, &end, 10) : 0;
    if (as == AS_WHOLE && !*end) /* else a word for a number: loony */
        return sqlite3_bind_int64(s->insert, at, whole);
    if (as == AS_REAL)
        return sqlite3_bind_double(s->insert, at, strtod(text, NULL));
    return sqlite3_bind_text(s->insert, at, text, -1, SQLITE_TRANSIENT);
}

static bool put_row(void *context, uint64_t row, const char *const texts[])
{
    struct sqlite *s = context;
    struct export *e = s->export;
    const size_t added = e->wording->notation.added;
    s->st = wording_row(e->wording, row, texts, s->cells);
    if (s->st)
        return false;
    int rc = sqlite3_bind_int64(s->insert, 1, (sqlite3_int64)row);
    for (size_t i = 0; i < wording_cells(e->wording) && rc == SQLITE_OK; i++)
        rc = bind(s, (int)i + 2, i < added ? AS_TEXT : s->as[i - added],
                  s->cells[i]);
    if (rc != SQLITE_OK || sqlite3_step(s->insert) != SQLITE_DONE ||
        sqlite3_reset(s->insert) != SQLITE_OK) {
        s->st = fail(s);
        return false;
    }
    e->rows++;
    return true;
}

static enum status put_attribute(void *context, const char *name,
                                 const char *text)
{
    return run(context, sqlite3_mprintf("INSERT INTO archive VALUES (%Q, %Q)",
                                        name, text));
}

/* No journal and no sync: the file has a temporary name, and is synced before
 * it is renamed. */
static enum status fill(struct sqlite *s)
{
    enum status st =
        run(s, sqlite3_mprintf("PRAGMA journal_mode = OFF;"
                               "PRAGMA synchronous = OFF;"
                               "BEGIN;"
                               "CREATE TABLE archive "
                               "(name TEXT PRIMARY KEY, value TEXT NOT NULL)"));
    if (!st)
        st = archive_attributes(s->export->archive, put_attribute, s);
    for (size_t i = 0; i < archive_columns(s->export->archive) && !st; i++)
        st = choose(s, i);
    if (!st)
        st = make_rows(s);
    if (!st)
        st = query_rows(s->export->query, UINT64_MAX, put_row, s);
    if (!st)
        st = s->st ? s->st : run(s, sqlite3_mprintf("COMMIT"));
    sqlite3_finalize(s->insert);
    return st;
}

enum status export_sqlite(struct export *e)
{
    struct sqlite s = {.export = e};
    s.as = calloc(archive_columns(e->archive) + 1, sizeof *s.as);
    s.cells = calloc(wording_cells(e->wording) + 1, sizeof *s.cells);
    enum status st = STATUS_OK;
    if (!s.as || !s.cells)
        st = cli_no_memory();
    else
        st = sqlite3_open(e->path, &s.db) ? fail(&s) : fill(&s);
    if (sqlite3_close(s.db) != SQLITE_OK && !st)
        st = fail(&s);
    free(s.as);
    free(s.cells);
    return st;
}
