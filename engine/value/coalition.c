/* coalition.c - one player against two who work together; the lone player wins
 * by making the last move. Two domains that differ in their encoding only:
 *
 *   coalition   a set of phases: bit i, the lone player wins if he is i-th
 *               after the mover. Known: Nim, heaps 2 + 2: the allies win in
 *               every phase
 *   forcible    which player, if any, can force the last move whatever the
 *               others do: a label. Known: Nim, heaps 1 + 1: the next player
 *
 * Bit 0: the lone player moves, and needs one option that leaves him third and
 * winning; bit i > 0: an ally moves, and every option must leave the lone
 * player winning at i - 1. At most one bit is set: two players cannot both beat
 * the others.
 */
#include "engine/value/domain.h"

#include <stdio.h>

/* How sets are written as values, and back. */
struct encoding {
    uint8_t value[8], set[8];
    const char *text[8]; /* of a value */
};

static const struct encoding phases = {{0, 1, 2, 3, 4, 5, 6, 7},
                                       {0, 1, 2, 3, 4, 5, 6, 7},
                                       {"allies", "mover", "next", "mover+next",
                                        "previous", "mover+previous",
                                        "next+previous", "all"}};

enum { NOBODY = 1, MOVER, NEXT, PREVIOUS };

static const struct encoding labels = {
    {[0] = NOBODY, [1 << 0] = MOVER, [1 << 1] = NEXT, [1 << 2] = PREVIOUS},
    {[NOBODY] = 0, [MOVER] = 1 << 0, [NEXT] = 1 << 1, [PREVIOUS] = 1 << 2},
    {"UNSET", "nobody", "mover", "next", "previous", NULL}};

static enum status coalition_open(const struct game *game, unsigned threads,
                                  void **self)
{
    (void)game;
    (void)threads;
    *self = (void *)&phases;
    return STATUS_OK;
}

static enum status forcible_open(const struct game *game, unsigned threads,
                                 void **self)
{
    (void)game;
    (void)threads;
    *self = (void *)&labels;
    return STATUS_OK;
}

static enum status lone_fold(void *self, unsigned worker, const uint64_t left[],
                             size_t nleft, const uint64_t right[],
                             size_t nright, uint64_t *value)
{
    const struct encoding *e = self;
    unsigned some = 0, all = nleft ? 7 : 2;
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++) {
        const unsigned set = e->set[left[i] & 7];
        some |= set;
        all &= set;
    }
    *value = e->value[some >> 2 | (all << 1 & 6)];
    return STATUS_OK;
}

static size_t lone_print(const void *self, uint64_t value, char out[],
                         size_t cap)
{
    const struct encoding *e = self;
    return (size_t)snprintf(out, cap, "%s", e->text[value & 7]);
}

static unsigned lone_outcome(const void *self, uint64_t value)
{
    (void)self;
    (void)value;
    return OUTCOME_UNSET;
}

/* The lone player, third in the option, is the mover: bit 0 is set, and no
 * other can be. */
static bool lone_decides(const void *self, enum mover mover, uint64_t option)
{
    const struct encoding *e = self;
    (void)mover;
    return e->set[option & 7] >> 2;
}

static bool forcible_legal(uint64_t value)
{
    return value >= NOBODY && value <= PREVIOUS;
}

static unsigned lone_bits(const struct game *game)
{
    (void)game;
    return 3;
}

/* Phases one at a time, or labels. */
static uint64_t lone_most(const struct game *game, uint64_t moves)
{
    (void)game;
    (void)moves;
    return 4;
}

#define LONE                                                                   \
    .refuses = GAME_PARTIZAN | GAME_MISERE, .players = 3, .value_bytes = 1,    \
    .value_bits = lone_bits, .fold = lone_fold, .print = lone_print,           \
    .outcome = lone_outcome, .decides = lone_decides, .most = lone_most

const struct domain_kind domain_coalition = {
    .name = "coalition",
    .summary = "whether a lone player beats two allies, in each phase",
    .column = {.name = "lone",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "bits",
               .help = "bit i: a lone player who is i-th after the mover "
                       "beats the other two"},
    .open = coalition_open,
    LONE,
};

const struct domain_kind domain_forcible = {
    .name = "forcible",
    .summary = "which of three players can force the last move",
    .column = {.name = "forcible",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "",
               .help = "who can force the last move against the other two",
               .labels = labels.text},
    .open = forcible_open,
    .legal = forcible_legal,
    LONE,
};
