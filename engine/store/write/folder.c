#include "engine/store/write/folder.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME = 64 };

static void part_name(uint64_t part, char name[NAME])
{
    snprintf(name, NAME, "part-%06" PRIu64 ".h5", part);
}

char *folder_part_path(const struct parts *p, uint64_t part)
{
    char name[NAME];
    part_name(part, name);
    return disk_path("%s/%s", p->where ? p->where[part] : p->folder, name);
}

enum status folder_check(const struct parts *p, const char *path, uint64_t part,
                         const char **why)
{
    struct digest_head head;
    enum status st = digest_check(path, true, &head, why);
    if (st == STATUS_OK &&
        (!head.part || strcmp(head.run, p->run) || part >= p->count ||
         head.index != part || head.first != part * p->part_rows ||
         head.rows != folder_part_rows(p, part))) {
        st = STATUS_FORMAT;
        *why = "not this part of this run";
    }
    return st;
}

/* Whole, as it is unknown which bytes are wrong. */
enum status folder_set_aside(const char *path, const char *why)
{
    char *bad = disk_path("%s.bad", path);
    if (!bad)
        return STATUS_NOMEM;
    enum status st = STATUS_OK;
    if (rename(path, bad) < 0)
        st = log_error(STATUS_IO, "%s: %s", bad, strerror(errno));
    else
        log_note("%s: %s; set aside as .bad, to be solved again", path, why);
    free(bad);
    return st;
}

char *folder_slice_name(const struct parts_slice *slice)
{
    return disk_path("slice-%llu-of-%llu", (unsigned long long)slice->index,
                     (unsigned long long)slice->count);
}

bool folder_is_slice(const char *name, unsigned *index, unsigned *count)
{
    char again[64];
    if (sscanf(name, "slice-%u-of-%u.json", index, count) != 2)
        return false;
    snprintf(again, sizeof again, "slice-%u-of-%u.json", *index, *count);
    return !strcmp(name, again) && *index < *count;
}

/* member: "" or the name of a slice. */
static void memo_name(size_t game, const char *member, char name[NAME])
{
    snprintf(name, NAME, "memo-%zu%s%s.bin", game, *member ? "." : "", member);
}

char *folder_memo_path(const struct parts *p, size_t game)
{
    char name[NAME];
    memo_name(game, p->member ? p->member : "", name);
    return disk_path("%s/%s", p->folder, name);
}

static bool is_memo(const char *name)
{
    char again[NAME], member[NAME] = "";
    size_t game;
    if (strlen(name) >= NAME || sscanf(name, "memo-%zu", &game) != 1)
        return false;
    const char *dot = strchr(name, '.'), *end = strrchr(name, '.');
    if (dot < end)
        snprintf(member, sizeof member, "%.*s", (int)(end - dot - 1), dot + 1);
    memo_name(game, member, again);
    return !strcmp(name, again);
}

/* Exactly the names of part files: "part-7.h5" is none. */
static bool is_part(const char *name, uint64_t *part)
{
    char again[NAME];
    if (sscanf(name, "part-%" SCNu64 ".h5", part) != 1)
        return false;
    part_name(*part, again);
    return !strcmp(name, again);
}

/* Of a run that is at work, or was killed (progress_file.h). */
static bool is_progress(const char *name)
{
    char again[NAME];
    unsigned index, count;
    if (!strcmp(name, "progress.json"))
        return true;
    if (sscanf(name, "slice-%u-of-%u.progress", &index, &count) != 2)
        return false;
    snprintf(again, sizeof again, "slice-%u-of-%u.progress", index, count);
    return !strcmp(name, again);
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

static bool is_rest(const char *name, enum folder_rest rest)
{
    uint64_t part;
    unsigned index, count;
    if (*name == '.' && ends_in(name, ".tmp"))
        return rest == FOLDER_ALL || disk_owner(name) == DISK_ENDED ||
               (rest == FOLDER_TEMPORARY && disk_owner(name) == DISK_NOBODY);
    return rest == FOLDER_ALL &&
           (is_part(name, &part) || is_memo(name) || ends_in(name, ".h5.bad") ||
            folder_is_slice(name, &index, &count) || is_progress(name) ||
            !strcmp(name, "run.json") || !strcmp(name, "archived"));
}

enum status folder_each(const char *folder,
                        enum status (*visit)(void *, const char *),
                        void *context)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return log_error(STATUS_IO, "%s: %s", folder, strerror(errno));
    enum status st = STATUS_OK;
    struct dirent *entry;
    while (st == STATUS_OK && (errno = 0, entry = readdir(dir)))
        st = visit(context, entry->d_name);
    if (st == STATUS_OK && errno)
        st = log_error(STATUS_IO, "%s: %s", folder, strerror(errno));
    closedir(dir);
    return st;
}

struct cleaning {
    const char *folder;
    enum folder_rest rest;
};

static enum status clean_one(void *context, const char *name)
{
    const struct cleaning *c = context;
    if (!is_rest(name, c->rest))
        return STATUS_OK;
    char *path = disk_path("%s/%s", c->folder, name);
    enum status st = path ? disk_remove(path) : STATUS_NOMEM;
    free(path);
    return st;
}

enum status folder_clean(const char *folder, enum folder_rest rest)
{
    struct cleaning c = {folder, rest};
    return folder_each(folder, clean_one, &c);
}

struct scanning {
    enum status (*visit)(void *, const char *, uint64_t);
    void *context;
};

static enum status scan_one(void *context, const char *name)
{
    const struct scanning *s = context;
    uint64_t part;
    return is_part(name, &part) ? s->visit(s->context, name, part) : STATUS_OK;
}

enum status folder_scan(const char *folder,
                        enum status (*visit)(void *context, const char *name,
                                             uint64_t part),
                        void *context)
{
    struct scanning s = {visit, context};
    return folder_each(folder, scan_one, &s);
}

struct weighing {
    const char *folder;
    uint64_t bytes;
};

static enum status weigh_one(void *context, const char *name)
{
    struct weighing *w = context;
    struct stat file;
    if (!is_memo(name))
        return STATUS_OK;
    char *path = disk_path("%s/%s", w->folder, name);
    if (!path)
        return STATUS_NOMEM;
    /* Removed meanwhile by a run in progress. */
    if (!stat(path, &file))
        w->bytes += (uint64_t)file.st_size;
    free(path);
    return STATUS_OK;
}

enum status folder_memo_bytes(const char *folder, uint64_t *bytes)
{
    struct weighing w = {folder, 0};
    enum status st = folder_each(folder, weigh_one, &w);
    *bytes = w.bytes;
    return st;
}
