#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWO_EQUAL                                                              \
    "case when heaps(position) = 2 and part(position,1) = part(position,2) "   \
    "then 'P' else 'N' end"

/* A folder with n.h5: Nim, one or two heaps to six. */
static void folder_make(char folder[64])
{
    store_folder_make(folder);
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "nim", "--ask", "outcome",
                            "--grid", "multisets:parts=1..2,size=1..6", "-o",
                            "n.h5", "--quiet")));
}

Test(cli_says, right_and_wrong)
{
    char folder[64], path[96];
    folder_make(folder);
    program_wants(folder, 0, WORDS("check", "n.h5", "--says", TWO_EQUAL),
                  "says: 27 rows agree, 0 disagree\n");
    program_wants(
        folder, 1,
        WORDS("check", "n.h5", "--says", "'N' -- all", "--limit", "1"),
        "says: 21 rows agree, 6 disagree\n"
        "  {\"row\":6,\"position\":\"1+1\",\"predicted\":\"N\",\"found\":"
        "\"P\"}\n"
        "found  predicted  rows\n"
        "N      N            21\n"
        "P      N             6\n");
    program_wants(
        folder, 0,
        WORDS("check", "n.h5", "--says", "'N'", "--where", "heaps = 1"),
        "says: 6 rows agree, 0 disagree\n");
    snprintf(path, sizeof path, "%s/rule.sql", folder);
    static const char rule[] = "-- P if two are equal\n" TWO_EQUAL " ; \n";
    store_spill(path, rule, strlen(rule));
    program_wants(folder, 0, WORDS("check", "n.h5", "--says-file", "rule.sql"),
                  "rule.sql: 27 rows agree, 0 disagree\n");
    json_t *json = program_json(
        folder, 1, WORDS("check", "n.h5", "--says", "'N'", "--json"));
    program_has_fields(json, WORDS("rule", "column", "rows", "agree",
                                   "disagree", "silent", "first", "confusion"));
    cr_expect_eq(program_field_number(json, "rows"), 27);
    cr_expect_eq(json_array_size(json_object_get(json, "confusion")), 2);
    json_decref(json);
    store_folder_remove(folder);
}

/* A mistake of the rule is never agreement. */
Test(cli_says, mistakes)
{
    static const struct {
        const char *rule, *what;
    } of[] = {
        {"null", "NULL of row 0"},
        {"case when row < 26 then outcome end", "NULL of row 26"},
        {"'X'", "N P L R"},
        {"'UNSET'", "N P L R"},
        {"1", "N P L R"},
        {"'n'", "N P L R"},
        {"outcome, outcome", "row value misused"},
        {"outcome), (outcome", "one SQL expression"},
        {"outcome) from rows limit 3 --", "syntax"},
        {"(select outcome from rows limit 1) || max(row)", "says 'N26'"},
        {"max(outcome)", "one value for each row"},
        {"what", "no such column"},
        {"", "empty"},
        {" ; ", "empty"},
    };
    char folder[64];
    folder_make(folder);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        program_refuses(folder, 2, WORDS("check", "n.h5", "--says", of[i].rule),
                        of[i].what);
    program_refuses(folder, 2, WORDS("check", "n.h5"), "one rule");
    program_refuses(folder, 2,
                    WORDS("check", "n.h5", "end-compare", "--says", "1"),
                    "one rule");
    program_refuses(folder, 2,
                    WORDS("check", "n.h5", "two-heap", "--column", "outcome"),
                    "--column");
    program_refuses(
        folder, 2, WORDS("check", "n.h5", "--says", "1", "--column", "nothing"),
        "no column");
    store_folder_remove(folder);
}

/* Columns of every kind; without --column the only fact. */
Test(cli_says, columns)
{
    char folder[64];
    folder_make(folder);
    program_wants(folder, 0,
                  WORDS("check", "n.h5", "--says", "heaps(position)",
                        "--column", "heaps"),
                  "says: 27 rows agree, 0 disagree\n");
    program_wants(
        folder, 0,
        WORDS("check", "n.h5", "--says",
              "case heaps when 1 then part(position, 1) else part(position, "
              "1) || '+' || part(position, 2) end",
              "--column", "position"),
        "says: 27 rows agree, 0 disagree\n");
    program_refuses(
        folder, 2, WORDS("check", "n.h5", "--says", "0.5", "--column", "heaps"),
        "whole numbers");
    free(program_text(folder, 0,
                      WORDS("run", "top-entails-partitions", "--total", "6",
                            "-o", "te.h5", "--quiet")));
    program_refuses(folder, 2, WORDS("check", "te.h5", "--says", "'N'"),
                    "outcome sizes compelled");
    program_wants(folder, 0,
                  WORDS("check", "te.h5", "--says",
                        "predict('three-clause', row)", "--column", "outcome"),
                  "says: 30 rows agree, 0 disagree\n");
    program_wants(
        folder, 0,
        WORDS("check", "te.h5", "three-clause", "--where", "heaps > 2"),
        "three-clause: 14 rows agree, 0 disagree\n");
    /* The values of End-Nim by name and in the usual notation. */
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "end-nim", "--ask", "partizan",
                            "--grid", "rows:heaps=1..1,size=1..3", "-o", "v.h5",
                            "--quiet")));
    program_wants(folder, 0,
                  WORDS("check", "v.h5", "--says",
                        "'*' || case part(position, 1) when 1 then '' else "
                        "part(position, 1) end",
                        "--column", "value"),
                  "says: 3 rows agree, 0 disagree\n");
    store_folder_remove(folder);
}
