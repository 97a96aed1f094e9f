/* CONTRIBUTING.md: what it adds can be added. test/census/contributing.py does it.
 * Called in the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

Test(contributing, one_new_file_and_no_other_edit)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS");
    char folder[64], command[512], told[128];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(command, sizeof command,
             "%s -B test/census/contributing.py %s >%s 2>&1",
             python ? python : "/usr/bin/python3",
             program ? program : "build/census", told);
    const int status = system(command);
    char *text = store_slurp(told, &size);
    cr_expect_eq(status, 0, "%.*s", (int)size, text);
    free(text);
    store_folder_remove(folder);
}
