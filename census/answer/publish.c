#include "census/answer/publish.h"

#include "engine/base/log.h"
#include "engine/base/output.h"
#include "engine/store/file/disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status publish_check(const char *path, bool force)
{
    const char *fault = output_fault(path);
    if (fault)
        return log_error(STATUS_IO, "%s: %s", path, fault);
    if (force || !disk_exists(path))
        return STATUS_OK;
    return log_error(STATUS_EXISTS, "%s: exists already (--force replaces it)",
                     path);
}

enum status publish_file(const char *path, bool force,
                         enum status (*write)(void *context, const char *path),
                         void *context)
{
    char *temporary;
    const int fd = output_temporary(path, &temporary);
    if (fd < 0)
        return log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    close(fd);
    enum status st = write(context, temporary);
    if (!st)
        st = publish_check(path, force);
    if (!st)
        st = disk_publish(temporary, path);
    if (st)
        unlink(temporary);
    free(temporary);
    return st;
}
