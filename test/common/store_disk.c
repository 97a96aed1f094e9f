#include "test/common/store_disk.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

struct store_disk store_disk;

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    if (store_disk.longer && n > store_disk.longer)
        return (ssize_t)n;
    if (store_disk.in && --store_disk.in == 0) {
        errno = ENOSPC;
        return store_disk.forgets ? (ssize_t)n : -1;
    }
    return syscall(SYS_pwrite64, fd, bytes, n, at);
}
