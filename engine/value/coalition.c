/* coalition.c - one player against two who work together; the lone player wins
 * by making the last move.
 *
 * Bit i of a value: the lone player wins if he is i-th after the mover. Bit 0:
 * he moves, and needs one option that leaves him third and winning; bit i > 0:
 * an ally moves, and every option must leave him winning at i - 1. At most one
 * bit is set: two players cannot both beat the others.
 * Known: Nim, heaps 2 + 2: the allies win in every phase.
 */
#include "engine/value/domain.h"

#include <stdio.h>

static enum status coalition_open(const struct game *game, unsigned threads,
                                  void **self)
{
    (void)game;
    (void)threads;
    *self = NULL;
    return STATUS_OK;
}

static void coalition_close(void *self)
{
    (void)self;
}

static enum status coalition_fold(void *self, unsigned worker,
                                  const uint64_t left[], size_t nleft,
                                  const uint64_t right[], size_t nright,
                                  uint64_t *value)
{
    uint64_t some = 0, all = nleft ? 7 : 2;
    (void)self;
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++) {
        some |= left[i];
        all &= left[i];
    }
    *value = some >> 2 | (all << 1 & 6);
    return STATUS_OK;
}

static size_t coalition_print(const void *self, uint64_t value, char out[],
                              size_t cap)
{
    static const char *const texts[] = {
        "allies",   "mover",          "next",          "mover+next",
        "previous", "mover+previous", "next+previous", "all"};
    (void)self;
    return (size_t)snprintf(out, cap, "%s", texts[value & 7]);
}

static unsigned coalition_outcome(const void *self, uint64_t value)
{
    (void)self;
    (void)value;
    return OUTCOME_UNSET;
}

/* The lone player, third in the option, is the mover: bit 0 is set, and no
 * other can be. */
static bool coalition_decides(const void *self, enum mover mover,
                              uint64_t option)
{
    (void)self;
    (void)mover;
    return option >> 2 & 1;
}

static unsigned coalition_bits(const struct game *game)
{
    (void)game;
    return 3;
}

const struct domain_kind domain_coalition = {
    .name = "coalition",
    .summary = "whether a lone player beats two allies, in each phase",
    .refuses = GAME_PARTIZAN | GAME_MISERE,
    .players = 3,
    .value_bytes = 1,
    .value_bits = coalition_bits,
    .column = {.name = "lone",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "bits",
               .help = "bit i: a lone player who is i-th after the mover "
                       "beats the other two"},
    .open = coalition_open,
    .close = coalition_close,
    .fold = coalition_fold,
    .print = coalition_print,
    .outcome = coalition_outcome,
    .decides = coalition_decides,
};
