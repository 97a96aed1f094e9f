#include "engine/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

int output_temporary(const char *path, char **temporary)
{
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path + 1) : 0;
    *temporary = NULL;
    for (int tries = 0; tries < 100; tries++) {
        uint64_t number;
        if (getrandom(&number, sizeof number, 0) != sizeof number)
            return -1;
        /* Without "./", SQLite would read file:x.db as a URI. */
        if (asprintf(temporary, "%s%.*s.%s.%016" PRIx64 ".tmp",
                     *path == '/' ? "" : "./", folder, path, path + folder,
                     number) < 0) {
            *temporary = NULL;
            errno = ENOMEM;
            return -1;
        }
        const int fd =
            open(*temporary,
                 O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        const int error = errno;
        free(*temporary);
        *temporary = NULL;
        errno = error;
        if (error != EEXIST)
            return -1;
    }
    return -1;
}

const char *output_fault(const char *path)
{
    struct stat st, target;
    if (lstat(path, &st) < 0 || S_ISREG(st.st_mode))
        return NULL;
    if (S_ISDIR(st.st_mode))
        return "a folder, not a file";
    if (!S_ISLNK(st.st_mode))
        return "not a regular file";
    return stat(path, &target) < 0 ? "a link to nowhere"
           : S_ISDIR(target.st_mode)
               ? "a folder, not a file"
               : "a link, which would be replaced, not the file";
}

/* "." and ".." behind a path without any. */
static char *append(char *folder, const char *name)
{
    char *path = NULL;
    if (!folder)
        return NULL;
    if (!*name || !strcmp(name, "."))
        return folder;
    if (!strcmp(name, "..")) {
        char *slash = strrchr(folder, '/');
        if (slash)
            slash[slash == folder] = 0;
        return folder;
    }
    if (asprintf(&path, "%s%s%s", folder, strcmp(folder, "/") ? "/" : "",
                 name) < 0)
        path = NULL;
    free(folder);
    return path;
}

char *output_canonical(const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole || errno == ENOMEM)
        return whole;
    char *folder = strdup(path);
    if (!folder)
        return NULL;
    char *slash = strrchr(folder, '/');
    char *above = NULL;
    if (slash == folder)
        above = strdup("/");
    else if (slash) {
        *slash = 0;
        above = output_canonical(folder);
    } else if (strcmp(path, ".")) {
        above = output_canonical(".");
    } else {
        above = strdup("."); /* the working folder was removed */
    }
    above = append(above, slash ? slash + 1 : path);
    free(folder);
    return above;
}
