#include "engine/store/file/disk.h"

#include "engine/base/log.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SMALL_FILE = 16 << 20, HOST = 65 };

static enum status fail(const char *path)
{
    return log_error(STATUS_IO, "%s: %s", path, strerror(errno));
}

char *disk_path(const char *format, ...)
{
    va_list args;
    char *path = NULL;
    va_start(args, format);
    if (vasprintf(&path, format, args) < 0) {
        log_error(STATUS_NOMEM, "out of memory for a path");
        path = NULL;
    }
    va_end(args);
    return path;
}

char *disk_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return disk_path(".");
    /* The folder of "/x" is "/". */
    return disk_path("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

static void host_name(char host[HOST])
{
    if (gethostname(host, HOST) < 0)
        strcpy(host, "host");
    host[HOST - 1] = 0;
}

char *disk_temporary(const char *folder, const char *name)
{
    char host[HOST];
    uint64_t number;
    host_name(host);
    if (getrandom(&number, sizeof number, 0) != sizeof number) {
        log_error(STATUS_IO, "%s: no random number for a name: %s", folder,
                  strerror(errno));
        return NULL;
    }
    return disk_path("%s/.%s.%016" PRIx64 ".%s.%ld.tmp", folder, name, number,
                     host, (long)getpid());
}

enum disk_owner disk_owner(const char *name)
{
    static const char end[] = ".tmp";
    char host[HOST];
    size_t at = strlen(name) - (strlen(name) < 4 ? strlen(name) : 4);
    const size_t stop = at;
    if (*name != '.' || strcmp(name + at, end))
        return DISK_NOBODY;
    while (at && isdigit((unsigned char)name[at - 1]))
        at--;
    if (at == stop || name[at - 1] != '.')
        return DISK_NOBODY;
    const pid_t process = (pid_t)strtol(name + at, NULL, 10);
    host_name(host);
    const size_t n = strlen(host);
    if (at < n + 2 || strncmp(name + at - 1 - n, host, n) ||
        name[at - 2 - n] != '.')
        return DISK_OTHER;
    return process == getpid() || (kill(process, 0) < 0 && errno == ESRCH)
               ? DISK_ENDED
               : DISK_OTHER;
}

bool disk_exists(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

bool disk_stamp(int fd, struct disk_stamp *stamp)
{
    struct stat st;
    if (fstat(fd, &st) < 0)
        return false;
    *stamp = (struct disk_stamp){.device = st.st_dev,
                                 .inode = st.st_ino,
                                 .size = (uint64_t)st.st_size,
                                 .seconds = st.st_mtim.tv_sec,
                                 .nanoseconds = st.st_mtim.tv_nsec};
    return true;
}

bool disk_same(const struct disk_stamp *a, const struct disk_stamp *b)
{
    return a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->seconds == b->seconds &&
           a->nanoseconds == b->nanoseconds;
}

enum status disk_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(path);
    enum status st = fsync(fd) < 0 ? fail(path) : STATUS_OK;
    if (close(fd) < 0 && st == STATUS_OK)
        st = fail(path);
    return st;
}

/* Not every file system can rename without replacing (RENAME_NOREPLACE), and
 * some that cannot have no links either. Only on these a file may be replaced
 * that appears between two calls. */
static int rename_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link(from, to) == 0)
        return unlink(from);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    if (disk_exists(to)) {
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

/* quiet: EXISTS is not logged. */
static enum status publish(const char *from, const char *to, bool replace,
                           bool quiet)
{
    enum status st = disk_sync(from);
    if (st != STATUS_OK)
        return st;
    if ((replace ? rename(from, to) : rename_new(from, to)) < 0)
        return replace || errno != EEXIST ? fail(to)
               : quiet                    ? STATUS_EXISTS
                       : log_error(STATUS_EXISTS, "%s: exists already", to);
    char *folder = disk_folder(to);
    if (!folder)
        return STATUS_NOMEM;
    st = disk_sync(folder);
    free(folder);
    return st;
}

enum status disk_publish(const char *from, const char *to)
{
    return publish(from, to, true, false);
}

enum status disk_publish_new(const char *from, const char *to)
{
    return publish(from, to, false, false);
}

enum status disk_remove(const char *path)
{
    if (unlink(path) < 0 && errno != ENOENT)
        return fail(path);
    return STATUS_OK;
}

static enum status write_all(int fd, const char *path, const char *text)
{
    size_t left = strlen(text);
    enum status st = STATUS_OK;
    while (left && st == STATUS_OK) {
        ssize_t n = write(fd, text, left);
        if (n >= 0) {
            text += n;
            left -= (size_t)n;
        } else if (errno != EINTR) {
            st = fail(path);
        }
    }
    if (close(fd) < 0 && st == STATUS_OK)
        st = fail(path);
    return st;
}

static enum status write_as(const char *folder, const char *name,
                            const char *text, bool replace)
{
    char *tmp = disk_temporary(folder, name);
    char *path = disk_path("%s/%s", folder, name);
    const int fd =
        tmp && path
            ? open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                   0666)
            : -1;
    enum status st = !tmp || !path ? STATUS_NOMEM
                     : fd < 0      ? fail(tmp)
                                   : write_all(fd, tmp, text);
    if (st == STATUS_OK && !replace && disk_exists(path))
        unlink(tmp);
    else if (st == STATUS_OK)
        st = publish(tmp, path, replace, true);
    if (st != STATUS_OK && tmp)
        unlink(tmp);
    free(tmp);
    free(path);
    return st;
}

enum status disk_write(const char *folder, const char *name, const char *text)
{
    return write_as(folder, name, text, true);
}

enum status disk_write_new(const char *folder, const char *name,
                           const char *text)
{
    enum status st = write_as(folder, name, text, false);
    return st == STATUS_EXISTS ? STATUS_OK : st;
}

enum status disk_read(const char *path, char **text, size_t *length)
{
    struct stat info;
    *text = NULL;
    /* Opening a pipe would block until it has a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fail(path);
    enum status st = STATUS_OK;
    if (fstat(fd, &info) < 0)
        st = fail(path);
    else if (!S_ISREG(info.st_mode))
        st = log_error(STATUS_FORMAT, "%s: not a regular file", path);
    else if (info.st_size > SMALL_FILE)
        st = log_error(STATUS_FORMAT, "%s: far too long", path);
    else if (!(*text = calloc((size_t)info.st_size + 1, 1)))
        st = log_error(STATUS_NOMEM, "%s: out of memory", path);
    *length = 0;
    while (st == STATUS_OK && *length < (size_t)info.st_size) {
        ssize_t n = read(fd, *text + *length, (size_t)info.st_size - *length);
        if (n > 0)
            *length += (size_t)n;
        else if (n == 0)
            break; /* truncated meanwhile: the content will not match */
        else if (errno != EINTR)
            st = fail(path);
    }
    close(fd);
    if (st != STATUS_OK) {
        free(*text);
        *text = NULL;
    }
    return st;
}
