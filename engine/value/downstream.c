/* downstream.c - who wins if every player prefers himself, else the player who
 * moved before him, and the next player last.
 *
 * With two players this is normal play. Known: Nim with three players, heaps
 * 1 + 2: the previous player wins.
 */
#include "engine/value/seats.h"

static enum status downstream_fold(void *self, unsigned worker,
                                   const uint64_t left[], size_t nleft,
                                   const uint64_t right[], size_t nright,
                                   uint64_t *value)
{
    const unsigned n = seats_players(self);
    uint64_t best = n; /* places from the mover, counted backwards */
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++) {
        uint64_t place = (n - seats_back(left[i], n)) % n;
        if (place < best)
            best = place;
    }
    *value = nleft ? (n - best) % n : n - 1;
    return STATUS_OK;
}

const struct domain_kind domain_downstream = {
    .name = "downstream",
    .summary = "who wins: each prefers himself, else the player before him",
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
    .fold = downstream_fold,
    .print = seats_print,
    .outcome = seats_outcome,
    .decides = seats_decides,
};
