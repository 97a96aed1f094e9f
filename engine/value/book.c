#include "engine/value/book.h"

#include <stdlib.h>
#include <string.h>

bool book_find(const struct book *book, const char *name, size_t *row)
{
    const struct column *column = &book->columns[0];
    size_t low = 0, high = book->n;
    while (low < high) {
        *row = low + (high - low) / 2;
        const int order = memcmp((const char *)book->rows +
                                     *row * book->row_size + column->offset,
                                 name, column->width);
        if (!order)
            return true;
        low = order < 0 ? *row + 1 : low;
        high = order < 0 ? high : *row;
    }
    return false;
}

void book_release(struct book *book)
{
    free(book->rows);
    free(book->options);
    *book = (struct book){0};
}
