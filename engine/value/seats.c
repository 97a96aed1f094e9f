#include "engine/value/seats.h"

#include <stdio.h>

enum status seats_open(const struct game *game, unsigned threads, void **self)
{
    (void)threads;
    /* The number of players is all that the fold depends on. */
    *self = (void *)(uintptr_t)game->players;
    return STATUS_OK;
}

void seats_close(void *self)
{
    (void)self;
}

unsigned seats_players(const void *self)
{
    return (unsigned)(uintptr_t)self;
}

size_t seats_print(const void *self, uint64_t value, char out[], size_t cap)
{
    const unsigned n = seats_players(self);
    if (value > 1 && value < n - 1)
        return (size_t)snprintf(out, cap, "next but %u", (unsigned)value - 1);
    return (size_t)snprintf(out, cap, "%s",
                            value == 0       ? "mover"
                            : value == n - 1 ? "previous"
                                             : "next");
}

unsigned seats_outcome(const void *self, uint64_t value)
{
    if (seats_players(self) != 2)
        return OUTCOME_UNSET;
    return value == 0 ? OUTCOME_N : OUTCOME_P;
}

unsigned seats_bits(const struct game *game)
{
    unsigned bits = 2;
    while (game->players > (1u << bits) - 1)
        bits++;
    return bits;
}

/* Nobody prefers another winner to himself. */
bool seats_decides(const void *self, enum mover mover, uint64_t option)
{
    (void)mover;
    return seats_back(option, seats_players(self)) == 0;
}
