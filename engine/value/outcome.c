/* outcome.c - who wins: N (the player to move), P (the other), and in
 * partizan games L and R (that player, whoever moves).
 *
 * Left, moving first, wins iff some option of hers is won by Left with Right
 * to move: outcome P or L. The empty fold is P (in misere play N): the player
 * without a move loses (wins).
 */
#include "engine/value/domain.h"

#include <stdio.h>

static enum status outcome_open(const struct game *game, unsigned threads,
                                void **self)
{
    (void)threads;
    /* The traits are all that the fold depends on. */
    *self = (void *)(uintptr_t)game->traits;
    return STATUS_OK;
}

static bool misere(const void *self)
{
    return (uintptr_t)self & GAME_MISERE;
}

/* Does a player with these options win, moving first? */
static bool wins(const void *self, const uint64_t options[], size_t n,
                 enum outcome own)
{
    for (size_t i = 0; i < n; i++)
        if (options[i] == OUTCOME_P || options[i] == own)
            return true;
    return n == 0 && misere(self);
}

static bool outcome_legal(uint64_t value)
{
    return value >= OUTCOME_N && value <= OUTCOME_R;
}

static enum status outcome_fold(void *self, unsigned worker,
                                const uint64_t left[], size_t nleft,
                                const uint64_t right[], size_t nright,
                                uint64_t *value)
{
    (void)worker;
    const bool l = wins(self, left, nleft, OUTCOME_L);
    const bool r = (uintptr_t)self & GAME_PARTIZAN
                       ? wins(self, right, nright, OUTCOME_R)
                       : l;
    *value = l ? (r ? OUTCOME_N : OUTCOME_L) : (r ? OUTCOME_R : OUTCOME_P);
    return STATUS_OK;
}

static uint64_t outcome_negate(const void *self, uint64_t value)
{
    (void)self;
    return value == OUTCOME_L   ? OUTCOME_R
           : value == OUTCOME_R ? OUTCOME_L
                                : value;
}

static bool outcome_decides(const void *self, enum mover mover, uint64_t option)
{
    (void)self;
    return option == OUTCOME_P ||
           option == (mover == LEFT ? OUTCOME_L : OUTCOME_R);
}

static size_t outcome_print(const void *self, uint64_t value, char out[],
                            size_t cap)
{
    (void)self;
    return (size_t)snprintf(out, cap, "%s", outcome_labels[value]);
}

static unsigned outcome_outcome(const void *self, uint64_t value)
{
    (void)self;
    return (unsigned)value;
}

/* N and P, or all four. */
static unsigned outcome_bits(const struct game *game)
{
    return game->traits & GAME_PARTIZAN ? 3 : 2;
}

static uint64_t outcome_most(const struct game *game, uint64_t moves)
{
    (void)moves;
    return game->traits & GAME_PARTIZAN ? OUTCOME_R : OUTCOME_P;
}

const struct domain_kind domain_outcome = {
    .name = "outcome",
    .summary = "who wins: N, P and in partizan games L, R",
    .players = 2,
    .is_outcome = true,
    .value_bytes = 1,
    .value_bits = outcome_bits,
    .column = {.name = "outcome",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "",
               .help = "outcome class",
               .labels = outcome_labels},
    .open = outcome_open,
    .fold = outcome_fold,
    .most = outcome_most,
    .print = outcome_print,
    .outcome = outcome_outcome,
    .decides = outcome_decides,
    .legal = outcome_legal,
    .negate = outcome_negate,
};
