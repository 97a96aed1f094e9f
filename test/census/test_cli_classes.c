/* `census classes` as a script sees it. */
#include "engine/grid/grid.h"
#include "rules/rules.h"
#include "test/common/program.h"
#include "test/common/solved.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At most sixteen words, four of them the caller's. */
#define CLASSES(rules, ask, grid, tests, ...)                                  \
    WORDS("classes", rules, "--ask", ask, "--grid", grid, "--tests", tests,    \
          "-q", "--json", "--limit=100000", __VA_ARGS__)
#define SHAPES "multisets:parts=0..4,size=1..6"
#define SHAPE_TESTS "multisets:parts=0..3,size=1..6"

static void check_counts(const char *rules, const char *ask, const char *grid,
                         const char *tests, int classes, int largest)
{
    json_t *found =
        program_json(".", 0, CLASSES(rules, ask, grid, tests, "-t2"));
    cr_assert_eq(program_field_number(found, "classes"), classes);
    cr_assert_eq(program_field_number(found, "largest"), largest);
    cr_assert_eq(json_array_size(json_object_get(found, "table")),
                 (size_t)classes);
    json_decref(found);
}

/* E3.7, E3.8 and E3.9. */
Test(cli_classes, the_essays_figures)
{
    static const char grid[] = "multisets:parts=0..2,size=1..8";
    static const char tests[] = "multisets:parts=0..3,size=1..8";
    check_counts("nim", "outcome", grid, tests, 16, 9);
    check_counts("nim:players=3", "downstream", grid, tests, 45, 1);
    check_counts("nim:players=3", "upstream", grid, tests, 45, 1);
    check_counts("nim:players=3", "coalition", grid, tests, 6, 28);
    check_counts("nim:players=3", "coalition", SHAPES, SHAPE_TESTS, 7, 185);
}

/* The same by a table of all values, each sum solved by itself. */
struct slow {
    struct solved solved;
    struct grid positions, tests;
    uint64_t *values; /* test by test, position by position */
};

static uint64_t slow_sum(struct slow *s, uint64_t position, uint64_t test)
{
    struct point sum, more;
    struct position p;
    grid_unrank(&s->positions, position, &sum);
    grid_unrank(&s->tests, test, &more);
    for (uint32_t i = 0; i < more.n; i++, sum.n++) {
        sum.size[sum.n] = more.size[i];
        sum.kind[sum.n] = more.kind[i];
    }
    const struct game *game = &s->solved.game;
    cr_assert_eq(game_start(game, &sum, &p), STATUS_OK);
    return solved_value(&s->solved, p);
}

static void slow_open(struct slow *s, const char *rules, const char *ask,
                      const char *grid, const char *tests)
{
    solved_open(&s->solved, rules, ask);
    cr_assert_eq(grid_open(grid_kinds, grid, NULL, &s->positions), STATUS_OK);
    cr_assert_eq(grid_open(grid_kinds, tests, NULL, &s->tests), STATUS_OK);
    s->values = calloc(s->positions.count * s->tests.count, sizeof *s->values);
    cr_assert_not_null(s->values);
    for (uint64_t p = 0; p < s->positions.count; p++)
        for (uint64_t t = 0; t < s->tests.count; t++)
            s->values[p * s->tests.count + t] = slow_sum(s, p, t);
}

static void slow_close(struct slow *s)
{
    free(s->values);
    grid_close(&s->tests);
    grid_close(&s->positions);
    solved_close(&s->solved);
}

static uint64_t slow_separate(const struct slow *s, uint64_t a, uint64_t b)
{
    const uint64_t n = s->tests.count;
    uint64_t t = 0;
    while (t < n && s->values[a * n + t] == s->values[b * n + t])
        t++;
    return t;
}

/* Every class is opened by a position unlike all before it, and has as many
 * positions as are like it. */
static void check_table(const struct slow *s, const json_t *table)
{
    size_t k = 0;
    for (uint64_t p = 0; p < s->positions.count; p++) {
        uint64_t before = 0, like = 0;
        for (uint64_t q = 0; q < s->positions.count; q++) {
            const bool same = slow_separate(s, p, q) == s->tests.count;
            like += same;
            before += same && q < p;
        }
        if (before)
            continue;
        const json_t *class = json_array_get(table, k);
        cr_assert_eq(program_field_number(class, "class"), (json_int_t)k++);
        cr_assert_eq(program_field_number(class, "row"), (json_int_t)p);
        cr_assert_eq(program_field_number(class, "size"), (json_int_t)like);
    }
    cr_assert_eq(json_array_size(table), k);
}

static void check_slowly(const char *rules, const char *ask, const char *grid,
                         const char *tests)
{
    struct slow s;
    slow_open(&s, rules, ask, grid, tests);
    json_t *found = program_json(".", 0,
                                 CLASSES(rules, ask, grid, tests, "--separate",
                                         "--pairs=100000", "-t3"));
    const json_t *table = json_object_get(found, "table");
    const json_t *pairs = json_object_get(found, "separate");
    size_t k = 0;
    check_table(&s, table);
    for (size_t b = 0; b < json_array_size(table); b++)
        for (size_t a = 0; a < b; a++) {
            const json_t *pair = json_array_get(pairs, k++);
            cr_assert_eq(program_field_number(pair, "a"), (json_int_t)a);
            cr_assert_eq(program_field_number(pair, "b"), (json_int_t)b);
            cr_assert_eq(program_field_number(pair, "row"),
                         (json_int_t)slow_separate(
                             &s,
                             (uint64_t)program_field_number(
                                 json_array_get(table, a), "row"),
                             (uint64_t)program_field_number(
                                 json_array_get(table, b), "row")));
        }
    cr_assert_eq(json_array_size(pairs), k);
    cr_assert_gt(k, 1);
    json_decref(found);
    slow_close(&s);
}

/* More pairs than a thread takes in one go; more tests than are asked for at
 * once, each of three parts; a domain that adds values; values that are sets;
 * parts of other kinds. */
Test(cli_classes, agree_with_a_table_of_all_values)
{
    check_slowly("nim:players=3", "scoring", "multisets:parts=0..3,size=1..4",
                 "multisets:parts=1..2,size=1..4");
    check_slowly("nim:players=3", "upstream", "multisets:parts=0..2,size=1..8",
                 "multisets:parts=0..2,size=1..8");
    check_slowly("octal:0.77,play=misere", "outcome",
                 "multisets:parts=0..2,size=1..9",
                 "multisets:parts=3..3,size=1..11");
    check_slowly("subtraction:1,3,4", "nimber",
                 "multisets:parts=0..2,size=1..6",
                 "multisets:parts=0..2,size=1..3");
    check_slowly("top-entails:reply=same", "loony",
                 "multisets:parts=0..2,size=1..6",
                 "sums:parts=0..2,heaps=1..3,nim=1..4");
    check_slowly("entailing-nim:reply=same", "outcome",
                 "multisets:parts=0..2,size=1..5",
                 "sums:parts=0..2,heaps=1..3,nim=1..4");
}

static void write_archive(const char *folder, const char *name,
                          const char *threads)
{
    free(program_text(folder, 0,
                      CLASSES("nim:players=3", "coalition", SHAPES, SHAPE_TESTS,
                              "-o", name, "-t", threads)));
}

Test(cli_classes, archive_says_the_class_of_each_position)
{
    char folder[64];
    store_folder_make(folder);
    write_archive(folder, "one.h5", "1");
    write_archive(folder, "three.h5", "3");
    free(program_text(folder, 0, WORDS("diff", "one.h5", "three.h5")));
    json_t *groups = program_rows(
        folder, 0, WORDS("query", "one.h5", "--by", "class,size", "--json"));
    static const int sizes[] = {2, 2, 10, 1, 5, 185, 5};
    cr_assert_eq(json_array_size(groups), 7);
    for (size_t k = 0; k < 7; k++) {
        const json_t *group = json_array_get(groups, k);
        cr_assert_eq(program_field_number(group, "class"), (json_int_t)k);
        cr_assert_eq(program_field_number(group, "rows"), sizes[k]);
        cr_assert_eq(program_field_number(group, "size"), sizes[k]);
    }
    json_decref(groups);
    json_t *rows =
        program_rows(folder, 0,
                     WORDS("query", "one.h5", "--where", "position = 1+1+2",
                           "--rows", "9", "--json"));
    cr_assert_eq(json_array_size(rows), 1);
    const json_t *row = json_array_get(rows, 0);
    cr_assert_eq(program_field_number(row, "class"), 6);
    cr_assert_eq(program_field_number(row, "representative"), 29);
    json_decref(rows);
    store_folder_remove(folder);
}

/* A column of /values has the numbers that the objects of a list have. */
static void check_values(hid_t file, const char *path, const json_t *list,
                         const char *key)
{
    const size_t n = json_array_size(list);
    uint64_t *numbers = calloc(n + 1, sizeof *numbers);
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    cr_assert_geq(dataset, 0, "%s", path);
    hid_t space = H5Dget_space(dataset);
    cr_assert_not_null(numbers);
    cr_assert_eq(H5Sget_simple_extent_npoints(space), (hssize_t)n);
    cr_assert_geq(H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL,
                          H5P_DEFAULT, numbers),
                  0);
    for (size_t i = 0; i < n; i++)
        cr_assert_eq(program_field_number(json_array_get(list, i), key),
                     (json_int_t)numbers[i], "%s %zu", path, i);
    H5Sclose(space);
    H5Dclose(dataset);
    free(numbers);
}

/* All pairs are written, however few are shown. */
Test(cli_classes, archive_keeps_every_pair)
{
    char folder[64], path[96];
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/few.h5", folder);
    json_t *all =
        program_json(folder, 0,
                     CLASSES("nim:players=3", "coalition", SHAPES, SHAPE_TESTS,
                             "--separate", "--pairs=100000"));
    json_t *few = program_json(
        folder, 0,
        WORDS("classes", "nim:players=3", "--ask=coalition", "--grid=" SHAPES,
              "--tests=" SHAPE_TESTS, "--separate", "--pairs=2", "--limit=3",
              "-q", "--json", "-o", "few.h5"));
    const json_t *pairs = json_object_get(all, "separate");
    cr_assert_eq(json_array_size(pairs), 21);
    cr_assert_eq(json_array_size(json_object_get(few, "separate")), 2);
    cr_assert_eq(json_array_size(json_object_get(few, "table")), 3);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    cr_assert_geq(file, 0);
    check_values(file, "/values/class_a", pairs, "a");
    check_values(file, "/values/class_b", pairs, "b");
    check_values(file, "/values/test", pairs, "row");
    H5Fclose(file);
    json_decref(all);
    json_decref(few);
    store_folder_remove(folder);
}

static void check_refused(const char *folder, const char *const words[],
                          int status)
{
    struct program_call call = program_call(folder, words, PROGRAM_CAUGHT);
    cr_assert_eq(call.status, status);
    cr_assert_eq(call.err_lines, 1, "%s", call.err);
    cr_assert_eq(call.out_lines, 0);
    program_release(&call);
}

Test(cli_classes, refuses_what_it_cannot_do)
{
    char folder[64];
    store_folder_make(folder);
    check_refused(folder, WORDS("classes", "nim", "--ask", "outcome"), 2);
    check_refused(folder, CLASSES("end-nim", "outcome", SHAPES, SHAPES, "-t1"),
                  2);
    check_refused(folder, CLASSES("nim", "nonsense", SHAPES, SHAPES, "-t1"), 2);
    check_refused(folder, CLASSES("nim", "outcome", SHAPES, "x:a=1", "-t1"), 2);
    check_refused(
        folder, CLASSES("nim", "outcome", SHAPES, SHAPES, "--memory=1K"), 130);
    write_archive(folder, "there.h5", "1");
    char *before = program_listing(folder);
    check_refused(
        folder, CLASSES("nim", "outcome", SHAPES, SHAPES, "-o", "there.h5"), 3);
    char *after = program_listing(folder);
    cr_assert_str_eq(before, after);
    free(before);
    free(after);
    store_folder_remove(folder);
}
