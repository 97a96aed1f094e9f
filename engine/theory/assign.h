/* assign.h - is there a value for each heap size that explains these sums?
 *
 * Given sums of heaps and who wins each, a theory of the Nim kind would give
 * every heap size a nimber such that a sum is lost for the player to move (P)
 * exactly if the exclusive-or of its values is 0. Three questions:
 *   assign_linear          is there one, with nimbers of any size?
 *   assign_search          is there one below a bound? (by backtracking)
 *   assign_contradictions  if not: the fewest sums that already exclude it
 *
 *   1+1+3  N     heap 3 has a value that is not 0
 *   2+2+3  P     heap 3 has the value 0: no assignment explains both
 *
 * Knows no game: a heap size is a name. Pure functions; any thread.
 */
#ifndef ENGINE_THEORY_ASSIGN_H
#define ENGINE_THEORY_ASSIGN_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASSIGN_HEAPS_MAX = 64, ASSIGN_PARTS_MAX = 15 };

struct assign_sum {
    uint8_t parts;                  /* 0..ASSIGN_PARTS_MAX */
    uint8_t heap[ASSIGN_PARTS_MAX]; /* each 1..ASSIGN_HEAPS_MAX, any order */
    bool lost;                      /* P: lost for the player to move */
};

struct assignment {
    bool found;
    uint64_t nodes; /* values tried, of all heap sizes together */
    uint64_t value[ASSIGN_HEAPS_MAX + 1]; /* of heap 1..heaps, if found */
};

/* Decides, with nimbers of any size. heaps: the largest heap size in the sums.
 * The values found are below 2^(heaps - independent P sums). */
void assign_linear(const struct assign_sum sums[], size_t n, unsigned heaps,
                   struct assignment *);

/* The first assignment, in lexicographic order, with all values below `bound`,
 * by backtracking: heap 1, 2, ..., each sum tested as soon as its largest heap
 * has a value. NOMEM; logged. */
enum status assign_search(const struct assign_sum sums[], size_t n,
                          unsigned heaps, uint64_t bound,
                          struct assignment *) MUST_CHECK;

/* The smallest k of 1, 2, 3 such that some k of the sums have no assignment of
 * nimbers of any size, and visits every such set of that k, as ascending
 * indices into sums; 0 if there are none. visit may be NULL. NOMEM; logged. */
enum status assign_contradictions(const struct assign_sum sums[], size_t n,
                                  void (*visit)(void *context,
                                                const size_t set[], unsigned k),
                                  void *context, unsigned *k) MUST_CHECK;

#endif
