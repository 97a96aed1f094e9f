/* The Python package census: test/census/python_package.py does it. Called in
 * the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
