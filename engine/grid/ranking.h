/* ranking.h - positions as numbers without gaps: the point of the grid, and
 * which of its states.
 *
 *    rank = index of the point * states per point + number of the state
 *
 * For games whose positions are known by their parts, in any order, and an
 * obligation, on grids that hold whatever can be reached: what the memo `dense`
 * needs. An
 * obligation is on one of the different sizes or on none of the heaps left, so
 * a point of k different sizes has at most k + 2 states.
 *
 * Read-only; any thread. Grid and game must live as long.
 */
#ifndef ENGINE_GRID_RANKING_H
#define ENGINE_GRID_RANKING_H

#include "engine/game/ruleset.h"
#include "engine/grid/grid.h"

struct ranking {
    const struct grid *grid;
    const struct game *game;
    uint64_t states;   /* per point */
    uint64_t universe; /* ranks are below; 0: there are none */
    const char *why;   /* the reason if there are none; else NULL */
};

struct ranking ranking_of(const struct grid *, const struct game *);

/* The rank of a position, and back; `ranking` is a struct ranking. A position
 * that is not on the grid has the rank `universe`. Only ranks of positions are
 * turned back. */
uint64_t ranking_rank(const void *ranking, struct position);
/* Has this number, which was read from a file, a rank? It need not be a
 * position: its runs of parts are looked at first. */
bool ranking_takes(const struct ranking *, struct position);
struct position ranking_unrank(const void *ranking, uint64_t rank);

#endif
