#include "engine/store/read/diff.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

static bool same_labels(const char *const *a, const char *const *b)
{
    if (!a || !b)
        return !a && !b;
    size_t i = 0;
    while (a[i] && b[i] && !strcmp(a[i], b[i]))
        i++;
    return !a[i] && !b[i];
}

static bool same_type(const struct column *a, const struct column *b)
{
    return a->type == b->type && a->width == b->width && a->role == b->role &&
           same_labels(a->labels, b->labels);
}

static enum status same_digest(struct archive *a, struct archive *b, size_t ca,
                               size_t cb, bool *same)
{
    char x[65] = "", y[65] = "";
    enum status st = archive_digest(a, ca, x);
    if (st == STATUS_OK)
        st = archive_digest(b, cb, y);
    *same = !strcmp(x, y);
    return st;
}

static void count(const uint8_t *x, const uint8_t *y, uint64_t first,
                  uint64_t n, size_t width, struct diff *d)
{
    if (!memcmp(x, y, n * width))
        return;
    for (uint64_t i = 0; i < n; i++)
        if (memcmp(x + i * width, y + i * width, width)) {
            d->first = d->first == UINT64_MAX ? first + i : d->first;
            d->rows++;
        }
}

static enum status compare(struct archive *a, struct archive *b, size_t ca,
                           size_t cb, struct diff *d)
{
    const uint64_t rows = archive_rows(a), block = archive_chunk_rows(a);
    const size_t width = archive_column(a, ca)->width;
    uint8_t *x = malloc(block * width), *y = malloc(block * width);
    enum status st = STATUS_OK;
    if (!x || !y)
        st = log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
    d->read = true;
    for (uint64_t first = 0; first < rows && st == STATUS_OK; first += block) {
        const uint64_t n = rows - first < block ? rows - first : block;
        st = archive_read(a, ca, first, n, x);
        if (st == STATUS_OK)
            st = archive_read(b, cb, first, n, y);
        if (st == STATUS_OK)
            count(x, y, first, n, width, d);
    }
    free(x);
    free(y);
    d->kind = d->rows ? DIFF_VALUES : DIFF_SAME;
    return st;
}

enum status diff_column(struct archive *a, struct archive *b, size_t column,
                        struct diff *d)
{
    const struct column *mine = archive_column(a, column);
    const size_t other = archive_find(b, mine->name);
    bool same;
    *d = (struct diff){.kind = DIFF_SAME, .first = UINT64_MAX};
    if (other == archive_columns(b) || archive_rows(a) != archive_rows(b)) {
        d->kind = DIFF_MISSING;
        return STATUS_OK;
    }
    if (!same_type(mine, archive_column(b, other))) {
        d->kind = DIFF_TYPE;
        return STATUS_OK;
    }
    enum status st = same_digest(a, b, column, other, &same);
    return st != STATUS_OK || same ? st : compare(a, b, column, other, d);
}
