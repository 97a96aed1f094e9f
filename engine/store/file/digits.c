/* digits.c - a block of dynamic Huffman codes (RFC 1951, 3.2.7).
 *
 *   0..9, a..d       4 bits: 14/16 of all codes
 *   zero, e, f, end  5 bits: 2/16, so that the code is complete
 *
 * There are no distances; two are declared, as a complete code is read by
 * everyone.
 */
#include "engine/store/file/digits.h"

#include <endian.h>
#include <libdeflate.h>
#include <stdbool.h>
#include <string.h>

enum { SYMBOLS = 257, END = 256, STREAM_BYTES = 128 };

/* Codes as they are written, the first bit lowest; length 0: none. */
struct codes {
    uint8_t length[SYMBOLS], code[SYMBOLS];
};

struct bits {
    uint8_t *at;
    uint64_t word; /* not written yet */
    unsigned count;
};

static void put(struct bits *out, uint64_t code, unsigned length)
{
    out->word |= code << out->count;
    out->count += length;
}

/* Writes the whole bytes. */
static void flush(struct bits *out)
{
    const uint64_t word = htole64(out->word);
    memcpy(out->at, &word, sizeof word);
    out->at += out->count / 8;
    out->word >>= out->count & ~7u;
    out->count &= 7;
}

static uint8_t reverse(unsigned code, unsigned length)
{
    unsigned back = 0;
    for (; length; length--, code >>= 1)
        back = back << 1 | (code & 1);
    return (uint8_t)back;
}

/* Canonical codes: ascending with the length, then with the symbol. */
static void number_codes(struct codes *c)
{
    unsigned next = 0;
    for (unsigned length = 4; length <= 5; length++, next <<= 1)
        for (unsigned s = 0; s < SYMBOLS; s++)
            if (c->length[s] == length)
                c->code[s] = reverse(next++, length);
}

static void make_codes(struct codes *c)
{
    memset(c, 0, sizeof *c);
    for (unsigned s = '0'; s <= '9'; s++)
        c->length[s] = 4;
    for (unsigned s = 'a'; s <= 'd'; s++)
        c->length[s] = 4;
    c->length[0] = c->length['e'] = c->length['f'] = c->length[END] = 5;
    number_codes(c);
}

/* What a block begins with: its kind and the lengths of the codes, themselves
 * in a code of 2 bits for 4, 16 and 18, and 3 for 1 and 5. 16 repeats a length,
 * 18 is a run of zeros. */
static void put_header(struct bits *out)
{
    enum { REPEAT = 16, ZEROS = 18, LAST = 1, DYNAMIC = 2 };
    static const struct {
        uint8_t symbol, more;
    } runs[] = {{5, 0},      {ZEROS, 47}, {4, 0},       {REPEAT, 6},
                {REPEAT, 3}, {ZEROS, 39}, {4, 0},       {REPEAT, 3},
                {5, 0},      {5, 0},      {ZEROS, 138}, {ZEROS, 15},
                {5, 0},      {1, 0},      {1, 0}};
    /* Of 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1. */
    static const uint8_t lengths[] = {2, 0, 2, 0, 0, 0, 0, 0, 0,
                                      3, 0, 2, 0, 0, 0, 0, 0, 3};
    put(out, LAST | DYNAMIC << 1, 3);
    put(out, SYMBOLS - 257, 5);
    put(out, 2 - 1, 5); /* distances */
    put(out, sizeof lengths - 4, 4);
    for (size_t i = 0; i < sizeof lengths; i++) {
        put(out, lengths[i], 3);
        flush(out);
    }
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const unsigned symbol = runs[i].symbol, more = runs[i].more;
        if (symbol == 1 || symbol == 5)
            put(out, reverse(symbol == 1 ? 6 : 7, 3), 3);
        else
            put(out, reverse(symbol == 4 ? 0 : symbol == REPEAT ? 1 : 2, 2), 2);
        if (symbol == REPEAT)
            put(out, more - 3, 2);
        if (symbol == ZEROS)
            put(out, more - 11, 7);
        flush(out);
    }
}

size_t digits_deflate(const uint8_t *in, size_t n, uint8_t *out, size_t cap)
{
    struct bits bits = {.at = out + 2};
    struct codes c;
    bool known = true;
    if (cap < STREAM_BYTES || (cap - STREAM_BYTES) / 5 < n / 8 + 1)
        return 0;
    make_codes(&c);
    out[0] = 0x78; /* a window of 32 KB, the fastest level */
    out[1] = 0x01;
    put_header(&bits);
    for (size_t i = 0; i < n;) {
        for (const size_t end = n - i < 8 ? n : i + 8; i < end; i++) {
            known = known && c.length[in[i]];
            put(&bits, c.code[in[i]], c.length[in[i]]);
        }
        flush(&bits);
    }
    put(&bits, c.code[END], c.length[END] + 7u); /* up to a whole byte */
    flush(&bits);
    const uint32_t sum = htobe32(libdeflate_adler32(1, in, n));
    memcpy(bits.at, &sum, sizeof sum);
    return known ? (size_t)(bits.at - out) + sizeof sum : 0;
}
