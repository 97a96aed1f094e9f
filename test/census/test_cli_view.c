/* Pages of `census view`: what they hold is taken out of them again and
 * compared with what `query` lists. What a browser makes of them is the matter
 * of browser.py (make browser-test). */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *slurp(const char *folder, const char *name)
{
    char path[128];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *bytes = store_slurp(path, &size);
    char *text = strndup(bytes, size);
    free(bytes);
    cr_assert_eq(strlen(text), size);
    return text;
}

/* How often a text stands in another. */
static size_t times(const char *text, const char *word)
{
    size_t n = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        n++;
    return n;
}

/* What the script of a page is given; the test fails if there is none. */
static json_t *data_of(const char *folder, const char *name)
{
    static const char head[] = "<script type=\"application/json\" id=\"data\">";
    char *page = slurp(folder, name);
    char *from = strstr(page, head);
    cr_assert_not_null(from, "%s", page);
    from += strlen(head);
    char *to = strstr(from, "</script>");
    cr_assert_not_null(to);
    json_t *data = json_loadb(from, (size_t)(to - from), 0, NULL);
    cr_assert_not_null(data);
    free(page);
    return data;
}

static const char *text_at(const json_t *list, size_t i, const char *key)
{
    return json_string_value(json_object_get(json_array_get(list, i), key));
}

static json_t *cell(const json_t *data, size_t column, size_t i)
{
    return json_array_get(json_array_get(json_object_get(data, "rows"), column),
                          i);
}

/* A folder with te.h5: the 67 Top Entails positions to eight counters. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "8",
                            "-o", "te.h5", "--quiet")));
}

/* Every cell of the rows on a page is the one that `query` lists. */
static void same_cells(const json_t *data, const json_t *rows)
{
    const json_t *columns = json_object_get(data, "columns");
    const json_t *numbers = json_object_get(data, "numbers");
    cr_assert_gt(json_array_size(columns), 3);
    for (size_t i = 0; i < json_array_size(numbers); i++)
        for (size_t c = 0; c < json_array_size(columns); c++) {
            const char *name = text_at(columns, c, "name");
            const size_t row =
                (size_t)json_integer_value(json_array_get(numbers, i));
            json_t *want = json_object_get(json_array_get(rows, row), name);
            cr_assert_not_null(want, "%s", name);
            cr_expect(json_equal(cell(data, c, i), want), "row %zu, %s", row,
                      name);
        }
}

Test(cli_view, a_page_has_the_rows)
{
    char folder[64];
    folder_make(folder);
    json_t *told = program_json(
        folder, 0, WORDS("view", "te.h5", "-o", "te.html", "--json"));
    program_has_fields(told, WORDS("file", "rows", "of"));
    cr_expect_eq(program_field_number(told, "rows"), 67);
    cr_expect_eq(program_field_number(told, "of"), 67);
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "te.h5", "--rows", "99", "--json"));
    json_t *data = data_of(folder, "te.html");
    cr_expect_eq(json_array_size(json_object_get(data, "numbers")), 67);
    same_cells(data, rows);
    cr_expect_str_eq(program_field_text(data, "label"),
                     "top-entails-partitions.8");
    const json_t *about = json_object_get(data, "archive");
    cr_expect_str_eq(program_field_text(about, "census"),
                     "top-entails-partitions");
    cr_expect_str_eq(text_at(json_object_get(data, "columns"), 0, "kind"),
                     "position");
    cr_expect_eq(json_object_size(json_object_get(data, "counts")), 0);
    char *page = slurp(folder, "te.html");
    /* No address but the name of SVG: a page needs no network. */
    cr_expect_eq(times(page, "http"), 2);
    cr_expect_eq(times(page, "http-equiv"), 1);
    cr_expect_eq(times(page, "http://www.w3.org/2000/svg"), 1);
    free(page);
    json_decref(data);
    json_decref(rows);
    json_decref(told);
    store_folder_remove(folder);
}

/* One row of each of ten stretches, and the counts of all rows. */
Test(cli_view, a_sample_says_so)
{
    char folder[64];
    folder_make(folder);
    json_t *told = program_json(
        folder, 0,
        WORDS("view", "te.h5", "-o", "s.html", "--rows", "10", "--json"));
    cr_expect_eq(program_field_number(told, "rows"), 10);
    cr_expect_eq(program_field_number(told, "of"), 67);
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "te.h5", "--rows", "99", "--json"));
    json_t *data = data_of(folder, "s.html");
    same_cells(data, rows);
    const json_t *numbers = json_object_get(data, "numbers");
    cr_assert_eq(json_array_size(numbers), 10);
    for (json_int_t i = 0; i < 10; i++)
        cr_expect_eq(json_integer_value(json_array_get(numbers, (size_t)i)) *
                         10 / 67,
                     i, "stretch %d", (int)i);
    cr_expect_eq(program_field_number(data, "matched"), 67);
    const json_t *counts =
        json_object_get(json_object_get(data, "counts"), "outcome");
    cr_assert_eq(json_array_size(counts), 2);
    size_t p = 0;
    for (size_t i = 0; i < json_array_size(rows); i++)
        p += !strcmp(text_at(rows, i, "outcome"), "P");
    const json_t *pair = json_array_get(counts, 1);
    cr_expect_str_eq(json_string_value(json_array_get(pair, 0)), "P");
    cr_expect_eq((size_t)json_integer_value(json_array_get(pair, 1)), p);
    json_decref(data);
    json_decref(rows);
    json_decref(told);
    char *once = slurp(folder, "s.html");
    free(program_text(folder, 0,
                      WORDS("view", "te.h5", "-o", "t.html", "--rows", "10")));
    char *again = slurp(folder, "t.html");
    cr_expect_str_eq(once, again);
    free(once);
    free(again);
    store_folder_remove(folder);
}

Test(cli_view, conditions)
{
    char folder[64];
    folder_make(folder);
    char *said = program_text(folder, 0,
                              WORDS("view", "te.h5", "-o", "p.html", "--where",
                                    "outcome=P and counters<6"));
    cr_expect_str_eq(said, "p.html: 6 rows\n");
    free(said);
    json_t *data = data_of(folder, "p.html");
    const json_t *where = json_object_get(data, "where");
    cr_assert_eq(json_array_size(where), 1);
    cr_expect_str_eq(json_string_value(json_array_get(where, 0)),
                     "outcome=P and counters<6");
    cr_expect_eq(program_field_number(data, "all"), 67);
    cr_expect_eq(json_array_size(json_object_get(data, "numbers")), 6);
    json_decref(data);
    said = program_text(
        folder, 0,
        WORDS("view", "te.h5", "-o", "none.html", "--where", "counters>99"));
    cr_expect_str_eq(said, "none.html: 0 rows\n");
    free(said);
    json_decref(data_of(folder, "none.html"));
    store_folder_remove(folder);
}

static void wall(const json_t *value, const char *key, double t0, double x0,
                 double t1, double x1)
{
    const double want[2][2] = {{t0, x0}, {t1, x1}};
    const json_t *list = json_object_get(value, key);
    cr_assert_eq(json_array_size(list), 2, "%s", key);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            cr_expect_eq(
                json_number_value(json_array_get(json_array_get(list, i), k)),
                want[i][k], "%s %zu %zu", key, i, k);
}

/* The free board of 2 x 2 cells is +-1 = {1 | -1}: walls 1 - t and -1 + t, from
 * t = -1 to the mast at 0 from t = 1 on. */
Test(cli_view, values_have_options_and_walls)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "domineering", "--ask",
                            "partizan", "--grid", "boards:rows=2,columns=2",
                            "-o", "d.h5", "--quiet")));
    free(program_text(folder, 0, WORDS("view", "d.h5", "-o", "d.html")));
    json_t *data = data_of(folder, "d.html");
    const json_t *values = json_object_get(data, "values");
    cr_expect_eq(json_object_size(values), 5, "0, 1, -1, *, +-1");
    const json_t *value = json_object_get(values, "+-1");
    cr_assert_not_null(value);
    cr_expect_str_eq(program_field_text(value, "mean"), "0");
    cr_expect_str_eq(program_field_text(value, "temperature"), "1");
    cr_expect_str_eq(program_field_text(value, "outcome"), "N");
    wall(value, "left", -1, 2, 1, 0);
    wall(value, "right", -1, -2, 1, 0);
    const json_t *lefts = json_object_get(value, "lefts");
    cr_assert_eq(json_array_size(lefts), 1);
    cr_expect_str_eq(json_string_value(json_array_get(lefts, 0)), "1");
    json_decref(data);
    store_folder_remove(folder);
}

/* An archive all of whose texts would be markup. */
#define MARKUP "</script><img src=x onerror=alert(1)><!--<script>&\"'"

struct bad_row {
    char position[64];
    uint8_t who;
};
static const char *const bad_labels[] = {"UNSET", MARKUP, NULL};
static const struct column bad_columns[] = {
    COLUMN(struct bad_row, position, COLUMN_KEY, "", MARKUP),
    COLUMN_ENUM(struct bad_row, who, COLUMN_FACT, bad_labels, MARKUP),
};

static void make_bad(const char *path)
{
    enum { ROWS = 3 };
    struct bad_row rows[ROWS] = {{"", 1}, {MARKUP, 1}, {"<b>", 1}};
    struct run_identity id = store_identity(ROWS);
    struct parts *p;
    struct part *part;
    id.title = MARKUP;
    id.rules = MARKUP;
    id.columns = bad_columns;
    id.ncolumns = 2;
    id.row_size = sizeof *rows;
    cr_assert_eq(parts_open(path, &id, ROWS, true, &p), STATUS_OK);
    cr_assert_eq(part_begin(p, 0, &part), STATUS_OK);
    for (size_t c = 0; c < 2; c++)
        cr_assert_eq(part_encode(part, c, 0, rows), STATUS_OK);
    cr_assert_eq(part_commit(part), STATUS_OK);
    cr_assert_eq(parts_archive(p, &store_record, false, NULL), STATUS_OK);
    parts_close(p);
}

Test(cli_view, nothing_of_a_file_is_markup)
{
    char folder[64], path[96];
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/bad.h5", folder);
    make_bad(path);
    struct program_call call = program_call(
        folder, WORDS("view", "bad.h5", "-o", "bad.html"), PROGRAM_CAUGHT);
    cr_assert_eq(call.status, 0, "%s", call.err);
    program_release(&call);
    char *page = slurp(folder, "bad.html");
    cr_expect_null(strstr(page, "<img"));
    cr_expect_null(strstr(page, "<b>"));
    cr_expect_null(strstr(page, "<!--"));
    cr_expect_eq(times(page, "<script"), 2);
    cr_expect_eq(times(page, "</script>"), 2);
    cr_expect_not_null(strstr(page, "<title>&lt;/script&gt;&lt;img"));
    free(page);
    json_t *data = data_of(folder, "bad.html");
    cr_expect_str_eq(
        program_field_text(json_object_get(data, "archive"), "title"), MARKUP);
    cr_expect_str_eq(json_string_value(cell(data, 0, 1)), MARKUP);
    cr_expect_str_eq(json_string_value(cell(data, 1, 0)), MARKUP);
    json_decref(data);
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

Test(cli_view, what_is_refused)
{
    char folder[64];
    folder_make(folder);
    free(program_text(folder, 0, WORDS("view", "te.h5", "-o", "x.html")));
    char *before = program_listing(folder);
    refuse(folder, 2, "-o PATH", WORDS("view", "te.h5"));
    refuse(folder, 3, "x.html: exists", WORDS("view", "te.h5", "-o", "x.html"));
    refuse(folder, 3, ".: ", WORDS("view", "te.h5", "-o", ".", "--force"));
    refuse(folder, 3, "none/x.html",
           WORDS("view", "te.h5", "-o", "none/x.html"));
    refuse(folder, 3, "none.h5: ", WORDS("view", "none.h5", "-o", "y.html"));
    refuse(folder, 2, "--rows 0",
           WORDS("view", "te.h5", "-o", "y.html", "--rows", "0"));
    refuse(folder, 2, "--rows 200001",
           WORDS("view", "te.h5", "-o", "y.html", "--rows", "200001"));
    refuse(folder, 2, "'heap>1'",
           WORDS("view", "te.h5", "-o", "y.html", "--where", "heap>1"));
    char *after = program_listing(folder);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    free(program_text(folder, 0,
                      WORDS("view", "te.h5", "-o", "x.html", "--force")));
    store_folder_remove(folder);
}
