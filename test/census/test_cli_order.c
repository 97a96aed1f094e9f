/* In which order a run's files are synced, renamed and removed: by the calls
 * themselves, as test/faults/calls/calls.c writes them down. What a power cut
 * leaves depends on it, and no test that goes on running sees it. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 256 };

/* A call: "fsync", "rename" or "unlink", and the files' names without folder.
 */
struct step {
    char what[16], from[128], to[128];
};

struct steps {
    size_t n;
    struct step at[STEPS_MAX];
};

static void last_name(const char *path, char out[128])
{
    const char *slash = strrchr(path, '/');
    snprintf(out, 128, "%.127s", slash ? slash + 1 : path);
}

static void steps_read(const char *folder, struct steps *s)
{
    char path[128], line[1024], what[16], from[480], to[480];
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *f = fopen(path, "r");
    s->n = 0;
    while (f && fgets(line, sizeof line, f) && s->n < STEPS_MAX) {
        struct step *step = &s->at[s->n++];
        *to = 0;
        cr_assert_geq(sscanf(line, "%15s %479s %479s", what, from, to), 2);
        snprintf(step->what, sizeof step->what, "%s", what);
        last_name(from, step->from);
        last_name(to, step->to);
    }
    if (f)
        fclose(f);
}

/* The first step from number i on; the number behind the last if there is none.
 * to NULL: any. */
static size_t find(const struct steps *s, size_t i, const char *what,
                   const char *from, const char *to)
{
    while (i < s->n && (strcmp(s->at[i].what, what) ||
                        (from && strcmp(s->at[i].from, from)) ||
                        (to && strcmp(s->at[i].to, to))))
        i++;
    return i;
}

/* Whatever is renamed was synced under its old name before, and its folder is
 * synced after, before anything else is renamed or removed. */
static void renames_are_synced(const struct steps *s, const char *folder)
{
    for (size_t i = 0; i < s->n; i++) {
        if (strcmp(s->at[i].what, "rename"))
            continue;
        const bool top = !strcmp(s->at[i].to, "x.h5");
        cr_expect_lt(find(s, 0, "fsync", s->at[i].from, NULL), i,
                     "%s is renamed before it is synced", s->at[i].to);
        cr_assert_lt(i + 1, s->n);
        cr_expect_str_eq(s->at[i + 1].what, "fsync", "after %s", s->at[i].to);
        cr_expect_str_eq(s->at[i + 1].from, top ? folder : "x.h5.parts",
                         "after %s", s->at[i].to);
    }
}

static void shim_make(const char *folder)
{
    char command[512];
    snprintf(command, sizeof command,
             "cc -shared -fPIC -O1 -w -o %s/calls.so test/faults/calls/calls.c "
             "-ldl",
             folder);
    cr_assert_eq(system(command), 0);
}

/* Runs the words with the library loaded; false if it cannot be. */
static bool logged(const char *folder, const char *const words[],
                   struct steps *s)
{
    char path[128];
    snprintf(path, sizeof path, "%s/calls.so", folder);
    setenv("LD_PRELOAD", path, 1);
    struct program_call call =
        program_call(folder, WORDS("--version"), PROGRAM_CAUGHT);
    const bool works = call.status == 0; /* a sanitizer must come first */
    program_release(&call);
    if (works) {
        snprintf(path, sizeof path, "%s/log", folder);
        setenv("CALLS_LOG", path, 1);
        call = program_call(folder, words, PROGRAM_CAUGHT);
        unsetenv("CALLS_LOG");
        cr_expect_eq(call.status, 0, "%s", call.err);
        program_release(&call);
    }
    unsetenv("LD_PRELOAD");
    steps_read(folder, s);
    return works;
}

static void order_of_run(const struct steps *s, const char *name)
{
    const size_t run = find(s, 0, "rename", NULL, "run.json");
    const size_t first = find(s, run, "rename", NULL, "part-000000.h5");
    const size_t second = find(s, run, "rename", NULL, "part-000001.h5");
    const size_t archived = find(s, run, "rename", NULL, "archived");
    const size_t archive = find(s, run, "rename", NULL, "x.h5");
    cr_expect(run < first && first < second && second < archived &&
              archived < archive && archive < s->n);
    /* The folder of parts has to be there before a part is. */
    cr_expect_lt(find(s, run, "fsync", name, NULL), first);
    /* Then the parts go; a folder without run.json is no run. */
    const size_t gone = find(s, archive, "unlink", NULL, NULL);
    cr_assert_lt(gone, s->n);
    cr_expect_str_eq(s->at[gone].from, "run.json");
    cr_expect_lt(find(s, archive, "fsync", name, NULL), gone);
    cr_expect_str_eq(s->at[gone + 1].what, "fsync");
    cr_expect_str_eq(s->at[gone + 1].from, "x.h5.parts");
    cr_expect_gt(find(s, 0, "unlink", "part-000000.h5", NULL), gone + 1);
    cr_expect_gt(find(s, 0, "unlink", "lock", NULL),
                 find(s, 0, "unlink", "part-000001.h5", NULL));
}

Test(cli_order, of_a_run)
{
    char folder[64], name[128];
    struct steps *list = calloc(1, sizeof *list);
    cr_assert_not_null(list);
    store_folder_make(folder);
    shim_make(folder);
    if (!logged(folder,
                WORDS("run", "--rules", "nim", "--ask", "nimber", "--grid",
                      "multisets:parts=1..2,size=1..4", "-o", "x.h5", "-q",
                      "-t", "1", "--part-rows", "7"),
                list)) {
        free(list);
        store_folder_remove(folder);
        return;
    }
    last_name(folder, name);
    cr_assert_gt(list->n, 10);
    renames_are_synced(list, name);
    order_of_run(list, name);
    free(list);
    store_folder_remove(folder);
}
