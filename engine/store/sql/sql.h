/* sql.h - questions to archives in SQL, answered by SQLite. Knows no game.
 *
 *   one schema per archive, named by the caller; the first one's tables need
 *   no name in front of them
 *
 *     rows        row number, position where the caller can write it, and the
 *                 columns; enumerations by name
 *     dictionary  the columns of /values; empty if there are none
 *     run         name, value: the root attributes, and those of /run as
 *                 "run/host"
 *
 *   archive ─► scan ─► rows, a virtual table ─► SQLite ─► one row of the answer
 *
 * Rows are read block by block while SQLite asks for them, of each block only
 * the columns that are used; conditions on row numbers skip blocks, those that
 * compare whole numbers and enumerations with a constant are applied to the
 * block's columns. Nothing is copied and nothing is ever written: SQLite's
 * authorizer refuses everything but SELECT (large sorts go to SQLite's
 * nameless temporary files).
 *
 * A whole number of 2^63 or more, which SQLite lacks, is a text; NaN is NULL.
 * Functions that are there: sql_functions.h; the caller may add more. One
 * thread at a time.
 */
#ifndef ENGINE_STORE_SQL_SQL_H
#define ENGINE_STORE_SQL_SQL_H

#include "engine/store/query/filter.h"

#include <sqlite3.h>

enum { SQL_SOURCES_MAX = 10 }; /* so many schemas SQLite attaches */

/* An archive as tables. All of it stays open and unchanged until sql_close. */
struct sql_source {
    const char *name; /* of the schema */
    struct archive *archive;
    const struct filter *filters; /* of the rows that there are at all */
    size_t nfilters;
    /* The position of a row, allocated; NULL: logged. Asked for only if the
     * archive has no column of that name. NULL: there is no such column. */
    char *(*position)(void *context, uint64_t row);
    /* The value of a name in the dictionary as people write it, allocated;
     * *text NULL: it has no such name. Failures are logged. NULL: values have
     * no texts. */
    enum status (*spell)(void *context, const char *name, char **text);
    void *context;
};

struct sql;

/* 1..SQL_SOURCES_MAX sources. USAGE if two have one name or SQLite keeps it
 * for itself, NOMEM, FORMAT, IO; logged. */
enum status sql_open(const struct sql_source[], size_t n,
                     struct sql **) MUST_CHECK;
void sql_close(struct sql *);

/* To add functions to. */
sqlite3 *sql_connection(struct sql *);
/* A function that fails calls this first: its failure is the statement's, and
 * is logged already. */
void sql_failed(struct sql *, enum status);

/* Asked while a statement is at work: true stops it (STOPPED). */
void sql_stop(struct sql *, bool (*stop)(void *context), void *context);

/* One SELECT, to be finalized by the caller. USAGE, with SQLite's reason, if it
 * is none, is more than one, or would change anything; logged. */
enum status sql_prepare(struct sql *, const char *text,
                        sqlite3_stmt **) MUST_CHECK;
/* The next row, or *row = false behind the last. Failures of the archive as
 * they are, USAGE for what SQLite or a function does not accept; logged.
 * STOPPED, not logged. */
enum status sql_step(struct sql *, sqlite3_stmt *, bool *row) MUST_CHECK;

/* The value_text of a dictionary's name: in the first of the archives that has
 * it; NULL: none has. Allocated. */
enum status sql_value_text(struct sql *, const char *name,
                           char **text) MUST_CHECK;

#endif
