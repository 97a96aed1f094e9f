#include "engine/base/text.h"

#include <criterion/criterion.h>
#include <string.h>

Test(text, plain_characters)
{
    static const struct {
        const char *text;
        size_t plain;
    } cases[] = {
        {"", 0},
        {"1 3 2", 5},
        {"a\x1b[2J", 1},
        {"a\nb", 1},
        {"a\x7f", 1},
        {"\xc3\xa9\xe2\x86\x91\xf0\x9f\x8e\xb2", 9}, /* e acute, arrow, die */
        {"x\xc2\x9b", 1},                            /* U+009B, CSI */
        {"x\xc2\xa0", 3},                            /* U+00A0 */
        {"\xc0\xaf", 0},                             /* overlong */
        {"\xe0\x9f\xbf", 0},                         /* overlong */
        {"\xed\xa0\x80", 0},                         /* a surrogate */
        {"\xf4\x90\x80\x80", 0},                     /* past U+10FFFF */
        {"\xe2\x86", 0},                             /* cut */
        {"\xff", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(text_plain(cases[i].text, strlen(cases[i].text)),
                     cases[i].plain, "%zu", i);
    cr_expect_eq(text_plain("a\0b", 3), 1);
}

Test(text, columns_of_texts)
{
    cr_expect(text_all_plain("ab\0\0\xc3\xa9\0\0", 2, 4));
    cr_expect(text_all_plain("abcdefgh", 2, 4));
    cr_expect_not(text_all_plain("ab\0\0c\x1b\0\0", 2, 4));
    cr_expect_not(text_all_plain("abc\xc3\xa9xyz", 2, 4));
}

Test(text, escapes)
{
    char out[32];
    cr_expect_eq(text_escape("a\x1b\xff\xc3\xa9", out, sizeof out), 11);
    cr_expect_str_eq(out, "a\\x1b\\xff\xc3\xa9");
    cr_expect_eq(text_escape("abcdef", out, 4), 6);
    cr_expect_str_eq(out, "abc");
    cr_expect_eq(text_escape("ab\x1b", out, 4), 6);
    cr_expect_str_eq(out, "ab");
    cr_expect_eq(text_escape("abc", NULL, 0), 3);
}

Test(text, numbers)
{
    uint64_t n = 7;
    cr_expect(text_number("0", &n) && n == 0);
    cr_expect(text_number("007", &n) && n == 7);
    cr_expect(text_number("18446744073709551615", &n) && n == UINT64_MAX);
    static const char *const none[] = {"",
                                       " 1",
                                       "1 ",
                                       "+1",
                                       "-1",
                                       "0x10",
                                       "1e3",
                                       "1.0",
                                       "18446744073709551616",
                                       "99999999999999999999999",
                                       "x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect_not(text_number(none[i], &n), "%s", none[i]);
}

Test(text, decimals)
{
    double x = 7;
    cr_expect(text_decimal("12", 2, &x) && x == 12);
    cr_expect(text_decimal("1.5h", 3, &x) && x == 1.5);
    cr_expect(text_decimal("0.25", 4, &x) && x == 0.25);
    static const char *const none[] = {"",      ".",   ".5",  "5.",
                                       "1.2.3", "+1",  "-1",  " 1",
                                       "1e3",   "0x1", "nan", "inf"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect_not(text_decimal(none[i], strlen(none[i]), &x), "%s",
                      none[i]);
}

/* Each byte at each place of texts that are looked at eight bytes at a time. */
Test(text, each_byte_at_each_place)
{
    enum { WIDTH = 19 };
    for (int byte = 0; byte < 256; byte++)
        for (size_t at = 0; at < WIDTH; at++) {
            char text[WIDTH];
            memset(text, 'a', WIDTH);
            text[at] = (char)byte;
            /* A zero ends a text; what is behind it is not looked at. */
            const bool plain = !byte || (byte >= ' ' && byte < 0x7f);
            cr_assert_eq(text_all_plain(text, 1, WIDTH), plain, "%d at %zu",
                         byte, at);
        }
}
