#include "engine/store/file/chunk.h"
#include "test/common/store_rows.h"

#include <criterion/criterion.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

static const struct column u16 = {"x", COLUMN_U16, COLUMN_FACT, 0,
                                  2,   "",         "",          NULL};

/* Checksums by hand: the words are big-endian, both sums are folded. A sum of
 * 65535 stays 65535, as in HDF5; a remainder would make it 0. */
Test(store_chunk, checksum_by_hand)
{
    static const struct {
        uint16_t values[2];
        uint64_t rows;
        uint8_t bytes[8]; /* shuffled values, checksum */
        size_t size;
    } cases[] = {
        {{0}, 1, {0, 0, 0, 0, 0, 0}, 6},
        {{1}, 1, {1, 0, 0x00, 0x01, 0x00, 0x01}, 6},
        {{0xffff}, 1, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 6},
        /* words ff ff, ff ff: sums 2 * 65535 and 3 * 65535 */
        {{0xffff, 0xffff},
         2,
         {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
         8},
        /* words 01 03, 02 04: 0103 + 0204 = 0307; 0103 + 0307 = 040a */
        {{0x0201, 0x0403},
         2,
         {0x01, 0x03, 0x02, 0x04, 0x07, 0x03, 0x0a, 0x04},
         8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct chunk chunk;
        uint64_t n = cases[i].rows;
        cr_assert_eq(chunk_encode(&u16, cases[i].values, 2, n, n, &chunk),
                     STATUS_OK);
        cr_assert_eq(chunk.mask, CHUNK_STORED, "%zu", i);
        cr_assert_eq(chunk.size, cases[i].size, "%zu", i);
        cr_assert(!memcmp(chunk.bytes, cases[i].bytes, chunk.size), "%zu", i);
        chunk_release(&chunk);
    }
}

/* Every column, chunks that are full and chunks that are not. */
Test(store_chunk, decodes_what_was_encoded)
{
    enum { N = 1000 };
    struct store_row *rows = malloc(N * sizeof *rows);
    uint8_t *scratch = malloc(N * 8), *out = malloc(N * 8);
    struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
    bool stored = false, deflated = false;
    for (uint64_t i = 0; i < N; i++)
        store_row_make(i, &rows[i]);
    for (size_t c = 0; c < STORE_COLUMNS; c++)
        for (uint64_t n = 1; n <= N; n += n < 5 ? 1 : 199) {
            const struct column *column = &store_columns[c];
            uint64_t full = n < 500 ? n : N;
            struct chunk chunk;
            cr_assert_eq(
                chunk_encode(column, rows, sizeof *rows, n, full, &chunk),
                STATUS_OK);
            memset(out, 0xaa, N * 8);
            cr_assert_null(chunk_decode(inflate, chunk.bytes, chunk.size,
                                        chunk.mask, column->width, full, n,
                                        scratch, out));
            for (uint64_t i = 0; i < n; i++)
                cr_assert(!memcmp(out + i * column->width,
                                  (char *)&rows[i] + column->offset,
                                  column->width));
            if (n < N)
                cr_assert_eq(out[n * column->width], 0xaa);
            stored |= chunk.mask == CHUNK_STORED;
            deflated |= chunk.mask == 0;
            chunk_release(&chunk);
        }
    cr_assert(stored && deflated);
    libdeflate_free_decompressor(inflate);
    free(out);
    free(scratch);
    free(rows);
}

/* Any flipped bit, any cut, and every wrong mask are noticed. */
Test(store_chunk, damage_is_noticed)
{
    enum { N = 200 };
    struct store_row rows[N];
    uint8_t scratch[N * 8], out[N * 8];
    struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
    for (uint64_t i = 0; i < N; i++)
        store_row_make(i, &rows[i]);
    for (size_t c = 0; c < STORE_COLUMNS; c++) {
        const struct column *column = &store_columns[c];
        struct chunk k;
        cr_assert_eq(chunk_encode(column, rows, sizeof *rows, N, N, &k),
                     STATUS_OK);
        for (size_t bit = 0; bit < 8 * k.size; bit++) {
            k.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            cr_assert_not_null(chunk_decode(inflate, k.bytes, k.size, k.mask,
                                            column->width, N, N, scratch, out));
            k.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t cut = 0; cut < k.size; cut++)
            cr_assert_not_null(chunk_decode(inflate, k.bytes, cut, k.mask,
                                            column->width, N, N, scratch, out));
        for (uint32_t mask = 0; mask < 8; mask++)
            cr_assert_eq(!chunk_decode(inflate, k.bytes, k.size, mask,
                                       column->width, N, N, scratch, out),
                         mask == k.mask);
        chunk_release(&k);
    }
    libdeflate_free_decompressor(inflate);
}

/* Names of values are digits without repeats; the same name in every row is
 * one. Both are read back by an inflater that knows nothing of that. */
Test(store_chunk, digits_are_packed_by_a_code_of_their_own)
{
    enum { N = 4096, WIDTH = 32, SIZE = N * WIDTH };
    static const struct column names = {"x",   COLUMN_TEXT, COLUMN_FACT, 0,
                                        WIDTH, "",          "",          NULL};
    char *rows = malloc(SIZE), *out = malloc(SIZE);
    uint8_t *scratch = malloc(SIZE);
    struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
    for (int repeated = 0; repeated < 2; repeated++)
        for (size_t n = N; n >= N - 9; n -= 3) {
            uint64_t x = 1;
            struct chunk chunk;
            for (size_t i = 0; i < n * WIDTH; i++) {
                x = x * 6364136223846793005 + 1442695040888963407;
                rows[i] = repeated && i >= WIDTH ? rows[i - WIDTH]
                                                 : "0123456789abcdef"[x >> 60];
            }
            cr_assert_eq(chunk_encode(&names, rows, WIDTH, n, N, &chunk),
                         STATUS_OK);
            cr_assert_eq(chunk.mask, 0);
            cr_assert_null(chunk_decode(inflate, chunk.bytes, chunk.size, 0,
                                        WIDTH, N, n, scratch, out));
            cr_assert(!memcmp(out, rows, n * WIDTH));
            cr_assert_eq(repeated, chunk.size < SIZE / 50);
            if (!repeated)
                cr_assert_leq(chunk.size, SIZE * 0.52);
            chunk_release(&chunk);
        }
    libdeflate_free_decompressor(inflate);
    free(scratch);
    free(rows);
    free(out);
}
