/* How positions of heaps are written, and how many bits they take. */
#include "rules/heaps.h"
#include "rules/heaps_move.h"
#include "test/common/draw.h"

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

/* The heaps after a move, one change after the other. */
static struct heaps moved(const struct heaps *h, const struct heap_move *m)
{
    struct heaps after = *h;
    const uint8_t kind = h->at[m->from].kind;
    after.duty = DUTY_NONE;
    if (!--after.at[m->from].count) {
        after.n--;
        memmove(&after.at[m->from], &after.at[m->from + 1],
                (after.n - m->from) * sizeof after.at[0]);
    }
    for (uint32_t i = 0; i < m->nadd; i++)
        cr_assert(heaps_add(&after, kind, m->size[i], 1));
    after.duty = m->duty;
    after.named = 0;
    while (m->nadd && (after.at[after.named].kind != kind ||
                       after.at[after.named].size != m->size[0]))
        after.named++;
    return after;
}

static uint32_t below(uint64_t *seed, uint32_t n)
{
    return (uint32_t)draw(seed, n);
}

static struct heaps some_heaps(uint64_t *seed, uint32_t largest)
{
    struct heaps h = {.n = 0};
    const uint32_t kinds = 1 + below(seed, 3), n = 1 + below(seed, 6);
    for (uint32_t i = 0; i < n; i++)
        cr_assert(heaps_add(&h, (uint8_t)below(seed, kinds),
                            1 + below(seed, largest), 1 + below(seed, 3)));
    return h;
}

static struct heap_move some_move(uint64_t *seed, const struct heaps *h)
{
    struct heap_move m = {.from = below(seed, h->n), .nadd = below(seed, 3)};
    /* Now and then a heap that is larger than what it comes from. */
    const uint32_t most = h->at[m.from].size + (below(seed, 10) == 0);
    for (uint32_t i = 0; i < m.nadd; i++)
        m.size[i] = 1 + below(seed, most);
    if (m.nadd == 2 && m.size[0] > m.size[1]) {
        const uint32_t size = m.size[0];
        m.size[0] = m.size[1];
        m.size[1] = size;
    }
    m.duty = m.nadd ? (enum duty)below(seed, 3) : DUTY_NONE;
    return m;
}

/* Both ways to write a move, and its heaps written anew; codes of up to 64
 * bits, up to 128 and more. */
Test(heaps, moves_are_written_like_positions)
{
    static const uint32_t largest[] = {8, 60, 2000, HEAPS_SIZE_MAX};
    uint64_t seed = draw_seed(1);
    unsigned fitted[2] = {0, 0}, wide = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const struct heaps h = some_heaps(&seed, largest[i % 4]);
        struct position p, q, r;
        struct heaps_encoder encoder;
        if (!heaps_pack(&h, &p))
            continue;
        const struct heap_move m = some_move(&seed, &h);
        const struct heaps after = moved(&h, &m);
        heaps_encoder_init(&encoder, &h);
        const bool fits = heaps_pack(&after, &p);
        cr_assert_eq(heaps_pack_move(&h, &m, &q), fits);
        cr_assert_eq(heaps_move(&encoder, &m, &r), fits);
        fitted[fits]++;
        wide += fits && p.hi;
        if (fits)
            cr_assert(position_equal(p, q) && position_equal(p, r),
                      "move %u of %u heaps", i, h.n);
    }
    cr_expect_gt(fitted[0], 10);
    cr_expect_gt(fitted[1], 100000);
    cr_expect_gt(wide, 10000);
}

/* Another obligation changes nothing else. */
Test(heaps, other_duty)
{
    uint64_t seed = draw_seed(7);
    for (unsigned i = 0; i < 10000; i++) {
        struct heaps h = some_heaps(&seed, 30);
        struct position p, q;
        cr_assert(heaps_pack(&h, &p));
        h.duty = (enum duty)below(&seed, 4);
        h.named = duty_names_heap(h.duty) ? below(&seed, h.n) : 0;
        cr_assert(heaps_pack(&h, &q));
        cr_assert(position_equal(heaps_under(p, h.duty, h.named), q));
        cr_assert(position_equal(heaps_under(q, DUTY_NONE, 0), p));
    }
}
