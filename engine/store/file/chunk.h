/* chunk.h - one chunk of one column, as it is stored in the file.
 *
 *   rows --gather--> values --shuffle--> bytes by place --deflate--> + checksum
 *
 * The result is what HDF5's own filters shuffle, deflate and fletcher32 would
 * have made, so every HDF5 reads it; but it is made by libdeflate and in the
 * thread that solved the rows. Pure functions; any thread.
 */
#ifndef ENGINE_STORE_FILE_CHUNK_H
#define ENGINE_STORE_FILE_CHUNK_H

#include "engine/base/column.h"
#include "engine/base/status.h"
#include "engine/store/file/digest.h"

#include <stdbool.h>

struct libdeflate_compressor;
struct libdeflate_decompressor;

/* Rows of a chunk, where there are as many. */
enum { CHUNK_ROWS = 65536 };

struct chunk {
    uint8_t *bytes; /* allocated */
    size_t size;
    uint32_t mask;                /* HDF5 filter mask: CHUNK_STORED or 0 */
    uint8_t sha256[DIGEST_BYTES]; /* of the values, without padding */
};

/* The filters of every column, by place in the mask: 0 shuffle, 1 deflate,
 * 2 fletcher32. Values that deflate would not shrink are stored. The level is
 * what HDF5 is told, which a reader does not need. */
enum { CHUNK_STORED = 1 << 1, CHUNK_CHECKSUM = 4, CHUNK_LEVEL = 1 };

/* What encoding needs besides; zeros at first, and used again and again by one
 * thread, which then asks the system for no memory. */
struct chunk_room {
    uint8_t *bytes; /* values, their planes, the stored form */
    size_t size;
    struct libdeflate_compressor *deflate[3];
};
void chunk_room_close(struct chunk_room *);

/* Encodes `column` of rows[0..n-1], n <= chunk_rows, padded with zeros to
 * chunk_rows values. NOMEM; logged. */
enum status chunk_encode(const struct column *column, const void *rows,
                         size_t row_size, uint64_t n, uint64_t chunk_rows,
                         struct chunk *) MUST_CHECK;
enum status chunk_encode_in(struct chunk_room *, const struct column *column,
                            const void *rows, size_t row_size, uint64_t n,
                            uint64_t chunk_rows, struct chunk *) MUST_CHECK;
void chunk_release(struct chunk *);
/* Of n >= 1 rows, is the column's value the same in all? */
bool chunk_is_constant(const struct column *column, const void *rows,
                       size_t row_size, uint64_t n);
/* The same chunk once more. NOMEM; logged. */
enum status chunk_copy(const struct chunk *, struct chunk *) MUST_CHECK;

/* Decodes the first n of chunk_rows values of `width` bytes to out[]. The bytes
 * scratch[chunk_rows * width] are used. NULL, or what is wrong as text. */
const char *chunk_decode(struct libdeflate_decompressor *, const uint8_t *bytes,
                         size_t size, uint32_t mask, size_t width,
                         uint64_t chunk_rows, uint64_t n, uint8_t *scratch,
                         void *out);

#endif
