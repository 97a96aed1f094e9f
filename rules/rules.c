#include "rules/rules.h"

#include <stddef.h>

#define X(object) extern const struct ruleset object;
#include "rulesets.inc"
#undef X

const struct ruleset *const rulesets[] = {
#define X(object) &object,
#include "rulesets.inc"
#undef X
    NULL};

#define X(object) extern const struct grid_kind object;
#include "grids.inc"
#undef X

const struct grid_kind *const grid_kinds[] = {
#define X(object) &object,
#include "grids.inc"
#undef X
    NULL};
