#include "engine/ranks/dealer.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum status dealer_init(struct dealer *d, unsigned ranks, uint64_t parts,
                        const bool has[], bool ascending)
{
    *d = (struct dealer){.ranks = ranks, .ascending = ascending};
    d->missing = malloc((parts + 1) * sizeof *d->missing);
    d->share = calloc(ranks, sizeof *d->share);
    if (!d->missing || !d->share) {
        dealer_release(d);
        return log_error(STATUS_NOMEM, "out of memory for the parts");
    }
    for (uint64_t i = 0; i < parts; i++)
        if (!has[i])
            d->missing[d->n++] = i;
    for (unsigned r = 0; r < ranks; r++) {
        d->share[r].next = d->n * r / ranks;
        d->share[r].end = d->n * (r + 1) / ranks;
    }
    if (ascending)
        d->share[0].end = d->n;
    return STATUS_OK;
}

void dealer_release(struct dealer *d)
{
    free(d->missing);
    free(d->share);
    *d = (struct dealer){0};
}

/* The second half of the longest share goes to a rank that has none. */
static void share_out(struct dealer *d, struct dealer_share *mine)
{
    struct dealer_share *longest = d->share;
    for (unsigned r = 1; r < d->ranks; r++)
        if (d->share[r].end - d->share[r].next > longest->end - longest->next)
            longest = &d->share[r];
    mine->end = longest->end;
    mine->next = longest->next + (longest->end - longest->next) / 2;
    longest->end = mine->next;
}

bool dealer_next(struct dealer *d, unsigned rank, uint64_t *part)
{
    struct dealer_share *mine = &d->share[d->ascending ? 0 : rank];
    if (mine->next == mine->end && !d->ascending)
        share_out(d, mine);
    if (mine->next == mine->end)
        return false;
    *part = d->missing[mine->next++];
    return true;
}
