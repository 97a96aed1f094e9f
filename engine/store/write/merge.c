#include "engine/store/write/merge.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/table.h"
#include "engine/store/read/verify.h"
#include "engine/store/write/identity.h"

#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

/* The archive while it is being put together. */
struct merge {
    struct parts *parts;
    const char *tmp;
    hid_t file;
    uint64_t chunk_rows, chunk; /* the next chunk */
    struct merge_column {
        hid_t dataset;
        struct sha256_ctx sha; /* over the digests of the chunks */
    } column[];
};

static uint64_t chunk_rows(const struct parts *p)
{
    return p->id.rows < STORE_CHUNK_ROWS ? p->id.rows : STORE_CHUNK_ROWS;
}

bool merge_copies(const struct parts *p)
{
    return p->chunk_rows == chunk_rows(p);
}

static enum status put_chunk(struct merge *m, size_t column,
                             const struct chunk *chunk)
{
    sha256_update(&m->column[column].sha, DIGEST_BYTES, chunk->sha256);
    return h5_put_chunk(m->column[column].dataset, m->chunk * m->chunk_rows,
                        chunk);
}

/* The digests of all chunks of a part, column after column; allocated. */
static enum status get_digests(struct table *t, uint8_t **out)
{
    size_t each = t->chunks * DIGEST_BYTES;
    enum status st = STATUS_OK;
    *out = malloc(t->ncolumns * each);
    if (!*out)
        return log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = table_digests(t, c, *out + c * each);
    return st;
}

static enum status copy_chunks(struct merge *m, struct table *t,
                               const uint8_t *digests)
{
    enum status st = STATUS_OK;
    for (uint64_t k = 0; k < t->chunks && st == STATUS_OK; k++) {
        for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++) {
            struct chunk chunk;
            st = table_raw(t, c, k, &chunk);
            memcpy(chunk.sha256, digests + (c * t->chunks + k) * DIGEST_BYTES,
                   DIGEST_BYTES);
            if (st == STATUS_OK)
                st = put_chunk(m, c, &chunk);
        }
        m->chunk++;
    }
    return st;
}

/* The usual case: the compressed chunks as they are. */
static enum status copy_parts(struct merge *m)
{
    const struct parts *p = m->parts;
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < p->count && st == STATUS_OK; i++) {
        struct table *t = NULL;
        uint8_t *digests = NULL;
        char *path = folder_part_path(p, i);
        st = path ? table_open(path, &t) : STATUS_NOMEM;
        if (st == STATUS_OK &&
            (t->rows != folder_part_rows(p, i) ||
             t->chunk_rows != m->chunk_rows || t->ncolumns != p->id.ncolumns))
            st =
                log_error(STATUS_FORMAT, "%s: it changed under this run", path);
        if (st == STATUS_OK)
            st = get_digests(t, &digests);
        if (st == STATUS_OK)
            st = copy_chunks(m, t, digests);
        free(digests);
        table_close(t);
        free(path);
    }
    return st;
}

static enum status encode_rows(struct merge *m, const void *rows, uint64_t n)
{
    const struct run_identity *id = &m->parts->id;
    enum status st = STATUS_OK;
    for (size_t c = 0; c < id->ncolumns && st == STATUS_OK; c++) {
        struct chunk chunk;
        st = chunk_encode(&id->columns[c], rows, id->row_size, n, m->chunk_rows,
                          &chunk);
        if (st == STATUS_OK) {
            st = put_chunk(m, c, &chunk);
            chunk_release(&chunk);
        }
    }
    m->chunk++;
    return st;
}

/* Parts shorter than a chunk: a census whose rows take long each. There are so
 * few rows that compressing them again is cheap, and the archive is the one
 * that long parts would have given. */
static enum status recode_parts(struct merge *m)
{
    struct parts *p = m->parts;
    size_t size = p->id.row_size;
    uint64_t have = 0;
    uint8_t *rows = malloc((m->chunk_rows + p->part_rows) * size);
    if (!rows)
        return log_error(STATUS_NOMEM, "%s: out of memory", m->tmp);
    enum status st = STATUS_OK;
    for (uint64_t i = 0; i < p->count && st == STATUS_OK; i++) {
        st = parts_read(p, i, rows + have * size);
        have += folder_part_rows(p, i);
        if (st == STATUS_OK && have >= m->chunk_rows) {
            st = encode_rows(m, rows, m->chunk_rows);
            have -= m->chunk_rows;
            memmove(rows, rows + m->chunk_rows * size, have * size);
        }
    }
    if (st == STATUS_OK && have)
        st = encode_rows(m, rows, have);
    free(rows);
    return st;
}

static enum status finish_columns(struct merge *m)
{
    enum status st = STATUS_OK;
    for (size_t c = 0; c < m->parts->id.ncolumns && st == STATUS_OK; c++) {
        uint8_t digest[DIGEST_BYTES];
        char hex[DIGEST_HEX];
        sha256_digest(&m->column[c].sha, sizeof digest, digest);
        digest_hex(digest, hex);
        st = h5_put_text(m->column[c].dataset, "sha256", hex);
        st = h5_end(m->column[c].dataset, st);
    }
    return st;
}

/* How it was solved: the attributes of /run. */
enum { RECORD = 11 };
static void describe_record(const struct run_record *r,
                            struct h5_attribute list[RECORD])
{
    const struct h5_attribute all[RECORD] = {
        {.name = "software", .text = r->software},
        {.name = "compiler", .text = r->compiler},
        {.name = "command", .text = r->command},
        {.name = "host", .text = r->host},
        {.name = "started", .text = r->started},
        {.name = "ended", .text = r->ended},
        {.name = "memo", .text = r->memo},
        {.name = "threads", .whole = r->threads},
        {.name = "evaluated", .whole = r->evaluated},
        {.name = "seconds", .real = &r->seconds},
        {.name = "cpu_seconds", .real = &r->cpu_seconds},
    };
    memcpy(list, all, sizeof all);
}

static enum status put_record(hid_t file, const struct run_record *record)
{
    struct h5_attribute list[RECORD];
    hid_t group;
    enum status st = h5_group(file, "run", &group);
    describe_record(record, list);
    if (st == STATUS_OK)
        st = h5_put_attributes(group, list, RECORD);
    return h5_end(group, st);
}

static enum status same_record(hid_t file, const struct run_record *record)
{
    struct h5_attribute list[RECORD];
    hid_t group = H5Gopen2(file, "run", H5P_DEFAULT);
    describe_record(record, list);
    enum status st = group < 0 ? h5_fail(file, "run")
                               : h5_same_attributes(group, list, RECORD);
    return h5_end(group, st);
}

static enum status put_rows(struct merge *m)
{
    const struct parts *p = m->parts;
    hid_t group;
    enum status st = h5_group(m->file, "rows", &group);
    for (size_t c = 0; c < p->id.ncolumns && st == STATUS_OK; c++) {
        sha256_init(&m->column[c].sha);
        st = h5_put_column(group, &p->id.columns[c], p->id.rows, m->chunk_rows,
                           &m->column[c].dataset);
    }
    st = h5_end(group, st);
    if (st == STATUS_OK)
        st = merge_copies(p) ? copy_parts(m) : recode_parts(m);
    return st == STATUS_OK ? finish_columns(m) : st;
}

static enum status write_file(struct merge *m, const struct run_record *record)
{
    enum status st = h5_create(m->tmp, &m->file);
    if (st != STATUS_OK)
        return st;
    st = identity_put(m->file, &m->parts->id, "census-archive");
    if (st == STATUS_OK)
        st = put_rows(m);
    if (st == STATUS_OK)
        st = values_put(m->file, &m->parts->values);
    /* Last, so that all before it has the same bytes in every run. */
    if (st == STATUS_OK)
        st = put_record(m->file, record);
    return h5_close(m->file, m->tmp, st);
}

enum status merge_write(struct parts *p, const char *tmp,
                        const struct run_record *record)
{
    size_t n = p->id.ncolumns;
    struct merge *m = malloc(sizeof *m + n * sizeof m->column[0]);
    if (!m)
        return log_error(STATUS_NOMEM, "%s: out of memory", p->archive);
    *m = (struct merge){.parts = p, .tmp = tmp, .file = -1};
    m->chunk_rows = chunk_rows(p);
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = write_file(m, record);
    free(m);
    return st;
}

/* Does all of it that no digest guards read back as it was written: what was
 * run and how, what the columns mean, the values? */
static enum status same(const struct parts *p, const char *tmp,
                        const struct run_record *record)
{
    const struct run_identity *id = &p->id;
    struct table *t;
    enum status st = table_open(tmp, &t);
    if (st != STATUS_OK)
        return st;
    if (t->ncolumns != id->ncolumns || t->rows != id->rows)
        st = log_error(STATUS_FORMAT,
                       "%s: does not read back as it was written", tmp);
    if (st == STATUS_OK)
        st = identity_same(t->file, id, "census-archive");
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = h5_same_column(t->datasets[c], &id->columns[c]);
    if (st == STATUS_OK)
        st = values_same(t->file, &p->values);
    if (st == STATUS_OK)
        st = same_record(t->file, record);
    table_close(t);
    return st;
}

enum status merge_publish(struct parts *p, const char *tmp,
                          const struct run_record *record, bool replace,
                          bool recorded, const struct crew *crew)
{
    struct digest_head head = {.rows = p->id.rows};
    memcpy(head.run, p->run, sizeof head.run);
    enum status st = digest_seal(tmp, &head);
    if (st == STATUS_OK)
        st = verify_sealed(tmp, crew);
    if (st == STATUS_OK)
        st = same(p, tmp, record);
    if (st == STATUS_OK && recorded)
        st = disk_write(p->folder, "archived", head.sha256);
    if (st != STATUS_OK)
        return st;
    return replace ? disk_publish(tmp, p->archive)
                   : disk_publish_new(tmp, p->archive);
}
