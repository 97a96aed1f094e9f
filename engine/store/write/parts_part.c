#include "engine/store/write/parts.h"

#include "engine/base/log.h"
#include "engine/store/file/chunk.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/table.h"
#include "engine/store/write/folder.h"
#include "engine/store/write/identity.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct part {
    struct parts *parts;
    uint64_t index, rows, chunks;
    char *tmp;
    /* Of each column, 1 + the number of a whole chunk of one value only; 0:
     * none is known; TAKEN: there is going to be one. like: a row of those
     * values. */
    _Atomic uint64_t *constant;
    char *like;
    struct chunk chunk[]; /* column * chunks + number */
};

static const uint64_t TAKEN = UINT64_MAX;

static void part_release(struct part *part)
{
    free(part->tmp);
    free((void *)part->constant);
    free(part->like);
    free(part);
}

enum status part_begin(struct parts *p, uint64_t index, struct part **out)
{
    assert(!parts_has(p, index));
    uint64_t rows = folder_part_rows(p, index);
    uint64_t chunks = (rows + p->chunk_rows - 1) / p->chunk_rows;
    size_t n = p->id.ncolumns * chunks;
    struct part *part = calloc(1, sizeof *part + n * sizeof part->chunk[0]);
    *out = NULL;
    if (!part)
        return log_error(STATUS_NOMEM, "%s: out of memory", p->folder);
    char *name = disk_path("part-%06" PRIu64 ".h5", index);
    part->parts = p;
    part->index = index;
    part->rows = rows;
    part->chunks = chunks;
    part->tmp = name ? disk_temporary(p->folder, name) : NULL;
    part->constant = calloc(p->id.ncolumns, sizeof *part->constant);
    part->like = malloc(p->id.row_size);
    free(name);
    if (!part->tmp || !part->constant || !part->like) {
        part_release(part);
        return log_error(STATUS_NOMEM, "%s: out of memory", p->folder);
    }
    *out = part;
    return STATUS_OK;
}

uint64_t part_chunks(const struct part *part)
{
    return part->chunks;
}

uint64_t part_chunk_rows(const struct part *part)
{
    return part->parts->chunk_rows;
}

/* Keys such as the number of counters are the same in many chunks: those are
 * compressed once. */
static enum status encode_constant(struct part *part, struct chunk_room *room,
                                   size_t c, uint64_t chunk, const char *rows)
{
    const struct parts *p = part->parts;
    const struct column *column = &p->id.columns[c];
    struct chunk *chunks = &part->chunk[c * part->chunks];
    char *like = part->like + column->offset;
    uint64_t other = atomic_load(&part->constant[c]);
    if (other && other != TAKEN &&
        !memcmp(rows + column->offset, like, column->width))
        return chunk_copy(&chunks[other - 1], &chunks[chunk]);
    enum status st =
        chunk_encode_in(room, column, rows, p->id.row_size, p->chunk_rows,
                        p->chunk_rows, &chunks[chunk]);
    /* Of a row read by others only what does not change any more. */
    other = 0;
    if (!st &&
        atomic_compare_exchange_strong(&part->constant[c], &other, TAKEN)) {
        memcpy(like, rows + column->offset, column->width);
        atomic_store(&part->constant[c], chunk + 1);
    }
    return st;
}

enum status part_encode_chunk(struct part *part, struct chunk_room *room,
                              size_t column, uint64_t chunk, const void *rows)
{
    const struct parts *p = part->parts;
    const struct column *what = &p->id.columns[column];
    const uint64_t n = part->rows - chunk * p->chunk_rows;
    struct chunk *out = &part->chunk[column * part->chunks + chunk];
    assert(column < p->id.ncolumns && chunk < part->chunks && !out->bytes);
    if (n >= p->chunk_rows &&
        chunk_is_constant(what, rows, p->id.row_size, p->chunk_rows))
        return encode_constant(part, room, column, chunk, rows);
    return chunk_encode_in(room, what, rows, p->id.row_size,
                           n < p->chunk_rows ? n : p->chunk_rows, p->chunk_rows,
                           out);
}

enum status part_encode(struct part *part, size_t column, uint64_t chunk,
                        const void *rows)
{
    const struct parts *p = part->parts;
    const uint64_t first = chunk * p->chunk_rows;
    struct chunk_room room = {0};
    enum status st =
        part_encode_chunk(part, &room, column, chunk,
                          (const char *)rows + first * p->id.row_size);
    chunk_room_close(&room);
    return st;
}

void part_abort(struct part *part)
{
    if (!part)
        return;
    for (size_t i = 0; i < part->parts->id.ncolumns * part->chunks; i++)
        chunk_release(&part->chunk[i]);
    part_release(part);
}

/* The digests of a column's chunks, so that an archive's digest can be computed
 * without decompressing anything. */
static enum status put_digests(const struct part *part, hid_t group,
                               size_t column)
{
    const struct chunk *chunk = &part->chunk[column * part->chunks];
    hsize_t dims[2] = {part->chunks, DIGEST_BYTES};
    uint8_t *all = malloc(part->chunks * DIGEST_BYTES);
    if (!all)
        return log_error(STATUS_NOMEM, "%s: out of memory", part->tmp);
    for (uint64_t k = 0; k < part->chunks; k++)
        memcpy(all + k * DIGEST_BYTES, chunk[k].sha256, DIGEST_BYTES);
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(2, dims, NULL), set = -1;
    enum status st = STATUS_OK;
    if (list < 0 || space < 0 || H5Pset_obj_track_times(list, 0) < 0 ||
        (set = H5Dcreate2(group, part->parts->id.columns[column].name,
                          H5T_STD_U8LE, space, H5P_DEFAULT, list,
                          H5P_DEFAULT)) < 0 ||
        H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) < 0)
        st = h5_fail(group, "digests");
    free(all);
    H5Sclose(space);
    H5Pclose(list);
    return h5_end(set, st);
}

static enum status put_column(const struct part *part, hid_t rows,
                              hid_t digests, size_t column)
{
    const struct parts *p = part->parts;
    hid_t dataset;
    enum status st = h5_put_column(rows, &p->id.columns[column], part->rows,
                                   p->chunk_rows, &dataset);
    for (uint64_t k = 0; k < part->chunks && st == STATUS_OK; k++)
        st = h5_put_chunk(dataset, k * p->chunk_rows,
                          &part->chunk[column * part->chunks + k]);
    st = h5_end(dataset, st);
    return st == STATUS_OK ? put_digests(part, digests, column) : st;
}

/* Which part it is; the head says so, too. */
enum { PLACE = 2 };
static void describe_place(const struct part *part,
                           struct h5_attribute list[PLACE])
{
    list[0] = (struct h5_attribute){.name = "part", .whole = part->index};
    list[1] = (struct h5_attribute){
        .name = "first", .whole = part->index * part->parts->part_rows};
}

static enum status write_file(const struct part *part)
{
    const struct parts *p = part->parts;
    struct h5_attribute place[PLACE];
    hid_t file, rows = -1, digests = -1;
    enum status st = h5_create(part->tmp, &file);
    if (st != STATUS_OK)
        return st;
    st = identity_put(file, &p->id, "census-part");
    describe_place(part, place);
    if (st == STATUS_OK)
        st = h5_put_attributes(file, place, PLACE);
    if (st == STATUS_OK)
        st = h5_group(file, "rows", &rows);
    if (st == STATUS_OK)
        st = h5_group(file, "sha256", &digests);
    for (size_t c = 0; c < p->id.ncolumns && st == STATUS_OK; c++)
        st = put_column(part, rows, digests, c);
    st = h5_end(rows, st);
    st = h5_end(digests, st);
    return h5_close(file, part->tmp, st);
}

/* One column: what it means, its chunks as they are stored, their digests. */
static enum status compare_column(const struct part *part, struct table *t,
                                  size_t c)
{
    const struct chunk *ours = &part->chunk[c * part->chunks];
    uint8_t *digests = malloc(part->chunks * DIGEST_BYTES);
    if (!digests)
        return log_error(STATUS_NOMEM, "%s: out of memory", part->tmp);
    bool equal = true;
    enum status st = table_digests(t, c, digests);
    if (st == STATUS_OK)
        st = h5_same_column(t->datasets[c], &part->parts->id.columns[c]);
    for (uint64_t k = 0; k < t->chunks && equal && st == STATUS_OK; k++) {
        struct chunk found;
        st = table_raw(t, c, k, &found);
        equal =
            st == STATUS_OK && found.size == ours[k].size &&
            found.mask == ours[k].mask &&
            !memcmp(found.bytes, ours[k].bytes, found.size) &&
            !memcmp(digests + k * DIGEST_BYTES, ours[k].sha256, DIGEST_BYTES);
    }
    free(digests);
    if (st == STATUS_OK && !equal)
        st = log_error(STATUS_IO,
                       "%s: column %s does not read back as it was written",
                       part->tmp, t->columns[c].name);
    return st;
}

static enum status compare(const struct part *part, struct table *t)
{
    const struct run_identity *id = &part->parts->id;
    struct h5_attribute place[PLACE];
    if (t->ncolumns != id->ncolumns || t->rows != part->rows ||
        t->chunks != part->chunks)
        return log_error(STATUS_IO, "%s: does not read back as it was written",
                         part->tmp);
    enum status st = identity_same(t->file, id, "census-part");
    describe_place(part, place);
    if (st == STATUS_OK)
        st = h5_same_attributes(t->file, place, PLACE);
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = compare_column(part, t, c);
    return st;
}

/* HDF5 has been seen to close a file with success after a failed write: only
 * what can be read back counts. */
static enum status read_back(const struct part *part)
{
    struct table *t;
    enum status st = table_open(part->tmp, &t);
    if (st == STATUS_OK)
        st = compare(part, t);
    table_close(t);
    /* The format was right when it was written: the disk failed. */
    return st == STATUS_FORMAT ? STATUS_IO : st;
}

static enum status publish(const struct part *part)
{
    const struct parts *p = part->parts;
    struct digest_head head = {.part = true,
                               .index = part->index,
                               .first = part->index * p->part_rows,
                               .rows = part->rows};
    memcpy(head.run, p->run, sizeof head.run);
    /* It reads the head back; what it hashed was read back before. */
    enum status st = digest_seal(part->tmp, &head);
    if (st != STATUS_OK)
        return st;
    char *path = folder_part_path(p, part->index);
    st = path ? disk_publish(part->tmp, path) : STATUS_NOMEM;
    /* What stands there may be another process's by now, and is whole. */
    if (st != STATUS_OK && path && !p->joined)
        unlink(path);
    free(path);
    return st;
}

/* A part of a folder that others write, too: is it there by now? */
static bool is_done(const struct part *part)
{
    char *path =
        part->parts->joined ? folder_part_path(part->parts, part->index) : NULL;
    const bool done = path && disk_exists(path);
    free(path);
    return done;
}

static enum status write_part(const struct part *part)
{
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = disk_remove(part->tmp);
    if (st == STATUS_OK)
        st = write_file(part);
    if (st == STATUS_OK)
        st = read_back(part);
    if (st == STATUS_OK)
        st = publish(part);
    if (st != STATUS_OK)
        unlink(part->tmp); /* the failure is logged already */
    return st;
}

enum status part_commit(struct part *part)
{
    struct parts *p = part->parts;
    for (size_t i = 0; i < p->id.ncolumns * part->chunks; i++)
        assert(part->chunk[i].bytes);
    enum status st = is_done(part) ? STATUS_OK : write_part(part);
    if (st == STATUS_OK) {
        p->has[part->index] = true;
        p->rows_done += part->rows;
    }
    part_abort(part);
    return st;
}
