/* results/thermograph.py: an SVG whose lines have the corners of the walls.
 * Called in the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int draw(const char *arguments, const char *told)
{
    const char *python = getenv("PYTHON"), *program = getenv("CENSUS");
    char command[768];
    snprintf(command, sizeof command,
             "%s -B results/thermograph.py --census %s %s >%s 2>&1",
             python ? python : "/usr/bin/python3",
             program ? program : "build/census", arguments, told);
    return WEXITSTATUS(system(command));
}

/* The axes' points of a thermograph from tax -1 at the foot of the picture: of
 * {2 | -1} the walls meet above the middle of what they are apart below. */
Test(thermograph_script, walls_meet_at_the_mast)
{
    char folder[64], told[128], svg[128], arguments[256];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(svg, sizeof svg, "%s/hot.svg", folder);
    snprintf(arguments, sizeof arguments, "--out %s '{2|-1}'", svg);
    cr_assert_eq(draw(arguments, told), 0);
    char *text = store_slurp(svg, &size);
    cr_assert_not_null(text = realloc(text, size + 1));
    text[size] = 0;
    double x[2][2] = {{0}}, y[2][2] = {{0}}, mast[4] = {0};
    static const char *const colours[] = {"stroke: #0072b2", "stroke: #d55e00"};
    const char *line = text;
    unsigned walls = 0, masts = 0;
    /* <path d="M x y \nL x y \n" ... style="...; stroke: #0072b2 ..."/> */
    while ((line = strstr(line, "<path d=\"M "))) {
        const char *end = strstr(line, "/>");
        double p[4];
        cr_assert_not_null(end);
        const int n = sscanf(line, "<path d=\"M %lf %lf L %lf %lf", &p[0],
                             &p[1], &p[2], &p[3]);
        for (unsigned k = 0; k < 2 && n == 4 && walls < 2; k++) {
            const char *stroke = strstr(line, colours[k]);
            if (stroke && stroke < end) {
                x[k][0] = p[0], y[k][0] = p[1], x[k][1] = p[2], y[k][1] = p[3];
                walls++;
            }
        }
        const char *black = strstr(line, "stroke: #000000; stroke-width: 1.5");
        if (n == 4 && black && black < end && !masts++)
            memcpy(mast, p, sizeof mast);
        line = end;
    }
    cr_assert_eq(walls, 2);
    cr_assert_geq(masts, 1);
    cr_expect_lt(x[0][0], x[1][0]); /* Left's 3 to the left of -2 */
    cr_expect_lt(x[0][1] - x[1][1], 1e-3);
    cr_expect_lt(x[1][1] - x[0][1], 1e-3);
    cr_expect_lt(2 * x[0][1] - x[0][0] - x[1][0], 1e-3); /* 1/2 of 3 and -2 */
    cr_expect_lt(x[0][0] + x[1][0] - 2 * x[0][1], 1e-3);
    cr_expect_lt(y[0][1], y[0][0]); /* upwards is less in a picture */
    cr_expect_eq(y[0][1], mast[1]);
    cr_expect_eq(x[0][1], mast[0]);
    cr_expect(strstr(text, "mean 1/2, temperature 3/2"));
    free(text);
    store_folder_remove(folder);
}

Test(thermograph_script, what_has_no_thermograph_is_refused)
{
    char folder[64], told[128], arguments[256];
    static const struct {
        const char *text;
        int status;
    } wrong[] = {{"'{2|'", 2}, {"'^ > 0'", 1}};
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(arguments, sizeof arguments, "--out %s/hot.svg %s", folder,
                 wrong[i].text);
        cr_expect_eq(draw(arguments, told), wrong[i].status, "%s",
                     wrong[i].text);
    }
    snprintf(arguments, sizeof arguments, "--out %s/hot.txt 1", folder);
    cr_expect_eq(draw(arguments, told), 2);
    store_folder_remove(folder);
}
