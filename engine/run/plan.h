/* plan.h - an opened census: its grid and its games, ready to be run.
 *
 * Opened once by the main thread; read-only and shared afterwards.
 */
#ifndef ENGINE_RUN_PLAN_H
#define ENGINE_RUN_PLAN_H

#include "engine/catalogue/catalogue.h"
#include "engine/run/census.h"
#include "engine/store/write/parts.h"

enum { PLAN_TEXT_MAX = CENSUS_GAMES_MAX * PARAM_SPEC_MAX };

struct plan {
    const struct census *census;
    int64_t params[PARAM_MAX]; /* values of the census's parameters */
    struct grid grid;
    struct game games[CENSUS_GAMES_MAX];
    const struct domain_kind *domains[CENSUS_GAMES_MAX]; /* one per game */
    size_t ngames;
    char rules[PLAN_TEXT_MAX], ask[PLAN_TEXT_MAX]; /* separated by blanks */
    char *coverage;                                /* coverage.h */
    char *beside; /* parameters that the grid does not tell (schema.h) */
};

/* Opens grid and games of a census. params[] has one value per parameter of the
 * census. Errors of games and grid; logged. */
enum status plan_open(const struct census *, const int64_t params[],
                      const struct catalogue *known, struct plan *) MUST_CHECK;
void plan_close(struct plan *);

/* What the store needs to know; points into the plan. `params` is a JSON text
 * that the caller keeps. */
struct run_identity plan_identity(const struct plan *, const char *params);

/* True if the grid is closed under the moves of all games, so that it can be
 * swept layer by layer. */
bool plan_sweeps(const struct plan *);

#endif
