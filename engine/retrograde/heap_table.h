/* heap_table.h - the moves of single heaps, listed once for all sizes up to a
 * bound, and inverted.
 *
 * Read-only once it is open; any thread.
 */
#ifndef ENGINE_RETROGRADE_HEAP_TABLE_H
#define ENGINE_RETROGRADE_HEAP_TABLE_H

#include "engine/game/ruleset.h"

#include <stddef.h>

/* Larger heaps are refused before their moves are counted. */
enum { HEAP_TABLE_SIZE_MAX = 512 };

struct heap_table {
    uint32_t size;
    bool obliges, elsewhere, lapses, misere;
    bool splits; /* some move leaves two heaps */
    bool sinks;  /* some move that obliges leaves nothing */
    /* A move that obliges nobody makes {a, b}, a >= b, 0 for none, of heap h:
     * pair[first[h]] .. pair[first[h + 1] - 1]. */
    size_t *first;
    uint32_t (*pair)[2];
    /* What a move that obliges leaves of heap h: left[lefts[h]] .. */
    size_t *lefts;
    uint32_t *left;
    /* d: moves that oblige nobody are just those that take d counters or more
     * off a heap, for each heap; 0: they are not. takes_one: the only counter
     * of a heap may be taken, too. */
    uint32_t takes;
    bool takes_one;
    /* Which heaps have a move to {a, b}: heap[into[a * (size + 1) + b]] ..;
     * NULL unless takes is 0. */
    size_t *into;
    uint32_t *heap;
};

/* heap_table_serves the game. RANGE, not logged: the heaps are too large, or
 * the lists would be too long; NOMEM, logged. */
enum status heap_table_open(const struct game *, uint32_t size,
                            struct heap_table *) MUST_CHECK;
void heap_table_close(struct heap_table *);

/* Is there any move in a heap of h >= 1? */
static inline bool heap_table_moves(const struct heap_table *t, uint32_t h)
{
    return t->first[h] < t->first[h + 1] || t->lefts[h] < t->lefts[h + 1];
}

/* How many counters less the position has that a move leads to, at most: of the
 * moves that oblige, and of all others. */
struct heap_table_reach {
    uint32_t obliging, free;
};
struct heap_table_reach heap_table_reach(const struct heap_table *);

/* Can games with these traits and slots be told by such a table? */
bool heap_table_serves(const struct game *);

#endif
