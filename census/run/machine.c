#include "census/run/machine.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* The number in a file of one line; UINT64_MAX if there is none ("max"). */
static uint64_t read_number(const char *path)
{
    unsigned long long n = 0;
    FILE *in = fopen(path, "r");
    if (!in)
        return UINT64_MAX;
    int read = fscanf(in, "%llu", &n);
    fclose(in);
    return read == 1 ? n : UINT64_MAX;
}

/* The least limit of this process's control group and those above it: each
 * line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH. */
static uint64_t group_limit(void)
{
    uint64_t least = UINT64_MAX;
    char line[4096], file[8192];
    FILE *in = fopen("/proc/self/cgroup", "r");
    while (in && fgets(line, sizeof line, in)) {
        char *controllers = strchr(line, ':'), *path;
        if (!controllers || !(path = strchr(controllers + 1, ':')))
            continue;
        *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        const bool old = strstr(controllers, "memory") != NULL;
        if (!old && controllers[1])
            continue;
        for (;;) {
            snprintf(file, sizeof file, "/sys/fs/cgroup%s%s/%s",
                     old ? "/memory" : "", path,
                     old ? "memory.limit_in_bytes" : "memory.max");
            const uint64_t limit = read_number(file);
            least = limit < least ? limit : least;
            char *slash = strrchr(path, '/');
            if (!slash)
                break;
            *slash = 0;
        }
    }
    if (in)
        fclose(in);
    return least;
}

uint64_t machine_memory(void)
{
    const uint64_t all =
        (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    const uint64_t limit = group_limit();
    return limit < all ? limit : all;
}

uint64_t machine_disk(const char *path)
{
    struct statvfs fs;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : NULL;
    const bool known = statvfs(folder ? folder : ".", &fs) == 0;
    free(folder);
    return known ? (uint64_t)fs.f_bavail * fs.f_frsize : UINT64_MAX;
}

/* A number and an optional letter of `units`, with its factor in scale[]. */
static enum status read_amount(const char *what, const char *text,
                               const char *units, const char *list,
                               const double scale[], double *out)
{
    const size_t n = strlen(text);
    const char *unit = n ? strchr(units, text[n - 1]) : NULL;
    double number = 0;
    if (!text_decimal(text, n - (unit != NULL), &number) || !isfinite(number) ||
        number <= 0)
        return log_error(STATUS_USAGE,
                         "%s: '%s' is not a positive number, optionally "
                         "followed by %s",
                         what, text, list);
    *out = number * (unit ? scale[unit - units] : 1);
    return STATUS_OK;
}

enum status machine_bytes(const char *what, const char *text, uint64_t *bytes)
{
    static const double scale[] = {0x1p10, 0x1p20, 0x1p30, 0x1p40};
    double number;
    enum status st =
        read_amount(what, text, "KMGT", "K, M, G or T", scale, &number);
    if (!st && number >= 0x1p63)
        st = log_error(STATUS_USAGE, "%s: '%s' is too large", what, text);
    if (!st)
        *bytes = (uint64_t)number;
    return st;
}

enum status machine_memory_limit(const char *text, uint64_t *bytes)
{
    if (text)
        return machine_bytes("--memory", text, bytes);
    *bytes = machine_memory() / 4 * 3;
    return STATUS_OK;
}

enum status machine_seconds(const char *what, const char *text, double *seconds)
{
    static const double scale[] = {1, 60, 3600};
    return read_amount(what, text, "smh", "s, m or h", scale, seconds);
}
