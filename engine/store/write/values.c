#include "engine/store/write/values.h"

#include "engine/base/log.h"
#include "engine/store/file/options_column.h"
#include "engine/store/write/parts.h"

#include <stdlib.h>
#include <string.h>

static uint64_t step_of(uint64_t n)
{
    return n < STORE_CHUNK_ROWS ? n : STORE_CHUNK_ROWS;
}

static size_t chunks_of(uint64_t n)
{
    return n ? (size_t)((n + step_of(n) - 1) / step_of(n)) : 0;
}

struct encoding {
    const struct book *book;
    struct values *values;
    struct chunk_room *rooms; /* of each worker */
};

/* Chunk number k of a column. */
static enum status encode(const struct column *column, const void *rows,
                          size_t row_size, uint64_t n, uint64_t k,
                          struct chunk_room *room, struct chunk *out)
{
    const uint64_t step = step_of(n), first = k * step, left = n - first;
    return chunk_encode_in(room, column, (const char *)rows + first * row_size,
                           row_size, left < step ? left : step, step, out);
}

static enum status encode_one(void *context, unsigned worker, uint64_t i)
{
    const struct encoding *e = context;
    const struct book *book = e->book;
    const size_t each = chunks_of(book->n), all = each * book->ncolumns;
    const size_t column =
        i < all ? column_by_width(book->columns, book->ncolumns, i / each) : 0;
    struct chunk_room *room = &e->rooms[worker];
    return i < all
               ? encode(&book->columns[column], book->rows, book->row_size,
                        book->n, i % each, room,
                        &e->values->chunks[column * each + i % each])
               : encode(&options_column, book->options, sizeof *book->options,
                        book->noptions, i - all, room, &e->values->chunks[i]);
}

enum status values_encode(const struct book *book, const struct crew *crew,
                          struct values *v)
{
    struct encoding e = {.book = book, .values = v};
    *v = (struct values){.columns = book->columns,
                         .ncolumns = book->ncolumns,
                         .n = book->n,
                         .noptions = book->n ? book->noptions : 0};
    if (!v->n)
        return STATUS_OK;
    v->nchunks = v->ncolumns * chunks_of(v->n) + chunks_of(v->noptions);
    const unsigned workers = crew ? crew->threads : 1;
    v->chunks = calloc(v->nchunks, sizeof *v->chunks);
    e.rooms = calloc(workers, sizeof *e.rooms);
    enum status st =
        v->chunks && e.rooms
            ? crew_each(crew, v->nchunks, encode_one, &e)
            : log_error(STATUS_NOMEM, "out of memory for the list of values");
    for (unsigned i = 0; e.rooms && i < workers; i++)
        chunk_room_close(&e.rooms[i]);
    free(e.rooms);
    if (st)
        values_release(v);
    return st;
}

static enum status put_column(hid_t group, const struct column *column,
                              uint64_t n, const struct chunk chunks[])
{
    hid_t dataset;
    enum status st = h5_put_column(group, column, n, step_of(n), &dataset);
    for (size_t k = 0; k < chunks_of(n) && st == STATUS_OK; k++)
        st = h5_put_chunk(dataset, k * step_of(n), &chunks[k]);
    return h5_end(dataset, st);
}

enum status values_put(hid_t file, const struct values *v)
{
    const struct chunk *chunks = v->chunks;
    hid_t group;
    if (!v->n)
        return STATUS_OK;
    enum status st = h5_group(file, "values", &group);
    for (size_t c = 0; c < v->ncolumns && st == STATUS_OK; c++) {
        st = put_column(group, &v->columns[c], v->n, chunks);
        chunks += chunks_of(v->n);
    }
    if (st == STATUS_OK && v->noptions)
        st = put_column(group, &options_column, v->noptions, chunks);
    return h5_end(group, st);
}

/* Chunk by chunk as it is stored. */
static enum status same_column(hid_t group, const struct column *column,
                               uint64_t n, const struct chunk chunks[])
{
    size_t most = 0;
    for (size_t k = 0; k < chunks_of(n); k++)
        most = chunks[k].size > most ? chunks[k].size : most;
    uint8_t *bytes = malloc(most + 1);
    if (!bytes)
        return log_error(STATUS_NOMEM, "out of memory for the list of values");
    hid_t set = H5Dopen2(group, column->name, H5P_DEFAULT);
    enum status st =
        set < 0 ? h5_fail(group, column->name) : h5_same_column(set, column);
    for (size_t k = 0; k < chunks_of(n) && st == STATUS_OK; k++) {
        size_t size;
        uint32_t mask;
        st = h5_get_chunk(set, k * step_of(n), bytes, most, &size, &mask);
        if (st == STATUS_OK &&
            (size != chunks[k].size || mask != chunks[k].mask ||
             memcmp(bytes, chunks[k].bytes, size)))
            st = log_error(STATUS_FORMAT,
                           "/values/%s does not read back as it was written",
                           column->name);
    }
    free(bytes);
    return h5_end(set, st);
}

enum status values_same(hid_t file, const struct values *v)
{
    const struct chunk *chunks = v->chunks;
    if (!v->n)
        return STATUS_OK;
    hid_t group = H5Gopen2(file, "values", H5P_DEFAULT);
    enum status st = group < 0 ? h5_fail(file, "values") : STATUS_OK;
    for (size_t c = 0; c < v->ncolumns && st == STATUS_OK; c++) {
        st = same_column(group, &v->columns[c], v->n, chunks);
        chunks += chunks_of(v->n);
    }
    if (st == STATUS_OK && v->noptions)
        st = same_column(group, &options_column, v->noptions, chunks);
    return h5_end(group, st);
}

void values_release(struct values *v)
{
    for (size_t i = 0; v->chunks && i < v->nchunks; i++)
        chunk_release(&v->chunks[i]);
    free(v->chunks);
    *v = (struct values){0};
}
