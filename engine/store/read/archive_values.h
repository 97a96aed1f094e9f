/* archive_values.h - the dictionary of an archive, whatever columns it has.
 *
 * archive_book() reads the columns that a domain knows; this one those that
 * there are, each when it is asked for. What is read stays in memory. One
 * thread at a time; the archive stays open meanwhile.
 */
#ifndef ENGINE_STORE_READ_ARCHIVE_VALUES_H
#define ENGINE_STORE_READ_ARCHIVE_VALUES_H

#include "engine/store/read/archive.h"

struct archive_values {
    struct archive *archive;
    uint64_t n;      /* rows; 0 without /values */
    size_t ncolumns; /* without "options" */
    struct column *columns;
    uint8_t **cells; /* per column, once loaded: n values of its width */
};

/* FORMAT, IO, NOMEM; logged. */
enum status archive_values_open(struct archive *,
                                struct archive_values *) MUST_CHECK;
void archive_values_close(struct archive_values *);
/* Reads a column, unless it is there. */
enum status archive_values_load(struct archive_values *,
                                size_t column) MUST_CHECK;

/* The number of a column, or ncolumns. */
size_t archive_values_column(const struct archive_values *, const char *name);
/* A cell of a loaded integer or enumeration column, widened; of a text column,
 * its bytes, of which the first 0 or the width ends it. */
int64_t archive_values_whole(const struct archive_values *, size_t column,
                             uint64_t row);
const char *archive_values_text(const struct archive_values *, size_t column,
                                uint64_t row);

#endif
