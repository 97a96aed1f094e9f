/* store_disk.h - a disk whose writes fail, for the tests of the store.
 *
 * store_disk.c has a pwrite() of its own, which stands before the C library's,
 * also for HDF5. One thread at a time.
 */
#ifndef TEST_COMMON_STORE_DISK_H
#define TEST_COMMON_STORE_DISK_H

#include <stdbool.h>
#include <stddef.h>

struct store_disk {
    unsigned in;   /* the call that does it, counted down; 0: none */
    bool forgets;  /* it says that all is well; else ENOSPC */
    size_t longer; /* every write of more bytes is forgotten; 0: none */
};
extern struct store_disk store_disk;

#endif
