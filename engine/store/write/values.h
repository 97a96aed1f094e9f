/* values.h - the book of a run's values on its way into an archive: compressed
 * by all threads of the run, written by the one that makes the archive.
 *
 * One thread at a time.
 */
#ifndef ENGINE_STORE_WRITE_VALUES_H
#define ENGINE_STORE_WRITE_VALUES_H

#include "engine/base/crew.h"
#include "engine/store/file/chunk.h"
#include "engine/store/file/h5.h"
#include "engine/value/book.h"

struct values {
    const struct column *columns; /* constant */
    size_t ncolumns;
    uint64_t n, noptions;
    struct chunk *chunks; /* column after column, then the options */
    size_t nchunks;
};

/* Compresses a book, which is left as it is. NOMEM; logged. */
enum status values_encode(const struct book *, const struct crew *,
                          struct values *) MUST_CHECK;
/* Writes /values; nothing if there are none. */
enum status values_put(hid_t file, const struct values *) MUST_CHECK;
/* Is that what the file holds? FORMAT, IO. */
enum status values_same(hid_t file, const struct values *) MUST_CHECK;
void values_release(struct values *);

#endif
