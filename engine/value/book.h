/* book.h - every value of a run, once, for a domain whose values are names: the
 * content of /values in an archive.
 *
 * Rows of columns, and behind them a list of row numbers that a column points
 * into ("options"). Plain data, one owner.
 */
#ifndef ENGINE_VALUE_BOOK_H
#define ENGINE_VALUE_BOOK_H

#include "engine/base/column.h"

struct book {
    const struct column *columns; /* constant */
    size_t ncolumns, row_size;
    void *rows; /* n of row_size bytes */
    size_t n;
    uint32_t *options;
    size_t noptions;
};

/* The row of a name, column->width bytes, in a book whose first column is its
 * key and whose rows ascend by it, as in every file that is whole. */
bool book_find(const struct book *, const char *name, size_t *row);

/* Frees the rows and options, and leaves an empty book. */
void book_release(struct book *);

#endif
