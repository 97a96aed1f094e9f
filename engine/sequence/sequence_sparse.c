/* sequence_sparse.c - games whose values are sparse: rare and common heaps.
 *
 * Let the class of a nimber v of a heap of n be the parity of the bits of v
 * that are in a mask, plus that of n if the heap's parity counts. For many
 * games there is a mask for which nearly all heaps are of one class, the common
 * ones, while the others are rare, and all exclusive-ors of two common heaps
 * are of the rare class (Berlekamp, Conway, Guy, Winning Ways, ch. 4, on sparse
 * spaces; for one bit of octal 0.6 and a long run: J. P. Grossman's
 * computation).
 *
 * So a nimber of the common class can be excluded only by a pair with a rare
 * heap in it, or by a single heap: the least one that is not excluded follows
 * from the rare heaps. The value is that, unless a smaller nimber of the rare
 * class is excluded by no pair at all. Each of those is looked for among the
 * pairs until it is found; one that is in none is the value, and the heap is
 * rare. The class of every new value is what decides whether the heap is rare,
 * so nothing rests on the mask but the time. A better one is sought from the
 * values when their number has doubled; it is given up when too many heaps are
 * rare.
 */
#include "engine/sequence/sequence_sparse.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 2048,    /* known heaps, when a mask is sought at first */
    RARE_SHARE = 6, /* at most a share of all heaps are rare */
    CHUNK = 1024,   /* pairs */
};

uint64_t sparse_bytes(void)
{
    return sizeof(struct sparse);
}

static enum status open_sparse(struct sequence *s)
{
    s->sparse = calloc(1, sizeof *s->sparse);
    if (!s->sparse)
        return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
    s->sparse->next_look = LOOK;
    s->sparse->mark = SPARSE_MARK_LEAST;
    return STATUS_OK;
}

void sparse_close(struct sequence *s)
{
    free(s->sparse);
    s->sparse = NULL;
}

struct sequence_rare sparse_state(const struct sequence *s)
{
    const struct sparse *p = s->sparse;
    if (!p || !p->mask)
        return (struct sequence_rare){0};
    return (struct sequence_rare){.mask = p->mask,
                                  .parity = p->odd,
                                  .n = p->nrare,
                                  .last = p->nrare ? p->heap[p->nrare - 1] : 0,
                                  .lanes = p->found};
}

void sparse_forget(struct sequence *s)
{
    if (s->sparse) {
        s->sparse->mask = 0;
        s->sparse->next_look = LOOK;
        s->sparse->mark = SPARSE_MARK_LEAST;
    }
}

/* The class of two common heaps after k counters were taken is that of k, if
 * the heap's parity counts, else 0: it must be the rare one for every k. */
static bool classes_part(const struct sequence *s, uint32_t odd,
                         uint32_t *common)
{
    *common = 1 ^ (s->breaks[0] & odd);
    for (uint32_t i = 1; i < s->nbreaks; i++)
        if ((1 ^ (s->breaks[i] & odd)) != *common)
            return false;
    return true;
}

/* Makes of how often each v occurs, for each mask, how often the bits of v that
 * are in the mask are even in number, less how often they are odd: the
 * Walsh-Hadamard transform. */
static void transform(int64_t often[], uint32_t end)
{
    for (uint32_t half = 1; half < end; half *= 2)
        for (uint32_t v = 0; v < end; v++)
            if (!(v & half)) {
                const int64_t x = often[v], y = often[v + half];
                often[v] = x + y;
                often[v + half] = x - y;
            }
}

static void list_rare(struct sequence *s)
{
    struct sparse *p = s->sparse;
    p->nrare = 0;
    for (uint32_t n = 1; n <= s->known; n++)
        if (sparse_class(p, n, s->head[n]) != p->common) {
            p->heap[p->nrare] = n;
            p->value[p->nrare++] = s->head[n];
        }
}

static uint32_t rare_most(const struct sequence *s)
{
    const uint32_t share = s->known / RARE_SHARE;
    return share < SPARSE_RARE_MOST ? share : SPARSE_RARE_MOST - 1;
}

struct space {
    uint32_t mask, odd, common;
    uint64_t rare;
};

/* The mask with the fewest rare heaps, if they are fewer than best->rare; from
 * the transforms for the heaps of even size and those of odd size. */
static void best_space(const struct sequence *s, const int64_t *even,
                       const int64_t *uneven, struct space *best)
{
    for (uint32_t odd = 0; odd < 2; odd++) {
        struct space at = {.odd = odd};
        if (!classes_part(s, odd, &at.common))
            continue;
        for (at.mask = 1; at.mask < s->end; at.mask++) {
            /* Heaps of class 0, less those of class 1. */
            const int64_t more =
                even[at.mask] + (odd ? -uneven[at.mask] : uneven[at.mask]);
            const int64_t rare = at.common ? more : -more;
            at.rare = (uint64_t)((int64_t)s->known + rare) / 2;
            if (at.rare < best->rare)
                *best = at;
        }
    }
}

static void use_space(struct sequence *s, const struct space *space)
{
    struct sparse *p = s->sparse;
    p->mask = space->mask;
    p->odd = space->odd;
    p->common = space->common;
    if (!p->mask)
        return;
    p->masks++;
    list_rare(s);
    memset(p->ones, 0, sizeof p->ones);
    for (uint32_t k = 0; k < NIMBERS; k++)
        p->ones[k / 64] |= (uint64_t)sparse_class(p, 0, k) << k % 64;
}

/* A mask, or one that leaves fewer heaps rare than that in use. */
static enum status seek_mask(struct sequence *s)
{
    struct sparse *p = s->sparse;
    const uint32_t end = s->end;
    const uint32_t most = rare_most(s);
    struct space best = {.rare = p->mask && p->nrare < most ? p->nrare : most};
    int64_t *often = calloc(2 * (size_t)end, sizeof *often);
    if (!often)
        return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
    for (uint32_t n = 1; n <= s->known; n++)
        often[(n & 1) * end + s->head[n]]++;
    transform(often, end);
    transform(often + end, end);
    best_space(s, often, often + end, &best);
    free(often);
    p->next_look = s->known < UINT32_MAX / 2 ? 2 * s->known : UINT32_MAX;
    if (best.mask || !p->mask)
        use_space(s, &best);
    return STATUS_OK;
}

enum status sparse_settle(struct sequence *s, bool *ready)
{
    enum status st = s->sparse ? STATUS_OK : open_sparse(s);
    if (!st) {
        /* Whatever was in use before. */
        s->sparse->mask = 0;
        st = seek_mask(s);
    }
    if (!st)
        s->sparse->next_look = UINT32_MAX;
    *ready = !st && s->sparse->mask;
    return st;
}

bool sparse_any(const struct sequence *s, uint32_t first)
{
    const struct sparse *p = s->sparse;
    for (uint32_t n = first; n <= s->known; n++)
        if (sparse_class(p, n, s->head[n]) != p->common)
            return true;
    return false;
}

enum status sparse_ready(struct sequence *s, bool *ready)
{
    enum status st = STATUS_OK;
    if (!s->sparse)
        st = open_sparse(s);
    if (!st && s->known >= s->sparse->next_look)
        st = seek_mask(s);
    *ready = !st && s->sparse->mask;
    return st;
}

static void look(struct sequence *s, uint32_t m, uint32_t from, uint32_t to)
{
    struct sparse *p = s->sparse;
    const uint32_t n = p->nwanted;
    p->nwanted = 0;
    for (uint32_t first = 0; first < n; first += VECTOR_WANTED) {
        const uint32_t left = n - first;
        const uint32_t count = left < VECTOR_WANTED ? left : VECTOR_WANTED;
        const unsigned found = s->options.vector->scan(
            s->head + from, s->tail + s->most - m + from, to - from + 1,
            p->wanted + first, count);
        for (uint32_t j = 0; j < count; j++)
            if (!(found >> j & 1))
                p->wanted[p->nwanted++] = p->wanted[first + j];
    }
}

uint32_t sparse_last_pair(const struct sequence *s, uint32_t i, uint32_t m)
{
    const uint32_t half = sequence_half(s, i, m);
    if (!s->prefix)
        return half;
    const uint32_t most =
        m - s->start < s->prefix ? m - s->start : s->prefix - 1;
    return most < half ? most : half;
}

/* Are all pairs of a heap of n there? */
static bool is_whole(const struct sequence *s, uint32_t n)
{
    for (uint32_t i = 0; i < s->nbreaks && s->prefix; i++) {
        const uint32_t m = n - s->breaks[i];
        if (s->shift || sparse_last_pair(s, i, m) < sequence_half(s, i, m))
            return false;
    }
    return true;
}

enum status sparse_decide(struct sequence *s, uint32_t n, uint32_t from,
                          uint32_t *least)
{
    const struct sparse *p = s->sparse;
    bool more = true;
    for (; more && p->nwanted; from += CHUNK) {
        more = false;
        for (uint32_t i = 0; i < s->nbreaks && p->nwanted; i++) {
            const uint32_t m = n - s->breaks[i],
                           end = sparse_last_pair(s, i, m);
            const uint32_t last = from + (CHUNK - 1);
            if (from > end)
                continue;
            look(s, m, from, last < end ? last : end);
            more = true;
        }
    }
    if (!p->nwanted)
        return STATUS_OK;
    *least = p->wanted[0];
    return is_whole(s, n) ? STATUS_OK : STATUS_NO_ANSWER;
}

static void add_rare(struct sequence *s, uint32_t n, uint32_t value)
{
    struct sparse *p = s->sparse;
    const uint64_t one = p->ones[value / 64] >> value % 64;
    if (((one ^ (n & p->odd)) & 1) == p->common)
        return;
    p->heap[p->nrare] = n;
    p->value[p->nrare++] = (uint16_t)value;
    if (p->nrare > rare_most(s))
        p->mask = 0;
}

enum status sparse_note(struct sequence *s, uint32_t value)
{
    enum status st = sequence_note(s, value);
    if (!st)
        add_rare(s, s->known, value);
    return st;
}
