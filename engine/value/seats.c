/* seats.c - who wins among n players who move in turn, and prefer one winner to
 * another. Two domains that differ in the order of preference only:
 *
 *   upstream     himself, else the next player, and the previous last: every
 *                player would rather see the last move made sooner after his
 *                own. Known: Nim with three players, heaps 1 + 2: the next
 *                player wins
 *   downstream   himself, else the player who moved before him, and the next
 *                player last. Known: the same heaps: the previous player wins
 *
 * With two players both are normal play. A value is the seat of the player who
 * makes the last move, counted from the player to move: 0 the mover, 1 the
 * next, n - 1 the previous. On the empty board that is n - 1.
 */
#include "engine/value/domain.h"

#include <stdio.h>

/* The number of players and the direction are all that the fold depends on. */
static void *seats_self(unsigned players, bool down)
{
    return (void *)((uintptr_t)players << 1 | down);
}

static unsigned seats_players(const void *self)
{
    return (unsigned)((uintptr_t)self >> 1);
}

static enum status upstream_open(const struct game *game, unsigned threads,
                                 void **self)
{
    (void)threads;
    *self = seats_self(game->players, false);
    return STATUS_OK;
}

static enum status downstream_open(const struct game *game, unsigned threads,
                                   void **self)
{
    (void)threads;
    *self = seats_self(game->players, true);
    return STATUS_OK;
}

/* The winner of an option, from the seat of the player who moves to it. */
static uint64_t seats_back(uint64_t winner, unsigned players)
{
    return (winner + 1) % players;
}

/* The place of a seat in the mover's order of preference, and the seat of a
 * place: counting backwards is its own inverse. */
static uint64_t seats_place(const void *self, uint64_t seat)
{
    const unsigned n = seats_players(self);
    return (uintptr_t)self & 1 ? (n - seat) % n : seat;
}

static enum status seats_fold(void *self, unsigned worker,
                              const uint64_t left[], size_t nleft,
                              const uint64_t right[], size_t nright,
                              uint64_t *value)
{
    const unsigned n = seats_players(self);
    uint64_t best = n;
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++) {
        uint64_t place = seats_place(self, seats_back(left[i], n));
        if (place < best)
            best = place;
    }
    *value = nleft ? seats_place(self, best) : n - 1;
    return STATUS_OK;
}

static size_t seats_print(const void *self, uint64_t value, char out[],
                          size_t cap)
{
    const unsigned n = seats_players(self);
    if (value > 1 && value < n - 1)
        return (size_t)snprintf(out, cap, "next but %u", (unsigned)value - 1);
    return (size_t)snprintf(out, cap, "%s",
                            value == 0       ? "mover"
                            : value == n - 1 ? "previous"
                                             : "next");
}

static unsigned seats_outcome(const void *self, uint64_t value)
{
    if (seats_players(self) != 2)
        return OUTCOME_UNSET;
    return value == 0 ? OUTCOME_N : OUTCOME_P;
}

static unsigned seats_bits(const struct game *game)
{
    unsigned bits = 2;
    while (game->players > (1u << bits) - 1)
        bits++;
    return bits;
}

static uint64_t seats_most(const struct game *game, uint64_t moves)
{
    (void)moves;
    return game->players - 1;
}

/* Nobody prefers another winner to himself. */
static bool seats_decides(const void *self, enum mover mover, uint64_t option)
{
    (void)mover;
    return seats_back(option, seats_players(self)) == 0;
}

#define SEATS                                                                  \
    .refuses = GAME_PARTIZAN | GAME_MISERE, .value_bytes = 1,                  \
    .value_bits = seats_bits,                                                  \
    .column = {.name = "winner",                                               \
               .type = COLUMN_U8,                                              \
               .role = COLUMN_FACT,                                            \
               .width = 1,                                                     \
               .unit = "seat",                                                 \
               .help = "who makes the last move: 0 mover, 1 next player, "     \
                       "..."},                                                 \
    .fold = seats_fold, .print = seats_print, .outcome = seats_outcome,        \
    .decides = seats_decides, .most = seats_most

const struct domain_kind domain_upstream = {
    .name = "upstream",
    .summary = "who wins: each prefers himself, else the player after him",
    .open = upstream_open,
    SEATS,
};

const struct domain_kind domain_downstream = {
    .name = "downstream",
    .summary = "who wins: each prefers himself, else the player before him",
    .open = downstream_open,
    SEATS,
};
