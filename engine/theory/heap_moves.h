/* heap_moves.h - the moves of a heap game, heap by heap, as a table.
 *
 * In a heap game a position is a multiset of heaps and a move changes one heap
 * into nothing, one heap or two. So the moves of heaps 1..top define the game.
 * They are tabulated once:
 *
 *   first[h]   first[h+1]
 *      |          |
 *   ...{ 3,0 }{ 2,1 }{ 1,0 }...     what one move can make of heap h; {0,0} is
 *                                   the empty board, {3,0} one heap of three
 *
 * The table is read-only once it is open; any thread may read it.
 */
#ifndef ENGINE_THEORY_HEAP_MOVES_H
#define ENGINE_THEORY_HEAP_MOVES_H

#include "engine/game/ruleset.h"

enum { HEAP_MOVES_TOP = 250 };

struct heap_moves {
    unsigned top;         /* heaps 1..top */
    uint32_t *first;      /* top + 2 numbers */
    uint8_t (*option)[2]; /* pairs, the larger heap first, each once */
    uint8_t *isomorphic;  /* the least size with the same game tree: 0 if the
                        heap has no move at all */
};

/* Tables the heaps 1..top of `game`. USAGE if the ruleset has no heap->options,
 * RANGE if top > HEAP_MOVES_TOP, NOMEM; logged. */
enum status heap_moves_open(struct heap_moves *, const struct game *game,
                            unsigned top) MUST_CHECK;
/* The same from any function like heap->options. */
enum status heap_moves_build(struct heap_moves *, unsigned top,
                             size_t (*options)(const void *, uint32_t size,
                                               uint32_t out[][2]),
                             const void *self) MUST_CHECK;
void heap_moves_close(struct heap_moves *);

#endif
