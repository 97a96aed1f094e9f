#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

/* The length of the plain character at `at`, of which n > 0 bytes are there; 0
 * if there is none. The ranges are those of the Unicode Standard, table 3-7,
 * without U+0080..9F. */
static size_t character(const unsigned char *at, size_t n)
{
    static const struct {
        unsigned char from, to, second_from, second_to, length;
    } ranges[] = {
        {0x20, 0x7e, 0x00, 0x00, 1}, {0xc2, 0xc2, 0xa0, 0xbf, 2},
        {0xc3, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
        {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t r = 0;
    while (r < sizeof ranges / sizeof *ranges &&
           (at[0] < ranges[r].from || at[0] > ranges[r].to))
        r++;
    if (r == sizeof ranges / sizeof *ranges || ranges[r].length > n)
        return 0;
    if (ranges[r].length > 1 &&
        (at[1] < ranges[r].second_from || at[1] > ranges[r].second_to))
        return 0;
    for (size_t i = 2; i < ranges[r].length; i++)
        if (at[i] < 0x80 || at[i] > 0xbf)
            return 0;
    return ranges[r].length;
}

size_t text_plain(const char *bytes, size_t n)
{
    const unsigned char *at = (const unsigned char *)bytes;
    size_t i = 0;
    for (size_t length; i < n && (length = character(at + i, n - i));)
        i += length;
    return i;
}

/* Is one of eight bytes neither zero nor of plain ASCII? Of each byte the
 * highest bit says so: it is there, or comes there from 0x7f + 1, or is missing
 * from 0x60 + a byte that is not zero and below 0x20. */
static bool any_other(const char *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    uint64_t x;
    memcpy(&x, at, sizeof x);
    const uint64_t low = x & ~high;
    const uint64_t not_zero = low + (high - ones);
    const uint64_t not_control = low + 0x60 * ones;
    return (x | (low + ones) | (not_zero & ~not_control)) & high;
}

bool text_all_plain(const char *texts, uint64_t n, size_t width)
{
    /* Nearly all texts are ASCII: eight bytes at a time. */
    const uint64_t size = n * width;
    uint64_t i = 0;
    bool other = false;
    for (; i + 8 <= size && !other; i += 8)
        other = any_other(texts + i);
    for (; i < size && !other; i++) {
        const unsigned char byte = (unsigned char)texts[i];
        other = (byte && byte < 0x20) || byte > 0x7e;
    }
    for (i = 0; i < n && other; i++) {
        const size_t length = strnlen(texts + i * width, width);
        if (text_plain(texts + i * width, length) < length)
            return false;
    }
    return true;
}

size_t text_escape(const char *text, char out[], size_t cap)
{
    size_t used = 0, left = strlen(text);
    for (size_t n; left; text += n, left -= n) {
        const bool plain = (n = character((const unsigned char *)text, left));
        char one[8];
        if (plain)
            snprintf(one, sizeof one, "%.*s", (int)n, text);
        else
            snprintf(one, sizeof one, "\\x%02x", (unsigned char)*text);
        n = plain ? n : 1;
        const size_t length = strlen(one);
        if (used + length < cap)
            memcpy(out + used, one, length);
        else if (used < cap)
            out[used] = 0, cap = used;
        used += length;
    }
    if (used < cap)
        out[used] = 0;
    return used;
}

bool text_number(const char *text, uint64_t *value)
{
    uint64_t x = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (x > (UINT64_MAX - digit) / 10)
            return false;
        x = 10 * x + digit;
    }
    *value = x;
    return at > text && !*at;
}

bool text_decimal(const char *text, size_t n, double *value)
{
    double x = 0, scale = 1;
    bool point = false;
    for (size_t i = 0; i < n; i++) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (!digit && (text[i] != '.' || point || i == 0 || i + 1 == n))
            return false;
        point = point || !digit;
        x = digit ? 10 * x + (text[i] - '0') : x;
        scale = digit && point ? 10 * scale : scale;
    }
    *value = x / scale;
    return n > 0;
}
