/* Domineering on regions as the command line asks for it: published counts,
 * proof, pictures. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(const char *folder, const char *grid, const char *columns)
{
    free(program_text(folder, 0,
                      WORDS("run", "--rules", "domineering", "--ask",
                            "partizan", "--grid", grid, "--columns", columns,
                            "-o", "r.h5", "--force", "--quiet")));
}

/* Regions up to translation (OEIS A001168), and their different values. */
Test(cli_regions, counts_and_distinct_values)
{
    static const struct {
        int regions, values;
    } known[] = {{1, 1},   {2, 2},    {6, 3},   {19, 8},
                 {63, 11}, {216, 28}, {760, 53}};
    char folder[64], grid[32], text[64];
    store_folder_make(folder);
    for (int n = 1; n <= 7; n++) {
        snprintf(grid, sizeof grid, "regions:squares=%d..%d", n, n);
        free(program_text(folder, 0,
                          WORDS("run", "--rules", "domineering", "--ask",
                                "partizan", "--grid", grid, "-o", "r.h5",
                                "--force", "--quiet")));
        snprintf(text, sizeof text, "%d\n", known[n - 1].values);
        program_wants(folder, 0, WORDS("query", "r.h5", "--distinct", "value"),
                      text);
        json_t *rows = program_rows(
            folder, 0, WORDS("query", "r.h5", "--rows", "1000", "--json"));
        cr_expect_eq(json_array_size(rows), (size_t)known[n - 1].regions);
        json_decref(rows);
    }
    store_folder_remove(folder);
}

Test(cli_regions, hottest_of_six_and_proof)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, "regions:squares=1..6", "position,value,temperature");
    program_wants(folder, 0, WORDS("query", "r.h5", "--max", "temperature"),
                  "1.25\n");
    free(program_text(folder, 0, WORDS("verify", "r.h5", "--proof")));
    store_folder_remove(folder);
}

Test(cli_regions, pictures)
{
    char folder[64];
    store_folder_make(folder);
    run(folder, "regions:squares=3..4", "position,value");
    program_wants(folder, 0,
                  WORDS("query", "r.h5", "--where", "position = '../.#'",
                        "--rows", "1", "--picture"),
                  "position  value\n"
                  "..        *\n"
                  ".#        \n"
                  "          \n");
    char *shown =
        program_text(folder, 0, WORDS("show", "r.h5", "../.#", "--picture"));
    cr_expect(strstr(shown, "position  ..  "), "%s", shown);
    cr_expect(strstr(shown, "\n          .#  "), "%s", shown);
    cr_expect(strstr(shown, ":../.# "), "the label is as it was: %s", shown);
    free(shown);
    program_refuses(
        folder, 2,
        WORDS("query", "r.h5", "--rows", "1", "--picture", "--format", "csv"),
        "tables only");
    program_refuses(folder, 2,
                    WORDS("query", "r.h5", "--by", "value", "--picture"),
                    "goes with --rows");
    program_refuses(folder, 2,
                    WORDS("show", "r.h5", "../.#", "--json", "--picture"),
                    "tables only");
    store_folder_remove(folder);
}
