#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
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

/* Partitions of 8 with four parts: 5+1+1+1, 4+2+1+1, 3+3+1+1, 3+2+2+1,
 * 2+2+2+2; with three: 6+1+1, 5+2+1, 4+3+1, 4+2+2, 3+3+2. */
Test(cli_query, measures)
{
    char folder[64];
    folder_make(folder);
    program_wants(
        folder, 0,
        WORDS("query", "te.h5", "--where",
              "counters = 8 and (heaps = 3 or heaps = 4)", "--by", "heaps",
              "--mean", "largest", "--sum", "largest", "--min", "largest,sizes",
              "--max", "largest", "--distinct", "sizes"),
        "heaps  rows  sum_largest  mean_largest  min_largest  min_sizes  "
        "max_largest  distinct_sizes\n"
        "    3     5           22           4.4            3          2  "
        "          6               2\n"
        "    4     5           17           3.4            2          1  "
        "          5               3\n");
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--min", "heaps", "--max", "heaps",
                        "--format", "csv"),
                  "rows,min_heaps,max_heaps\r\n67,0,8\r\n");
    program_wants(folder, 0, WORDS("query", "te.h5", "--sum", "counters"),
                  "416\n");
    program_wants(folder, 0, WORDS("query", "te.h5", "--where", "heaps = 1"),
                  "rows\n   8\n");
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--min", "heaps", "--where",
                        "heaps=99", "--json"),
                  "{\n  \"min\": null\n}\n");
    json_t *groups = program_rows(
        folder, 0,
        WORDS("query", "te.h5", "--by", "heaps", "--mean", "largest", "--sort",
              "-mean_largest", "--limit", "2", "--json"));
    cr_assert_eq(json_array_size(groups), 2);
    program_has_fields(json_array_get(groups, 0),
                       WORDS("heaps", "rows", "mean_largest"));
    /* One heap: 1..8; then two: 7 6 5 4, 6 5 4, 5 4 3, 4 3, 3 2, 2, 1 */
    cr_expect_eq(program_field_number(json_array_get(groups, 0), "heaps"), 1);
    cr_expect_eq(json_real_value(json_object_get(json_array_get(groups, 0),
                                                 "mean_largest")),
                 4.5);
    cr_expect_eq(program_field_number(json_array_get(groups, 1), "heaps"), 2);
    json_decref(groups);
    store_folder_remove(folder);
}

Test(cli_query, sorted_rows)
{
    char folder[64];
    folder_make(folder);
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--where", "counters=8", "--sort",
                        "-largest", "--limit", "3", "--format", "csv"),
                  "position,counters,heaps,largest,outcome,sizes,compelled\r\n"
                  "8,8,1,8,N,1,1\r\n"
                  "1+7,8,2,7,N,2,1\r\n"
                  "1+1+6,8,3,6,N,2,2\r\n");
    store_folder_remove(folder);
}

Test(cli_query, against_a_check)
{
    char folder[64];
    folder_make(folder);
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--against", "three-clause"),
                  "found  predicted  rows\n"
                  "N      N            53\n"
                  "P      P            14\n");
    /* That rule speaks of all rows, the next one of two heaps only. Of those
     * it says N never, and P of 1 1, 2 2, 3 3 and 4 4. */
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "end-nim", "--ask", "outcome",
                            "--grid", "rows:heaps=1..4,size=1..4", "-o",
                            "en.h5", "--quiet")));
    program_wants(folder, 0,
                  WORDS("query", "en.h5", "--against", "two-heap", "--where",
                        "heaps=2 or outcome=P", "--format", "csv"),
                  "found,predicted,rows\r\n"
                  "P,P,4\r\nP,,30\r\nL,L,6\r\nR,R,6\r\n");
    json_t *table =
        program_rows(folder, 0,
                     WORDS("query", "en.h5", "--against", "two-heap", "--where",
                           "outcome=P and heaps>2", "--json"));
    cr_assert_eq(json_array_size(table), 1);
    program_has_fields(json_array_get(table, 0),
                       WORDS("found", "predicted", "rows"));
    cr_expect(
        json_is_null(json_object_get(json_array_get(table, 0), "predicted")));
    cr_expect_eq(program_field_number(json_array_get(table, 0), "rows"), 30);
    json_decref(table);
    program_wants(folder, 0,
                  WORDS("query", "te.h5", "--against", "three-clause", "--by",
                        "heaps,sizes", "--where", "heaps < 3"),
                  "heaps  sizes  found  predicted  rows\n"
                  "    0      0  P      P             1\n"
                  "    1      1  N      N             5\n"
                  "    1      1  P      P             3\n"
                  "    2      1  N      N             2\n"
                  "    2      1  P      P             2\n"
                  "    2      2  N      N            11\n"
                  "    2      2  P      P             1\n");
    store_folder_remove(folder);
}
