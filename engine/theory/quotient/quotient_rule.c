#include "engine/theory/quotient/quotient_rule.h"

/* Two players: N (1) needs an option that is P (0).
 *
 * Coalition, values 0..7: the lone player at offset 0 wins if some option
 * leaves him at offset 2 and winning; at offset i > 0 he loses if some option
 * leaves him at offset i - 1 and losing. Clause i is about offset i, so the
 * values with bit 0 set are 0xaa, with bit 1 0xcc, with bit 2 0xf0. On the
 * empty board the player at offset 2 has just made the last move; the one at
 * offset 0 has no move.
 *
 * Three players: the winner of an option, seen from the player who makes the
 * move, is one further on. Clause 0: the mover wins, who needs an option whose
 * previous player does. Clause 1: somebody better than the worst of the three
 * wins. Upstream, values 3 mover, 2 next, 0 previous, this is an option won by
 * its previous player or its mover; downstream, values 3 mover, 2 previous, 0
 * next, by its previous or its next player. */
const struct quotient_clauses quotient_clauses[QUOTIENT_RULES] = {
    [QUOTIENT_NORMAL] = {1, {2}, {1}, 0, 0},
    [QUOTIENT_MISERE] = {1, {2}, {1}, 1, 0},
    [QUOTIENT_COALITION] = {3, {0xaa, 0x33, 0x0f}, {0xf0, 0x55, 0x33}, 4, 6},
    [QUOTIENT_COALITION_MISERE] =
        {3, {0xaa, 0x33, 0x0f}, {0xf0, 0x55, 0x33}, 3, 6},
    [QUOTIENT_COALITION_LOSER] =
        {3, {0xaa, 0x33, 0x0f}, {0xf0, 0x55, 0x33}, 6, 6},
    [QUOTIENT_UPSTREAM] = {2, {0x0a, 0x0c}, {0x01, 0x09}, 0, 0},
    [QUOTIENT_DOWNSTREAM] = {2, {0x0a, 0x0c}, {0x04, 0x05}, 2, 0},
};
