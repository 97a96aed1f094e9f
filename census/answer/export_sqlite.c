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
    enum affinity *as; /* per column of the archive */
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
    const bool position = s->export->notation->request;
    sqlite3_str *create = sqlite3_str_new(s->db);
    sqlite3_str *insert = sqlite3_str_new(s->db);
    sqlite3_str_appendf(create, "CREATE TABLE rows (%s INTEGER PRIMARY KEY%s",
                        export_row_name(a),
                        position ? ", position TEXT NOT NULL" : "");
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
    if (as == AS_WHOLE)
        return sqlite3_bind_int64(s->insert, at, strtoll(text, NULL, 10));
    if (as == AS_REAL)
        return sqlite3_bind_double(s->insert, at, strtod(text, NULL));
    return sqlite3_bind_text(s->insert, at, text, -1, SQLITE_TRANSIENT);
}

static bool put_row(void *context, uint64_t row, const char *const texts[])
{
    struct sqlite *s = context;
    struct export *e = s->export;
    int at = 1;
    int rc = sqlite3_bind_int64(s->insert, at++, (sqlite3_int64)row);
    if (e->notation->request) {
        char *position = notation_text(e->notation, row);
        if (!position) {
            s->st = cli_no_memory();
            return false;
        }
        if (rc == SQLITE_OK)
            rc = bind(s, at++, AS_TEXT, position);
        free(position);
    }
    for (size_t i = 0; i < archive_columns(e->archive) && rc == SQLITE_OK; i++)
        rc = bind(s, at++, s->as[i], texts[i]);
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
    if (!s.as)
        return cli_no_memory();
    enum status st = sqlite3_open(e->path, &s.db) ? fail(&s) : fill(&s);
    if (sqlite3_close(s.db) != SQLITE_OK && !st)
        st = fail(&s);
    free(s.as);
    return st;
}
