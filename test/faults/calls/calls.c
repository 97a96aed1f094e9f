/* calls.c - a library to be loaded before the program (LD_PRELOAD), which makes
 * one call fail, counts the calls, or writes down those that order a run's
 * files.
 *
 *   CALLS_FAIL=fsync CALLS_NTH=3   the third fsync fails; and those behind it,
 *                                  with CALLS_ON=1
 *   CALLS_COUNT=FILE               at the end "fsync 12" and so on in FILE
 *   CALLS_UNSYNCED=1               an fsync that does not fail does nothing
 *   CALLS_LOG=FILE                 a line for each fsync, rename, unlink, in
 * order
 *
 * Calls are those of the program and its libraries, not those that the C
 * library makes in itself, not of the loader and OpenMP, which end the program;
 * allocations only of the program, its plug-ins, and four libraries. Output to
 * the terminal (descriptors up to 2) never fails. It fails with the error that
 * the call has when a disk is full, a device broken, memory short or too many
 * files are open.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLS(X)                                                               \
    X(WRITE, "write", ENOSPC)                                                  \
    X(PWRITE, "pwrite", ENOSPC)                                                \
    X(FSYNC, "fsync", EIO)                                                     \
    X(RENAME, "rename", EIO)                                                   \
    X(OPEN, "open", EMFILE)                                                    \
    X(UNLINK, "unlink", EIO)                                                   \
    X(FTRUNCATE, "ftruncate", ENOSPC)                                          \
    X(MALLOC, "malloc", ENOMEM)                                                \
    X(CALLOC, "calloc", ENOMEM)                                                \
    X(REALLOC, "realloc", ENOMEM)                                              \
    X(ALIGNED, "aligned_alloc", ENOMEM)                                        \
    X(MMAP, "mmap", ENOMEM)

enum call {
#define X(id, name, error) ID_##id,
    CALLS(X)
#undef X
        ID_COUNT
};

static const struct {
    const char *name;
    int error;
} calls[] = {
#define X(id, name, error) {name, error},
    CALLS(X)
#undef X
};

static atomic_long counts[ID_COUNT];
static int fail_id = -1;
static long fail_nth;
static bool fail_on, unsynced;
static const char *count_path, *log_path;

/* Takes what is to fail from the environment. */
__attribute__((constructor)) void calls_begin(void)
{
    fail_id = -1;
    const char *name = getenv("CALLS_FAIL"), *nth = getenv("CALLS_NTH");
    for (int i = 0; name && i < ID_COUNT; i++)
        if (!strcmp(name, calls[i].name))
            fail_id = i;
    fail_nth = nth ? atol(nth) : 0;
    fail_on = getenv("CALLS_ON") != NULL;
    unsynced = getenv("CALLS_UNSYNCED") != NULL;
    count_path = getenv("CALLS_COUNT");
    log_path = getenv("CALLS_LOG");
    unsetenv("CALLS_COUNT"); /* of this process, not of those that it calls */
}

static int open_now(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0666);
}

static void put(int file, const char *text)
{
    (void)!syscall(SYS_write, file, text, strlen(text));
}

__attribute__((destructor)) static void end(void)
{
    char line[64];
    int file =
        count_path ? open_now(count_path, O_WRONLY | O_CREAT | O_TRUNC) : -1;
    for (int i = 0; i < ID_COUNT && file >= 0; i++) {
        snprintf(line, sizeof line, "%s %ld\n", calls[i].name,
                 atomic_load(&counts[i]));
        put(file, line);
    }
}

/* HDF5 1.10 and popt do not bear that their own memory runs out: they end the
 * program, by a signal and with exit status 1. Nor do libraries that HDF5
 * brings with it, before main begins. */
static bool may_run_out(const char *file)
{
    static const char *const libraries[] = {"libjansson", "libdeflate",
                                            "libnettle", "libsqlite3"};
    if (strncmp(file, "/lib/", 5) && strncmp(file, "/usr/lib/", 9))
        return true;
    for (size_t k = 0; k < sizeof libraries / sizeof libraries[0]; k++)
        if (strstr(file, libraries[k]))
            return true;
    return false;
}

static bool counted(enum call id, const void *from)
{
    Dl_info i;
    if (!dladdr(from, &i) || !i.dli_fname)
        return false;
    static const char *const others[] = {"/libc.", "/ld-linux", "libgomp",
                                         "libpthread", "libstdc++"};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (strstr(i.dli_fname, others[k]))
            return false;
    return id < ID_MALLOC || may_run_out(i.dli_fname);
}

static bool fails(enum call id, const void *from)
{
    if (!(count_path || fail_id == (int)id) || !counted(id, from))
        return false;
    const long n = atomic_fetch_add(&counts[id], 1) + 1;
    if (fail_id != (int)id || !(n == fail_nth || (fail_on && n > fail_nth)))
        return false;
    errno = calls[id].error;
    return true;
}

#define FAILS(id) fails(ID_##id, __builtin_return_address(0))

static void note(const char *what, const char *path, const char *to)
{
    char line[1024];
    if (!log_path)
        return;
    int file = open_now(log_path, O_WRONLY | O_CREAT | O_APPEND);
    snprintf(line, sizeof line, "%s %s%s%s\n", what, path, to ? " " : "",
             to ? to : "");
    put(file, line);
    syscall(SYS_close, file);
}

static void note_file(const char *what, int file)
{
    char link[64], path[512];
    if (!log_path)
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t n = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    note(what, path, NULL);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

void *malloc(size_t n)
{
    return FAILS(MALLOC) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t m)
{
    return FAILS(CALLOC) ? NULL : __libc_calloc(n, m);
}

void *realloc(void *p, size_t n)
{
    return FAILS(REALLOC) ? NULL : __libc_realloc(p, n);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return FAILS(ALIGNED) ? NULL : __libc_memalign(alignment, n);
}

char *strdup(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *copy = FAILS(MALLOC) ? NULL : __libc_malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

void *mmap(void *at, size_t n, int prot, int flags, int file, off_t offset)
{
    return FAILS(MMAP)
               ? MAP_FAILED
               : (void *)syscall(SYS_mmap, at, n, prot, flags, file, offset);
}

void *mmap64(void *, size_t, int, int, int, off_t)
    __attribute__((alias("mmap")));

ssize_t write(int file, const void *bytes, size_t n)
{
    return file > 2 && FAILS(WRITE) ? -1 : syscall(SYS_write, file, bytes, n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t at)
{
    return FAILS(PWRITE) ? -1 : syscall(SYS_pwrite64, file, bytes, n, at);
}

ssize_t pwrite64(int, const void *, size_t, off_t)
    __attribute__((alias("pwrite")));

static int synced(bool fail, long number, int file)
{
    return fail ? -1 : unsynced ? 0 : (int)syscall(number, file);
}

int fsync(int file)
{
    note_file("fsync", file);
    return synced(FAILS(FSYNC), SYS_fsync, file);
}

int fdatasync(int file)
{
    return synced(FAILS(FSYNC), SYS_fdatasync, file);
}

int ftruncate(int file, off_t n)
{
    return FAILS(FTRUNCATE) ? -1 : (int)syscall(SYS_ftruncate, file, n);
}

int ftruncate64(int, off_t) __attribute__((alias("ftruncate")));

static int moved(const char *from, const char *to, int done)
{
    if (done == 0)
        note("rename", from, to);
    return done;
}

int rename(const char *from, const char *to)
{
    return FAILS(RENAME) ? -1
                         : moved(from, to,
                                 (int)syscall(SYS_renameat2, AT_FDCWD, from,
                                              AT_FDCWD, to, 0));
}

int renameat2(int in, const char *from, int into, const char *to,
              unsigned flags)
{
    return FAILS(RENAME)
               ? -1
               : moved(from, to,
                       (int)syscall(SYS_renameat2, in, from, into, to, flags));
}

int unlink(const char *path)
{
    if (FAILS(UNLINK))
        return -1;
    int done = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (done == 0)
        note("unlink", path, NULL);
    return done;
}

static int opened(bool fail, const char *path, int flags, mode_t mode)
{
    return fail ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode =
        flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return opened(FAILS(OPEN), path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode =
        flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return opened(FAILS(OPEN), path, flags, mode);
}

int mkostemps(char *path, int suffix, int flags)
{
    int (*real)(char *, int, int) =
        (int (*)(char *, int, int))dlsym(RTLD_NEXT, "mkostemps");
    return FAILS(OPEN) ? -1 : real(path, suffix, flags);
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *(*real)(const char *, const char *) =
        (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");
    return FAILS(OPEN) ? NULL : real(path, mode);
}

DIR *opendir(const char *path)
{
    DIR *(*real)(const char *) =
        (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
    return FAILS(OPEN) ? NULL : real(path);
}
