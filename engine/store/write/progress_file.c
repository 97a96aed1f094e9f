#include "engine/store/write/progress_file.h"

#include "engine/store/file/disk.h"
#include "engine/store/write/folder.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* "progress.json", "slice-3-of-10.progress"; NULL: none, or out of memory. */
static char *name_of(const char *member)
{
    if (!member)
        return disk_path("progress.json");
    return *member ? disk_path("%s.progress", member) : NULL;
}

static bool write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "wxe");
    if (!out)
        return false;
    const bool written = fputs(text, out) >= 0;
    return !fclose(out) && written;
}

static void write_as(const struct parts *p, const char *name, const char *text)
{
    char *path = disk_path("%s/%s", p->folder, name);
    char *temporary = disk_temporary(p->folder, name);
    if (path && temporary &&
        (!write_text(temporary, text) || rename(temporary, path)))
        unlink(temporary);
    free(temporary);
    free(path);
}

void progress_file_write(const struct parts *p, const struct progress_record *r)
{
    char *name = name_of(p->member);
    json_t *object = json_pack(
        "{ss sf sI sf sf sb sI sI sI}", "started", r->started, "seconds",
        r->seconds, "rows", (json_int_t)r->rows, "rate", r->rate, "left",
        r->left, "least", (int)r->least, "memory_bytes",
        (json_int_t)r->memory_bytes, "disk_bytes", (json_int_t)r->disk_bytes,
        "threads", (json_int_t)r->threads);
    char *text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
    if (name && text)
        write_as(p, name, text);
    json_decref(object);
    free(text);
    free(name);
}

void progress_file_remove(const struct parts *p)
{
    char *name = name_of(p->member);
    char *path = name ? disk_path("%s/%s", p->folder, name) : NULL;
    if (path)
        unlink(path);
    free(path);
    free(name);
}

static double age_of(const char *path)
{
    struct stat file;
    struct timespec now;
    if (stat(path, &file) || clock_gettime(CLOCK_REALTIME, &now))
        return 0;
    const double age = (double)(now.tv_sec - file.st_mtim.tv_sec);
    return age > 0 ? age : 0;
}

static bool unpack(const json_t *object, struct progress_record *r)
{
    const char *started;
    json_int_t rows, bytes, disk, threads;
    int least;
    if (json_unpack((json_t *)object, "{ss sF sI sF sF sb sI sI sI}", "started",
                    &started, "seconds", &r->seconds, "rows", &rows, "rate",
                    &r->rate, "left", &r->left, "least", &least, "memory_bytes",
                    &bytes, "disk_bytes", &disk, "threads", &threads) ||
        rows < 0 || bytes < 0 || disk < 0 || threads < 0)
        return false;
    snprintf(r->started, sizeof r->started, "%s", started);
    r->rows = (uint64_t)rows;
    r->memory_bytes = (uint64_t)bytes;
    r->disk_bytes = (uint64_t)disk;
    r->threads = (unsigned)threads;
    r->least = least;
    return true;
}

bool progress_file_read(const char *folder, const struct parts_slice *slice,
                        struct progress_record *r)
{
    char *member = slice ? folder_slice_name(slice) : NULL;
    char *name = slice && !member ? NULL : name_of(member);
    char *path = name ? disk_path("%s/%s", folder, name) : NULL;
    /* It may be replaced or removed at any time, so it is not looked for
     * first. */
    json_t *object = path ? json_load_file(path, 0, NULL) : NULL;
    *r = (struct progress_record){0};
    const bool found = object && unpack(object, r);
    if (found)
        r->age = age_of(path);
    json_decref(object);
    free(path);
    free(name);
    free(member);
    return found;
}
