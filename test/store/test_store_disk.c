#include "test/common/store_disk.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What cannot be read back was not written. */
Test(store_disk, a_disk_that_forgets_is_noticed)
{
    char folder[64], path[96], heard[512];
    struct run_identity id = store_identity(3000);
    struct parts *p;
    store_folder_make(folder);
    snprintf(path, sizeof path, "%s/x.h5", folder);
    cr_assert_eq(parts_open(path, &id, 65536, true, &p), STATUS_OK);
    store_disk.longer = 4000;
    store_listen();
    enum status st = store_write_part(p, 0, 3000);
    store_heard(heard, sizeof heard);
    store_disk.longer = 0;
    cr_assert_eq(st, STATUS_IO, "%d: %s", st, heard);
    cr_assert(store_one_line(heard, (const char *[]){"read back", NULL}), "%s",
              heard);
    cr_assert(!parts_has(p, 0));
    cr_assert_eq(store_write_part(p, 0, 3000), STATUS_OK);
    parts_close(p);
    store_folder_remove(folder);
}
