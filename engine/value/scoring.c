/* scoring.c - three players, two points for the last move and one for the move
 * before it; every player plays for points, and every tie is followed.
 *
 * A payoff is three scores: the mover's, the next player's, the previous
 * player's. It is numbered 9 a + 3 b + c, and a value is the set of all payoffs
 * that play may lead to: bit n for payoff n. The mover keeps whatever gives him
 * most; a position with more than one payoff left is a tie. Known: Nim, heaps
 * 1 + 2: the mover scores one and the next player two.
 */
#include "engine/value/domain.h"

#include <stdio.h>

enum { PAYOFFS = 27 };

static unsigned own(unsigned payoff)
{
    return payoff / 9;
}

static enum status scoring_fold(void *self, unsigned worker,
                                const uint64_t left[], size_t nleft,
                                const uint64_t right[], size_t nright,
                                uint64_t *value)
{
    uint64_t options = 0, best = 0;
    (void)self;
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++)
        options |= left[i];
    for (unsigned p = 0; p < PAYOFFS; p++) {
        if (!(options >> p & 1))
            continue;
        /* The next player's a, b, c are the mover's b, c, a. */
        unsigned mine = p % 3 * 9 + p / 3;
        uint64_t bit = (uint64_t)1 << mine;
        if (!best || own(mine) > own((unsigned)__builtin_ctzll(best)))
            best = bit;
        else if (own(mine) == own((unsigned)__builtin_ctzll(best)))
            best |= bit;
    }
    *value = nleft ? best : 1 << (0 * 9 + 1 * 3 + 2);
    return STATUS_OK;
}

static size_t scoring_print(const void *self, uint64_t value, char out[],
                            size_t cap)
{
    size_t used = 0;
    (void)self;
    for (unsigned p = 0; p < PAYOFFS; p++)
        if (value >> p & 1)
            used += (size_t)snprintf(
                used < cap ? out + used : NULL, used < cap ? cap - used : 0,
                "%s%u-%u-%u", used ? " or " : "", own(p), p / 3 % 3, p % 3);
    return used;
}

static unsigned scoring_outcome(const void *self, uint64_t value)
{
    (void)self;
    (void)value;
    return OUTCOME_UNSET;
}

const struct domain_kind domain_scoring = {
    .name = "scoring",
    .summary = "scores 2 for the last move, 1 for the one before it",
    .refuses = GAME_PARTIZAN | GAME_MISERE,
    .players = 3,
    .value_bytes = 4,
    .column = {.name = "payoffs",
               .type = COLUMN_U32,
               .role = COLUMN_FACT,
               .width = 4,
               .unit = "bits",
               .help = "bit 9a+3b+c: the mover, next and previous player may "
                       "score a, b, c"},
    .fold = scoring_fold,
    .print = scoring_print,
    .outcome = scoring_outcome,
};
