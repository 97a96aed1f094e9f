#include "engine/base/log.h"
#include "engine/store/sql/sql_functions.h"
#include "engine/store/sql/sql_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* No text of an answer is longer; a longer one is refused by SQLite. */
enum { TEXT_MAX = 1 << 24 };

static enum status no_memory(void)
{
    return log_error(STATUS_NOMEM, "out of memory");
}

void sql_failed(struct sql *sql, enum status st)
{
    (void)sql_fail(sql, st);
}

sqlite3 *sql_connection(struct sql *sql)
{
    return sql->db;
}

/* Steps of SQLite's machine between two questions: some 0.1 ms. */
enum { STEPS = 10000 };

static int stops(void *context)
{
    const struct sql *sql = context;
    return sql->stop(sql->stopper);
}

void sql_stop(struct sql *sql, bool (*stop)(void *context), void *context)
{
    sql->stop = stop;
    sql->stopper = context;
    sqlite3_progress_handler(sql->db, STEPS, stops, sql);
}

/* Reading is all that is allowed; everything else is refused while a statement
 * is compiled. */
static int authorize(void *context, int action, const char *first,
                     const char *second, const char *schema, const char *by)
{
    (void)context, (void)first, (void)schema, (void)by;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return strcmp(second, "load_extension") ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* What SQLite says, which quotes the statement in front of the reason: of a
 * long one both ends. */
static enum status complain(struct sql *sql, enum status st)
{
    enum { END = 150 };
    const char *said = sqlite3_errmsg(sql->db);
    const size_t n = strlen(said);
    return n <= 2 * END
               ? log_error(st, "sql: %s", said)
               : log_error(st, "sql: %.*s...%s", END, said, said + n - END);
}

/* Runs a statement of this file; frees its text. */
static enum status run(struct sql *sql, char *text)
{
    if (!text)
        return no_memory();
    const int rc = sqlite3_exec(sql->db, text, NULL, NULL, NULL);
    sqlite3_free(text);
    if (rc == SQLITE_OK)
        return STATUS_OK;
    if (sql->failed)
        return sql->failed;
    return rc == SQLITE_NOMEM ? no_memory() : complain(sql, STATUS_USAGE);
}

struct attributes {
    struct sql *sql;
    const char *schema;
};

static enum status put_attribute(void *context, const char *name,
                                 const char *text)
{
    const struct attributes *to = context;
    return run(to->sql, sqlite3_mprintf("INSERT INTO \"%w\".run VALUES "
                                        "(%Q, %Q)",
                                        to->schema, name, text));
}

static bool same_name(const char *a, const char *b)
{
    return !sqlite3_stricmp(a, b);
}

static enum status check_name(const struct sql *sql, const char *name,
                              const char *path)
{
    const char *why = NULL;
    if (!*name)
        why = "is empty";
    if (same_name(name, "main") || same_name(name, "temp"))
        why = "is a name of SQLite's own";
    for (size_t i = 0; i < sql->n && !why; i++)
        if (same_name(name, sql->of[i].source.name))
            why = "is the name of another archive";
    return why ? log_error(STATUS_USAGE,
                           "%s: its schema cannot be '%s', which %s; name it: "
                           "NAME=FILE",
                           path, name, why)
               : STATUS_OK;
}

static enum status attach(struct sql *sql, const struct sql_source *source)
{
    const struct attributes to = {sql, source->name};
    enum status st =
        check_name(sql, source->name, archive_path(source->archive));
    if (st)
        return st;
    const unsigned number = (unsigned)sql->n++;
    sql->of[number].source = *source;
    st = run(sql, sqlite3_mprintf("ATTACH ':memory:' AS \"%w\"", source->name));
    if (!st)
        st = run(sql,
                 sqlite3_mprintf("CREATE TABLE \"%w\".run "
                                 "(name TEXT PRIMARY KEY, value TEXT);"
                                 "CREATE VIRTUAL TABLE \"%w\".rows USING "
                                 "census_rows(%u);"
                                 "CREATE VIRTUAL TABLE \"%w\".dictionary USING "
                                 "census_values(%u)",
                                 source->name, source->name, number,
                                 source->name, number));
    if (!st)
        st = archive_attributes(source->archive, put_attribute, (void *)&to);
    return st ? st
              : archive_run_attributes(source->archive, put_attribute,
                                       (void *)&to);
}

static enum status prepare_connection(struct sql *sql)
{
    if (sqlite3_open_v2(":memory:", &sql->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                            SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        return no_memory();
    sqlite3_limit(sql->db, SQLITE_LIMIT_LENGTH, TEXT_MAX);
    if (sqlite3_create_module(sql->db, "census_rows", &sql_rows_module, sql) ||
        sqlite3_create_module(sql->db, "census_values", &sql_values_module,
                              sql))
        return no_memory();
    return sql_functions_add(sql);
}

enum status sql_open(const struct sql_source sources[], size_t n,
                     struct sql **out)
{
    *out = NULL;
    if (n > SQL_SOURCES_MAX)
        return log_error(STATUS_USAGE, "at most %d archives at a time",
                         SQL_SOURCES_MAX);
    struct sql *sql = calloc(1, sizeof *sql);
    if (!sql)
        return no_memory();
    enum status st = prepare_connection(sql);
    for (size_t i = 0; i < n && !st; i++)
        st = attach(sql, &sources[i]);
    if (!st) {
        sqlite3_db_config(sql->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_set_authorizer(sql->db, authorize, NULL);
        *out = sql;
        return STATUS_OK;
    }
    sql_close(sql);
    return st;
}

void sql_close(struct sql *sql)
{
    if (!sql)
        return;
    sqlite3_close_v2(sql->db);
    for (size_t i = 0; i < sql->n; i++)
        if (sql->of[i].opened)
            archive_values_close(&sql->of[i].values);
    free(sql);
}

static enum status refuse(struct sql *sql, int rc)
{
    if (sql->failed)
        return sql->failed;
    if (rc == SQLITE_INTERRUPT)
        return STATUS_STOPPED;
    if (rc == SQLITE_NOMEM)
        return no_memory();
    if (rc == SQLITE_AUTH || rc == SQLITE_READONLY)
        return log_error(STATUS_USAGE,
                         "sql: %s: an archive is only read, by SELECT, WITH or "
                         "VALUES",
                         sqlite3_errmsg(sql->db));
    return complain(sql, rc == SQLITE_FULL || rc == SQLITE_IOERR ||
                                 rc == SQLITE_CANTOPEN
                             ? STATUS_IO
                             : STATUS_USAGE);
}

enum status sql_prepare(struct sql *sql, const char *text, sqlite3_stmt **out)
{
    const char *tail = NULL;
    *out = NULL;
    sql->failed = STATUS_OK;
    const int rc = sqlite3_prepare_v2(sql->db, text, -1, out, &tail);
    if (rc != SQLITE_OK)
        return refuse(sql, rc & 0xff);
    while (isspace((unsigned char)*tail) || *tail == ';')
        tail++;
    enum status st = STATUS_OK;
    if (!*out || !sqlite3_column_count(*out))
        st = log_error(STATUS_USAGE, "sql: no question: '%s'", text);
    else if (*tail)
        st =
            log_error(STATUS_USAGE, "sql: one statement at a time: '%s'", tail);
    else if (!sqlite3_stmt_readonly(*out))
        st = refuse(sql, SQLITE_READONLY);
    if (st) {
        sqlite3_finalize(*out);
        *out = NULL;
    }
    return st;
}

enum status sql_step(struct sql *sql, sqlite3_stmt *statement, bool *row)
{
    const int rc = sqlite3_step(statement);
    *row = rc == SQLITE_ROW;
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? STATUS_OK
                                                 : refuse(sql, rc & 0xff);
}
