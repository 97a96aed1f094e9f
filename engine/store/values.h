/* values.h - the book of a run's values on its way into an archive: compressed
 * by all threads while the run still has them, written by the one that makes
 * the archive.
 *
 * One thread at a time.
 */
#ifndef ENGINE_STORE_VALUES_H
#define ENGINE_STORE_VALUES_H

#include "engine/book.h"
#include "engine/crew.h"
#include "engine/store/chunk.h"
#include "engine/store/h5.h"

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
void values_release(struct values *);

#endif
