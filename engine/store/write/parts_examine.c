/* parts_examine.c - parts that are no longer what was committed.
 *
 * Days may lie between a part and the archive, and a part may be from a program
 * that read back less of it than this one.
 */
#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/table.h"
#include "engine/store/write/folder.h"

#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

struct examination {
    const struct parts *parts;
    bool deep;
    struct finding {
        enum status st;
        const char *why;
    } found[]; /* of each part */
};

/* The values of a column against the digests of its chunks. */
static enum status check_column(struct table *t, size_t c, uint8_t *digests,
                                uint8_t *values)
{
    enum status st = table_digests(t, c, digests);
    for (uint64_t k = 0; k < t->chunks && st == STATUS_OK; k++) {
        struct sha256_ctx sha;
        uint8_t digest[DIGEST_BYTES];
        st = table_chunk(t, c, k, values);
        sha256_init(&sha);
        sha256_update(&sha, table_chunk_length(t, k) * t->columns[c].width,
                      values);
        sha256_digest(&sha, sizeof digest, digest);
        if (st == STATUS_OK &&
            memcmp(digest, digests + k * DIGEST_BYTES, sizeof digest))
            st = STATUS_FORMAT;
    }
    return st;
}

static enum status check_values(const char *path)
{
    struct table *t;
    enum status st = table_open(path, &t);
    if (st != STATUS_OK)
        return st;
    uint8_t *digests = malloc(t->chunks * DIGEST_BYTES);
    uint8_t *values = malloc(t->chunk_rows * table_widest(t));
    if (!digests || !values)
        st = log_error(STATUS_NOMEM, "%s: out of memory", path);
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = check_column(t, c, digests, values);
    free(digests);
    free(values);
    table_close(t);
    return st;
}

static enum status examine(void *context, unsigned worker, uint64_t part)
{
    struct examination *e = context;
    struct finding *found = &e->found[part];
    char *path = folder_part_path(e->parts, part);
    (void)worker;
    if (!path)
        return STATUS_NOMEM;
    found->st = folder_check(e->parts, path, part, &found->why);
    enum status st = STATUS_OK;
    if (found->st == STATUS_OK && e->deep &&
        (st = check_values(path)) == STATUS_FORMAT) {
        *found = (struct finding){st, "damaged: its values do not fit their "
                                      "digests"};
        st = STATUS_OK;
    }
    free(path);
    return st;
}

/* A part that cannot be read is an error, but not if it is only asked whether
 * it is to blame for one. */
static enum status judge(struct parts *p, uint64_t part, bool deep,
                         const struct finding *found)
{
    if (found->st == STATUS_OK || (deep && found->st == STATUS_IO))
        return STATUS_OK;
    char *path = folder_part_path(p, part);
    enum status st = path ? STATUS_OK : STATUS_NOMEM;
    if (path && found->st == STATUS_FORMAT)
        st = folder_set_aside(path, found->why);
    else if (path)
        st = log_error(found->st, "%s: %s", path, found->why);
    free(path);
    if (st == STATUS_OK) {
        p->has[part] = false;
        p->rows_done -= folder_part_rows(p, part);
    }
    return st;
}

enum status folder_examine(struct parts *p, bool deep, const struct crew *crew)
{
    struct examination *e =
        calloc(1, sizeof *e + p->count * sizeof e->found[0]);
    if (!e)
        return log_error(STATUS_NOMEM, "%s: out of memory", p->folder);
    e->parts = p;
    e->deep = deep;
    enum status st = crew_each(crew, p->count, examine, e);
    for (uint64_t i = 0; i < p->count && st == STATUS_OK; i++)
        st = judge(p, i, deep, &e->found[i]);
    free(e);
    return st != STATUS_OK || p->rows_done == p->id.rows ? st : STATUS_FORMAT;
}
