/* What test/layers/layers.py says of sources that break a rule. Called in the
 * source folder. */
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line put at the end of a file in a copy, and what is said of it. */
static const struct breach {
    const char *file, *line, *said;
} breaches[] = {
    {"engine/memo/memo.c", "#include \"engine/run/run.h\"",
     "engine/memo/memo.c includes engine/run/run.h: engine/memo may not"},
    {"rules/nim.c", "#include \"engine/solve/solve.h\"",
     "rules/nim.c includes engine/solve/solve.h: rules may not"},
    {"engine/base/status.h", "#include \"engine/base/log.h\"",
     "a circle: engine/base/log.h engine/base/status.h"},
    {"engine/solve/solve.c", "static const char top_entails[] = \"\";",
     "names the game top-entails"},
    {"engine/proof/proof.c", "#include <hdf5.h>", "HDF5 belongs in"},
    {"engine/memo/memo.c", "static int count;", "a variable that is not const"},
};

/* Edits of the picture in a copy of CONTRIBUTING.md, and what is said. */
static const struct breach edits[] = {
    {"CONTRIBUTING.md", "/^ *sequence -> game$/d",
     "no way from engine/sequence to engine/game"},
    {"CONTRIBUTING.md", "s/solve -> value, memo/solve -> value, memo, grid/",
     "engine/solve -> engine/grid: not in rooms.txt"},
    {"CONTRIBUTING.md", "s/theory -> game/theories -> game/",
     "engine/theories -> engine/game: no such room"},
};

static char *layers_of(const char *folder, int *status)
{
    char command[300], *text = NULL;
    size_t size = 0;
    snprintf(command, sizeof command,
             "/usr/bin/python3 -B test/layers/layers.py --root %s 2>&1",
             folder);
    FILE *in = popen(command, "r");
    cr_assert_not_null(in);
    cr_assert_gt(getdelim(&text, &size, 0, in), 0);
    *status = pclose(in);
    return text;
}

Test(layers, each_breach_is_named)
{
    char folder[64], command[200];
    int status;
    store_folder_make(folder);
    snprintf(command, sizeof command, "cp -r engine rules census bench CONTRIBUTING.md %s",
             folder);
    cr_assert_eq(system(command), 0);
    char *text = layers_of(folder, &status);
    cr_assert_eq(status, 0, "%s", text);
    free(text);
    for (size_t i = 0; i < sizeof breaches / sizeof *breaches; i++) {
        const struct breach *b = &breaches[i];
        char path[200], undo[300];
        snprintf(path, sizeof path, "%s/%s", folder, b->file);
        FILE *out = fopen(path, "a");
        cr_assert_not_null(out);
        fprintf(out, "%s\n", b->line);
        cr_assert_eq(fclose(out), 0);
        text = layers_of(folder, &status);
        cr_expect_neq(status, 0, "%s: %s", b->file, b->line);
        cr_expect_not_null(strstr(text, b->said), "%s: %s", b->said, text);
        free(text);
        snprintf(undo, sizeof undo, "cp %s %s", b->file, path);
        cr_assert_eq(system(undo), 0);
    }
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        const struct breach *e = &edits[i];
        snprintf(command, sizeof command, "sed '%s' %s > %s/%s", e->line,
                 e->file, folder, e->file);
        cr_assert_eq(system(command), 0);
        text = layers_of(folder, &status);
        cr_expect_neq(status, 0, "%s", e->line);
        cr_expect_not_null(strstr(text, e->said), "%s: %s", e->said, text);
        free(text);
    }
    store_folder_remove(folder);
}

/* Where code has moved, the changes that tests have to notice move with it. */
Test(layers, each_mutant_applies)
{
    cr_expect_eq(
        system("/usr/bin/python3 -B test/mutate/mutate.py --apply >&2"), 0);
}
