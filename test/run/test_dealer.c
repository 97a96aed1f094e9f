#include "engine/ranks/dealer.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { PARTS = 23, RANKS = 4 };

static struct dealer deal(const bool has[], const uint64_t needs[])
{
    struct dealer d;
    cr_assert_eq(dealer_init(&d, RANKS, PARTS, has, needs), STATUS_OK);
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
        dealer_done(d, r);
        const enum dealer_answer answer = dealer_next(d, r, &part);
        if (answer == DEALER_PART) {
            dealt[part]++;
            *jumps += part != last[r] + 1;
            last[r] = part;
        } else {
            cr_assert_eq(answer, DEALER_NONE);
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
    struct dealer d = deal(has, NULL);
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
    struct dealer d = deal(has, NULL);
    for (unsigned r = 0; r < RANKS; r++)
        cr_expect_eq(dealer_next(&d, r, &part), DEALER_NONE);
    dealer_release(&d);
}

/* Layers of five parts: none is dealt before all of the layer below are done.
 */
Test(dealer, layers_wait)
{
    const bool has[PARTS] = {false, true};
    uint64_t needs[PARTS], part, hand[RANKS];
    unsigned turn = 0;
    bool done[PARTS] = {false, true};
    for (unsigned i = 0; i < PARTS; i++)
        needs[i] = i / 5 * 5;
    for (unsigned r = 0; r < RANKS; r++)
        hand[r] = PARTS;
    struct dealer d = deal(has, needs);
    for (uint64_t next = 0; next < PARTS && turn < 1000; turn++) {
        const unsigned r = turn * 3 % RANKS;
        if (hand[r] < PARTS)
            done[hand[r]] = true;
        dealer_done(&d, r);
        hand[r] = PARTS;
        bool may = true;
        next += next == 1;
        for (uint64_t i = 0; i < needs[next]; i++)
            may &= done[i];
        const enum dealer_answer answer = dealer_next(&d, r, &part);
        cr_assert_eq(answer, may ? DEALER_PART : DEALER_WAIT);
        if (!may)
            continue;
        cr_assert_eq(part, next);
        hand[r] = next++;
    }
    cr_expect_lt(turn, 1000);
    dealer_release(&d);
}
