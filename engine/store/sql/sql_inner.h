/* sql_inner.h - the parts of an SQL connection; for sql*.c only.
 *
 * sql.c opens and steps, sql_rows.c is the table `rows`, sql_values.c the table
 * `dictionary`, sql_functions.c has the functions.
 */
#ifndef ENGINE_STORE_SQL_SQL_INNER_H
#define ENGINE_STORE_SQL_SQL_INNER_H

#include "engine/store/read/archive_values.h"
#include "engine/store/sql/sql.h"

#include <stdlib.h>

struct sql {
    sqlite3 *db;
    enum status failed;          /* of the statement that runs; logged */
    bool (*stop)(void *context); /* OPTIONAL */
    void *stopper;
    size_t n;
    struct sql_archive {
        struct sql_source source;
        bool opened; /* the values are */
        struct archive_values values;
    } of[SQL_SOURCES_MAX];
};

/* SQLite's code for a failure that is logged: recorded as the statement's. */
static inline int sql_fail(struct sql *sql, enum status st)
{
    if (!sql->failed)
        sql->failed = st;
    return st == STATUS_NOMEM ? SQLITE_NOMEM : SQLITE_ERROR;
}

/* The source that a virtual table is of: its only argument is the number. */
static inline struct sql_archive *sql_of(struct sql *sql, const char *argument)
{
    return &sql->of[strtoul(argument, NULL, 10)];
}

/* heaps() of a position. */
int64_t sql_heaps(const char *position);

extern const sqlite3_module sql_rows_module, sql_values_module;

#endif
