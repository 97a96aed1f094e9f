#include "engine/retrograde/scratch.h"

#include "engine/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Not every file system has O_TMPFILE. */
enum status scratch_open(const char *folder, const char *what, uint64_t bytes,
                         int *file)
{
    char path[PATH_MAX];
    const int n =
        snprintf(path, sizeof path, "%s/.%s-XXXXXX.tmp", folder, what);
    errno = ENAMETOOLONG;
    *file = n < (int)sizeof path ? mkostemps(path, 4, O_CLOEXEC) : -1;
    if (*file < 0)
        return log_error(STATUS_IO, "%s: no file for %s can be made: %s",
                         folder, what, strerror(errno));
    int error = unlink(path) ? errno : 0;
    if (!error && bytes)
        error = posix_fallocate(*file, 0, (off_t)bytes);
    if (!error)
        return STATUS_OK;
    close(*file);
    *file = -1;
    return log_error(STATUS_IO, "%s: no file for %llu MB of %s: %s", folder,
                     (unsigned long long)bytes >> 20, what, strerror(error));
}
