/* rules.h - every ruleset of the program, as one list. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "engine/game/ruleset.h"

extern const struct ruleset *const rulesets[]; /* NULL at the end */

#endif
