#include "census/claims.h"

#include "engine/log.h"

#include <stdlib.h>

enum status claims_column(struct archive *a, const char *name, int64_t **values,
                          uint64_t *n)
{
    size_t column = archive_find(a, name);
    *n = archive_rows(a);
    if (column == archive_columns(a))
        return log_error(STATUS_UNKNOWN, "%s: no column '%s'", archive_path(a),
                         name);
    *values = malloc((*n + 1) * sizeof **values);
    if (!*values)
        return log_error(STATUS_NOMEM, "out of memory");
    enum status st = archive_read_i64(a, column, 0, *n, *values);
    if (st)
        free(*values);
    return st;
}

enum status claims_columns(struct archive *a, const char *const names[],
                           int64_t *columns[], uint64_t *n)
{
    for (size_t i = 0; names[i]; i++) {
        enum status st = claims_column(a, names[i], &columns[i], n);
        if (st) {
            while (i-- > 0)
                free(columns[i]);
            return st;
        }
    }
    return STATUS_OK;
}

void claims_release(int64_t *columns[], const char *const names[])
{
    for (size_t i = 0; names[i]; i++)
        free(columns[i]);
}

uint64_t claims_find(int64_t *const columns[], const int64_t wanted[], size_t n,
                     uint64_t rows)
{
    for (uint64_t row = 0; row < rows; row++) {
        size_t i = 0;
        while (i < n && columns[i][row] == wanted[i])
            i++;
        if (i == n)
            return row;
    }
    return rows;
}
