#include "census/check.h"

#include <string.h>

#define X(object) extern const struct check object;
#include "checks.inc"
#undef X

const struct check *const checks[] = {
#define X(object) &object,
#include "checks.inc"
#undef X
    NULL};

const struct check *check_find(const char *name)
{
    for (size_t i = 0; checks[i]; i++)
        if (!strcmp(checks[i]->name, name))
            return checks[i];
    return NULL;
}
