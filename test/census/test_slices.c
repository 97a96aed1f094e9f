/* One run by several processes: the archive is the one of a run alone. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each method, values with a book, and columns that ask for other positions. */
static const struct {
    const char *method, *rules, *ask, *grid, *columns;
} cases[] = {
    {"retrograde", "top-entails", "outcome", "partitions:total=0..17",
     "position,outcome"},
    {"recursion", "octal:0.77", "nimber", "multisets:parts=1..3,size=1..8",
     "position,value"},
    {"sweep", "end-nim", "partizan", "rows:heaps=1..5,size=1..3",
     "position,value,outcome"},
    {"dense", "top-entails:reply=elsewhere", "outcome",
     "multisets:parts=1..3,size=1..8", "heaps,outcome"},
    {"sequence", "octal:0.6", "nimber", "multisets:parts=1..1,size=1..900",
     "position,value"},
    {"recursion", "top-entails", "outcome", "lists:parts=1..3,size=1..7",
     "position,outcome,moves,winning"},
    {"recursion", "domineering", "partizan", "lists:parts=2,size=1..3",
     "position,value,temperature,left-stop"},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Parts of 64 rows, or of 2 where there are few. */
static void run(const char *folder, size_t i, const char *file,
                const char *slice)
{
    const char *rows = strstr(cases[i].rules, "domineering") ? "2" : "64";
    free(program_text(folder, 0,
                      WORDS("run", "--rules", cases[i].rules, "--ask",
                            cases[i].ask, "--grid", cases[i].grid, "--columns",
                            cases[i].columns, "-q", "-t1", "--part-rows", rows,
                            "-o", file, slice)));
}

static void expect_equal(const char *folder, const char *a, const char *b)
{
    free(program_text(folder, 0, WORDS("verify", "-q", b)));
    struct program_call call =
        program_call(folder, WORDS("diff", a, b), PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 0, "%s%s", call.out, call.err);
    program_release(&call);
}

static void expect_method(const char *folder, size_t i)
{
    json_t *estimate =
        program_json(folder, 0,
                     WORDS("estimate", "--rules", cases[i].rules, "--ask",
                           cases[i].ask, "--grid", cases[i].grid, "--columns",
                           cases[i].columns, "--json"));
    cr_expect_str_eq(program_field_text(estimate, "method"), cases[i].method);
    json_decref(estimate);
}

Test(slices, in_order_in_one_folder)
{
    char folder[64], slice[32];
    store_folder_make(folder);
    for (size_t i = 0; i < CASES; i++) {
        run(folder, i, "one.h5", NULL);
        expect_method(folder, i);
        for (int s = 0; s < 4; s++) {
            snprintf(slice, sizeof slice, "--slice=%d/4", s);
            run(folder, i, "x.h5", slice);
        }
        free(program_text(
            folder, 0, WORDS("merge", "-o", "x.h5", "x.h5.parts", "--remove")));
        expect_equal(folder, "one.h5", "x.h5");
        free(program_text(folder, 0, WORDS("verify", "--proof", "-q", "x.h5")));
        char *files = program_listing(folder);
        cr_expect_null(strstr(files, "parts"), "%s", files);
        free(files);
        store_folder_remove(folder);
        store_folder_make(folder);
    }
    store_folder_remove(folder);
}

/* All rows are solved once, and every slice has some. */
static void expect_sum(const char *folder, json_int_t slices)
{
    json_t *status = program_json(folder, 0, WORDS("status", "x.h5", "--json"));
    const json_t *list = json_object_get(status, "slices");
    json_int_t rows = 0;
    cr_expect_eq((json_int_t)json_array_size(list), slices);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *slice = json_array_get(list, i);
        program_has_fields(slice, WORDS("slice", "of", "parts", "parts_done",
                                        "ended", "damaged", "holder", "rows",
                                        "evaluated", "cpu_seconds"));
        cr_expect_eq(program_field_number(slice, "slice"), (json_int_t)i);
        cr_expect_gt(program_field_number(slice, "rows"), 0);
        cr_expect(json_is_true(json_object_get(slice, "ended")));
        rows += program_field_number(slice, "rows");
    }
    cr_expect_eq(rows, program_field_number(status, "rows"));
    json_decref(status);
}

Test(slices, four_processes_at_once)
{
    struct program slices[4];
    char folder[64], number[32];
    store_folder_make(folder);
    run(folder, 0, "one.h5", NULL);
    for (int s = 0; s < 4; s++) {
        snprintf(number, sizeof number, "%d/4", s);
        slices[s] = program_start(
            folder,
            WORDS("run", "--rules", cases[0].rules, "--ask", cases[0].ask,
                  "--grid", cases[0].grid, "--columns", cases[0].columns, "-q",
                  "-t1", "--part-rows=64", "-o", "x.h5", "--slice", number),
            PROGRAM_CAUGHT);
    }
    for (int s = 0; s < 4; s++) {
        struct program_call call = program_wait(&slices[s]);
        cr_expect_eq(call.status, 0, "%s", call.err);
        program_release(&call);
    }
    expect_sum(folder, 4);
    free(program_text(folder, 0, WORDS("merge", "-oy.h5", "x.h5.parts")));
    expect_equal(folder, "one.h5", "y.h5");
    store_folder_remove(folder);
}

Test(slices, a_slice_that_is_missing_is_named)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, 0, "x.h5", "--slice=0/3");
    run(folder, 0, "y.h5", "--slice=2/3");
    struct program_call call = program_call(
        folder, WORDS("merge", "-oz.h5", "x.h5.parts", "y.h5.parts"),
        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3);
    cr_expect_eq(call.err_lines, 1);
    cr_expect_not_null(strstr(call.err, "missing: 6..11"), "%s", call.err);
    program_release(&call);
    /* What is missing, a run alone solves, too. */
    free(program_text(folder, 0, WORDS("resume", "x.h5", "-q")));
    run(folder, 0, "one.h5", NULL);
    expect_equal(folder, "one.h5", "x.h5");
    store_folder_remove(folder);
}

static void set_array(const char *id, const char *least, const char *count)
{
    setenv("SLURM_ARRAY_TASK_ID", id, 1);
    setenv("SLURM_ARRAY_TASK_MIN", least, 1);
    setenv("SLURM_ARRAY_TASK_COUNT", count, 1);
}

Test(slices, slurm)
{
    char folder[64];
    store_folder_make(folder);
    set_array("6", "5", "2");
    run(folder, 0, "x.h5", "--slice=slurm");
    json_t *status = program_json(folder, 0, WORDS("status", "x.h5", "--json"));
    const json_t *slice = json_array_get(json_object_get(status, "slices"), 0);
    cr_expect_eq(program_field_number(slice, "slice"), 1);
    cr_expect_eq(program_field_number(slice, "of"), 2);
    json_decref(status);
    static const char *const wrong[][3] = {
        {"9", "5", "2"}, {"4", "5", "2"}, {"x", "5", "2"}, {"5", "5", ""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        set_array(wrong[i][0], wrong[i][1], wrong[i][2]);
        struct program_call call =
            program_call(folder, WORDS("run", "e1-sums", "--slice", "slurm"),
                         PROGRAM_CAUGHT);
        cr_expect_eq(call.status, 2);
        cr_expect_eq(call.err_lines, 1);
        program_release(&call);
    }
    store_folder_remove(folder);
}

Test(slices, bad_words)
{
    char folder[64];
    store_folder_make(folder);
    static const char *const wrong[] = {"3",   "3/",   "/3",   "3/3", "-1/3",
                                        "0/0", "1/2x", "1 /2", "",    "Slurm"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct program_call call =
            program_call(folder, WORDS("run", "e1-sums", "--slice", wrong[i]),
                         PROGRAM_CAUGHT);
        cr_expect_eq(call.status, 2, "%s", wrong[i]);
        cr_expect_eq(call.err_lines, 1);
        program_release(&call);
    }
    struct program_call call = program_call(
        folder, WORDS("run", "e1-sums", "--slice", "0/2", "--force"),
        PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 2);
    program_release(&call);
    char *files = program_listing(folder);
    cr_expect_null(strstr(files, "h5"), "%s", files);
    free(files);
    store_folder_remove(folder);
}
