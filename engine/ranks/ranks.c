#include "engine/ranks/ranks.h"

#include <stddef.h>

#define X(object) extern const struct ranks_kind object;
#include "ranks.inc"
#undef X

const struct ranks_kind *const ranks_kinds[] = {
#define X(object) &object,
#include "ranks.inc"
#undef X
    NULL,
};

enum status ranks_open(struct ranks *ranks)
{
    *ranks = (struct ranks){.count = 1, .near = 1};
    for (size_t i = 0; ranks_kinds[i]; i++)
        if (ranks_kinds[i]->started()) {
            ranks->kind = ranks_kinds[i];
            return ranks->kind->open(ranks);
        }
    return STATUS_OK;
}

void ranks_close(struct ranks *ranks)
{
    if (ranks->kind)
        ranks->kind->close(ranks);
    *ranks = (struct ranks){.count = 1};
}
