/* archive.h - reading finished archives. Knows no game and no census:
 * everything comes from the file.
 *
 * An archive is opened read-only and never changed. Any thread may read. Two
 * threads with one archive are serialised; each with its own are not, except
 * inside HDF5.
 */
#ifndef ENGINE_STORE_READ_ARCHIVE_H
#define ENGINE_STORE_READ_ARCHIVE_H

#include "engine/base/column.h"
#include "engine/base/status.h"
#include "engine/store/file/disk.h"
#include "engine/value/book.h"

#include <stdbool.h>

struct archive;

/* IO, FORMAT if it is no whole archive, NOMEM; logged. */
enum status archive_open(const char *path, struct archive **) MUST_CHECK;
/* The same, but IO if it is another file than the one that was stamped. */
enum status archive_open_as(const char *path, const struct disk_stamp *,
                            struct archive **) MUST_CHECK;
/* The same file once more, for another thread, whatever is under its path by
 * now. The first one must stay open. */
enum status archive_open_again(const struct archive *,
                               struct archive **) MUST_CHECK;
void archive_close(struct archive *);

const char *archive_path(const struct archive *);
uint64_t archive_rows(const struct archive *);
/* The block size that is the fastest to read, from row 0 on. */
uint64_t archive_chunk_rows(const struct archive *);
size_t archive_columns(const struct archive *);
/* A column as the file describes it; offset is 0. labels is NULL, or the names
 * of an enumeration's values, NULL at the end. */
const struct column *archive_column(const struct archive *, size_t i);
/* The number of a column, or archive_columns() if there is none. */
size_t archive_find(const struct archive *, const char *name);
/* The same; UNKNOWN, logged with the names there are, if there is none. */
enum status archive_require(const struct archive *, const char *name,
                            size_t *column) MUST_CHECK;
/* The names of all columns, a blank before each, cut to cap. */
void archive_names(const struct archive *, char out[], size_t cap);

/* Rows first..first+n-1 of one column as the file holds them: n values of
 * column->width bytes, one after the other. IO, FORMAT; logged. */
enum status archive_read(struct archive *, size_t column, uint64_t first,
                         uint64_t n, void *out) MUST_CHECK;
/* The same widened to int64_t; FORMAT if the column holds neither integers nor
 * an enumeration. */
enum status archive_read_i64(struct archive *, size_t column, uint64_t first,
                             uint64_t n, int64_t out[]) MUST_CHECK;

/* The book under /values, whose columns must be columns[n], fields of rows of
 * row_size bytes; an empty one if the file has none. The caller releases it.
 * FORMAT, IO, NOMEM; logged. */
enum status archive_book(struct archive *, const struct column columns[],
                         size_t n, size_t row_size, struct book *) MUST_CHECK;

/* The SHA-256 over a column's values as recorded in the file (verify.h
 * recomputes it), in hex. FORMAT; logged. */
enum status archive_digest(struct archive *, size_t column,
                           char hex[65]) MUST_CHECK;

/* An attribute of the root ("rules", "grid", "params") or of the run
 * ("run/host", "run/seconds") as text, cut to cap. FORMAT if it is missing. */
enum status archive_attribute(struct archive *, const char *name, char out[],
                              size_t cap) MUST_CHECK;
/* Has the root such an attribute? */
bool archive_has_attribute(const struct archive *, const char *name);

/* Calls visit with every attribute of the root as text, in the order of their
 * names, until it fails. */
typedef enum status archive_visit(void *context, const char *name,
                                  const char *text);
enum status archive_attributes(struct archive *, archive_visit *visit,
                               void *context) MUST_CHECK;
/* The same of the run, by the names that archive_attribute knows:
 * "run/host". */
enum status archive_run_attributes(struct archive *, archive_visit *visit,
                                   void *context) MUST_CHECK;

#endif
