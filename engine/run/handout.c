#include "engine/run/handout.h"

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
