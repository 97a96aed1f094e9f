/* polyominoes.h - connected regions of n squares, numbered: each once up to
 * translation ("fixed", 1, 2, 6, 19, 63, 216, 760 for n = 1..7, OEIS A001168),
 * or up to symmetry ("free", 1, 1, 2, 5, 12, 35, 108, OEIS A000105).
 *
 * They are grown square by square as D. H. Redelmeier does (Counting
 * polyominoes: yet another attack, Discrete Math. 36 (1981)), so that each
 * comes once, and its first squares are a smaller one. Kept are only those
 * smaller ones, of n - 4 squares, with the number of regions that begin with
 * each: 24 bytes for every 214 or so fixed regions, 173 MB for n = 18. The
 * rest is grown again when it is asked for.
 *
 *   number     prefixes in the order of their packed squares, then as grown
 *
 * Opening grows every region once: free ones take 0.21 s of CPU for 14 squares,
 * 0.65 for 15, 2.7 for 16, and about 4 times as long for each more. Measured by
 * polyominoes_open() alone, on a shared AMD EPYC. Read-only once open; any
 * thread.
 */
#ifndef ENGINE_GRID_POLYOMINOES_H
#define ENGINE_GRID_POLYOMINOES_H

#include "engine/base/status.h"
#include "engine/game/region.h"

enum { POLYOMINOES_SQUARES_MAX = 18 };

struct polyominoes_prefix;

struct polyominoes {
    uint32_t squares, kept; /* of the regions, and of their prefixes */
    bool free;              /* the least of eight images only */
    size_t n;
    struct polyominoes_prefix *prefixes; /* n, by their squares */
    uint64_t count;
};

/* squares: 1..POLYOMINOES_SQUARES_MAX. NOMEM; logged. */
enum status polyominoes_open(struct polyominoes *, uint32_t squares,
                             bool free) MUST_CHECK;
void polyominoes_close(struct polyominoes *);

/* Number i, i < count, cropped. */
void polyominoes_unrank(const struct polyominoes *, uint64_t i,
                        struct region *);
/* Turns one of these into the next; false if it is the last. Quicker. */
bool polyominoes_next(const struct polyominoes *, struct region *);
/* The number of a region; false if it is none of these, or not cropped. */
bool polyominoes_rank(const struct polyominoes *, const struct region *,
                      uint64_t *i);

#endif
