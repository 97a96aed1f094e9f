#include "engine/store/read/archive_values.h"

#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/store/read/archive_inner.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 1000 };

enum status archive_values_cells(hid_t set, const struct archive *a,
                                 const struct column *column, uint64_t n,
                                 uint8_t **cells)
{
    const char *path = archive_path(a);
    *cells = NULL;
    if (!table_plausible(&archive_table(a)->stamp, n, column->width))
        return log_error(STATUS_FORMAT,
                         "%s: /values/%s says that it has more rows than fit "
                         "in the file",
                         path, column->name);
    *cells = malloc(n * column->width + 1);
    if (!*cells)
        return log_error(STATUS_NOMEM, "%s: out of memory", path);
    const hid_t type = H5Dget_type(set);
    const herr_t read =
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *cells);
    H5Tclose(type);
    if (read < 0)
        return h5_fail(set, "reading the values");
    if (column->type == COLUMN_TEXT &&
        !text_all_plain((const char *)*cells, n, column->width))
        return log_error(STATUS_FORMAT,
                         "%s: /values/%s has a text with control characters, "
                         "or that is not UTF-8",
                         path, column->name);
    return STATUS_OK;
}

/* Takes in a dataset as a column; the options are none. */
static enum status add_column(hid_t set, const char *name,
                              struct archive_values *v)
{
    struct column column = {0};
    uint64_t n = 0, chunk_rows;
    if (!strcmp(name, "options"))
        return STATUS_OK;
    enum status st = h5_get_column(set, name, &column, &n, &chunk_rows);
    if (!st && v->ncolumns && n != v->n)
        st = log_error(STATUS_FORMAT, "%s: /values/%s has another length",
                       archive_path(v->archive), name);
    if (st) {
        h5_column_release(&column);
        return st;
    }
    v->columns[v->ncolumns++] = column;
    v->n = n;
    return STATUS_OK;
}

static enum status add_columns(hid_t group, struct archive_values *v)
{
    const char *path = archive_path(v->archive);
    H5G_info_t info;
    if (H5Gget_info(group, &info) < 0 || info.nlinks > COLUMNS_MAX)
        return log_error(STATUS_FORMAT, "%s: /values cannot be read", path);
    v->columns = calloc(info.nlinks + 1, sizeof *v->columns);
    v->cells = calloc(info.nlinks + 1, sizeof *v->cells);
    if (!v->columns || !v->cells)
        return log_error(STATUS_NOMEM, "%s: out of memory", path);
    enum status st = h5_plain(group, true);
    for (hsize_t i = 0; i < info.nlinks && !st; i++) {
        char name[64];
        const ssize_t n =
            H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i,
                               name, sizeof name, H5P_DEFAULT);
        if (n <= 0 || n >= (ssize_t)sizeof name)
            return log_error(STATUS_FORMAT,
                             "%s: a column of /values has no name", path);
        const hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
        st = set < 0 ? h5_fail(group, name) : add_column(set, name, v);
        H5Dclose(set);
    }
    return st;
}

enum status archive_values_open(struct archive *a, struct archive_values *v)
{
    const hid_t file = archive_table(a)->file;
    *v = (struct archive_values){.archive = a};
    enum status st = h5_ready();
    if (st || H5Lexists(file, "values", H5P_DEFAULT) <= 0)
        return st;
    const hid_t group = H5Gopen2(file, "values", H5P_DEFAULT);
    st = group < 0 ? h5_fail(file, "opening /values") : add_columns(group, v);
    H5Gclose(group);
    if (st)
        archive_values_close(v);
    return st;
}

void archive_values_close(struct archive_values *v)
{
    for (size_t c = 0; c < v->ncolumns; c++) {
        free(v->cells[c]);
        h5_column_release(&v->columns[c]);
    }
    free(v->cells);
    free(v->columns);
    *v = (struct archive_values){0};
}

static enum status load(struct archive_values *v, const struct column *column,
                        uint64_t n, uint8_t **cells)
{
    char *name = disk_path("values/%s", column->name);
    if (!name)
        return log_error(STATUS_NOMEM, "out of memory");
    const hid_t file = archive_table(v->archive)->file;
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    enum status st =
        set < 0 ? h5_fail(file, name)
                : archive_values_cells(set, v->archive, column, n, cells);
    H5Dclose(set);
    free(name);
    if (st) {
        free(*cells);
        *cells = NULL;
    }
    return st;
}

enum status archive_values_load(struct archive_values *v, size_t column)
{
    enum status st = h5_ready();
    return st || v->cells[column]
               ? st
               : load(v, &v->columns[column], v->n, &v->cells[column]);
}

size_t archive_values_column(const struct archive_values *v, const char *name)
{
    size_t c = 0;
    while (c < v->ncolumns && strcmp(v->columns[c].name, name))
        c++;
    return c;
}

int64_t archive_values_whole(const struct archive_values *v, size_t column,
                             uint64_t row)
{
    struct column field = v->columns[column];
    field.offset = 0;
    return column_get(&field, v->cells[column] + row * field.width);
}

const char *archive_values_text(const struct archive_values *v, size_t column,
                                uint64_t row)
{
    return (const char *)v->cells[column] + row * v->columns[column].width;
}
