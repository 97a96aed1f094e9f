#include "engine/store/file/table.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"
#include "engine/base/text.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static const char not_plain[] =
    "a text that has control characters, or is not UTF-8";

enum { CHUNK_BYTES_MAX = 1 << 30, DEFLATE_RATIO_MAX = 1032 };

bool table_plausible(const struct disk_stamp *stamp, uint64_t values,
                     size_t width)
{
    return values / CHUNK_ROWS <= stamp->size &&
           values <= (stamp->size + CHUNK_ROWS) * DEFLATE_RATIO_MAX / width;
}

static enum status add_column(struct table *t, size_t i, hid_t group,
                              const char *name)
{
    uint64_t rows, chunk_rows;
    t->datasets[i] = H5Dopen2(group, name, H5P_DEFAULT);
    if (t->datasets[i] < 0)
        return log_error(STATUS_FORMAT, "%s: column %s cannot be opened",
                         t->path, name);
    t->ncolumns = i + 1; /* to be released from here on */
    enum status st =
        h5_get_column(t->datasets[i], name, &t->columns[i], &rows, &chunk_rows);
    if (st != STATUS_OK)
        return st;
    if (i && (rows != t->rows || chunk_rows != t->chunk_rows))
        return log_error(STATUS_FORMAT,
                         "%s: columns %s and %s differ in their rows", t->path,
                         t->columns[0].name, name);
    if (!table_plausible(&t->stamp, rows, t->columns[i].width))
        return log_error(STATUS_FORMAT,
                         "%s: column %s says that it has more rows than fit "
                         "in the file",
                         t->path, name);
    t->rows = rows;
    t->chunk_rows = chunk_rows;
    t->chunks = (rows + chunk_rows - 1) / chunk_rows;
    return STATUS_OK;
}

static enum status add_columns(struct table *t, hid_t group)
{
    H5G_info_t info;
    if (H5Gget_info(group, &info) < 0 || info.nlinks == 0 ||
        info.nlinks > 65535)
        return log_error(STATUS_FORMAT, "%s: no columns", t->path);
    t->columns = calloc(info.nlinks, sizeof *t->columns);
    t->datasets = calloc(info.nlinks, sizeof *t->datasets);
    if (!t->columns || !t->datasets)
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    for (size_t i = 0; i < info.nlinks; i++) {
        char name[64];
        ssize_t n =
            H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i,
                               name, sizeof name, H5P_DEFAULT);
        if (n <= 0 || n >= (ssize_t)sizeof name ||
            text_plain(name, (size_t)n) < (size_t)n)
            return log_error(STATUS_FORMAT, "%s: column %zu has no name",
                             t->path, i);
        enum status st = add_column(t, i, group, name);
        if (st != STATUS_OK)
            return st;
    }
    return STATUS_OK;
}

size_t table_widest(const struct table *t)
{
    return t->columns[column_by_width(t->columns, t->ncolumns, 0)].width;
}

enum status table_room_open(const struct table *t, struct table_room *room)
{
    const size_t width = table_widest(t);
    *room = (struct table_room){0};
    /* A sanity limit for damaged files; real ones are far below it. */
    if (t->chunk_rows * width > CHUNK_BYTES_MAX)
        return log_error(STATUS_FORMAT, "%s: its chunks are too long", t->path);
    room->inflate = libdeflate_alloc_decompressor();
    room->raw = pages_malloc(t->chunk_rows * width + CHUNK_CHECKSUM);
    room->scratch = pages_malloc(t->chunk_rows * width);
    if (room->inflate && room->raw && room->scratch)
        return STATUS_OK;
    table_room_close(room);
    return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
}

void table_room_close(struct table_room *room)
{
    libdeflate_free_decompressor(room->inflate);
    free(room->raw);
    free(room->scratch);
    *room = (struct table_room){0};
}

/* No link leads out of the file, and the groups of columns hold columns. */
static enum status check_groups(const struct table *t)
{
    static const char *const names[] = {"rows", "values", "sha256"};
    enum status st = h5_plain(t->file, false);
    for (size_t i = 0; i < 3 && st == STATUS_OK; i++) {
        if (H5Lexists(t->file, names[i], H5P_DEFAULT) <= 0)
            continue;
        hid_t group = H5Gopen2(t->file, names[i], H5P_DEFAULT);
        if (group < 0)
            return log_error(STATUS_FORMAT, "%s: /%s is no group", t->path,
                             names[i]);
        st = h5_plain(group, true);
        H5Gclose(group);
    }
    return st;
}

/* Written whole into the file itself. */
static bool is_inside(hid_t dataset)
{
    hid_t list = H5Dget_create_plist(dataset);
    bool inside = list >= 0 && H5Pget_layout(list) == H5D_CONTIGUOUS &&
                  H5Pget_external_count(list) == 0;
    H5Pclose(list);
    return inside;
}

static enum status read_file(struct table *t)
{
    enum status st = h5_stamp(t->file, &t->stamp);
    if (st != STATUS_OK)
        return st;
    st = check_groups(t);
    if (st != STATUS_OK)
        return st;
    hid_t group = H5Gopen2(t->file, "rows", H5P_DEFAULT);
    if (group < 0)
        return log_error(STATUS_FORMAT, "%s: no rows", t->path);
    st = add_columns(t, group);
    H5Gclose(group);
    return st == STATUS_OK ? table_room_open(t, &t->room) : st;
}

/* like: NULL, or a table of the same file. */
static enum status open_table(const char *path, const struct table *like,
                              struct table **out)
{
    *out = NULL;
    enum status st = h5_ready();
    if (st != STATUS_OK)
        return st;
    struct table *t = calloc(1, sizeof *t);
    if (!t || !(t->path = strdup(path))) {
        free(t);
        return log_error(STATUS_NOMEM, "%s: out of memory", path);
    }
    t->file = -1;
    st = like ? h5_open_again(like->file, &t->file) : h5_open(path, &t->file);
    if (st == STATUS_OK)
        st = read_file(t);
    if (st == STATUS_OK)
        *out = t;
    else
        table_close(t);
    return st;
}

enum status table_open(const char *path, struct table **out)
{
    return open_table(path, NULL, out);
}

enum status table_open_again(const struct table *like, struct table **out)
{
    return open_table(like->path, like, out);
}

enum status table_is(const struct table *t, const struct disk_stamp *stamp)
{
    if (disk_same(&t->stamp, stamp))
        return STATUS_OK;
    return log_error(STATUS_IO, "%s: another file took its place meanwhile",
                     t->path);
}

void table_close(struct table *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->ncolumns; i++) {
        H5Dclose(t->datasets[i]);
        h5_column_release(&t->columns[i]);
    }
    if (t->file >= 0)
        H5Fclose(t->file); /* read-only: nothing can be lost */
    table_room_close(&t->room);
    free(t->columns);
    free(t->datasets);
    free(t->path);
    free(t);
}

uint64_t table_chunk_length(const struct table *t, uint64_t chunk)
{
    uint64_t first = chunk * t->chunk_rows;
    return t->rows - first < t->chunk_rows ? t->rows - first : t->chunk_rows;
}

static enum status get_raw(struct table *t, uint8_t *room, size_t column,
                           uint64_t chunk, struct chunk *out)
{
    size_t cap = t->chunk_rows * t->columns[column].width + CHUNK_CHECKSUM;
    out->bytes = room;
    return h5_get_chunk(t->datasets[column], chunk * t->chunk_rows, room, cap,
                        &out->size, &out->mask);
}

enum status table_raw(struct table *t, size_t column, uint64_t chunk,
                      struct chunk *out)
{
    return get_raw(t, t->room.raw, column, chunk, out);
}

enum status table_decode(const struct table *t, const struct table_room *room,
                         const struct chunk *raw, size_t column, uint64_t chunk,
                         void *out)
{
    const char *fault =
        chunk_decode(room->inflate, raw->bytes, raw->size, raw->mask,
                     t->columns[column].width, t->chunk_rows,
                     table_chunk_length(t, chunk), room->scratch, out);
    if (fault)
        return log_error(STATUS_FORMAT, "%s: column %s, chunk %llu: %s",
                         t->path, t->columns[column].name,
                         (unsigned long long)chunk, fault);
    if (t->columns[column].type == COLUMN_TEXT &&
        !text_all_plain(out, table_chunk_length(t, chunk),
                        t->columns[column].width))
        return log_error(STATUS_FORMAT, "%s: column %s, chunk %llu: %s",
                         t->path, t->columns[column].name,
                         (unsigned long long)chunk, not_plain);
    return STATUS_OK;
}

enum status table_chunk(struct table *t, size_t column, uint64_t chunk,
                        void *out)
{
    struct chunk raw;
    enum status st = table_raw(t, column, chunk, &raw);
    return st ? st : table_decode(t, &t->room, &raw, column, chunk, out);
}

enum status table_raw_in(struct table *t, struct table_room *room,
                         pthread_mutex_t *lock, size_t column, uint64_t chunk,
                         struct chunk *out)
{
    pthread_mutex_lock(lock);
    enum status st = get_raw(t, room->raw, column, chunk, out);
    pthread_mutex_unlock(lock);
    return st;
}

enum status table_digests(struct table *t, size_t column, uint8_t out[])
{
    char *name = NULL;
    hssize_t size = (hssize_t)(t->chunks * DIGEST_BYTES);
    if (asprintf(&name, "sha256/%s", t->columns[column].name) < 0)
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    hid_t set = H5Dopen2(t->file, name, H5P_DEFAULT);
    hid_t space = set < 0 ? -1 : H5Dget_space(set);
    bool ok =
        space >= 0 && H5Sget_simple_extent_npoints(space) == size &&
        is_inside(set) &&
        H5Dread(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0;
    H5Sclose(space);
    H5Dclose(set);
    free(name);
    if (!ok)
        return log_error(STATUS_FORMAT, "%s: no digests of column %s", t->path,
                         t->columns[column].name);
    return STATUS_OK;
}
