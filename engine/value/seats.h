/* seats.h - who wins among n players who move in turn, and prefer one winner
 * to another.
 *
 * A value is the seat of the player who makes the last move, counted from the
 * player to move: 0 the mover, 1 the next, n - 1 the previous. On the empty
 * board that is n - 1. A convention is the mover's order of preference; the
 * domains upstream and downstream differ in nothing else. Pure functions.
 */
#ifndef ENGINE_VALUE_SEATS_H
#define ENGINE_VALUE_SEATS_H

#include "engine/value/domain.h"

/* Slots of struct domain_kind; self holds the number of players. */
enum status seats_open(const struct game *, unsigned threads, void **self);
void seats_close(void *self);
size_t seats_print(const void *self, uint64_t value, char out[], size_t cap);
unsigned seats_outcome(const void *self, uint64_t value);
unsigned seats_bits(const struct game *);
bool seats_decides(const void *self, enum mover, uint64_t option);

unsigned seats_players(const void *self);

/* The winner of an option, from the seat of the player who moves to it. */
static inline uint64_t seats_back(uint64_t winner, unsigned players)
{
    return (winner + 1) % players;
}

#endif
