#include "engine/store/file/chunk.h"

#include "engine/base/log.h"

#include <assert.h>
#include <libdeflate.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fold(uint64_t sum)
{
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return sum;
}

/* Fletcher's checksum over big-endian 16-bit words as HDF5 computes it. The
 * sums are reduced by folding, so that a multiple of 65535 stays 65535: a
 * remainder would make it 0 and differ from HDF5 once in some ten thousand
 * chunks. Half a million words cannot overflow 64 bits. */
static uint32_t fletcher32(const uint8_t *bytes, size_t n)
{
    uint64_t a = 0, b = 0;
    while (n > 1) {
        size_t words = n / 2 < (1 << 19) ? n / 2 : (1 << 19);
        n -= 2 * words;
        for (; words; words--, bytes += 2) {
            a += (uint64_t)bytes[0] << 8 | bytes[1];
            b += a;
        }
        a = fold(a);
        b = fold(b);
    }
    if (n) {
        a += (uint64_t)bytes[0] << 8;
        b += a;
    }
    return (uint32_t)(fold(b) << 16 | fold(a));
}

static void put_checksum(uint8_t *bytes, size_t n)
{
    uint32_t sum = fletcher32(bytes, n);
    for (size_t i = 0; i < CHUNK_CHECKSUM; i++)
        bytes[n + i] = (uint8_t)(sum >> 8 * i);
}

static bool checksum_fits(const uint8_t *bytes, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < CHUNK_CHECKSUM; i++)
        sum |= (uint32_t)bytes[n + i] << 8 * i;
    return sum == fletcher32(bytes, n);
}

/* Constant widths let the compiler turn the copies into single moves. */
static void gather(const uint8_t *field, size_t row_size, size_t width,
                   uint64_t n, uint8_t *out)
{
#define GATHER(w)                                                              \
    for (uint64_t i = 0; i < n; i++)                                           \
        memcpy(out + i * (w), field + i * row_size, (w));
    switch (width) {
    case 1:
        GATHER(1) break;
    case 2:
        GATHER(2) break;
    case 4:
        GATHER(4) break;
    case 8:
        GATHER(8) break;
    default:
        GATHER(width)
    }
#undef GATHER
}

static void shuffle(const uint8_t *restrict in, size_t width, uint64_t n,
                    uint8_t *restrict out)
{
#define SHUFFLE(w)                                                             \
    for (size_t b = 0; b < (w); b++)                                           \
        for (uint64_t i = 0; i < n; i++)                                       \
            out[b * n + i] = in[i * (w) + b];
    switch (width) {
    case 1:
        memcpy(out, in, n);
        break;
    case 2:
        SHUFFLE(2) break;
    case 4:
        SHUFFLE(4) break;
    case 8:
        SHUFFLE(8) break;
    default:
        SHUFFLE(width)
    }
#undef SHUFFLE
}

/* The first n values of chunk_rows shuffled ones. */
static void unshuffle(const uint8_t *restrict in, size_t width,
                      uint64_t chunk_rows, uint64_t n, uint8_t *restrict out)
{
#define UNSHUFFLE(w)                                                           \
    for (uint64_t i = 0; i < n; i++)                                           \
        for (size_t b = 0; b < (w); b++)                                       \
            out[i * (w) + b] = in[b * chunk_rows + i];
    switch (width) {
    case 1:
        memcpy(out, in, n);
        break;
    case 2:
        UNSHUFFLE(2) break;
    case 4:
        UNSHUFFLE(4) break;
    case 8:
        UNSHUFFLE(8) break;
    default:
        UNSHUFFLE(width)
    }
#undef UNSHUFFLE
}

/* Deflates shuffled[size] into chunk->bytes, which has room for the stored
 * form: size bytes and the checksum. */
static bool pack(const uint8_t *shuffled, size_t size, struct chunk *chunk)
{
    struct libdeflate_compressor *deflate =
        libdeflate_alloc_compressor(CHUNK_LEVEL);
    if (!deflate)
        return false;
    chunk->size = size > 1 ? libdeflate_zlib_compress(deflate, shuffled, size,
                                                      chunk->bytes, size - 1)
                           : 0;
    libdeflate_free_compressor(deflate);
    if (!chunk->size) {
        memcpy(chunk->bytes, shuffled, size);
        chunk->size = size;
        chunk->mask = CHUNK_STORED;
    }
    put_checksum(chunk->bytes, chunk->size);
    chunk->size += CHUNK_CHECKSUM;
    return true;
}

bool chunk_is_constant(const struct column *column, const void *rows,
                       size_t row_size, uint64_t n)
{
    const uint8_t *first = (const uint8_t *)rows + column->offset;
    for (uint64_t i = 1; i < n; i++)
        if (memcmp(first, first + i * row_size, column->width))
            return false;
    return true;
}

enum status chunk_copy(const struct chunk *chunk, struct chunk *out)
{
    *out = *chunk;
    out->bytes = malloc(chunk->size);
    if (!out->bytes)
        return log_error(STATUS_NOMEM, "out of memory for a chunk");
    memcpy(out->bytes, chunk->bytes, chunk->size);
    return STATUS_OK;
}

enum status chunk_encode(const struct column *column, const void *rows,
                         size_t row_size, uint64_t n, uint64_t chunk_rows,
                         struct chunk *chunk)
{
    size_t width = column->width, size = chunk_rows * width;
    struct sha256_ctx sha;
    assert(n && n <= chunk_rows && column->offset + width <= row_size);
    *chunk = (struct chunk){.bytes = malloc(size + CHUNK_CHECKSUM)};
    uint8_t *values = malloc(2 * size);
    bool ok = values && chunk->bytes;
    if (ok) {
        uint8_t *shuffled = values + size;
        gather((const uint8_t *)rows + column->offset, row_size, width, n,
               values);
        memset(values + n * width, 0, size - n * width);
        sha256_init(&sha);
        sha256_update(&sha, n * width, values);
        sha256_digest(&sha, DIGEST_BYTES, chunk->sha256);
        shuffle(values, width, chunk_rows, shuffled);
        ok = pack(shuffled, size, chunk);
    }
    free(values);
    if (!ok) {
        chunk_release(chunk);
        return log_error(STATUS_NOMEM, "out of memory for a chunk of %s",
                         column->name);
    }
    /* All chunks of a part are kept until it is written: free what was
     * saved. */
    uint8_t *less = realloc(chunk->bytes, chunk->size);
    if (less)
        chunk->bytes = less;
    return STATUS_OK;
}

void chunk_release(struct chunk *chunk)
{
    free(chunk->bytes);
    *chunk = (struct chunk){0};
}

const char *chunk_decode(struct libdeflate_decompressor *inflate,
                         const uint8_t *bytes, size_t size, uint32_t mask,
                         size_t width, uint64_t chunk_rows, uint64_t n,
                         uint8_t *scratch, void *out)
{
    size_t full = chunk_rows * width;
    if (mask & ~(uint32_t)CHUNK_STORED)
        return "written with filters that this program does not use";
    if (size < CHUNK_CHECKSUM || !checksum_fits(bytes, size - CHUNK_CHECKSUM))
        return "the checksum does not fit";
    size -= CHUNK_CHECKSUM;
    if (mask & CHUNK_STORED) {
        if (size != full)
            return "it has the wrong length";
        unshuffle(bytes, width, chunk_rows, n, out);
        return NULL;
    }
    if (libdeflate_zlib_decompress(inflate, bytes, size, scratch, full, NULL) !=
        LIBDEFLATE_SUCCESS)
        return "it cannot be decompressed";
    unshuffle(scratch, width, chunk_rows, n, out);
    return NULL;
}
