#include "engine/survey/dictionary.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

static enum status find_names(struct archive *a, size_t column,
                              const struct book *book)
{
    const size_t width = book->columns[0].width;
    const uint64_t rows = archive_rows(a), step = archive_chunk_rows(a);
    char *names = malloc(step * width + 1);
    size_t row;
    enum status st =
        names ? STATUS_OK
              : log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
    for (uint64_t first = 0; first < rows && !st; first += step) {
        const uint64_t n = rows - first < step ? rows - first : step;
        st = archive_read(a, column, first, n, names);
        for (uint64_t i = 0; i < n && !st; i++)
            if (!book_find(book, names + i * width, &row))
                st = log_error(STATUS_DISAGREE,
                               "%s: row %llu, column %s: the value %.*s is not "
                               "among /values",
                               archive_path(a), (unsigned long long)(first + i),
                               archive_column(a, column)->name, (int)width,
                               names + i * width);
    }
    free(names);
    return st;
}

enum status dictionary_check(struct archive *a, const struct plan *plan,
                             uint64_t *values)
{
    const struct domain_kind *kind = plan->domains[0];
    struct book book;
    size_t at;
    const char *what;
    *values = 0;
    if (!plan->ngames || !kind->book)
        return STATUS_OK;
    enum status st = archive_book(a, kind->book_columns, kind->nbook_columns,
                                  kind->book_row_size, &book);
    if (st)
        return st;
    *values = book.n;
    st = kind->check_book(&book, &at, &what);
    if (st == STATUS_DISAGREE)
        log_error(st, "%s: /values, row %zu: %s", archive_path(a), at, what);
    const size_t column = archive_find(a, kind->column.name);
    if (!st && column < archive_columns(a) &&
        archive_column(a, column)->width == kind->column.width)
        st = find_names(a, column, &book);
    book_release(&book);
    return st;
}
