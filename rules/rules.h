/* rules.h - every ruleset and every grid of the program, as lists. Grids stand
 * here since some know games (grid_sums.c). */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "engine/game/ruleset.h"
#include "engine/grid/grid.h"

/* NULL at the end */
extern const struct ruleset *const rulesets[];
extern const struct grid_kind *const grid_kinds[];

#endif
