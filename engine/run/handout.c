#include "engine/run/handout.h"

#include "engine/base/log.h"

#include <stdlib.h>

static enum status next_alone(void *self, uint64_t *part)
{
    struct handout_alone *a = self;
    while (a->at < a->end && parts_has(a->parts, a->at))
        a->at++;
    *part = a->at < a->end ? a->at++ : parts_count(a->parts);
    return STATUS_OK;
}

void handout_alone(struct handout_alone *a, const struct parts *parts)
{
    *a = (struct handout_alone){.parts = parts};
    a->handout = (struct handout){.self = a, .next = next_alone};
    parts_share(parts, &a->at, &a->end);
}

enum status handout_needs(const struct plan *plan, const struct parts *parts,
                          uint64_t **needs)
{
    const struct grid *grid = &plan->grid;
    const uint64_t count = parts_count(parts),
                   size = parts_rows_per_part(parts);
    uint64_t layer = 0, end = grid->kind->layer_end(grid->self, 0);
    *needs = malloc(count * sizeof **needs);
    if (!*needs)
        return log_error(STATUS_NOMEM, "out of memory for the parts");
    for (uint64_t part = 0; part < count; part++) {
        const uint64_t after = (part + 1) * size;
        while (end < after && end < grid->count) {
            layer = end;
            end = grid->kind->layer_end(grid->self, end);
        }
        (*needs)[part] = layer <= part * size ? (layer + size - 1) / size : 0;
    }
    return STATUS_OK;
}
