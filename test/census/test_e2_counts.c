/* e2-counts against canonical forms: the rows of e2-rows, counted. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_int_t count(const char *folder, const char *heaps,
                        const char *outcome)
{
    char where[64];
    snprintf(where, sizeof where, "heaps = %s", heaps);
    json_t *groups = program_rows(
        folder, 0,
        WORDS("query", "r.h5", "--where", where, "--by", "outcome", "--json"));
    size_t i;
    json_t *group;
    json_int_t rows = 0;
    json_array_foreach(groups, i, group)
    {
        if (!strcmp(program_field_text(group, "outcome"), outcome))
            rows = (json_int_t)program_field_number(group, "rows");
    }
    json_decref(groups);
    return rows;
}

static void compare(const char *heaps, const char *size)
{
    static const struct {
        const char *column, *outcome;
    } kinds[] = {
        {"left", "L"}, {"right", "R"}, {"next", "N"}, {"previous", "P"}};
    char folder[64];
    size_t i;
    json_t *row;
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "e2-rows", "--heaps", heaps, "--size", size,
                            "-o", "r.h5", "--quiet")));
    free(program_text(folder, 0,
                      WORDS("run", "e2-counts", "--heaps", heaps, "--size",
                            size, "-o", "c.h5", "--quiet")));
    json_t *rows = program_rows(
        folder, 0, WORDS("query", "c.h5", "--rows", "20", "--json"));
    cr_assert_eq(json_array_size(rows), (size_t)atoi(heaps));
    json_array_foreach(rows, i, row)
    {
        char length[24];
        json_int_t all = 0;
        snprintf(length, sizeof length, "%zu", i + 1);
        for (size_t k = 0; k < 4; k++) {
            const json_int_t found = program_field_number(row, kinds[k].column);
            cr_expect_eq(found, count(folder, length, kinds[k].outcome),
                         "%s heaps to %s: %s", length, size, kinds[k].column);
            all += found;
        }
        cr_expect_eq(all, program_field_number(row, "rows"));
    }
    json_decref(rows);
    store_folder_remove(folder);
}

Test(e2_counts, as_canonical_forms_have_it)
{
    compare("8", "2");
    compare("5", "4");
}

Test(e2_counts, refuses_what_it_cannot_tabulate)
{
    char folder[64];
    store_folder_make(folder);
    struct program_call c =
        program_call(folder,
                     WORDS("run", "e2-counts", "--heaps", "34", "--size", "9",
                           "-o", "c.h5", "--quiet"),
                     PROGRAM_CAUGHT);
    cr_expect_neq(c.status, 0);
    cr_expect(strstr(c.err, "to tabulate"), "%s", c.err);
    program_release(&c);
    store_folder_remove(folder);
}
