#include "census/run/built_in.h"

#include "census/check/check.h"
#include "rules/rules.h"

const struct catalogue built_in = {
    .rulesets = rulesets,
    .grids = grid_kinds,
    .domains = domain_kinds,
    .checks = checks,
};
