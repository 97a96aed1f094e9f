#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NIMSUM                                                                 \
    "nimsum(part(position, 1), ifnull(part(position, 2), 0))" /* two heaps */

/* A folder with n.h5: Nim, one or two heaps to six. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--ask", "outcome",
                            "--grid", "multisets:parts=1..2,size=1..6", "-o",
                            "n.h5", "--quiet")));
}

/* Bouton: of two heaps a and b, P if the exclusive or is 0: six pairs a = b,
 * and each other number of 1..7 from as many rows as there are. */
Test(cli_explain, nim)
{
    char folder[64];
    unsigned rows[8] = {0};
    folder_make(folder);
    json_t *found = program_json(
        folder, 0,
        WORDS("explain", "n.h5", "--column", "outcome", "--from",
              "heaps(position), largest(position), " NIMSUM, "--json"));
    const json_t *rule = json_object_get(found, "rule");
    const json_t *table = json_object_get(found, "table");
    cr_expect_eq(json_array_size(rule), 1u);
    cr_expect_str_eq(json_string_value(json_array_get(rule, 0)), NIMSUM);
    cr_expect_eq(program_field_number(found, "sets"), 1);
    cr_expect_eq(program_field_number(found, "rows"), 27);
    for (unsigned a = 1; a <= 6; a++) {
        rows[a]++;
        for (unsigned b = a; b <= 6; b++)
            rows[a ^ b]++;
    }
    cr_assert_eq(json_array_size(table), 8u);
    for (size_t i = 0; i < 8; i++) {
        const json_t *line = json_array_get(table, i);
        const json_int_t sum = json_integer_value(
            json_array_get(json_object_get(line, "features"), 0));
        cr_assert(sum >= 0 && sum < 8);
        cr_expect_eq(program_field_number(line, "rows"), rows[sum]);
        cr_expect_str_eq(program_field_text(line, "value"), sum ? "N" : "P");
        rows[sum] = 0;
    }
    json_decref(found);
    store_folder_remove(folder);
}

Test(cli_explain, tables)
{
    char folder[64];
    folder_make(folder);
    program_wants(
        folder, 0,
        WORDS(
            "explain", "n.h5", "--from",
            "part(position, 1) = part(position, 2), 'a,)' || heaps(position)"),
        "outcome is determined by part(position, 1) = part(position, 2): 3 "
        "classes, 27 rows\n"
        "part(position, 1) = part(position, 2)  outcome  rows\n"
        "                                       N           6\n"
        "                                    1  P           6\n"
        "                                    0  N          15\n");
    /* 1+2 is the first row of two heaps, 2 the largest, that is not lost. */
    program_wants(
        folder, 1,
        WORDS("explain", "n.h5", "--from", "heaps(position),largest(position)"),
        "outcome is not determined by heaps(position), largest(position): "
        "two rows agree in them\n"
        "row  position  heaps(position)  largest(position)  outcome\n"
        "  7  1+2                     2                  2  N\n"
        "  8  2+2                     2                  2  P\n");
    program_wants(
        folder, 0,
        WORDS("explain", "n.h5", "--from", "1", "--where", "outcome = P"),
        "outcome is the same in all rows: 1 class, 6 rows\n"
        "outcome  rows\n"
        "P           6\n");
    program_wants(folder, 0,
                  WORDS("explain", "n.h5", "--from", "row, position, row + 0.0",
                        "--where", "outcome = P", "--where", "position != 1+1",
                        "--column", "outcome"),
                  "outcome is the same in all rows: 1 class, 5 rows\n"
                  "outcome  rows\n"
                  "P           5\n");
    store_folder_remove(folder);
}

/* Top Entails and Nim heaps, answers elsewhere: the outcome that values predict
 * does not decide the outcome. The pair, from every pair in SQL. */
Test(cli_explain, values_do_not_decide_answers_elsewhere)
{
    char folder[64];
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "e4-mixed", "-o", "m.h5", "--quiet")));
    json_t *found = program_json(folder, 1,
                                 WORDS("explain", "m.h5", "--column", "strict",
                                       "--from", "strict_predicted", "--json"));
    json_t *want = program_rows(
        folder, 0,
        WORDS("sql", "m.h5",
              "with r as materialized (select row, position, strict_predicted "
              "as p, strict as s from rows) select a.row as a, b.row as b, "
              "b.position as position from r a join r b on a.row < b.row and "
              "a.p = b.p and a.s != b.s order by b.row, a.row limit 1",
              "--json"));
    const json_t *pair = json_object_get(found, "pair");
    const json_t *line = json_array_get(want, 0);
    cr_expect(json_is_false(json_object_get(found, "determined")));
    cr_assert_eq(json_array_size(pair), 2u);
    cr_expect_eq(program_field_number(json_array_get(pair, 0), "row"),
                 program_field_number(line, "a"));
    cr_expect_eq(program_field_number(json_array_get(pair, 1), "row"),
                 program_field_number(line, "b"));
    cr_expect_str_eq(program_field_text(json_array_get(pair, 1), "position"),
                     program_field_text(line, "position"));
    json_decref(found);
    json_decref(want);
    store_folder_remove(folder);
}

/* What two sets explain: both are named; and a table too long is left out. */
Test(cli_explain, several_sets)
{
    char folder[64];
    folder_make(folder);
    program_wants(folder, 0,
                  WORDS("explain", "n.h5", "--from",
                        "heaps(position), row * 2, position", "--column",
                        "outcome"),
                  "outcome is determined by row * 2: 27 classes, 27 rows\n"
                  "also by position\n"
                  "row * 2  outcome  rows\n"
                  "      0  N           1\n"
                  "      2  N           1\n"
                  "      4  N           1\n"
                  "      6  N           1\n"
                  "      8  N           1\n"
                  "     10  N           1\n"
                  "     12  P           1\n"
                  "     14  N           1\n"
                  "     16  P           1\n"
                  "     18  N           1\n"
                  "     20  N           1\n"
                  "     22  P           1\n"
                  "     24  N           1\n"
                  "     26  N           1\n"
                  "     28  N           1\n"
                  "     30  P           1\n"
                  "     32  N           1\n"
                  "     34  N           1\n"
                  "     36  N           1\n"
                  "     38  N           1\n"
                  "     40  P           1\n"
                  "     42  N           1\n"
                  "     44  N           1\n"
                  "     46  N           1\n"
                  "     48  N           1\n"
                  "     50  N           1\n"
                  "     52  P           1\n");
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "9",
                            "-o", "te.h5", "--quiet")));
    program_wants(
        folder, 0,
        WORDS("explain", "te.h5", "--column", "outcome", "--from", "row"),
        "outcome is determined by row: 97 classes, 97 rows\n");
    store_folder_remove(folder);
}

#define REFUSES(status, what, ...)                                             \
    program_refuses(folder, status, WORDS("explain", "n.h5", __VA_ARGS__), what)

Test(cli_explain, features_that_are_none)
{
    char folder[64];
    folder_make(folder);
    REFUSES(2, "from which features", "--column", "outcome");
    REFUSES(2, "empty", "--from", "");
    REFUSES(2, "empty", "--from", "row,,position");
    REFUSES(2, "too many", "--from", "1), (2");
    REFUSES(2, "missing", "--from", "nimsum(1, 2");
    REFUSES(2, "at most 16", "--from", "1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7");
    store_folder_remove(folder);
}

Test(cli_explain, questions_without_an_answer)
{
    char folder[64];
    folder_make(folder);
    REFUSES(2, "nonsense", "--from", "nonsense");
    REFUSES(2, "nonsense", "--from", "row", "--column", "nonsense");
    REFUSES(2, "one SQL expression", "--from", "count(*)");
    REFUSES(2, "blob", "--from", "x'00'");
    REFUSES(2, "no rows", "--from", "row", "--where", "heaps > 99");
    REFUSES(2, "syntax", "--from", "row +");
    program_refuses(folder, 3, WORDS("explain", "none.h5", "--from", "row"),
                    "none.h5");
    store_folder_remove(folder);
}
