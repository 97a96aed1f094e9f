#include "engine/store/read/verify.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"
#include "engine/store/file/schema.h"
#include "engine/store/file/table.h"

#include <inttypes.h>
#include <limits.h>
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

/* The identity that its own texts and columns make, and what every file says
 * of itself in the same words. */
static enum status check_identity(struct table *t,
                                  const struct digest_head *head)
{
    static const struct h5_attribute fixed[] = {
        {.name = "order", .text = SCHEMA_ORDER},
        {.name = "format_version", .whole = DIGEST_FORMAT}};
    char *census = NULL, *rules = NULL, *ask = NULL, *grid = NULL;
    char *beside = NULL;
    char run[DIGEST_HEX] = "";
    uint64_t version = 0, rows = 0;
    enum status st = h5_same_attributes(t->file, fixed, 2);
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = h5_same_column(t->datasets[c], &t->columns[c]);
    if (st == STATUS_OK)
        st = h5_get_text(t->file, "census", &census);
    if (st == STATUS_OK)
        st = h5_get_text(t->file, "rules", &rules);
    if (st == STATUS_OK)
        st = h5_get_text(t->file, "ask", &ask);
    if (st == STATUS_OK)
        st = h5_get_text(t->file, "grid", &grid);
    if (st == STATUS_OK && H5Aexists(t->file, "beside_grid") > 0)
        st = h5_get_text(t->file, "beside_grid", &beside);
    if (st == STATUS_OK)
        st = h5_get_u64(t->file, "census_version", &version);
    if (st == STATUS_OK)
        st = h5_get_u64(t->file, "rows", &rows);
    const struct schema_run what = {.census = census,
                                    .version = (unsigned)version,
                                    .columns = t->columns,
                                    .ncolumns = t->ncolumns,
                                    .rules = rules,
                                    .ask = ask,
                                    .grid = grid,
                                    .rows = rows,
                                    .beside = beside};
    if (st == STATUS_OK)
        st = schema_digest(&what, run);
    if (st == STATUS_OK && (version > UINT_MAX || strcmp(run, head->run)))
        st = fault(t, "its identity is not that of the census, rules, values, "
                      "grid and columns it names");
    free(census);
    free(rules);
    free(ask);
    free(grid);
    free(beside);
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

enum { LAST_BYTES = 2048 };

/* All chunks of a file, as jobs of a crew. */
struct checking {
    struct table *table;
    pthread_mutex_t lock; /* of HDF5 */
    uint8_t *digests;     /* of the chunks, column after column */
    struct checker {
        struct table_room room;
        uint8_t *values;
        /* The last short chunk, and the digest of its values. Chunks of keys
         * that hardly change are byte for byte the same. */
        struct chunk last;
        uint64_t column, rows;
        uint8_t bytes[LAST_BYTES];
    } * checkers; /* one for each thread */
};

/* Is it the last chunk once more? Then it holds the same values. */
static bool is_last(const struct checker *own, const struct chunk *raw,
                    size_t column, uint64_t n)
{
    return own->last.bytes && own->column == column && own->rows == n &&
           own->last.size == raw->size && own->last.mask == raw->mask &&
           !memcmp(own->bytes, raw->bytes, raw->size);
}

static void keep_last(struct checker *own, const struct chunk *raw,
                      size_t column, uint64_t n, const uint8_t *digest)
{
    if (raw->size > LAST_BYTES)
        return;
    memcpy(own->bytes, raw->bytes, raw->size);
    memcpy(own->last.sha256, digest, DIGEST_BYTES);
    own->last.bytes = own->bytes;
    own->last.size = raw->size;
    own->last.mask = raw->mask;
    own->column = column;
    own->rows = n;
}

static enum status check_chunk(void *context, unsigned worker, uint64_t i)
{
    struct checking *all = context;
    struct table *t = all->table;
    struct checker *own = &all->checkers[worker];
    struct sha256_ctx sha;
    const size_t column =
        column_by_width(t->columns, t->ncolumns, (size_t)(i / t->chunks));
    const uint64_t chunk = i % t->chunks, n = table_chunk_length(t, chunk);
    uint8_t *digest =
        all->digests + (column * t->chunks + chunk) * DIGEST_BYTES;
    struct chunk raw;
    enum status st =
        table_raw_in(t, &own->room, &all->lock, column, chunk, &raw);
    if (st == STATUS_OK && is_last(own, &raw, column, n)) {
        memcpy(digest, own->last.sha256, DIGEST_BYTES);
        return STATUS_OK;
    }
    if (st == STATUS_OK)
        st = table_decode(t, &own->room, &raw, column, chunk, own->values);
    if (st != STATUS_OK)
        return st;
    const char *what = illegal_value(&t->columns[column], own->values, n);
    if (what)
        return log_error(STATUS_FORMAT, "%s: column %s, chunk %" PRIu64 ": %s",
                         t->path, t->columns[column].name, chunk, what);
    sha256_init(&sha);
    sha256_update(&sha, n * t->columns[column].width, own->values);
    sha256_digest(&sha, DIGEST_BYTES, digest);
    keep_last(own, &raw, column, n, digest);
    return STATUS_OK;
}

static enum status open_checkers(struct checking *all, unsigned threads)
{
    struct table *t = all->table;
    enum status st = STATUS_OK;
    all->digests = malloc(t->ncolumns * t->chunks * DIGEST_BYTES + 1);
    all->checkers = calloc(threads, sizeof *all->checkers);
    bool ok = all->digests && all->checkers;
    for (unsigned i = 0; ok && st == STATUS_OK && i < threads; i++) {
        st = table_room_open(t, &all->checkers[i].room);
        all->checkers[i].values =
            pages_malloc(t->chunk_rows * table_widest(t) + 1);
        ok = all->checkers[i].values;
    }
    return ok ? st : log_error(STATUS_NOMEM, "%s: out of memory", t->path);
}

static void close_checkers(struct checking *all, unsigned threads)
{
    for (unsigned i = 0; all->checkers && i < threads; i++) {
        table_room_close(&all->checkers[i].room);
        free(all->checkers[i].values);
    }
    free(all->checkers);
    free(all->digests);
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

static enum status check_columns(struct table *t, bool part,
                                 const struct crew *crew,
                                 struct verify_report *report)
{
    const unsigned threads = crew ? crew->threads : 1;
    struct checking all = {.table = t, .lock = PTHREAD_MUTEX_INITIALIZER};
    enum status st = open_checkers(&all, threads);
    if (st == STATUS_OK)
        st = crew_each(crew, t->ncolumns * t->chunks, check_chunk, &all);
    for (size_t c = 0; c < t->ncolumns && st == STATUS_OK; c++)
        st = check_digests(t, c, part,
                           all.digests + c * t->chunks * DIGEST_BYTES);
    report->chunks = t->ncolumns * t->chunks;
    close_checkers(&all, threads);
    return st;
}

static enum status verify(const char *path, bool whole, bool deep,
                          const struct crew *crew, struct verify_report *report)
{
    struct digest_head head;
    struct table *t = NULL;
    const char *why;
    *report = (struct verify_report){.deep = deep};
    enum status st = digest_check(path, whole, &head, &why);
    if (st != STATUS_OK)
        return log_error(st, "%s: %s", path, why);
    report->bytes = DIGEST_HEAD + head.length;
    report->stamp = head.stamp;
    st = table_open(path, &t);
    if (st == STATUS_OK)
        st = table_is(t, &head.stamp);
    if (st == STATUS_OK)
        st = check_head(t, &head);
    if (st == STATUS_OK)
        st = check_identity(t, &head);
    if (deep && st == STATUS_OK)
        st = check_columns(t, head.part, crew, report);
    if (st == STATUS_OK)
        report->rows = t->rows;
    table_close(t);
    return st;
}

enum status verify_file(const char *path, bool deep, const struct crew *crew,
                        struct verify_report *report)
{
    return verify(path, true, deep, crew, report);
}

enum status verify_sealed(const char *path, const struct crew *crew)
{
    struct verify_report report;
    return verify(path, false, true, crew, &report);
}
