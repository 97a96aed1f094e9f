#include "census/named/shared/claims.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

static enum status find(struct archive *a, const char *name, size_t *column)
{
    *column = archive_find(a, name);
    if (*column == archive_columns(a))
        return log_error(STATUS_UNKNOWN, "%s: no column '%s'", archive_path(a),
                         name);
    return STATUS_OK;
}

enum status claims_column(struct archive *a, const char *name, int64_t **values,
                          uint64_t *n)
{
    size_t column;
    enum status st = find(a, name, &column);
    if (st)
        return st;
    *n = archive_rows(a);
    *values = malloc((*n + 1) * sizeof **values);
    if (!*values)
        return log_error(STATUS_NOMEM, "out of memory");
    st = archive_read_i64(a, column, 0, *n, *values);
    if (st)
        free(*values);
    return st;
}

void claims_free(int64_t *values)
{
    free(values);
}

enum status claims_texts(struct archive *a, const char *name, char **texts,
                         size_t *width, uint64_t *n)
{
    size_t column;
    enum status st = find(a, name, &column);
    if (st)
        return st;
    const size_t bytes = archive_column(a, column)->width;
    *n = archive_rows(a);
    *width = bytes + 1;
    *texts = calloc(*n + 1, *width);
    if (!*texts)
        return log_error(STATUS_NOMEM, "out of memory");
    st = archive_read(a, column, 0, *n, *texts);
    /* Spread them from the back, so that each gets its final 0. */
    for (uint64_t i = *n; i-- > 1 && !st;) {
        memmove(*texts + i * *width, *texts + i * bytes, bytes);
        (*texts)[i * *width - 1] = 0;
    }
    if (st)
        free(*texts);
    return st;
}

void claims_texts_free(char *texts)
{
    free(texts);
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
