#include "engine/store/write/gather.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/table.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/identity.h"
#include "engine/store/write/merge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct gathering {
    struct parts *parts;
    const char *folder; /* being read */
};

/* Of one column: are the digests of all chunks equal? */
static enum status same_column(struct table *a, struct table *b, size_t c)
{
    const size_t n = a->chunks * DIGEST_BYTES;
    uint8_t *digests = malloc(2 * n);
    if (!digests)
        return log_error(STATUS_NOMEM, "%s: out of memory", a->path);
    enum status st = table_digests(a, c, digests);
    if (st == STATUS_OK)
        st = table_digests(b, c, digests + n);
    if (st == STATUS_OK && memcmp(digests, digests + n, n))
        st = log_error(STATUS_FORMAT, "%s and %s disagree in column %s",
                       a->path, b->path, a->columns[c].name);
    free(digests);
    return st;
}

static enum status same_facts(const char *one, const char *other)
{
    struct table *a = NULL, *b = NULL;
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = table_open(one, &a);
    if (st == STATUS_OK)
        st = table_open(other, &b);
    if (st == STATUS_OK &&
        (a->ncolumns != b->ncolumns || a->chunks != b->chunks))
        st = log_error(STATUS_FORMAT, "%s and %s disagree", one, other);
    for (size_t c = 0; st == STATUS_OK && c < a->ncolumns; c++)
        if (a->columns[c].role != COLUMN_COST)
            st = same_column(a, b, c);
    table_close(a);
    table_close(b);
    return st;
}

/* A part that is whole. */
static enum status take(struct gathering *g, const char *path, uint64_t part)
{
    struct parts *p = g->parts;
    if (!p->has[part]) {
        p->has[part] = true;
        p->where[part] = g->folder;
        p->rows_done += folder_part_rows(p, part);
        return STATUS_OK;
    }
    char *other = folder_part_path(p, part);
    enum status st = other ? same_facts(other, path) : STATUS_NOMEM;
    free(other);
    return st;
}

static enum status find(void *context, const char *name, uint64_t part)
{
    struct gathering *g = context;
    const char *why;
    char *path = disk_path("%s/%s", g->folder, name);
    if (!path)
        return STATUS_NOMEM;
    enum status st = folder_check(g->parts, path, part, &why);
    if (st == STATUS_OK)
        st = take(g, path, part);
    else if (st == STATUS_FORMAT) {
        log_note("%s: %s; left out", path, why);
        st = STATUS_OK;
    } else {
        log_error(st, "%s: %s", path, why);
    }
    free(path);
    return st;
}

/* Names what is missing, the first few stretches of it. */
static enum status check_gaps(const struct parts *p)
{
    char text[400] = "";
    size_t n = 0, stretches = 0;
    uint64_t missing = 0;
    for (uint64_t i = 0; i < p->count; i++) {
        uint64_t end = i;
        while (end < p->count && !p->has[end])
            end++;
        if (end == i)
            continue;
        missing += end - i;
        const char *const comma = n ? ", " : "";
        if (++stretches > 8)
            n = strlen(strcpy(text + (n < 380 ? n : 380), ", ..."));
        else if (end - i == 1)
            n += (size_t)snprintf(text + n, 380 - n, "%s%llu", comma,
                                  (unsigned long long)i);
        else
            n += (size_t)snprintf(text + n, 380 - n, "%s%llu..%llu", comma,
                                  (unsigned long long)i,
                                  (unsigned long long)end - 1);
        i = end;
        if (stretches > 8)
            break;
    }
    if (!missing)
        return STATUS_OK;
    return log_error(STATUS_FORMAT,
                     "%s: of %llu parts of %llu rows, counted from 0, these "
                     "are missing: %s",
                     p->archive, (unsigned long long)p->count,
                     (unsigned long long)p->part_rows, text);
}

static enum status start(struct parts *p, const char *const folders[], size_t n)
{
    enum status st = identity_digest(&p->id, p->run);
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        uint64_t part_rows;
        st = identity_of_folder(folders[i], &p->id, &part_rows);
        if (st == STATUS_OK && i && part_rows != p->part_rows)
            st = log_error(STATUS_FORMAT,
                           "%s: its parts are of %llu rows, those of %s of "
                           "%llu",
                           folders[i], (unsigned long long)part_rows,
                           folders[0], (unsigned long long)p->part_rows);
        p->part_rows = part_rows;
    }
    if (st == STATUS_OK)
        st = folder_count(p);
    if (st == STATUS_OK && !(p->where = calloc(p->count, sizeof *p->where)))
        st = log_error(STATUS_NOMEM, "%s: out of memory", p->archive);
    return st;
}

enum status gather_open(const char *archive_path, const struct run_identity *id,
                        const char *const folders[], size_t n,
                        struct parts **out)
{
    struct parts *p = malloc(sizeof *p);
    assert(n);
    *out = NULL;
    if (!p)
        return log_error(STATUS_NOMEM, "%s: out of memory", archive_path);
    *p = (struct parts){.id = *id, .lock = -1};
    p->archive = disk_path("%s", archive_path);
    p->folder = disk_path("%s", folders[0]);
    enum status st =
        p->archive && p->folder ? start(p, folders, n) : STATUS_NOMEM;
    for (size_t i = 0; i < n && st == STATUS_OK; i++) {
        struct gathering g = {p, folders[i]};
        st = folder_scan(folders[i], find, &g);
    }
    if (st == STATUS_OK)
        st = check_gaps(p);
    if (st == STATUS_OK)
        *out = p;
    else
        parts_close(p);
    return st;
}

enum status gather_archive(struct parts *p, const struct run_record *record,
                           bool replace, const struct crew *crew)
{
    const char *slash = strrchr(p->archive, '/');
    char *folder = disk_folder(p->archive);
    char *tmp =
        folder ? disk_temporary(folder, slash ? slash + 1 : p->archive) : NULL;
    enum status st = tmp ? disk_remove(tmp) : STATUS_NOMEM;
    if (st == STATUS_OK)
        st = merge_write(p, tmp, record);
    if (st == STATUS_OK)
        st = merge_publish(p, tmp, record, replace, false, crew);
    if (st != STATUS_OK && tmp)
        unlink(tmp); /* the failure is logged already */
    free(tmp);
    free(folder);
    return st;
}
