#include "engine/value/book.h"

#include <stdlib.h>

void book_release(struct book *book)
{
    free(book->rows);
    free(book->options);
    *book = (struct book){0};
}
