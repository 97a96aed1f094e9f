/* results/summaries.py, by its search alone: which orders serve heaps to three.
 * Called in the source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Test(summaries, by_the_search)
{
    static const char *const lines[] = {
        "strict, heaps to 2, order 1: second numbers 0 0, added by 0\n",
        "strict, heaps to 3, order 1: none: by the search; not for 3 N, "
        "3+3+3 P\n",
        "strict, heaps to 3, order 2: none: by the search; not for 3 N, "
        "1+1+3 N, 3+3+3 P\n",
        "lapse, heaps to 3, order 1: none: by the search; not for 3 P, "
        "1+1+3 N\n",
        "lapse, heaps to 3, order 2: none: by the search; not for 1+1+3 N, "
        "1+1+3+3+3 P\n",
    };
    const char *python = getenv("PYTHON");
    char folder[64], command[512], told[128];
    size_t size;
    store_folder_make(folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(command, sizeof command,
             "%s -B results/summaries.py --heaps 3 --order 2 --solver no-such "
             ">%s 2>&1",
             python ? python : "/usr/bin/python3", told);
    cr_assert_eq(system(command), 0);
    char *text = store_slurp(told, &size);
    cr_assert_not_null(text = realloc(text, size + 1));
    text[size] = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        cr_expect(strstr(text, lines[i]), "%s in\n%s", lines[i], text);
    free(text);
    store_folder_remove(folder);
}
