#include "engine/store/sql/sql.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 70000 };

struct asked {
    struct store_file file;
    struct sql *sql;
};

static char *position(void *context, uint64_t row)
{
    char text[32];
    (void)context;
    snprintf(text, sizeof text, "[%llu]+*%llu", (unsigned long long)row % 5,
             (unsigned long long)row % 3);
    return strdup(text);
}

static void ask_open(struct asked *a)
{
    store_file_make(&a->file, ROWS);
    const struct sql_source source = {
        .name = "made-up", .archive = a->file.archive, .position = position};
    cr_assert_eq(sql_open(&source, 1, &a->sql), STATUS_OK);
}

static void ask_close(struct asked *a)
{
    sql_close(a->sql);
    store_file_drop(&a->file);
}

/* The first cell of the first row as a number. */
static int64_t number(struct sql *sql, const char *text)
{
    sqlite3_stmt *statement;
    bool row;
    cr_assert_eq(sql_prepare(sql, text, &statement), STATUS_OK, "%s", text);
    cr_assert_eq(sql_step(sql, statement, &row), STATUS_OK, "%s", text);
    cr_assert(row);
    const int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static bool same_text(struct sql *sql, const char *text, const char *want)
{
    sqlite3_stmt *statement;
    bool row;
    cr_assert_eq(sql_prepare(sql, text, &statement), STATUS_OK, "%s", text);
    cr_assert_eq(sql_step(sql, statement, &row), STATUS_OK, "%s", text);
    const char *found = (const char *)sqlite3_column_text(statement, 0);
    const bool same = want ? found && !strcmp(found, want) : !found;
    cr_expect(same, "%s: %s", text, found ? found : "NULL");
    sqlite3_finalize(statement);
    return same;
}

/* Counts the rows for which an expression of `row` and i holds, in C and in
 * SQL. */
#define SAME(expression, condition)                                            \
    do {                                                                       \
        int64_t want = 0;                                                      \
        for (uint64_t i = 0; i < ROWS; i++) {                                  \
            struct store_row row;                                              \
            store_row_make(i, &row);                                           \
            want += (expression);                                              \
        }                                                                      \
        const int64_t found =                                                  \
            number(a.sql, "SELECT count(*) FROM rows WHERE " condition);       \
        cr_assert_eq(found, want, "%s: %lld, not %lld", condition,             \
                     (long long)found, (long long)want);                       \
    } while (0)

Test(store_sql, conditions)
{
    struct asked a;
    ask_open(&a);
    SAME(true, "true");
    SAME(row.outcome == OUTCOME_N, "outcome = 'N'");
    SAME(row.outcome != OUTCOME_N, "outcome <> 'N'");
    SAME(row.outcome > OUTCOME_P || row.outcome == OUTCOME_L,
         "outcome = 'R' OR outcome = 'L'");
    SAME(row.outcome == OUTCOME_N, "outcome = 'n' COLLATE NOCASE");
    SAME(false, "outcome = 'n'");
    SAME(false, "outcome = 1");
    SAME(row.heaps >= 3 && row.heaps < 6, "heaps >= 3 AND heaps < 6");
    SAME(row.heaps > 3 && row.heaps <= 6, "heaps > 3 AND heaps <= 6.5");
    SAME(row.heaps == 3, "heaps = '3'");
    SAME(false, "heaps = NULL");
    SAME(true, "heaps > -1");
    SAME(false, "heaps < -1");
    SAME(row.balance < -990, "balance < -990");
    SAME(row.total == 655, "total = 655"); /* over the edge of a chunk */
    SAME(true, "point >= -1");
    SAME(row.point > UINT64_C(490000000), "point > 490000000");
    SAME(i == 65535 || i == 65536, "row = 65535 OR row = 65536");
    SAME(i >= 65530 && i < 65540 && row.heaps == 2,
         "row >= 65530 AND row < 65540 AND heaps = 2");
    SAME(i > 69990, "row > 69990");
    SAME(false, "row > 70000");
    SAME(false, "row < 0");
    SAME(true, "row > -1");
    SAME(false, "row = 1.5");
    SAME(i % 5 + i % 3 > 4, "part(position, 1) + part(position, 2) > 4");
    SAME(i % 5 > i % 3, "largest(position) > part(position, 2)");
    SAME(i % 5 && i % 3, "heaps(position) = 2");
    SAME(row.heaps * 2 > row.byte, "heaps * 2 > byte");
    ask_close(&a);
}

Test(store_sql, cells)
{
    struct asked a;
    ask_open(&a);
    for (uint64_t i = 0; i < ROWS; i += 16411) {
        struct store_row row;
        char text[200];
        sqlite3_stmt *s;
        bool there;
        store_row_make(i, &row);
        snprintf(text, sizeof text,
                 "SELECT point, total, heaps, byte, outcome, balance, score, "
                 "word, rowid FROM rows WHERE row = %llu",
                 (unsigned long long)i);
        cr_assert_eq(sql_prepare(a.sql, text, &s), STATUS_OK);
        cr_assert_eq(sql_step(a.sql, s, &there), STATUS_OK);
        cr_assert(there);
        /* 2^63 and more come as text. */
        cr_expect_eq(
            strtoull((const char *)sqlite3_column_text(s, 0), NULL, 10),
            row.point);
        cr_expect_eq(sqlite3_column_int64(s, 1), row.total);
        cr_expect_eq(sqlite3_column_int64(s, 2), row.heaps);
        cr_expect_eq(sqlite3_column_int64(s, 3), row.byte);
        cr_expect_str_eq((const char *)sqlite3_column_text(s, 4),
                         outcome_labels[row.outcome]);
        cr_expect_eq(sqlite3_column_int64(s, 5), row.balance);
        cr_expect_eq(sqlite3_column_double(s, 6), row.score);
        cr_expect_eq(sqlite3_column_bytes(s, 7), (int)strnlen(row.word, 5));
        cr_expect_eq(
            memcmp(sqlite3_column_text(s, 7), row.word, strnlen(row.word, 5)),
            0);
        cr_expect_eq(sqlite3_column_int64(s, 8), (sqlite3_int64)i);
        sqlite3_finalize(s);
    }
    /* Joined with itself by row, once in order and once against it. */
    cr_expect_eq(number(a.sql, "SELECT count(*) FROM rows a JOIN rows b ON "
                               "b.row = a.row + 1 AND b.total >= a.total"),
                 ROWS - 1);
    cr_expect_eq(number(a.sql, "SELECT sum(b.row) FROM (SELECT 69999 - row "
                               "AS other FROM rows WHERE row < 9) JOIN rows b "
                               "ON b.row = other"),
                 9 * 69999 - 36);
    cr_expect_eq(number(a.sql, "SELECT max(row) FROM \"made-up\".rows"),
                 ROWS - 1);
    cr_expect_eq(number(a.sql, "SELECT count(*) FROM dictionary"), 0);
    same_text(a.sql, "SELECT value FROM run WHERE name = 'format'",
              "census-archive");
    same_text(a.sql, "SELECT value FROM run WHERE name = 'run/threads'", "2");
    ask_close(&a);
}

/* mex by trying, nimsum bit by bit. */
Test(store_sql, functions)
{
    struct asked a;
    ask_open(&a);
    for (int64_t x = 0; x < 8; x++)
        for (int64_t y = 0; y < 8; y++) {
            char text[100];
            int64_t sum = 0, least = 0;
            for (int64_t bit = 4; bit; bit /= 2)
                sum += !(x & bit) != !(y & bit) ? bit : 0;
            while (least == x || least == y || least == 1)
                least++;
            snprintf(text, sizeof text, "SELECT nimsum(%lld, %lld)",
                     (long long)x, (long long)y);
            cr_expect_eq(number(a.sql, text), sum, "%s", text);
            snprintf(text, sizeof text, "SELECT mex(%lld, NULL, %lld, 1)",
                     (long long)x, (long long)y);
            cr_expect_eq(number(a.sql, text), least, "%s", text);
        }
    cr_expect_eq(number(a.sql, "SELECT mex()"), 0);
    cr_expect_eq(number(a.sql, "SELECT nimsum()"), 0);
    same_text(a.sql, "SELECT nimsum(1, NULL)", NULL);
    same_text(a.sql, "SELECT part('3+*12+t4', 2)", "12");
    same_text(a.sql, "SELECT part('3+*12+t4', 4)", NULL);
    same_text(a.sql, "SELECT part(NULL, 1)", NULL);
    same_text(a.sql, "SELECT largest('3+*12+t4')", "12");
    same_text(a.sql, "SELECT heaps('3+*12+t4')", "3");
    same_text(a.sql, "SELECT heaps('0')", "0");
    same_text(a.sql, "SELECT heaps('[0]+2')", "1");
    same_text(a.sql, "SELECT heaps('')", "0");
    same_text(a.sql, "SELECT value_text('no name')", "no name");
    same_text(a.sql, "SELECT value_text(7)", "7");
    ask_close(&a);
}

/* What would change or reach anything, and what is no question. */
Test(store_sql, refusals)
{
    static const char *const texts[] = {
        "DELETE FROM rows",
        "UPDATE rows SET heaps = 1",
        "INSERT INTO run VALUES ('a', 'b')",
        "DROP TABLE run",
        "CREATE TABLE t (x)",
        "CREATE TEMP TABLE t (x)",
        "CREATE TEMP VIEW v AS SELECT 1",
        "ATTACH 'made-up.db' AS other",
        "DETACH \"made-up\"",
        "PRAGMA temp_store_directory = '/'",
        "PRAGMA writable_schema = 1",
        "VACUUM INTO 'made-up.db'",
        "SELECT load_extension('libc.so.6')",
        "BEGIN",
        "REINDEX",
        "SELECT 1; DELETE FROM run",
        "SELECT nothing FROM rows",
        "SELECT part('3', 0)",
        "SELECT nimsum(-1)",
        "SELECT mex('a')",
        "",
        "-- nothing",
        ";",
    };
    struct asked a;
    ask_open(&a);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char heard[400];
        sqlite3_stmt *statement;
        bool row;
        store_listen();
        enum status st = sql_prepare(a.sql, texts[i], &statement);
        if (!st)
            st = sql_step(a.sql, statement, &row);
        sqlite3_finalize(statement);
        store_heard(heard, sizeof heard);
        cr_expect_eq(st, STATUS_USAGE, "%s: %d", texts[i], st);
        cr_expect(store_one_line(heard, (const char *const[]){"sql: ", NULL}),
                  "%s: %s", texts[i], heard);
    }
    cr_expect_eq(number(a.sql, "SELECT count(*) FROM rows"), ROWS);
    ask_close(&a);
}

Test(store_sql, names)
{
    struct store_file f;
    struct sql *sql;
    store_file_make(&f, 100);
    const struct sql_source sources[] = {
        {.name = "a b", .archive = f.archive},
        {.name = "q\"uote", .archive = f.archive},
        {.name = "A B", .archive = f.archive},
        {.name = "Main", .archive = f.archive},
        {.name = "", .archive = f.archive},
    };
    cr_assert_eq(sql_open(sources, 2, &sql), STATUS_OK);
    cr_expect_eq(number(sql, "SELECT count(*) FROM \"a b\".rows JOIN "
                             "\"q\"\"uote\".rows USING (row)"),
                 100);
    sql_close(sql);
    for (size_t i = 2; i < 5; i++) {
        const struct sql_source two[] = {sources[0], sources[i]};
        char heard[400];
        store_listen();
        cr_expect_eq(sql_open(two, 2, &sql), STATUS_USAGE);
        store_heard(heard, sizeof heard);
        cr_expect(
            store_one_line(heard, (const char *const[]){"NAME=FILE", NULL}),
            "%s", heard);
    }
    store_file_drop(&f);
}
