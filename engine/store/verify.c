#include "engine/store/verify.h"

#include "engine/log.h"
#include "engine/store/table.h"

#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

static enum status fault(const struct table *t, const char *what)
{
    return log_error(STATUS_FORMAT, "%s: %s", t->path, what);
}

/* The head lies outside of the digest; HDF5's checksums guard what it says. */
static enum status check_head(struct table *t, const struct digest_head *head)
{
    char *run = NULL, *format = NULL;
    uint64_t first = 0, index = 0, rows = 0;
    enum status st = h5_get_text(t->file, "run", &run);
    if (st == STATUS_OK)
        st = h5_get_text(t->file, "format", &format);
    if (st == STATUS_OK)
        st = h5_get_u64(t->file, "rows", &rows);
    if (st == STATUS_OK && head->part)
        st = h5_get_u64(t->file, "part", &index);
    if (st == STATUS_OK && head->part)
        st = h5_get_u64(t->file, "first", &first);
    if (st == STATUS_OK &&
        (strcmp(run, head->run) || head->rows != t->rows ||
         strcmp(format, head->part ? "census-part" : "census-archive") ||
         index != head->index || first != head->first ||
         (!head->part && rows != t->rows)))
        st = fault(t, "its head and its contents say different things");
    free(run);
    free(format);
    return st;
}

static const char *illegal_value(const struct column *column,
                                 const uint8_t *values, uint64_t n)
{
    size_t labels = 0;
    while (column->labels && column->labels[labels])
        labels++;
    for (uint64_t i = 0; labels && i < n; i++) {
        if (values[i] == 0)
            return "a value is UNSET";
        if (values[i] >= labels)
            return "a value is none of the labels";
    }
    return NULL;
}

static enum status check_chunk(struct table *t, size_t column, uint64_t chunk,
                               uint8_t *values, uint8_t digest[DIGEST_BYTES])
{
    struct sha256_ctx sha;
    uint64_t n = table_chunk_length(t, chunk);
    enum status st = table_chunk(t, column, chunk, values);
    if (st != STATUS_OK)
        return st;
    const char *what = illegal_value(&t->columns[column], values, n);
    if (what)
        return log_error(STATUS_FORMAT, "%s: column %s, chunk %" PRIu64 ": %s",
                         t->path, t->columns[column].name, chunk, what);
    sha256_init(&sha);
    sha256_update(&sha, n * t->columns[column].width, values);
    sha256_digest(&sha, DIGEST_BYTES, digest);
    return STATUS_OK;
}

/* Parts carry the digest of each chunk, archives that of all of them. */
static enum status check_digests(struct table *t, size_t column, bool part,
                                 const uint8_t *digests)
{
    char hex[DIGEST_HEX], *text = NULL;
    size_t size = t->chunks * DIGEST_BYTES;
    bool equal = false;
    enum status st = STATUS_OK;
    if (part) {
        uint8_t *found = malloc(size);
        st = found ? table_digests(t, column, found)
                   : log_error(STATUS_NOMEM, "%s: out of memory", t->path);
        equal = st == STATUS_OK && !memcmp(found, digests, size);
        free(found);
    } else {
        digest_bytes(digests, size, hex);
        st = h5_get_text(t->datasets[column], "sha256", &text);
        equal = st == STATUS_OK && !strcmp(text, hex);
        free(text);
    }
    if (st == STATUS_OK && !equal)
        st = log_error(STATUS_FORMAT, "%s: column %s: its SHA-256 does not fit",
                       t->path, t->columns[column].name);
    return st;
}

static enum status check_column(struct table *t, size_t column, bool part,
                                struct verify_report *report)
{
    uint8_t *values = malloc(t->chunk_rows * t->columns[column].width);
    uint8_t *digests = malloc(t->chunks * DIGEST_BYTES);
    enum status st = STATUS_OK;
    if (!values || !digests)
        st = log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    for (uint64_t k = 0; k < t->chunks && st == STATUS_OK; k++) {
        st = check_chunk(t, column, k, values, digests + k * DIGEST_BYTES);
        report->chunks++;
    }
    if (st == STATUS_OK)
        st = check_digests(t, column, part, digests);
    free(digests);
    free(values);
    return st;
}

enum status verify_file(const char *path, bool deep,
                        struct verify_report *report)
{
    struct digest_head head;
    struct table *t = NULL;
    const char *why;
    *report = (struct verify_report){.deep = deep};
    enum status st = digest_check(path, true, &head, &why);
    if (st != STATUS_OK)
        return log_error(st, "%s: %s", path, why);
    report->bytes = DIGEST_HEAD + head.length;
    st = table_open(path, &t);
    if (st == STATUS_OK)
        st = check_head(t, &head);
    for (size_t c = 0; deep && st == STATUS_OK && c < t->ncolumns; c++)
        st = check_column(t, c, head.part, report);
    if (st == STATUS_OK)
        report->rows = t->rows;
    table_close(t);
    return st;
}
