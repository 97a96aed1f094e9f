#include "census/run/slice.h"

#include "engine/base/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES_MOST = 1000000 };

/* A number in decimal digits; *end: behind it. */
static bool number(const char *text, const char **end, uint64_t *value)
{
    char *stop;
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &stop, 10);
    *end = stop;
    return !errno;
}

static enum status variable(const char *name, uint64_t *value)
{
    const char *text = getenv(name), *end;
    if (text && number(text, &end, value) && !*end)
        return STATUS_OK;
    return log_error(STATUS_USAGE, "--slice slurm: %s is %s%s%s", name,
                     text ? "'" : "not set: no task of a Slurm array",
                     text ? text : "", text ? "', which is no number" : "");
}

/* An array with gaps (--array=1,5,7) has no slices: neither has one task of
 * another array that is submitted alone. */
static enum status read_slurm(struct parts_slice *slice)
{
    uint64_t id = 0, least = 0, most = 0, count = 0, step = 1;
    enum status st = variable("SLURM_ARRAY_TASK_ID", &id);
    if (!st)
        st = variable("SLURM_ARRAY_TASK_MIN", &least);
    if (!st)
        st = variable("SLURM_ARRAY_TASK_COUNT", &count);
    if (!st && getenv("SLURM_ARRAY_TASK_MAX"))
        st = variable("SLURM_ARRAY_TASK_MAX", &most);
    else
        most = least + count - 1;
    if (!st && getenv("SLURM_ARRAY_TASK_STEP"))
        st = variable("SLURM_ARRAY_TASK_STEP", &step);
    if (st)
        return st;
    step += !step;
    if (id < least || id > most || (id - least) % step ||
        (most - least) / step + 1 != count)
        return log_error(STATUS_USAGE,
                         "--slice slurm: task %llu of the %llu of %llu..%llu: "
                         "the array must be a range without gaps",
                         (unsigned long long)id, (unsigned long long)count,
                         (unsigned long long)least, (unsigned long long)most);
    slice->index = (id - least) / step;
    slice->count = count;
    return STATUS_OK;
}

enum status slice_read(const char *text, struct parts_slice *slice)
{
    const char *end;
    if (!strcmp(text, "slurm"))
        return read_slurm(slice);
    if (number(text, &end, &slice->index) && *end == '/' &&
        number(end + 1, &end, &slice->count) && !*end && slice->count &&
        slice->count <= SLICES_MOST && slice->index < slice->count)
        return STATUS_OK;
    return log_error(STATUS_USAGE,
                     "--slice %s: must be I/N with I of 0..N-1, or slurm",
                     text);
}
