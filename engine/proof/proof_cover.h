/* proof_cover.h - which columns of a row depend on the values of positions.
 *
 * A proof makes each row again and compares it. A column that the census
 * computes from the grid's point alone agrees with itself, whatever the truth:
 * nothing is proved of it. So rows are made again with false answers, and
 * whatever changes depends on answers:
 *
 *   lie 0   every position is worth the fold of nothing     (0, P, previous)
 *   lie 1   ... the fold of lie 0 as the only option        (*1, N, mover)
 *   lie 2   ... the fold of lies 0 and 1
 *   lie 3   ... the fold of lie 0 as Left's only option     (1, L)
 *   lie 4   ... the fold of lie 0, and lie 3 as Right's     (1/2)
 *
 * The last two are no different in impartial games.
 *
 * Read-only once it is made; any thread.
 */
#ifndef ENGINE_PROOF_PROOF_COVER_H
#define ENGINE_PROOF_PROOF_COVER_H

#include "engine/run/plan.h"

enum { PROOF_LIES = 5 };

struct proof_cover {
    const struct plan *plan;
    const struct domain *domains; /* one per game */
    uint64_t lies[CENSUS_GAMES_MAX][PROOF_LIES];
};

/* NOMEM, RANGE of the domains' folds; logged. */
enum status proof_cover_init(struct proof_cover *, const struct plan *,
                             const struct domain domains[]) MUST_CHECK;

/* Adds to *columns (bit c: column c) the FACT columns of a row that some lie
 * changes. The cell is the row's; `scratch` has the size of a row. */
void proof_cover_row(const struct proof_cover *, const struct cell *,
                     const void *row, void *scratch, uint64_t *columns);

#endif
