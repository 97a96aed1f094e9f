/* Runs and archives of an earlier version (test/store/fixtures): resumed, read
 * and verified by this one. Called in the source folder. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct fixture {
    const char *name;
    bool whole; /* there is an archive of it, too */
    const char *const *run;
} fixtures[] = {
    {"retrograde", false, WORDS("top-entails-partitions", "--total", "34")},
    {"sweep", false,
     WORDS("--rules", "octal:0.77", "--ask", "nimber", "--grid",
           "partitions:total=0..34")},
    {"recursion", true,
     WORDS("--rules", "top-entails", "--ask", "loony", "--grid",
           "multisets:parts=1..4,size=1..14")},
    {"partizan", true,
     WORDS("--rules", "end-nim", "--ask", "partizan", "--grid",
           "rows:heaps=1..6,size=1..3")},
    {"named", true, WORDS("e4-mixed", "--size", "9", "--nim", "2")},
};

static void call(const char *folder, const char *const words[])
{
    struct program_call c = program_call(folder, words, PROGRAM_CAUGHT);
    cr_assert_eq(c.status, 0, "census %s %s: %d: %s", words[0], words[1],
                 c.status, c.err);
    program_release(&c);
}

static void copy(const char *folder, const char *from, const char *to)
{
    char command[300];
    snprintf(command, sizeof command, "cp -r test/store/fixtures/%s %s/%s",
             from, folder, to);
    cr_assert_eq(system(command), 0);
}

/* A new run of the same census, in new.h5. */
static void run_anew(const char *folder, const char *const words[])
{
    const char *all[PROGRAM_WORDS] = {"run", "-q", "-o", "new.h5"};
    for (size_t i = 0; words[i]; i++)
        all[4 + i] = words[i];
    call(folder, all);
}

static void check(const struct fixture *f)
{
    char folder[64], whole[32];
    store_folder_make(folder);
    run_anew(folder, f->run);
    copy(folder, f->name, "old.h5.parts");
    call(folder, WORDS("status", "old.h5"));
    call(folder, WORDS("resume", "old.h5", "-q", "-t", "2"));
    call(folder, WORDS("verify", "-q", "old.h5"));
    call(folder, WORDS("diff", "old.h5", "new.h5"));
    if (f->whole) {
        snprintf(whole, sizeof whole, "%s.h5", f->name);
        copy(folder, whole, whole);
        call(folder, WORDS("verify", "-q", "--proof", whole));
        call(folder, WORDS("diff", whole, "new.h5"));
        call(folder, WORDS("query", whole, "--rows", "5"));
    }
    store_folder_remove(folder);
}

Test(store_fixtures, earlier_versions_are_resumed_and_read)
{
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++)
        check(&fixtures[i]);
}
