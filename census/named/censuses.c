#include "census/named/censuses.h"

#include <string.h>

#define X(object) extern const struct census object;
#include "censuses.inc"
#undef X

const struct census *const censuses[] = {
#define X(object) &object,
#include "censuses.inc"
#undef X
    NULL};

const struct census *census_find(const char *name)
{
    for (size_t i = 0; censuses[i]; i++)
        if (!strcmp(censuses[i]->name, name))
            return censuses[i];
    return NULL;
}
