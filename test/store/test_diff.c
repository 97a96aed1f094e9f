#include "engine/store/read/diff.h"
#include "test/common/program.h"
#include "test/common/store_rows.h"
#include "test/common/whole_run.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct whole_case small = {.name = "top-entails-partitions",
                                        .param = "12"};

static struct diff column(const char *path, const char *reference,
                          const char *name)
{
    struct archive *a, *b;
    struct diff d;
    cr_assert_eq(archive_open(path, &a), STATUS_OK);
    cr_assert_eq(archive_open(reference, &b), STATUS_OK);
    cr_assert_eq(diff_column(a, b, archive_find(a, name), &d), STATUS_OK);
    archive_close(a);
    archive_close(b);
    return d;
}

Test(diff, altered_value_is_counted_and_found)
{
    struct run_report report;
    struct whole_place p;
    whole_place_quick(&p);
    struct request *r = whole_open(&small);
    whole_archive(&small, p.reference, (struct runner_options){.threads = 1},
                  &report);
    whole_forge(r, p.reference, p.path, 100, "compelled", 1 << 9);
    struct diff d = column(p.path, p.reference, "compelled");
    cr_expect_eq(d.kind, DIFF_VALUES);
    cr_expect(d.read);
    cr_expect_eq(d.rows, 1);
    cr_expect_eq(d.first, 100);
    d = column(p.path, p.reference, "outcome");
    cr_expect_eq(d.kind, DIFF_SAME);
    cr_expect_not(d.read);
    whole_close(r);
    store_folder_remove(p.folder);
}

/* Other columns, other types, other numbers of rows. */
Test(diff, what_cannot_be_compared_is_said)
{
    static const struct whole_case nimbers = {NULL, NULL, "nim", "nimber",
                                              "lists:parts=1..2,size=1..5"},
                                   outcomes = {NULL, NULL, "nim", "outcome",
                                               "lists:parts=1..2,size=1..5"},
                                   longer = {NULL, NULL, "nim:play=misere",
                                             "outcome",
                                             "lists:parts=1..2,size=1..15"};
    struct run_report report;
    struct whole_place p;
    whole_place_quick(&p);
    whole_archive(&nimbers, p.path, (struct runner_options){.threads = 1},
                  &report);
    whole_archive(&outcomes, p.reference, (struct runner_options){.threads = 1},
                  &report);
    cr_expect_eq(column(p.path, p.reference, "value").kind, DIFF_MISSING);
    cr_expect_eq(column(p.path, p.reference, "heaps").kind, DIFF_SAME);
    whole_archive(&longer, p.reference, (struct runner_options){.threads = 1},
                  &report);
    cr_expect_eq(column(p.path, p.reference, "heaps").kind, DIFF_MISSING);
    store_folder_remove(p.folder);
}

Test(diff, command_names_row_position_and_values)
{
    static const uint32_t sizes[] = {3, 5};
    struct point point = {.n = 2, .size = {sizes[0], sizes[1]}};
    struct run_report report;
    struct whole_place p;
    uint64_t row;
    whole_place_quick(&p);
    struct request *r = whole_open(&small);
    whole_archive(&small, p.reference, (struct runner_options){.threads = 1},
                  &report);
    cr_assert(r->plan.grid.kind->rank(r->plan.grid.self, &point, &row));
    whole_forge(r, p.reference, p.path, row, "outcome", 1);
    json_t *json = program_json(
        p.folder, 1, WORDS("diff", "x.h5", "reference.h5", "--json"));
    const json_t *first = json_object_get(json, "first");
    cr_expect_eq(program_field_number(first, "row"), (json_int_t)row);
    cr_expect_str_eq(program_field_text(first, "position"), "3+5");
    cr_expect_str_eq(program_field_text(first, "column"), "outcome");
    json_decref(json);
    char *text = program_text(p.folder, 0,
                              WORDS("diff", "reference.h5", "reference.h5"));
    cr_expect_str_eq(text, "equal: 272 rows\n");
    free(text);
    whole_close(r);
    store_folder_remove(p.folder);
}
