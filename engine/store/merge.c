#include "engine/store/parts.h"

#include "engine/log.h"
#include "engine/store/disk.h"
#include "engine/store/folder.h"
#include "engine/store/identity.h"
#include "engine/store/lock.h"
#include "engine/store/table.h"
#include "engine/store/verify.h"

#include <assert.h>
#include <errno.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The archive while it is being put together. */
struct merge {
    struct parts *parts;
    char *tmp;
    hid_t file;
    uint64_t chunk_rows, chunk; /* the next chunk */
    struct merge_column {
        hid_t dataset;
        struct sha256_ctx sha; /* over the digests of the chunks */
    } column[];
};

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
 * few rows that compressing them again is cheap, and the archive becomes the
 * one that long parts would have given. */
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
        if (st == STATUS_OK && H5Dclose(m->column[c].dataset) < 0)
            st = h5_fail(m->file, "closing a column");
    }
    return st;
}

static enum status put_record(hid_t file, const struct run_record *record)
{
    hid_t group;
    enum status st = h5_group(file, "run", &group);
    const struct {
        const char *name, *text;
    } texts[] = {
        {"software", record->software}, {"compiler", record->compiler},
        {"command", record->command},   {"host", record->host},
        {"started", record->started},   {"ended", record->ended},
        {"memo", record->memo},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts && st == STATUS_OK; i++)
        st = h5_put_text(group, texts[i].name, texts[i].text);
    if (st == STATUS_OK)
        st = h5_put_u64(group, "threads", record->threads);
    if (st == STATUS_OK)
        st = h5_put_u64(group, "evaluated", record->evaluated);
    if (st == STATUS_OK)
        st = h5_put_f64(group, "seconds", record->seconds);
    if (st == STATUS_OK)
        st = h5_put_f64(group, "cpu_seconds", record->cpu_seconds);
    H5Gclose(group);
    return st;
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
    H5Gclose(group);
    if (st == STATUS_OK)
        st = p->chunk_rows == m->chunk_rows ? copy_parts(m) : recode_parts(m);
    return st == STATUS_OK ? finish_columns(m) : st;
}

static enum status write_file(struct merge *m, const struct run_record *record)
{
    enum status st = disk_remove(m->tmp);
    if (st == STATUS_OK)
        st = h5_create(m->tmp, &m->file);
    if (st != STATUS_OK)
        return st;
    st = identity_put(m->file, &m->parts->id, "census-archive");
    if (st == STATUS_OK)
        st = put_rows(m);
    /* Last, so that all before it has the same bytes in every run. */
    if (st == STATUS_OK)
        st = put_record(m->file, record);
    enum status closed = h5_close(m->file, m->tmp);
    return st == STATUS_OK ? closed : st;
}

/* Seals, verifies and publishes. The digest goes on record first: a run that
 * dies before its parts are gone knows its archive again by it. */
static enum status publish(struct merge *m)
{
    struct parts *p = m->parts;
    struct digest_head head = {.rows = p->id.rows};
    struct verify_report report;
    memcpy(head.run, p->run, sizeof head.run);
    enum status st = digest_seal(m->tmp, &head);
    if (st == STATUS_OK)
        st = verify_file(m->tmp, true, &report);
    if (st == STATUS_OK)
        st = disk_write(p->folder, "archived", head.sha256);
    return st == STATUS_OK ? disk_publish(m->tmp, p->archive) : st;
}

static enum status make_archive(struct parts *p,
                                const struct run_record *record)
{
    size_t n = p->id.ncolumns;
    struct merge *m = malloc(sizeof *m + n * sizeof m->column[0]);
    char *tmp = disk_path("%s/.archive.h5.tmp", p->folder);
    if (!m || !tmp) {
        free(m);
        free(tmp);
        return log_error(STATUS_NOMEM, "%s: out of memory", p->archive);
    }
    *m = (struct merge){.parts = p, .tmp = tmp, .file = -1};
    m->chunk_rows =
        p->id.rows < STORE_CHUNK_ROWS ? p->id.rows : STORE_CHUNK_ROWS;
    enum status st = h5_ready();
    if (st == STATUS_OK)
        st = write_file(m, record);
    if (st == STATUS_OK)
        st = publish(m);
    if (st != STATUS_OK)
        unlink(tmp); /* the failure has been told */
    free(tmp);
    free(m);
    return st;
}

/* True if the archive there is the one that these parts became. */
static bool is_made(const struct parts *p)
{
    struct digest_head head;
    const char *why;
    char *path = disk_path("%s/archived", p->folder), *text = NULL;
    size_t length;
    bool made = path && disk_exists(path) &&
                disk_read(path, &text, &length) == STATUS_OK &&
                digest_check(p->archive, true, &head, &why) == STATUS_OK &&
                !head.part && !strcmp(text, head.sha256);
    free(text);
    free(path);
    return made;
}

/* run.json goes first: without it nobody takes what is left for a run that
 * has lost its parts. */
static enum status remove_parts(struct parts *p)
{
    char *run = disk_path("%s/run.json", p->folder);
    char *lock = disk_path("%s/lock", p->folder);
    char *parent = disk_folder(p->archive);
    enum status st = run && lock && parent ? disk_remove(run) : STATUS_NOMEM;
    if (st == STATUS_OK)
        st = disk_sync(p->folder);
    if (st == STATUS_OK)
        st = folder_clean(p->folder, true);
    if (st == STATUS_OK)
        st = disk_remove(lock);
    if (st == STATUS_OK && rmdir(p->folder) < 0)
        log_note("%s: left, since it holds files that are not ours (%s)",
                 p->folder, strerror(errno));
    if (st == STATUS_OK)
        st = disk_sync(parent);
    lock_drop(p->lock);
    p->lock = -1;
    free(run);
    free(lock);
    free(parent);
    return st;
}

enum status parts_archive(struct parts *p, const struct run_record *record,
                          bool replace)
{
    assert(p->lock >= 0 && p->rows_done == p->id.rows);
    enum status st = STATUS_OK;
    if (replace || !is_made(p)) {
        if (!replace && disk_exists(p->archive))
            return log_error(STATUS_EXISTS, "%s: exists already", p->archive);
        st = make_archive(p, record);
    }
    return st == STATUS_OK ? remove_parts(p) : st;
}
