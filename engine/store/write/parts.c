#include "engine/store/write/parts.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/lock.h"
#include "engine/store/file/table.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/identity.h"
#include "engine/store/write/progress_file.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* A part under its final name: counts it if it is whole and of this run. */
static enum status adopt(void *context, const char *name, uint64_t part)
{
    struct parts *p = context;
    const char *why = NULL;
    /* What is not of its share, another process checks. */
    if (p->joined && (part < p->share_first || part >= p->share_end))
        return STATUS_OK;
    char *path = disk_path("%s/%s", p->folder, name);
    if (!path)
        return STATUS_NOMEM;
    enum status st = folder_check(p, path, part, &why);
    if (st == STATUS_OK) {
        p->has[part] = true;
        p->rows_done += folder_part_rows(p, part);
    } else if (st == STATUS_FORMAT) {
        st = folder_set_aside(path, why);
    } else {
        log_error(st, "%s: %s", path, why);
    }
    free(path);
    return st;
}

static enum status check_identity(struct parts *p)
{
    uint64_t part_rows;
    enum status st = identity_of_folder(p->folder, &p->id, &part_rows);
    if (st == STATUS_OK && p->strict && p->part_rows != part_rows)
        st = log_error(STATUS_FORMAT,
                       "%s: its parts are of %llu rows, not of %llu", p->folder,
                       (unsigned long long)part_rows,
                       (unsigned long long)p->part_rows);
    p->part_rows = part_rows;
    return st;
}

/* Several may come at once to a folder that is not there yet. */
static enum status prepare_joined(struct parts *p)
{
    enum status st = identity_write_new(p->folder, &p->id, p->part_rows);
    return st == STATUS_OK ? check_identity(p) : st;
}

static enum status prepare(struct parts *p, bool create)
{
    if (p->joined)
        return prepare_joined(p);
    char *run_json = disk_path("%s/run.json", p->folder);
    char *parent = disk_folder(p->archive);
    if (!run_json || !parent) {
        free(run_json);
        free(parent);
        return STATUS_NOMEM;
    }
    bool there = disk_exists(run_json);
    enum status st = STATUS_OK;
    if (create && there)
        st = log_error(STATUS_EXISTS, "%s: there is a run to resume already",
                       p->folder);
    else if (!create && !there)
        st = log_error(STATUS_IO, "%s: there is no run to resume", p->folder);
    else if (!create)
        st = check_identity(p);
    else
        /* Without run.json the folder is left over from a run that was
         * killed. */
        st = folder_clean(p->folder, FOLDER_ALL);
    if (st == STATUS_OK && create)
        st = identity_write(p->folder, &p->id, p->part_rows);
    if (st == STATUS_OK && create)
        st = disk_sync(parent);
    free(run_json);
    free(parent);
    return st;
}

enum status folder_count(struct parts *p)
{
    p->chunk_rows = least(STORE_CHUNK_ROWS, least(p->part_rows, p->id.rows));
    p->count = (p->id.rows + p->part_rows - 1) / p->part_rows;
    p->has = calloc(p->count, sizeof *p->has);
    if (!p->has)
        return log_error(STATUS_NOMEM,
                         "%s: out of memory for the list of %llu parts",
                         p->folder, (unsigned long long)p->count);
    return STATUS_OK;
}

static enum status take_lock(struct parts *p, bool create)
{
    if (create && mkdir(p->folder, 0777) < 0 && errno != EEXIST)
        return log_error(STATUS_IO, "%s: %s", p->folder, strerror(errno));
    if (!create && !disk_exists(p->folder))
        return log_error(STATUS_IO, "%s: there is no run to resume", p->folder);
    char *path = disk_path("%s/lock", p->folder);
    enum status st = !path       ? STATUS_NOMEM
                     : p->joined ? lock_share(path, &p->lock)
                                 : lock_take(path, &p->lock);
    free(path);
    return st;
}

/* Removes a folder in which no run was begun. */
static void unmake(const struct parts *p)
{
    char *run_json = disk_path("%s/run.json", p->folder);
    char *lock = disk_path("%s/lock", p->folder);
    if (run_json && lock && p->lock >= 0 && !disk_exists(run_json)) {
        unlink(lock);
        rmdir(p->folder); /* the failure itself is logged already */
    }
    free(run_json);
    free(lock);
}

/* A folder of this process's name, before anything is done to it. */
static enum status make(const char *archive_path, const struct run_identity *id,
                        uint64_t part_rows, struct parts **out)
{
    assert(id->ncolumns && id->census && id->title && id->rules && id->ask);
    *out = NULL;
    if (id->rows == 0)
        return log_error(STATUS_RANGE, "%s: a grid without points",
                         archive_path);
    struct parts *p = malloc(sizeof *p);
    if (!p)
        return log_error(STATUS_NOMEM, "%s: out of memory", archive_path);
    *p = (struct parts){.id = *id, .part_rows = part_rows, .lock = -1};
    p->archive = disk_path("%s", archive_path);
    p->folder = disk_path("%s.parts", archive_path);
    enum status st =
        p->archive && p->folder ? identity_digest(id, p->run) : STATUS_NOMEM;
    if (st == STATUS_OK)
        *out = p;
    else
        parts_close(p);
    return st;
}

static bool legal_size(uint64_t part_rows)
{
    return part_rows &&
           (part_rows < STORE_CHUNK_ROWS || part_rows % STORE_CHUNK_ROWS == 0);
}

/* The share of a slice: neighbouring parts, as those have most in common. */
static void take_share(struct parts *p, const struct parts_slice *slice)
{
    const uint64_t n = slice->count;
    p->share_first = n ? parts_slice_first(p->count, slice->index, n) : 0;
    p->share_end = n ? parts_slice_first(p->count, slice->index + 1, n) : 0;
}

/* slice: NULL for a run alone. */
static enum status begin(struct parts *p, bool create,
                         const struct parts_slice *slice)
{
    /* A grid of too many parts leaves no folder behind. */
    enum status st = create ? folder_count(p) : STATUS_OK;
    if (st == STATUS_OK)
        st = take_lock(p, create);
    if (st == STATUS_OK)
        st = prepare(p, create);
    if (st == STATUS_OK) {
        free(p->has); /* a folder that is there has parts of its own size */
        st = folder_count(p);
    }
    p->share_end = p->count;
    if (st == STATUS_OK && slice)
        take_share(p, slice);
    if (st == STATUS_OK)
        st = folder_clean(p->folder,
                          p->joined ? FOLDER_ENDED : FOLDER_TEMPORARY);
    if (st == STATUS_OK) {
        progress_file_remove(p);
        st = folder_scan(p->folder, adopt, p);
    }
    return st;
}

enum status parts_open(const char *archive_path, const struct run_identity *id,
                       uint64_t part_rows, bool create, struct parts **out)
{
    struct parts *p;
    assert(!create || legal_size(part_rows));
    *out = NULL;
    enum status st = make(archive_path, id, part_rows, &p);
    if (st != STATUS_OK)
        return st;
    st = begin(p, create, NULL);
    if (st == STATUS_OK) {
        *out = p;
    } else {
        if (create)
            unmake(p);
        parts_close(p);
    }
    return st;
}

enum status parts_join(const char *archive_path, const struct run_identity *id,
                       uint64_t part_rows, const struct parts_slice *slice,
                       struct parts **out)
{
    struct parts *p;
    assert(legal_size(part_rows));
    assert(!slice->count || slice->index < slice->count);
    *out = NULL;
    enum status st = make(archive_path, id, part_rows, &p);
    if (st != STATUS_OK)
        return st;
    p->joined = true;
    p->strict = !slice->any_size;
    p->member =
        slice->count > 1 ? folder_slice_name(slice) : disk_path("%s", "");
    st = p->member ? begin(p, true, slice) : STATUS_NOMEM;
    if (st == STATUS_OK)
        *out = p;
    else
        parts_close(p);
    return st;
}

bool parts_keeps_memos(const struct parts *p)
{
    return !p->joined || *p->member;
}

bool parts_joined(const struct parts *p)
{
    return p->joined;
}

void parts_share(const struct parts *p, uint64_t *first, uint64_t *end)
{
    *first = p->share_first;
    *end = p->share_end;
}

bool parts_peek(const struct parts *p, uint64_t part)
{
    const char *why;
    char *path = folder_part_path(p, part);
    const bool there = path && folder_check(p, path, part, &why) == STATUS_OK;
    free(path);
    return there;
}

void parts_close(struct parts *p)
{
    if (!p)
        return;
    if (p->lock >= 0) {
        progress_file_remove(p);
        lock_drop(p->lock);
    }
    values_release(&p->values);
    free(p->has);
    free(p->member);
    free(p->where);
    free(p->folder);
    free(p->archive);
    free(p);
}

enum status parts_set_book(struct parts *p, const struct book *book,
                           const struct crew *crew)
{
    values_release(&p->values);
    return values_encode(book, crew, &p->values);
}

const char *parts_folder(const struct parts *p)
{
    return p->folder;
}

uint64_t parts_count(const struct parts *p)
{
    return p->count;
}

uint64_t parts_rows_per_part(const struct parts *p)
{
    return p->part_rows;
}

bool parts_has(const struct parts *p, uint64_t part)
{
    assert(part < p->count);
    return p->has[part];
}

uint64_t parts_rows_done(const struct parts *p)
{
    return p->rows_done;
}

/* Spreads the values of a chunk over the fields of rows. */
static void scatter(const struct column *column, const uint8_t *values,
                    uint64_t n, size_t row_size, uint8_t *rows)
{
    uint8_t *field = rows + column->offset;
    for (uint64_t i = 0; i < n; i++)
        memcpy(field + i * row_size, values + i * column->width, column->width);
}

static enum status read_rows(const struct parts *p, struct table *t,
                             uint8_t *rows)
{
    uint8_t *values = malloc(t->chunk_rows * table_widest(t));
    if (!values)
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    enum status st = STATUS_OK;
    for (size_t c = 0; c < p->id.ncolumns && st == STATUS_OK; c++)
        for (uint64_t k = 0; k < t->chunks && st == STATUS_OK; k++) {
            st = table_chunk(t, c, k, values);
            if (st == STATUS_OK)
                scatter(&p->id.columns[c], values, table_chunk_length(t, k),
                        p->id.row_size,
                        rows + k * t->chunk_rows * p->id.row_size);
        }
    free(values);
    return st;
}

enum status parts_read(struct parts *p, uint64_t part, void *rows)
{
    uint64_t n = folder_part_rows(p, part);
    char *path = folder_part_path(p, part);
    struct table *t = NULL;
    enum status st = path ? table_open(path, &t) : STATUS_NOMEM;
    if (st == STATUS_OK && (t->rows != n || t->chunk_rows != p->chunk_rows ||
                            t->ncolumns != p->id.ncolumns))
        st = log_error(STATUS_FORMAT, "%s: it changed under this run", path);
    if (st == STATUS_OK) {
        memset(rows, 0, n * p->id.row_size);
        st = read_rows(p, t, rows);
    }
    table_close(t);
    free(path);
    return st;
}
