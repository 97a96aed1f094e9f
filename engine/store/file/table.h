/* table.h - a file of rows, a part or an archive, open for reading.
 *
 *   /rows/<column>       one dataset per column, in the order of the columns
 *   /sha256/<column>     parts only: the SHA-256 of each chunk's values
 *   attributes           what the file is (identity.h)
 *
 * Chunks are read as stored and decoded by chunk.h: outside of HDF5's lock, and
 * nearly twice as fast: the nine columns of 4 million rows of
 * test/common/store_rows.c took 0.24 CPU seconds, H5Dread 0.47. One thread at a
 * time for one table; but several may call table_chunk_in.
 */
#ifndef ENGINE_STORE_FILE_TABLE_H
#define ENGINE_STORE_FILE_TABLE_H

#include "engine/store/file/h5.h"

#include <pthread.h>

/* Buffers to read and to decode any one chunk. */
struct table_room {
    struct libdeflate_decompressor *inflate;
    uint8_t *raw, *scratch;
};

struct table {
    char *path;
    hid_t file;
    struct disk_stamp stamp; /* of the file that is open */
    uint64_t rows, chunk_rows, chunks;
    size_t ncolumns;
    struct column *columns;
    hid_t *datasets;
    struct table_room room;
};

/* Opens a file of the store without checking its head. IO, FORMAT, NOMEM. */
enum status table_open(const char *path, struct table **) MUST_CHECK;
/* The same file once more, for another thread. */
enum status table_open_again(const struct table *, struct table **) MUST_CHECK;
void table_close(struct table *);
/* IO unless the open file is the one of the stamp; logged. */
enum status table_is(const struct table *,
                     const struct disk_stamp *) MUST_CHECK;

/* Can a file of that size hold so many values of `width` bytes? What a damaged
 * file says of itself must not be allocated. */
bool table_plausible(const struct disk_stamp *, uint64_t values, size_t width);

/* The width of the widest column, in bytes. */
size_t table_widest(const struct table *);
/* The number of rows in a chunk: chunk_rows, or fewer in the last. */
uint64_t table_chunk_length(const struct table *, uint64_t chunk);
/* A chunk as stored: *bytes is valid until the next call. */
enum status table_raw(struct table *, size_t column, uint64_t chunk,
                      struct chunk *) MUST_CHECK;
/* The values of a chunk, decoded and with their checksum checked. */
enum status table_chunk(struct table *, size_t column, uint64_t chunk,
                        void *out) MUST_CHECK;
/* The same two in the caller's buffers, for several threads, each with its own:
 * HDF5 reads under the lock, which is one for all open tables. */
enum status table_room_open(const struct table *,
                            struct table_room *) MUST_CHECK;
void table_room_close(struct table_room *);
enum status table_raw_in(struct table *, struct table_room *,
                         pthread_mutex_t *lock, size_t column, uint64_t chunk,
                         struct chunk *) MUST_CHECK;
enum status table_decode(const struct table *, const struct table_room *,
                         const struct chunk *raw, size_t column, uint64_t chunk,
                         void *out) MUST_CHECK;
/* Of a part: the SHA-256 of each chunk's values, chunks * DIGEST_BYTES. */
enum status table_digests(struct table *, size_t column,
                          uint8_t out[]) MUST_CHECK;

#endif
