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

/* Whichever write it forgets, the seal's too: what is told to be there is
 * whole, and makes an archive. */
Test(store_disk, each_forgotten_write_is_noticed)
{
    char folder[64], path[96], heard[4096];
    struct run_identity id = store_identity(300);
    unsigned noticed = 0;
    bool forgot = true;
    store_folder_make(folder);
    for (unsigned n = 1; forgot; n++) {
        struct parts *p;
        snprintf(path, sizeof path, "%s/%u.h5", folder, n);
        cr_assert_eq(parts_open(path, &id, 300, true, &p), STATUS_OK);
        store_disk = (struct store_disk){.in = n, .forgets = true};
        store_listen();
        const enum status st = store_write_part(p, 0, 300);
        store_heard(heard, sizeof heard);
        forgot = !store_disk.in;
        store_disk = (struct store_disk){0};
        cr_expect(st == STATUS_OK || st == STATUS_IO, "%u: %s", n, heard);
        noticed += st != STATUS_OK;
        parts_close(p);
        cr_assert_eq(parts_open(path, &id, 0, false, &p), STATUS_OK);
        cr_expect_eq(parts_has(p, 0), st == STATUS_OK, "write %u", n);
        if (st == STATUS_OK)
            cr_expect_eq(parts_archive(p, &store_record, false, NULL),
                         STATUS_OK, "write %u", n);
        parts_close(p);
    }
    cr_expect_gt(noticed, 1);
    store_folder_remove(folder);
}
