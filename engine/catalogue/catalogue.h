/* catalogue.h - what there is to choose from: rulesets, grids, value domains
 * and checks.
 *
 * Four lists, each with NULL at the end: what the program has, and behind it
 * what plug-ins brought (plugins.h). Whoever opens a game, a grid or a domain
 * by its name is handed one. Read-only; any thread.
 */
#ifndef ENGINE_CATALOGUE_CATALOGUE_H
#define ENGINE_CATALOGUE_CATALOGUE_H

#include "engine/game/check.h"
#include "engine/game/ruleset.h"
#include "engine/grid/grid.h"
#include "engine/value/domain.h"

struct catalogue {
    const struct ruleset *const *rulesets;
    const struct grid_kind *const *grids;
    const struct domain_kind *const *domains;
    const struct check *const *checks;
};

#endif
