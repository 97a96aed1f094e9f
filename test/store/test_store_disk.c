#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Stands before the C library's, also for HDF5. While the environment says so,
 * it is a disk that forgets the longer writes and says that all is well. */
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    if (n > 4000 && getenv("TEST_DISK_FORGETS"))
        return (ssize_t)n;
    return syscall(SYS_pwrite64, fd, bytes, n, at);
}

/* What cannot be read back was not written. */
Test(store_disk, a_disk_that_forgets_is_noticed)
{
    char folder[64], path[96], heard[512];
    struct run_identity id = store_identity(3000);
    struct parts *p;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    cr_assert_eq(parts_open(path, &id, 65536, true, &p), STATUS_OK);
    setenv("TEST_DISK_FORGETS", "yes", 1);
    store_listen();
    enum status st = store_write_part(p, 0, 3000);
    store_heard(heard, sizeof heard);
    unsetenv("TEST_DISK_FORGETS");
    cr_assert_eq(st, STATUS_IO, "%d: %s", st, heard);
    cr_assert(store_one_line(heard, (const char *[]){"read back", NULL}), "%s",
              heard);
    cr_assert(!parts_has(p, 0));
    cr_assert_eq(store_write_part(p, 0, 3000), STATUS_OK);
    parts_close(p);
    store_folder_remove(folder);
}
