#include "engine/store/file/lock.h"

#include "engine/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 20 };

static void read_holder(int fd, char holder[LOCK_HOLDER_MAX])
{
    ssize_t n = pread(fd, holder, LOCK_HOLDER_MAX - 1, 0);
    holder[n > 0 ? n : 0] = 0;
    holder[strcspn(holder, "\n")] = 0;
}

static bool write_holder(int fd)
{
    char host[64] = "", text[LOCK_HOLDER_MAX];
    if (gethostname(host, sizeof host - 1) < 0)
        snprintf(host, sizeof host, "this host");
    int n =
        snprintf(text, sizeof text, "%s, process %ld\n", host, (long)getpid());
    return ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)n, 0) == n;
}

/* What flock says where there are no locks at all. */
static bool no_locks(int error)
{
    return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP;
}

/* lock_held holds the lock for a moment: retry for a fifth of a second. */
static bool flock_soon(int fd, int how, int tries)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < tries; i++) {
        if (flock(fd, how | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        nanosleep(&pause, NULL);
    }
    errno = EWOULDBLOCK;
    return false;
}

/* A finished run removes its folder: the locked file may be unlinked. */
static bool still_there(int fd, const char *path)
{
    struct stat ours, now;
    return fstat(fd, &ours) == 0 && stat(path, &now) == 0 &&
           ours.st_ino == now.st_ino && ours.st_dev == now.st_dev;
}

static enum status take(const char *path, int how, int *fd)
{
    char holder[LOCK_HOLDER_MAX];
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
               0666);
    if (*fd < 0)
        return log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    enum status st = STATUS_OK;
    const bool locked = flock_soon(*fd, how, TRIES);
    if (!locked && no_locks(errno) && how == LOCK_EX)
        log_note("%s: this file system has no locks (%s): a second run is not "
                 "refused",
                 path, strerror(errno));
    if (!locked && !no_locks(errno)) {
        int error = errno;
        read_holder(*fd, holder);
        st = error == EWOULDBLOCK
                 ? log_error(STATUS_LOCKED, "%s: in use by another run (%s)",
                             path, *holder ? holder : "it does not say which")
                 : log_error(STATUS_IO, "%s: %s", path, strerror(error));
    } else if (!still_there(*fd, path)) {
        st = log_error(STATUS_LOCKED,
                       "%s: another run ended just now; "
                       "please try again",
                       path);
    } else if (!write_holder(*fd)) {
        st = log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    }
    if (st != STATUS_OK) {
        close(*fd);
        *fd = -1;
    }
    return st;
}

enum status lock_take(const char *path, int *fd)
{
    return take(path, LOCK_EX, fd);
}

enum status lock_share(const char *path, int *fd)
{
    return take(path, LOCK_SH, fd);
}

void lock_drop(int fd)
{
    /* Erase the name: the holder is gone. */
    if (ftruncate(fd, 0) < 0)
        log_note("the lock file still names this process: %s", strerror(errno));
    close(fd);
}

bool lock_held(const char *path, char holder[LOCK_HOLDER_MAX])
{
    bool held = false;
    *holder = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    /* Some file systems give all of a lock only to who may write; and another
     * who asks at the same time has it for a moment. */
    if (!flock_soon(fd, LOCK_EX, 3) &&
        (errno == EWOULDBLOCK ||
         (flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK))) {
        held = true;
        read_holder(fd, holder);
    }
    close(fd);
    return held;
}
