#include "engine/store/sql/sql_functions.h"

#include "engine/base/log.h"
#include "engine/store/sql/sql_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The arguments as whole numbers from 0 on. False: the result is set. */
static bool read_wholes(sqlite3_context *out, const char *name, int argc,
                        sqlite3_value **argv)
{
    for (int i = 0; i < argc; i++) {
        const int type = sqlite3_value_type(argv[i]);
        if (type == SQLITE_NULL)
            continue;
        if (type != SQLITE_INTEGER || sqlite3_value_int64(argv[i]) < 0) {
            char *text = sqlite3_mprintf(
                "%s: argument %d is no whole number from 0 on", name, i + 1);
            sqlite3_result_error(out, text ? text : name, -1);
            sqlite3_free(text);
            return false;
        }
    }
    return true;
}

static void nimsum(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    sqlite3_int64 sum = 0;
    if (!read_wholes(out, "nimsum", argc, argv))
        return;
    for (int i = 0; i < argc; i++) {
        if (sqlite3_value_type(argv[i]) == SQLITE_NULL)
            return;
        sum ^= sqlite3_value_int64(argv[i]);
    }
    sqlite3_result_int64(out, sum);
}

static void mex(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    sqlite3_int64 least = 0;
    if (!read_wholes(out, "mex", argc, argv))
        return;
    for (int i = 0; i < argc; i++)
        if (sqlite3_value_type(argv[i]) != SQLITE_NULL &&
            sqlite3_value_int64(argv[i]) == least) {
            least++;
            i = -1; /* those before may be the next */
        }
    sqlite3_result_int64(out, least);
}

/* The next number of a notation, from *text on; false if there is none. Digits
 * are what is common to all games: "3+*2", "[1]+t2", "1 3 2", "2x3". */
static bool next_part(const char **text, sqlite3_int64 *part)
{
    while (**text && !isdigit((unsigned char)**text))
        ++*text;
    if (!**text)
        return false;
    char *end;
    *part = strtoll(*text, &end, 10);
    *text = end;
    return true;
}

static void part(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    sqlite3_int64 size = 0;
    (void)argc;
    if (!text || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    sqlite3_int64 wanted = sqlite3_value_int64(argv[1]);
    if (wanted < 1) {
        sqlite3_result_error(out, "part: parts are counted from 1", -1);
        return;
    }
    while (wanted--)
        if (!next_part(&text, &size))
            return;
    sqlite3_result_int64(out, size);
}

int64_t sql_heaps(const char *position)
{
    int64_t n = 0;
    sqlite3_int64 size;
    while (next_part(&position, &size))
        n += size != 0;
    return n;
}

static void heaps(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    (void)argc;
    if (text)
        sqlite3_result_int64(out, sql_heaps(text));
}

static void largest(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    sqlite3_int64 most = 0, size;
    (void)argc;
    if (!text)
        return;
    while (next_part(&text, &size))
        most = size > most ? size : most;
    sqlite3_result_int64(out, most);
}

static void value_text(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    struct sql *sql = sqlite3_user_data(out);
    enum status st = STATUS_OK;
    char *text = NULL;
    (void)argc;
    if (sqlite3_value_type(argv[0]) == SQLITE_TEXT)
        st = sql_value_text(sql, (const char *)sqlite3_value_text(argv[0]),
                            &text);
    if (st)
        sqlite3_result_error_code(out, sql_fail(sql, st));
    else if (text)
        sqlite3_result_text(out, text, -1, free);
    else
        sqlite3_result_value(out, argv[0]);
}

enum status sql_functions_add(struct sql *sql)
{
    static const struct {
        const char *name;
        int arguments;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"nimsum", -1, nimsum},  {"mex", -1, mex},
        {"part", 2, part},       {"heaps", 1, heaps},
        {"largest", 1, largest}, {"value_text", 1, value_text},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (sqlite3_create_function_v2(
                sql->db, functions[i].name, functions[i].arguments,
                SQLITE_UTF8 | SQLITE_DETERMINISTIC, sql, functions[i].call,
                NULL, NULL, NULL) != SQLITE_OK)
            return log_error(STATUS_NOMEM, "out of memory");
    return STATUS_OK;
}
