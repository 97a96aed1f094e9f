/* A lock that is waited for: its file may be gone when it is had. */
#include "engine/store/file/lock.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

Test(store_lock, a_file_that_is_gone_locks_nothing, .init = cr_redirect_stderr)
{
    const struct timespec while_it_waits = {.tv_nsec = 150 * 1000 * 1000};
    char folder[64], path[96];
    int ready[2], status = 0, fd;
    char byte;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/lock", folder);
    cr_assert_eq(pipe(ready), 0);
    pid_t run = fork();
    cr_assert_geq(run, 0);
    if (run == 0) {
        int held = open(path, O_RDWR | O_CREAT, 0666);
        if (flock(held, LOCK_EX) || write(ready[1], "x", 1) != 1)
            _exit(1);
        nanosleep(&while_it_waits, NULL);
        _exit(unlink(path) ? 1 : 0);
    }
    cr_assert_eq(read(ready[0], &byte, 1), 1);
    cr_expect_eq(lock_take(path, &fd), STATUS_LOCKED);
    cr_expect_eq(fd, -1);
    cr_assert_eq(waitpid(run, &status, 0), run);
    cr_expect_eq(status, 0);
    cr_assert_eq(lock_take(path, &fd), STATUS_OK);
    lock_drop(fd);
    close(ready[0]);
    close(ready[1]);
    store_folder_remove(folder);
}
