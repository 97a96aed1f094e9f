/* Threads that the system does not give, or not with a stack to work on. */
#include "test/common/program.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* One line with `word`, exit status 3, and nothing is left behind. */
static void refused(const char *folder, const char *threads, const char *word)
{
    struct program_call call =
        program_call(folder,
                     WORDS("run", "top-entails-partitions", "--total=12", "-q",
                           "-o", "x.h5", "-t", threads),
                     PROGRAM_CAUGHT);
    cr_expect_eq(call.status, 3, "%d: %s", call.status, call.err);
    cr_expect_eq(call.err_lines, 1, "%s", call.err);
    cr_expect(strstr(call.err, word), "%s", call.err);
    program_release(&call);
    char parts[96];
    snprintf(parts, sizeof parts, "%s/x.h5.parts", folder);
    cr_expect(access(parts, F_OK), "%s is left", parts);
}

Test(cli_threads, small_stacks_are_refused)
{
    char folder[64];
    store_folder_make(folder);
    setenv("OMP_STACKSIZE", "64k", 1);
    refused(folder, "2", "OMP_STACKSIZE");
    /* The first thread has the stack of the process. */
    unsetenv("OMP_STACKSIZE");
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_STACK, &limit), 0);
    limit.rlim_cur = 128 << 10;
    cr_assert_eq(setrlimit(RLIMIT_STACK, &limit), 0);
    refused(folder, "1", "ulimit -s");
#endif
    store_folder_remove(folder);
}

/* The limit does not hold for root; a user whom nobody else is has the test's
 * threads, and one or two for the program. */
Test(cli_threads, too_few_threads_are_refused)
{
    const uid_t user = 54321;
    struct rlimit limit = {3, 64};
    char folder[64];
    if (geteuid())
        cr_skip_test("needs another user");
    store_folder_make(folder);
    cr_assert_eq(chown(folder, user, (gid_t)-1), 0);
    cr_assert_eq(setrlimit(RLIMIT_NPROC, &limit), 0);
    cr_assert_eq(setuid(user), 0);
    refused(folder, "4", "gives only ");
    limit.rlim_cur = limit.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_NPROC, &limit), 0);
    store_folder_remove(folder);
}
