#include "engine/ranks/dealer.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>

static enum status allocate(struct dealer *d, uint64_t parts)
{
    d->missing = malloc((parts + 1) * sizeof *d->missing);
    d->needs = malloc((parts + 1) * sizeof *d->needs);
    d->done = calloc(parts + 1, sizeof *d->done);
    d->rank = calloc(d->ranks, sizeof *d->rank);
    if (d->missing && d->needs && d->done && d->rank)
        return STATUS_OK;
    dealer_release(d);
    return log_error(STATUS_NOMEM, "out of memory for the parts");
}

/* Of the missing parts, how many are before part number `before`? They ascend
 * with it. */
static uint64_t missing_before(const struct dealer *d, uint64_t before)
{
    uint64_t n = 0, end = d->n;
    while (n < end) {
        const uint64_t middle = n + (end - n) / 2;
        if (d->missing[middle] < before)
            n = middle + 1;
        else
            end = middle;
    }
    return n;
}

enum status dealer_init(struct dealer *d, unsigned ranks, uint64_t parts,
                        const bool has[], const uint64_t needs[])
{
    *d = (struct dealer){.ranks = ranks, .layers = needs != NULL};
    enum status st = allocate(d, parts);
    if (st)
        return st;
    for (uint64_t i = 0; i < parts; i++)
        if (!has[i])
            d->missing[d->n++] = i;
    for (uint64_t i = 0; i < d->n && needs; i++)
        d->needs[i] = missing_before(d, needs[d->missing[i]]);
    for (unsigned r = 0; r < ranks; r++) {
        d->rank[r].next = needs ? 0 : d->n * r / ranks;
        d->rank[r].end = needs ? (r ? 0 : d->n) : d->n * (r + 1) / ranks;
        d->rank[r].hand = d->n;
    }
    return STATUS_OK;
}

void dealer_release(struct dealer *d)
{
    free(d->missing);
    free(d->needs);
    free(d->done);
    free(d->rank);
    *d = (struct dealer){0};
}

void dealer_done(struct dealer *d, unsigned rank)
{
    const uint64_t hand = d->rank[rank].hand;
    if (hand < d->n)
        d->done[hand] = true;
    d->rank[rank].hand = d->n;
    while (d->whole < d->n && d->done[d->whole])
        d->whole++;
}

/* The second half of the longest share goes to a rank that has none. */
static void share_out(struct dealer *d, struct dealer_rank *mine)
{
    struct dealer_rank *longest = d->rank;
    for (unsigned r = 1; r < d->ranks; r++)
        if (d->rank[r].end - d->rank[r].next > longest->end - longest->next)
            longest = &d->rank[r];
    mine->end = longest->end;
    mine->next = longest->next + (longest->end - longest->next) / 2;
    longest->end = mine->next;
}

enum dealer_answer dealer_next(struct dealer *d, unsigned rank, uint64_t *part)
{
    struct dealer_rank *mine = &d->rank[rank];
    struct dealer_rank *from = d->layers ? d->rank : mine;
    assert(mine->hand == d->n);
    if (!d->layers && mine->next == mine->end)
        share_out(d, mine);
    if (from->next == from->end)
        return DEALER_NONE;
    if (d->layers && d->needs[from->next] > d->whole)
        return DEALER_WAIT;
    mine->hand = from->next++;
    *part = d->missing[mine->hand];
    return DEALER_PART;
}
