#include "engine/store/read/archive_inner.h"

#include "engine/base/log.h"
#include "engine/store/file/digest.h"
#include "engine/store/file/table.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct archive {
    struct table *table;
    pthread_mutex_t lock;
    /* The last chunk read of each column, for readers of a few rows at a
     * time. */
    struct archive_cache {
        uint64_t chunk;
        uint8_t *values; /* NULL: none yet */
    } cache[];
};

static enum status make(struct table *t, struct archive **out)
{
    struct archive *a = calloc(1, sizeof *a + t->ncolumns * sizeof a->cache[0]);
    if (!a || pthread_mutex_init(&a->lock, NULL)) {
        free(a);
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    }
    a->table = t;
    *out = a;
    return STATUS_OK;
}

/* HDF5 opens the file by its path once more: it may be another one by then, if
 * an archive is replaced just now. */
enum { TRIES = 5 };

static enum status open_checked(const char *path, struct digest_head *head,
                                struct table **t)
{
    const char *why;
    *t = NULL;
    for (int i = 0; i < TRIES; i++) {
        table_close(*t);
        *t = NULL;
        enum status st = digest_check(path, false, head, &why);
        if (st == STATUS_OK && head->part) {
            st = STATUS_FORMAT;
            why = "a part of a run, not a finished archive";
        }
        if (st != STATUS_OK)
            return log_error(st, "%s: %s", path, why);
        st = table_open(path, t);
        if (st != STATUS_OK || disk_same(&(*t)->stamp, &head->stamp))
            return st;
    }
    return table_is(*t, &head->stamp);
}

enum status archive_open_as(const char *path, const struct disk_stamp *stamp,
                            struct archive **out)
{
    struct digest_head head = {0};
    struct table *t = NULL;
    *out = NULL;
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = open_checked(path, &head, &t);
    if (st == STATUS_OK && stamp)
        st = table_is(t, stamp);
    if (st == STATUS_OK && t->rows != head.rows)
        st = log_error(STATUS_FORMAT,
                       "%s: its head and its contents say "
                       "different things",
                       path);
    if (st == STATUS_OK)
        st = make(t, out);
    if (st != STATUS_OK)
        table_close(t);
    return st;
}

enum status archive_open(const char *path, struct archive **out)
{
    return archive_open_as(path, NULL, out);
}

enum status archive_open_again(const struct archive *like, struct archive **out)
{
    struct table *t;
    *out = NULL;
    enum status st = table_open_again(like->table, &t);
    if (st == STATUS_OK)
        st = make(t, out);
    if (st != STATUS_OK)
        table_close(t);
    return st;
}

const struct table *archive_table(const struct archive *a)
{
    return a->table;
}

void archive_close(struct archive *a)
{
    if (!a)
        return;
    for (size_t c = 0; c < a->table->ncolumns; c++)
        free(a->cache[c].values);
    table_close(a->table);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

const char *archive_path(const struct archive *a)
{
    return a->table->path;
}

uint64_t archive_rows(const struct archive *a)
{
    return a->table->rows;
}

uint64_t archive_chunk_rows(const struct archive *a)
{
    return a->table->chunk_rows;
}

size_t archive_columns(const struct archive *a)
{
    return a->table->ncolumns;
}

const struct column *archive_column(const struct archive *a, size_t i)
{
    assert(i < a->table->ncolumns);
    return &a->table->columns[i];
}

size_t archive_find(const struct archive *a, const char *name)
{
    size_t i = 0;
    while (i < a->table->ncolumns && strcmp(a->table->columns[i].name, name))
        i++;
    return i;
}

/* Makes a chunk of a column the cached one. */
static enum status fetch(struct archive *a, size_t column, uint64_t chunk)
{
    struct table *t = a->table;
    struct archive_cache *cache = &a->cache[column];
    if (cache->values && cache->chunk == chunk)
        return STATUS_OK;
    if (!cache->values)
        cache->values = malloc(t->chunk_rows * t->columns[column].width);
    if (!cache->values)
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    enum status st = table_chunk(t, column, chunk, cache->values);
    cache->chunk = st == STATUS_OK ? chunk : UINT64_MAX;
    return st;
}

static enum status read_locked(struct archive *a, size_t column, uint64_t first,
                               uint64_t n, uint8_t *out)
{
    struct table *t = a->table;
    size_t width = t->columns[column].width;
    enum status st = STATUS_OK;
    while (n && st == STATUS_OK) {
        uint64_t chunk = first / t->chunk_rows, at = first % t->chunk_rows;
        uint64_t length = table_chunk_length(t, chunk);
        uint64_t some = length - at < n ? length - at : n;
        if (some == length) {
            st = table_chunk(t, column, chunk, out);
        } else if ((st = fetch(a, column, chunk)) == STATUS_OK) {
            memcpy(out, a->cache[column].values + at * width, some * width);
        }
        out += some * width;
        first += some;
        n -= some;
    }
    return st;
}

enum status archive_read(struct archive *a, size_t column, uint64_t first,
                         uint64_t n, void *out)
{
    assert(column < a->table->ncolumns && first <= a->table->rows &&
           n <= a->table->rows - first);
    enum status st = h5_ready();
    if (st != STATUS_OK)
        return st;
    pthread_mutex_lock(&a->lock);
    st = read_locked(a, column, first, n, out);
    pthread_mutex_unlock(&a->lock);
    return st;
}

enum status archive_read_i64(struct archive *a, size_t column, uint64_t first,
                             uint64_t n, int64_t out[])
{
    struct column field = *archive_column(a, column);
    size_t width = field.width;
    if (field.type > COLUMN_I64)
        return log_error(STATUS_FORMAT, "%s: column %s holds no whole numbers",
                         a->table->path, field.name);
    /* The narrow values are read into the end of out[], so that widening from
     * the front never overtakes them. */
    uint8_t *narrow = (uint8_t *)out + n * (sizeof *out - width);
    enum status st = archive_read(a, column, first, n, narrow);
    field.offset = 0;
    for (uint64_t i = 0; st == STATUS_OK && i < n; i++)
        out[i] = column_get(&field, narrow + i * width);
    return st;
}

enum status archive_digest(struct archive *a, size_t column, char hex[65])
{
    char *text = NULL;
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = h5_get_text(a->table->datasets[column], "sha256", &text);
    if (st == STATUS_OK)
        snprintf(hex, 65, "%s", text);
    free(text);
    return st;
}

enum status archive_attribute(struct archive *a, const char *name, char out[],
                              size_t cap)
{
    char *text = NULL;
    const char *slash = strchr(name, '/');
    hid_t object = a->table->file, group = -1;
    enum status st = h5_ready();
    if (st != STATUS_OK)
        return st;
    if (slash) {
        char folder[64];
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        object = group = H5Gopen2(object, folder, H5P_DEFAULT);
        if (group < 0)
            return log_error(STATUS_FORMAT, "%s: no group %s", a->table->path,
                             folder);
        name = slash + 1;
    }
    st = h5_get_text(object, name, &text);
    if (slash)
        H5Gclose(group);
    if (st == STATUS_OK)
        snprintf(out, cap, "%s", text);
    free(text);
    return st;
}

bool archive_has_attribute(const struct archive *a, const char *name)
{
    return H5Aexists(a->table->file, name) > 0;
}

struct attributes {
    const char *before; /* their names */
    archive_visit *visit;
    void *context;
    enum status st;
};

static herr_t visit_attribute(hid_t object, const char *name,
                              const H5A_info_t *info, void *context)
{
    struct attributes *all = context;
    char *text = NULL, *path = disk_path("%s%s", all->before, name);
    (void)info;
    all->st = path ? h5_get_text(object, name, &text) : STATUS_NOMEM;
    if (all->st == STATUS_OK)
        all->st = all->visit(all->context, path, text);
    free(text);
    free(path);
    return all->st != STATUS_OK;
}

static enum status visit_all(hid_t object, struct attributes *all)
{
    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_attribute,
                    all) < 0)
        return h5_fail(object, "listing attributes");
    return all->st;
}

enum status archive_attributes(struct archive *a, archive_visit *visit,
                               void *context)
{
    struct attributes all = {"", visit, context, STATUS_OK};
    enum status st = h5_ready();
    return st ? st : visit_all(a->table->file, &all);
}

enum status archive_run_attributes(struct archive *a, archive_visit *visit,
                                   void *context)
{
    struct attributes all = {"run/", visit, context, STATUS_OK};
    enum status st = h5_ready();
    if (st != STATUS_OK || H5Lexists(a->table->file, "run", H5P_DEFAULT) <= 0)
        return st;
    const hid_t group = H5Gopen2(a->table->file, "run", H5P_DEFAULT);
    st = group < 0 ? h5_fail(a->table->file, "opening /run")
                   : visit_all(group, &all);
    H5Gclose(group);
    return st;
}

void archive_names(const struct archive *a, char out[], size_t cap)
{
    size_t used = 0;
    *out = 0;
    for (size_t i = 0; i < archive_columns(a) && used < cap; i++)
        used += (size_t)snprintf(out + used, cap - used, " %s",
                                 archive_column(a, i)->name);
}

enum status archive_require(const struct archive *a, const char *name,
                            size_t *column)
{
    char names[900];
    *column = archive_find(a, name);
    if (*column < archive_columns(a))
        return STATUS_OK;
    archive_names(a, names, sizeof names);
    return log_error(STATUS_UNKNOWN, "%s: no column '%s'; there are:%s",
                     archive_path(a), name, names);
}
