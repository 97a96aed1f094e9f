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
