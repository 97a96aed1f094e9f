#include "engine/store/file/chunk.h"

#include "engine/base/log.h"
#include "engine/base/pages.h"
#include "engine/store/file/digits.h"
#include "engine/store/file/planes.h"

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
    case 32: /* names of values */
        GATHER(32) break;
    default:
        GATHER(width)
    }
#undef GATHER
}

/* Deflates shuffled[size] into chunk->bytes, which has room for the stored
 * form: size bytes and the checksum. */
static size_t deflate_some(struct libdeflate_compressor *deflate,
                           const uint8_t *in, size_t n, uint8_t *out)
{
    return n > 1 ? libdeflate_zlib_compress(deflate, in, n, out, n - 1) : 0;
}

/* Names are hashes: looking for repeats in their digits takes a fifth of a
 * partizan run and finds none. So four samples decide whether it is tried. */
static bool repeats(struct libdeflate_compressor *deflate, const uint8_t *in,
                    size_t n, uint8_t *room)
{
    enum { SAMPLE = 4096, SAMPLES = 4 };
    size_t with = 0, without = 0;
    if (n < 4 * SAMPLES * SAMPLE)
        return true;
    for (size_t k = 0; k < SAMPLES; k++) {
        const uint8_t *sample = in + (2 * k + 1) * (n / (2 * SAMPLES));
        const size_t one = digits_deflate(sample, SAMPLE, room, n);
        if (!one)
            return true;
        without += one;
        with += deflate_some(deflate, sample, SAMPLE, room);
    }
    return 10 * with < 9 * without;
}

/* Outcomes of Nim, partitions to 60: level 1 3.3 ns and 0.40 bits a row, 4
 * 3.4 and 0.31, 7 9.9 and 0.20; of Top Entails 3.4 and 0.12, 1.5 and 0.10, 2.7
 * and 0.07. Of wider columns (keys, nimbers, texts of 12 bytes) 4 was quicker
 * than 1 throughout, and shorter by up to a third. Names (domain.h) are hashes,
 * for which nothing is gained. libdeflate 1.14. */
static struct libdeflate_compressor *deflate_for(struct chunk_room *room,
                                                 size_t width)
{
    static const int level[] = {7, 4, 1};
    const size_t i = width == 1 ? 0 : width < 32 ? 1 : 2;
    if (!room->deflate[i])
        room->deflate[i] = libdeflate_alloc_compressor(level[i]);
    return room->deflate[i];
}

void chunk_room_close(struct chunk_room *room)
{
    for (size_t i = 0; i < 3; i++)
        libdeflate_free_compressor(room->deflate[i]);
    free(room->bytes);
    *room = (struct chunk_room){0};
}

static bool widen(struct chunk_room *room, size_t size)
{
    if (room->size >= size)
        return true;
    free(room->bytes);
    room->bytes = pages_malloc(size);
    room->size = room->bytes ? size : 0;
    return room->bytes;
}

/* To chunk->bytes, which has room for the stored form. */
static void pack(struct libdeflate_compressor *deflate, const uint8_t *shuffled,
                 size_t size, bool full, struct chunk *chunk)
{
    chunk->size = !full || repeats(deflate, shuffled, size, chunk->bytes)
                      ? 0
                      : digits_deflate(shuffled, size, chunk->bytes, size - 1);
    if (!chunk->size)
        chunk->size = deflate_some(deflate, shuffled, size, chunk->bytes);
    if (!chunk->size) {
        memcpy(chunk->bytes, shuffled, size);
        chunk->size = size;
        chunk->mask = CHUNK_STORED;
    }
    put_checksum(chunk->bytes, chunk->size);
    chunk->size += CHUNK_CHECKSUM;
}

bool chunk_is_constant(const struct column *column, const void *rows,
                       size_t row_size, uint64_t n)
{
    const uint8_t *first = (const uint8_t *)rows + column->offset;
    uint64_t i = 1;
    /* Constant widths, as in gather(). */
#define ALIKE(w)                                                               \
    while (i < n && !memcmp(first, first + i * row_size, (w)))                 \
        i++;
    switch (column->width) {
    case 1:
        ALIKE(1) break;
    case 4:
        ALIKE(4) break;
    case 8:
        ALIKE(8) break;
    default:
        ALIKE(column->width)
    }
#undef ALIKE
    return i >= n;
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

enum status chunk_encode_in(struct chunk_room *room,
                            const struct column *column, const void *rows,
                            size_t row_size, uint64_t n, uint64_t chunk_rows,
                            struct chunk *chunk)
{
    size_t width = column->width, size = chunk_rows * width;
    struct libdeflate_compressor *deflate = deflate_for(room, width);
    struct sha256_ctx sha;
    assert(n && n <= chunk_rows && column->offset + width <= row_size);
    *chunk = (struct chunk){0};
    bool ok = deflate && widen(room, 3 * size + CHUNK_CHECKSUM);
    if (ok) {
        uint8_t *values = room->bytes, *shuffled = values + size;
        struct chunk packed = {.bytes = shuffled + size};
        gather((const uint8_t *)rows + column->offset, row_size, width, n,
               values);
        memset(values + n * width, 0, size - n * width);
        sha256_init(&sha);
        sha256_update(&sha, n * width, values);
        sha256_digest(&sha, DIGEST_BYTES, packed.sha256);
        planes_of_rows(values, width, chunk_rows, shuffled);
        /* Padding repeats. */
        pack(deflate, shuffled, size, n > chunk_rows - chunk_rows / 8, &packed);
        /* All chunks of a part are kept until it is written: no more than
         * their bytes. */
        ok = !chunk_copy(&packed, chunk);
    }
    return ok ? STATUS_OK
              : log_error(STATUS_NOMEM, "out of memory for a chunk of %s",
                          column->name);
}

enum status chunk_encode(const struct column *column, const void *rows,
                         size_t row_size, uint64_t n, uint64_t chunk_rows,
                         struct chunk *chunk)
{
    struct chunk_room room = {0};
    enum status st =
        chunk_encode_in(&room, column, rows, row_size, n, chunk_rows, chunk);
    chunk_room_close(&room);
    return st;
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
        planes_to_rows(bytes, width, chunk_rows, n, out);
        return NULL;
    }
    if (libdeflate_zlib_decompress(inflate, bytes, size, scratch, full, NULL) !=
        LIBDEFLATE_SUCCESS)
        return "it cannot be decompressed";
    planes_to_rows(scratch, width, chunk_rows, n, out);
    return NULL;
}
