/* How many bits a position of heaps takes. */
#include "rules/heaps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static unsigned code_bits(uint32_t x)
{
    unsigned bits = 1;
    for (; x > 1; x /= 2)
        bits += 2;
    return bits;
}

enum { TOTAL = 130 };

/* longest[s][left]: the most bits of codes for heaps above s with at most so
 * many counters. */
static unsigned longest[TOTAL + 1][TOTAL + 1];

static void find_longest(void)
{
    for (uint32_t s = TOTAL; s-- > 0;)
        for (uint32_t left = 0; left <= TOTAL; left++)
            for (uint32_t size = s + 1; size <= left; size++)
                for (uint32_t count = 1; size * count <= left; count++) {
                    const unsigned bits = code_bits(size - s) +
                                          code_bits(count) +
                                          longest[size][left - size * count];
                    if (bits > longest[s][left])
                        longest[s][left] = bits;
                }
}

Test(heaps, longest_codes)
{
    find_longest();
    for (uint32_t total = 0; total <= TOTAL; total++) {
        const unsigned bits = 9 + longest[0][total];
        cr_expect_eq(heaps_bits(total, 1), bits <= 64 ? bits : 128,
                     "%u counters", total);
    }
    cr_expect_eq(heaps_bits(50, 1), 43);
    cr_expect_eq(heaps_bits(26, 4), 64);
    cr_expect_eq(heaps_bits(27, 4), 128);
}
