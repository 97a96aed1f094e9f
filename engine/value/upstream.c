/* upstream.c - who wins if every player would rather see the last move made
 * sooner after his own: himself, else the next player, and the previous last.
 *
 * With two players this is normal play. Known: Nim with three players, heaps
 * 1 + 2: the next player wins.
 */
#include "engine/value/seats.h"

static enum status upstream_fold(void *self, unsigned worker,
                                 const uint64_t left[], size_t nleft,
                                 const uint64_t right[], size_t nright,
                                 uint64_t *value)
{
    const unsigned n = seats_players(self);
    (void)worker;
    (void)right;
    (void)nright;
    *value = n - 1;
    for (size_t i = 0; i < nleft; i++) {
        uint64_t winner = seats_back(left[i], n);
        if (winner < *value)
            *value = winner;
    }
    return STATUS_OK;
}

const struct domain_kind domain_upstream = {
    .name = "upstream",
    .summary = "who wins: each prefers himself, else the player after him",
    .refuses = GAME_PARTIZAN | GAME_MISERE,
    .value_bytes = 1,
    .value_bits = seats_bits,
    .column = {.name = "winner",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "seat",
               .help = "who makes the last move: 0 mover, 1 next player, ..."},
    .open = seats_open,
    .close = seats_close,
    .fold = upstream_fold,
    .print = seats_print,
    .outcome = seats_outcome,
    .decides = seats_decides,
};
