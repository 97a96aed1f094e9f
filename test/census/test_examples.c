/* rules/examples/: an hour with a game of one's own, as its script does it. Called in
 * the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_in(const char *text, const char *line)
{
    cr_expect(strstr(text, line), "no '%s' in\n%s", line, text);
}

/* The lost positions are 0 and (a, a + k) with a = floor(k phi), so 1+2, 3+5,
 * 4+7, ..., 35+57, 37+60 (A000201, A001950): 23 pairs to 60. */
Test(examples, wythoff, .timeout = 180)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS");
    char folder[64], command[1024], path[512], told[128], figure[128];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(figure, sizeof figure, "%s/wythoff.png", folder);
    cr_assert_not_null(realpath(program ? program : "build/census", path));
    snprintf(command, sizeof command,
             "here=$PWD && cd %s && export CENSUS=%s PYTHON=%s && "
             "export PKG_CONFIG_PATH=${CENSUS%%/*} && "
             "export PYTHONPATH=$here/census/python MPLCONFIGDIR=. && "
             "export PYTHONDONTWRITEBYTECODE=1 && "
             "$here/rules/examples/wythoff/hour.sh >told 2>&1",
             folder, path, python ? python : "/usr/bin/python3");
    const int status = system(command);
    char *text = store_slurp(told, &size);
    text[size - 1] = 0;
    cr_expect_eq(status, 0, "%s", text);
    expect_in(text, "says: 1808 rows agree, 83 disagree\n"
                    "  {\"row\":61,\"position\":\"1+1\",\"predicted\":\"P\","
                    "\"found\":\"N\"}\n");
    expect_in(text, "\n3+5           2  P            0\n");
    expect_in(text, "golden.sql: 1891 rows agree, 0 disagree\n");
    expect_in(text, "golden: 1891 rows agree, 0 disagree\n");
    expect_in(text, "\n6   7   8   1   9\n");
    expect_in(text, "wythoff.png: 1830 positions, 23 of them lost");
    free(text);
    text = store_slurp(figure, &size);
    cr_expect(size > 1000 && !memcmp(text, "\x89PNG", 4), "no figure");
    free(text);
    store_folder_remove(folder);
}
