/* proof_moves.h - what the moves of a game make of a single heap, and which
 * heaps a move makes into given ones; taken from the ruleset's options().
 *
 *   obliging[h]   what moves that oblige can leave of a heap of h, to be
 *                 answered in it, or elsewhere (GAME_ELSEWHERE); 0: nothing,
 *                 and no answer
 *   heap[]        from first[pair(a, b)] to the next pair's: the heaps that a
 *                 move that obliges nobody turns into heaps of a and b <= a;
 *                 0 stands for none
 *
 * Read-only once made.
 */
#ifndef ENGINE_PROOF_PROOF_MOVES_H
#define ENGINE_PROOF_PROOF_MOVES_H

#include "engine/game/ruleset.h"

#include <stddef.h>

struct proof_moves {
    uint32_t size; /* of the largest heap */
    bool obliges;  /* some move does */
    size_t sunk;   /* 1: there is a state without an answer, else 0 */
    uint32_t *first, *heap;
    uint32_t *obliging_first, *obliging; /* likewise, by h */
};

/* *fits false, and nothing is open, if a move makes more than two heaps of one,
 * or positions or their states are not as above. NOMEM, logged. */
enum status proof_moves_open(const struct game *, uint32_t size,
                             struct proof_moves *, bool *fits) MUST_CHECK;
void proof_moves_close(struct proof_moves *);

static inline size_t proof_pair(uint32_t a, uint32_t b)
{
    return (size_t)a * (a + 1) / 2 + b; /* b <= a */
}

#endif
