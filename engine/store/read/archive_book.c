/* archive_book.c - the values of an archive read back, each column whole. */
#include "engine/store/read/archive_inner.h"

#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/store/file/options_column.h"

#include <stdlib.h>
#include <string.h>

/* A dataset of /values with its type checked: its n values, allocated. */
static enum status read_column(hid_t group, const struct archive *a,
                               const struct column *wanted, uint8_t **values,
                               uint64_t *n)
{
    const char *path = archive_path(a);
    struct column found = {0};
    uint64_t chunk_rows;
    const hid_t set = H5Dopen2(group, wanted->name, H5P_DEFAULT);
    *values = NULL;
    if (set < 0)
        return log_error(STATUS_FORMAT, "%s: no /values/%s", path,
                         wanted->name);
    enum status st = h5_get_column(set, wanted->name, &found, n, &chunk_rows);
    if (!st && (found.type != wanted->type || found.width != wanted->width))
        st = log_error(STATUS_FORMAT, "%s: /values/%s has another type", path,
                       wanted->name);
    if (!st)
        st = h5_same_column(set, wanted);
    if (!st)
        st = archive_values_cells(set, a, wanted, *n, values);
    H5Dclose(set);
    h5_column_release(&found);
    return st;
}

static enum status add_column(hid_t group, const struct archive *a,
                              const struct column *column, struct book *book)
{
    const char *path = archive_path(a);
    uint8_t *values;
    uint64_t n = 0;
    enum status st = read_column(group, a, column, &values, &n);
    if (!st && !book->rows) {
        book->n = n;
        book->rows = calloc(n + 1, book->row_size);
        st = book->rows ? STATUS_OK
                        : log_error(STATUS_NOMEM, "%s: out of memory", path);
    }
    if (!st && n != book->n)
        st = log_error(STATUS_FORMAT, "%s: /values/%s has another length", path,
                       column->name);
    for (uint64_t i = 0; i < n && !st; i++)
        memcpy((char *)book->rows + i * book->row_size + column->offset,
               values + i * column->width, column->width);
    free(values);
    return st;
}

static enum status add_options(hid_t group, const struct archive *a,
                               struct book *book)
{
    uint8_t *values;
    uint64_t n = 0;
    if (H5Lexists(group, options_column.name, H5P_DEFAULT) <= 0)
        return STATUS_OK;
    enum status st = read_column(group, a, &options_column, &values, &n);
    book->options = (uint32_t *)values;
    book->noptions = st ? 0 : n;
    return st;
}

enum status archive_book(struct archive *a, const struct column columns[],
                         size_t n, size_t row_size, struct book *book)
{
    const hid_t file = archive_table(a)->file;
    hid_t group;
    *book =
        (struct book){.columns = columns, .ncolumns = n, .row_size = row_size};
    enum status st = h5_ready();
    if (st)
        return st;
    if (H5Lexists(file, "values", H5P_DEFAULT) > 0 &&
        (group = H5Gopen2(file, "values", H5P_DEFAULT)) >= 0) {
        for (size_t c = 0; c < n && !st; c++)
            st = add_column(group, a, &columns[c], book);
        if (!st)
            st = add_options(group, a, book);
        H5Gclose(group);
    }
    if (st)
        book_release(book);
    return st;
}
