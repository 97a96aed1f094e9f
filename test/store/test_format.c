/* engine/store/FORMAT.md against real archives: test/store/format_reader.py
 * knows nothing but that page. Called in the source folder. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const runs[][4] = {
    {"top-entails", "outcome", "lists:parts=0..3,size=2..5", "a.h5"},
    {"nim", "nimber", "multisets:parts=1..4,size=1..6", "b.h5"},
    {"top-entails", "outcome", "partitions:total=2..14", "c.h5"},
    {"end-nim", "partizan", "rows:heaps=0..4,size=1..4", "d.h5"},
    {"end-nim", "outcome", "palindromes:heaps=1..6,size=1..3", "e.h5"},
    {"top-entails", "outcome",
     "sums:parts=1..4,heaps=1..3,nim=1..2,one=2..3,least=1", "f.h5"},
};
enum { RUNS = sizeof runs / sizeof runs[0] };

static int read_with(const char *folder, const char *files)
{
    const char *python = getenv("PYTHON");
    char command[512];
    snprintf(
        command, sizeof command,
        "script=$PWD/test/store/format_reader.py && cd %s && %s $script %s "
        ">told 2>&1",
        folder, python ? python : "/usr/bin/python3", files);
    return system(command);
}

Test(format, a_reader_written_from_the_page_alone)
{
    char folder[64], told[128];
    size_t size;
    store_folder_make(folder);
    for (size_t i = 0; i < RUNS; i++)
        free(program_text(folder, 0,
                          WORDS("run", "--rules", runs[i][0], "--ask",
                                runs[i][1], "--grid", runs[i][2], "-o",
                                runs[i][3], "-q")));
    int status = read_with(folder, "?.h5");
    snprintf(told, sizeof told, "%s/told", folder);
    char *text = store_slurp(told, &size);
    cr_expect_eq(status, 0, "%.*s", (int)size, text);
    free(text);

    /* The reader is no yes-man: a changed byte is noticed. */
    char path[128];
    snprintf(path, sizeof path, "%s/a.h5", folder);
    text = store_slurp(path, &size);
    text[size - 100] ^= 1;
    store_spill(path, text, size);
    free(text);
    cr_expect_neq(read_with(folder, "a.h5"), 0);
    store_folder_remove(folder);
}
