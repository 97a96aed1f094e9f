#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(const char *folder, const char *const words[])
{
    free(program_text(folder, 0, words));
}

/* 27 of the 322 sums of Top Entails and Nim heaps that the essay's table
 * misjudges. */
Test(cli_sql, columns_against_columns)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, WORDS("run", "e4-mixed", "-o", "m.h5", "--quiet"));
    program_wants(
        folder, 0,
        WORDS("sql", "m.h5",
              "select sum(strict != strict_predicted), count(*) from rows",
              "--format", "csv"),
        "sum(strict != strict_predicted),count(*)\r\n27,322\r\n");
    program_wants(
        folder, 0,
        WORDS("sql", "m.h5",
              "select parts, sum(strict != strict_predicted) as wrong, 'x' "
              "as text, 0.5 as half, null as none from rows group by heaps"),
        "parts  wrong  text  half  none\n"
        "    2      0  x      0.5      \n"
        "    3     27  x      0.5      \n");
    json_t *list = program_json(
        folder, 0,
        WORDS("sql", "m.h5",
              "select 1 as a, 'x\"' as a, 0.5, null, 1e999, x'00ff', "
              "cast(x'ff' as text)",
              "--json"));
    char *text = json_dumps(list, JSON_COMPACT);
    cr_expect_str_eq(
        text, "{\"rows\":[{\"a\":1,\"a:1\":\"x\\\"\",\"0.5\":0.5,\"null\":"
              "null,\"1e999\":null,\"x'00ff'\":\"x'00ff'\","
              "\"cast(x'ff' as text)\":\"x'ff'\"}]}");
    free(text);
    json_decref(list);
    program_wants(folder, 0,
                  WORDS("sql", "m.h5", "select 1 where false", "--json"),
                  "{\"rows\": [\n]}\n");
    store_folder_remove(folder);
}

Test(cli_sql, several_archives)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, WORDS("run", "top-entails-partitions", "--total", "8", "-o",
                      "small.h5", "--quiet"));
    run(folder, WORDS("run", "top-entails-partitions", "--total", "9", "-o",
                      "large.h5", "--quiet"));
    program_wants(
        folder, 0,
        WORDS("sql", "small.h5", "x=large.h5",
              "select count(*), sum(small.rows.outcome = x.rows.outcome) "
              "from small.rows join x.rows using (row, position)",
              "--format", "csv"),
        "count(*),sum(small.rows.outcome = x.rows.outcome)\r\n67,67\r\n");
    program_wants(
        folder, 0,
        WORDS("sql", "large.h5",
              "select sum(predict('three-clause', row) = outcome), "
              "sum(predict('three-clause', position) = outcome), count(*) "
              "as n from rows",
              "--format", "csv"),
        "\"sum(predict('three-clause', row) = outcome)\",\"sum(predict('"
        "three-clause', position) = outcome)\",n\r\n97,97,97\r\n");
    program_refuses(folder, 2, WORDS("sql", "small.h5", "small.h5", "select 1"),
                    "NAME=FILE");
    program_refuses(folder, 2,
                    WORDS("sql", "small.h5", "large.h5",
                          "select predict('three-clause', 1)"),
                    "third argument");
    program_wants(folder, 0,
                  WORDS("sql", "small.h5", "large.h5",
                        "select predict('three-clause', 1, 'large') as p"),
                  "p\nN\n");
    program_refuses(folder, 2,
                    WORDS("sql", "small.h5", "select predict('no', 1)"),
                    "no check 'no'");
    program_refuses(folder, 2,
                    WORDS("sql", "small.h5", "select predict('palindrome', 1)"),
                    "does not apply");
    program_refuses(
        folder, 2,
        WORDS("sql", "small.h5", "select predict('three-clause', 999)"),
        "no row 999");
    program_refuses(folder, 3, WORDS("sql", "none.h5", "select 1"), "none.h5");
    program_refuses(folder, 2, WORDS("sql", "small.h5"), "usage");
    store_folder_remove(folder);
}

/* Values by name, and what their names mean. */
Test(cli_sql, dictionary)
{
    char folder[64];
    store_folder_make(folder);
    run(folder,
        WORDS("run", "--rules", "end-nim", "--ask", "partizan", "--grid",
              "rows:heaps=1..4,size=1..3", "-o", "v.h5", "--quiet"));
    program_wants(
        folder, 0,
        WORDS("sql", "v.h5",
              "select position, value_text(value) as value, d.outcome from "
              "rows join dictionary d on d.name = value where position in "
              "('2', '2 1', '1 1 1 2') "),
        "position  value  outcome\n"
        "2         *2     N\n"
        "2 1       ^*3    L\n"
        "1 1 1 2   v3*3   R\n");
    program_wants(
        folder, 0,
        WORDS("sql", "v.h5",
              "select count(*) = (select count(distinct value) from rows "
              "natural join (select name as value from dictionary)) as one "
              "from dictionary where name in (select value from rows)"),
        "one\n  1\n");
    store_folder_remove(folder);
}

/* What an answer holds must not act on a terminal. */
Test(cli_sql, control_characters)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, WORDS("run", "e1-heaps", "-o", "e.h5", "--quiet"));
    program_wants(
        folder, 0,
        WORDS("sql", "e.h5",
              "select char(27) || '[31m' || char(155) as \"a\x1b[2J\""),
        "a?[2J\n?[31m??\n");
    json_decref(program_json(
        folder, 0, WORDS("sql", "e.h5", "select char(27, 155)", "--json")));
    program_refuses(folder, 2, WORDS("sql", "e.h5", "attach 'made.db' as made"),
                    "only read");
    char *listing = program_listing(folder);
    cr_expect_not(strstr(listing, "made.db"));
    free(listing);
    store_folder_remove(folder);
}
