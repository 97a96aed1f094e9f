#include "engine/game/check.h"

#include <string.h>

const struct check *check_find(const struct check *const checks[],
                               const char *name)
{
    while (*checks && strcmp((*checks)->name, name))
        checks++;
    return *checks;
}
