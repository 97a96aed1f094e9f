#include "census/answer/export.h"
#include "census/run/built_in.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A folder with te.h5: the 67 Top Entails positions to eight counters. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "8",
                            "-o", "te.h5", "--quiet")));
}

/* Every row is found again by the position that is listed with it. */
Test(cli_export, show_finds_every_row)
{
    char folder[64];
    folder_make(folder);
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "te.h5", "--rows", "99", "--json"));
    cr_assert_eq(json_array_size(rows), 67);
    for (size_t i = 0; i < 67; i++) {
        json_t *want = json_array_get(rows, i);
        json_t *row =
            program_json(folder, 0,
                         WORDS("show", "te.h5",
                               program_field_text(want, "position"), "--json"));
        /* And by its label, which is not of the rows that are listed. */
        char label[64];
        snprintf(label, sizeof label, "%s", program_field_text(row, "label"));
        json_object_del(row, "label");
        cr_expect(json_equal(row, want), "%zu", i);
        json_decref(row);
        row = program_json(folder, 0, WORDS("show", "te.h5", label, "--json"));
        cr_expect_str_eq(program_field_text(row, "label"), label);
        cr_expect(json_equal(json_object_get(row, "row"),
                             json_object_get(want, "row")));
        json_decref(row);
    }
    json_t *turned =
        program_json(folder, 0, WORDS("show", "te.h5", "3+1+2+1", "--json"));
    cr_expect_str_eq(program_field_text(turned, "position"), "1+1+2+3");
    json_decref(turned);
    json_t *last = program_json(
        folder, 0, WORDS("show", "te.h5", "--row", "66", "--json"));
    cr_expect_str_eq(program_field_text(last, "label"),
                     "top-entails-partitions.8:8");
    json_object_del(last, "label");
    cr_expect(json_equal(last, json_array_get(rows, 66)));
    json_decref(last);
    json_decref(rows);
    char *text = program_text(folder, 0, WORDS("show", "te.h5", "1+1"));
    cr_expect_not_null(strstr(text, "\nposition   1+1 "), "%s", text);
    cr_expect_not_null(strstr(text, "\noutcome    P "), "%s", text);
    free(text);
    store_folder_remove(folder);
}

/* Where order counts, it counts. */
Test(cli_export, show_a_row_of_heaps)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "end-nim", "--ask", "outcome",
                            "--grid", "rows:heaps=1..3,size=1..3", "-o",
                            "en.h5", "--quiet")));
    json_t *row =
        program_json(folder, 0, WORDS("show", "en.h5", "1 3 2", "--json"));
    cr_expect_str_eq(program_field_text(row, "position"), "1 3 2");
    json_decref(row);
    json_t *back =
        program_json(folder, 0, WORDS("show", "en.h5", "2 3 1", "--json"));
    cr_expect_str_eq(program_field_text(back, "position"), "2 3 1");
    json_decref(back);
    store_folder_remove(folder);
}

static void refuse(const char *folder, int status, const char *word,
                   const char *const words[])
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_expect_eq(call.status, status, "%s: %d", word, call.status);
    cr_expect(call.err_lines == 1 && strstr(call.err, word), "%s: %s", word,
              call.err);
    cr_expect_str_empty(call.out);
    program_release(&call);
}

Test(cli_export, what_is_refused)
{
    char folder[64];
    folder_make(folder);
    free(program_text(folder, 0, WORDS("export", "te.h5", "-o", "there.csv")));
    char *before = program_listing(folder);
    refuse(folder, 2, "not in the grid", WORDS("show", "te.h5", "9"));
    refuse(folder, 2, "obligation", WORDS("show", "te.h5", "[1]+1"));
    refuse(folder, 2, "'2+x'", WORDS("show", "te.h5", "2+x"));
    refuse(folder, 2, "begin with top-entails-partitions.8:",
           WORDS("show", "te.h5", "top-entails-partitions.9:1+1"));
    refuse(folder, 2, "no row 67", WORDS("show", "te.h5", "--row", "67"));
    refuse(folder, 2, "--row -1", WORDS("show", "te.h5", "--row", "-1"));
    refuse(folder, 2, "either", WORDS("show", "te.h5"));
    refuse(folder, 2, "either", WORDS("show", "te.h5", "1", "--row", "1"));
    refuse(folder, 3, "none.h5: ", WORDS("show", "none.h5", "1"));
    refuse(folder, 2, "-o", WORDS("export", "te.h5"));
    refuse(folder, 2, ".csv", WORDS("export", "te.h5", "-o", "x.txt"));
    refuse(folder, 2, ".csv", WORDS("export", "te.h5", "-o", "x.csv/y"));
    refuse(folder, 3, "there.csv: exists",
           WORDS("export", "te.h5", "-o", "there.csv"));
    refuse(folder, 2, "'heap>1'",
           WORDS("export", "te.h5", "-o", "x.csv", "--where", "heap>1"));
    refuse(folder, 3, "none/x.csv",
           WORDS("export", "te.h5", "-o", "none/x.csv"));
    refuse(folder, 3, "none/x.db", WORDS("export", "te.h5", "-o", "none/x.db"));
    refuse(folder, 3, "none.h5: ", WORDS("export", "none.h5", "-o", "x.db"));
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    store_folder_remove(folder);
}

Test(cli_export, csv)
{
    char folder[64], path[96];
    size_t size;
    folder_make(folder);
    json_t *told =
        program_json(folder, 0,
                     WORDS("export", "te.h5", "-o", "p.csv", "--where",
                           "outcome=P and counters<6", "--json"));
    program_has_fields(told, WORDS("file", "rows"));
    cr_expect_eq(program_field_number(told, "rows"), 6);
    json_decref(told);
    snprintf(path, sizeof path, "%s/p.csv", folder);
    char *text = store_slurp(path, &size);
    static const char want[] =
        "row,position,counters,heaps,largest,outcome,sizes,compelled\r\n"
        "0,0,0,0,0,P,0,0\r\n";
    cr_expect(size > sizeof want && !strncmp(text, want, strlen(want)));
    free(text);
    /* --force replaces it: by all rows, and the line of heads. */
    free(program_text(folder, 0,
                      WORDS("export", "te.h5", "-o", "p.csv", "--force")));
    text = store_slurp(path, &size);
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    cr_expect_eq(lines, 68);
    free(text);
    store_folder_remove(folder);
}

static sqlite3_stmt *select_from(sqlite3 *db, const char *text)
{
    sqlite3_stmt *s;
    cr_assert_eq(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK, "%s",
                 sqlite3_errmsg(db));
    return s;
}

/* Questions in SQL have the answers of the same questions to the archive. */
Test(cli_export, sqlite)
{
    char folder[64], path[96];
    sqlite3 *db;
    folder_make(folder);
    free(program_text(folder, 0, WORDS("export", "te.h5", "-o", "te.sqlite")));
    snprintf(path, sizeof path, "%s/te.sqlite", folder);
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_stmt *s = select_from(
        db, "SELECT count(*), sum(outcome = 'P'), sum(counters), "
            "typeof(largest), (SELECT position FROM rows WHERE row = 3), "
            "(SELECT value FROM archive WHERE name = 'census'), "
            "(SELECT value FROM archive WHERE name = 'rows') FROM rows");
    cr_assert_eq(sqlite3_step(s), SQLITE_ROW);
    cr_expect_eq(sqlite3_column_int(s, 0), 67);
    cr_expect_eq(sqlite3_column_int(s, 1), 14);
    cr_expect_eq(sqlite3_column_int(s, 2), 416);
    cr_expect_str_eq((const char *)sqlite3_column_text(s, 3), "integer");
    cr_expect_str_eq((const char *)sqlite3_column_text(s, 4), "2");
    cr_expect_str_eq((const char *)sqlite3_column_text(s, 5),
                     "top-entails-partitions");
    cr_expect_str_eq((const char *)sqlite3_column_text(s, 6), "67");
    sqlite3_finalize(s);
    sqlite3_close(db);
    store_folder_remove(folder);
}

/* Every type comes out as it went in, whole numbers above 2^63, too. */
Test(cli_export, sqlite_holds_every_type, .init = cr_redirect_stderr)
{
    enum { ROWS = 70000 };
    struct wording wording;
    struct store_file f;
    struct query *q;
    sqlite3 *db;
    char path[128];
    uint64_t n = 0, wrong = 0;
    store_file_make(&f, ROWS);
    snprintf(path, sizeof path, "%s/out.db", f.folder);
    cr_assert_eq(wording_open(f.archive, &built_in, VALUES_SHORT, &wording),
                 STATUS_OK);
    cr_assert_eq(wording_begin(&wording), STATUS_OK);
    cr_assert_eq(wording_query(&wording, NULL, &q), STATUS_OK);
    cr_assert_eq(query_where(q, "heaps >= 3"), STATUS_OK);
    struct export e = {
        .archive = f.archive, .query = q, .wording = &wording, .path = path};
    cr_assert_eq(export_sqlite(&e), STATUS_OK);
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_stmt *s = select_from(
        db, "SELECT row, typeof(point), point, outcome, balance, score, word, "
            "seconds FROM rows ORDER BY row");
    for (; sqlite3_step(s) == SQLITE_ROW; n++) {
        struct store_row want;
        store_row_make((uint64_t)sqlite3_column_int64(s, 0), &want);
        wrong += want.heaps < 3;
        wrong += strcmp((const char *)sqlite3_column_text(s, 1), "text") != 0;
        wrong += strtoull((const char *)sqlite3_column_text(s, 2), NULL, 10) !=
                 want.point;
        wrong += strcmp((const char *)sqlite3_column_text(s, 3),
                        outcome_labels[want.outcome]) != 0;
        wrong += sqlite3_column_int64(s, 4) != want.balance;
        wrong += sqlite3_column_double(s, 5) != want.score;
        wrong += strncmp((const char *)sqlite3_column_text(s, 6), want.word,
                         sizeof want.word) != 0;
        wrong += sqlite3_column_int64(s, 7) != want.seconds;
    }
    sqlite3_finalize(s);
    /* Nobody knows the positions of these rows: they are there, and empty. */
    s = select_from(db, "SELECT count(*), count(position) FROM rows");
    cr_assert_eq(sqlite3_step(s), SQLITE_ROW);
    cr_expect_eq((uint64_t)sqlite3_column_int64(s, 0), n);
    cr_expect_eq(sqlite3_column_int64(s, 1), 0);
    cr_expect_eq(wrong, 0);
    cr_expect_eq(n, e.rows);
    for (uint64_t i = 0; i < ROWS; i++) {
        struct store_row row;
        store_row_make(i, &row);
        n -= row.heaps >= 3;
    }
    cr_expect_eq(n, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    query_close(q);
    wording_close(&wording);
    store_file_drop(&f);
}

/* Grundy values of octal games by mex over every way to take `code`[i] allows:
 * bit 0, a whole heap; 1, from a heap; 2, and break the rest in two. */
static void octal_values(const unsigned code[], size_t n, unsigned g[],
                         size_t most)
{
    g[0] = 0;
    for (size_t h = 1; h <= most; h++) {
        bool met[256] = {false};
        for (size_t take = 1; take <= n && take <= h; take++) {
            const size_t left = h - take;
            if (code[take - 1] & 1 && !left)
                met[0] = true;
            if (code[take - 1] & 2 && left)
                met[g[left]] = true;
            for (size_t a = 1; code[take - 1] & 4 && a < left; a++)
                met[g[a] ^ g[left - a]] = true;
        }
        for (g[h] = 0; met[g[h]];)
            g[h]++;
    }
}

/* Lines "n a(n)", n from 1 on; read by a few lines of its own. */
Test(cli_export, oeis)
{
    enum { MOST = 300 };
    static const struct {
        const char *rules;
        unsigned code[5];
        size_t n;
    } games[] = {{"octal:0.77", {7, 7}, 2},
                 {"octal:0.137", {1, 3, 7}, 3},
                 {"octal:0.16", {1, 6}, 2}};
    char folder[64], path[96];
    store_folder_make(folder);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        unsigned g[MOST + 1], n, value, lines = 0;
        free(program_text(folder, 0,
                          WORDS("run", "--rules", games[i].rules, "--ask",
                                "nimber", "--grid", "lists:parts=1,size=1..300",
                                "-o", "o.h5", "--quiet", "--force")));
        free(program_text(
            folder, 0,
            WORDS("export", "o.h5", "--oeis", "-o", "b.txt", "--force")));
        octal_values(games[i].code, games[i].n, g, MOST);
        snprintf(path, sizeof path, "%s/b.txt", folder);
        FILE *in = fopen(path, "r");
        cr_assert_not_null(in);
        char end;
        while (fscanf(in, "%u %u%c", &n, &value, &end) == 3) {
            lines++;
            cr_assert(n == lines && value == g[n] && end == '\n', "%s: %u %u",
                      games[i].rules, n, value);
        }
        cr_expect(feof(in));
        fclose(in);
        cr_expect_eq(lines, MOST);
    }
    store_folder_remove(folder);
}

Test(cli_export, what_is_no_sequence)
{
    char folder[64];
    folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-stacks", "--size", "20", "-o",
                            "s.h5", "--quiet")));
    char *before = program_listing(folder);
    refuse(folder, 2, "no sequence",
           WORDS("export", "te.h5", "--oeis", "--column", "largest", "-o",
                 "b.txt"));
    refuse(folder, 2, "'loony'",
           WORDS("export", "s.h5", "--oeis", "-o", "b.txt"));
    refuse(folder, 2, "no sequence",
           WORDS("export", "s.h5", "--oeis", "-o", "b.txt", "--where",
                 "loony = no"));
    refuse(folder, 2, "'N', not a whole number",
           WORDS("export", "s.h5", "--oeis", "-o", "b.txt", "--column",
                 "compelled"));
    refuse(folder, 2, "--oeis",
           WORDS("export", "s.h5", "-o", "b.csv", "--column", "value"));
    refuse(
        folder, 2, "'height'",
        WORDS("export", "s.h5", "--oeis", "-o", "b.txt", "--column", "height"));
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    free(program_text(folder, 0,
                      WORDS("export", "s.h5", "--oeis", "-o", "b.txt",
                            "--column", "splits")));
    free(program_text(folder, 0,
                      WORDS("export", "s.h5", "--oeis", "-o", "c.txt",
                            "--where", "heap > 3")));
    store_folder_remove(folder);
}
