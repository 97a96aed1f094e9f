/* Archives in Python and R: test/census/python_package.py and r.sh do it.
 * Called in the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where there is no R with hdf5r, it says that it was skipped. */
Test(python, r_reads_archives)
{
    char told[256] = "";
    FILE *out = popen("test/census/r.sh 2>&1", "r");
    cr_assert_not_null(out);
    const size_t n = fread(told, 1, sizeof told - 1, out);
    cr_expect_eq(pclose(out), 0, "%.*s", (int)n, told);
    if (strstr(told, "skipped"))
        cr_skip_test("%.*s", (int)n, told);
}

/* results/DIGESTS: the smallest size of each named census, solved again. */
Test(python, digests_of_small_censuses, .timeout = 180)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS");
    char command[512], told[4096];
    snprintf(command, sizeof command,
             "%s -B results/digests.py check --quick --census %s 2>&1",
             python ? python : "/usr/bin/python3",
             program ? program : "build/census");
    FILE *out = popen(command, "r");
    cr_assert_not_null(out);
    const size_t n = fread(told, 1, sizeof told, out);
    cr_expect_eq(pclose(out), 0, "%.*s", (int)n, told);
}

Test(python, package)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS");
    char folder[64], command[1024], path[512], told[128];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    cr_assert_not_null(realpath(program ? program : "build/census", path));
    snprintf(command, sizeof command,
             "script=$PWD/test/census/python_package.py && cd %s && %s -B "
             "$script %s >told 2>&1",
             folder, python ? python : "/usr/bin/python3", path);
    const int status = system(command);
    char *text = store_slurp(told, &size);
    cr_expect_eq(status, 0, "%.*s", (int)size, text);
    free(text);
    store_folder_remove(folder);
}
