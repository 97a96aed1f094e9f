#include "engine/ranks/dealer.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { PARTS = 23, RANKS = 4 };

static struct dealer deal(const bool has[], bool ascending)
{
    struct dealer d;
    cr_assert_eq(dealer_init(&d, RANKS, PARTS, has, ascending), STATUS_OK);
    return d;
}

/* Ranks of different speed take parts until there are none: how often each part
 * was dealt, and the parts of a rank that do not follow the one before. */
static void work(struct dealer *d, unsigned dealt[PARTS], unsigned *jumps)
{
    uint64_t last[RANKS] = {0};
    bool ended[RANKS] = {false};
    *jumps = 0;
    for (unsigned turn = 0, left = RANKS; left; turn++) {
        const unsigned r = turn % RANKS;
        uint64_t part;
        if (ended[r] || turn / RANKS % (r + 1))
            continue;
        if (dealer_next(d, r, &part)) {
            dealt[part]++;
            *jumps += part != last[r] + 1;
            last[r] = part;
        } else {
            ended[r] = true;
            left--;
        }
    }
}

Test(dealer, each_missing_part_once_and_mostly_neighbours)
{
    bool has[PARTS] = {false};
    unsigned dealt[PARTS] = {0}, jumps;
    has[0] = has[7] = has[8] = true;
    struct dealer d = deal(has, false);
    work(&d, dealt, &jumps);
    for (unsigned i = 0; i < PARTS; i++)
        cr_expect_eq(dealt[i], !has[i], "part %u: %u times", i, dealt[i]);
    cr_expect_leq(jumps, 2 * RANKS + 2);
    dealer_release(&d);
}

Test(dealer, nothing_is_missing)
{
    bool has[PARTS];
    uint64_t part;
    for (unsigned i = 0; i < PARTS; i++)
        has[i] = true;
    struct dealer d = deal(has, false);
    for (unsigned r = 0; r < RANKS; r++)
        cr_expect_not(dealer_next(&d, r, &part));
    dealer_release(&d);
}

Test(dealer, ascending)
{
    bool has[PARTS] = {false, true};
    struct dealer d = deal(has, true);
    uint64_t part;
    for (uint64_t next = 0; next < PARTS; next += next ? 1 : 2) {
        cr_assert(dealer_next(&d, (unsigned)next * 3 % RANKS, &part));
        cr_expect_eq(part, next);
    }
    cr_expect_not(dealer_next(&d, 1, &part));
    dealer_release(&d);
}
