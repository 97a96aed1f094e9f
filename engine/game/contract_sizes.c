/* contract_sizes.c - the promises about how large positions are and become. */
#include "engine/base/log.h"
#include "engine/game/contract.h"

#include <stdlib.h>

static uint64_t total_of(const struct point *p)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < p->n; i++)
        total += p->size[i];
    return total;
}

static void bounds_of(const struct contract_sample *s, struct grid_bounds *b)
{
    const struct game *g = s->game;
    *b = (struct grid_bounds){0};
    for (size_t i = 0; i < s->n; i++) {
        struct point p = {.n = 0};
        g->rules->parts(g->self, s->at[i], &p);
        const uint64_t total = total_of(&p);
        for (uint32_t j = 0; j < p.n; j++) {
            b->size = p.size[j] > b->size ? p.size[j] : b->size;
            b->mixed = b->mixed || p.kind[j] != PART_OWN;
        }
        b->parts = p.n > b->parts ? p.n : b->parts;
        b->total = total > b->total ? total : b->total;
    }
}

static unsigned length_of(struct position p)
{
    return p.hi   ? 128 - (unsigned)__builtin_clzll(p.hi)
           : p.lo ? 64 - (unsigned)__builtin_clzll(p.lo)
                  : 0;
}

/* What bits and searchable promise for a position holds for all that can be
 * reached from it; the sample holds those. */
enum status contract_sizes(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    struct grid_bounds bounds;
    unsigned bits = 128;
    if (g->rules->bits && g->rules->parts) {
        bounds_of(s, &bounds);
        bits = g->rules->bits(g->self, &bounds);
    }
    for (size_t i = 0; i < s->n; i++) {
        if (length_of(s->at[i]) > bits)
            return contract_broken(g, s->at[i], broken,
                                   "it has more bits than bits() says");
        if (g->rules->searchable && !g->rules->searchable(g->self, s->at[i]))
            return contract_broken(g, s->at[i], broken,
                                   "it was reached, but is not searchable");
    }
    return STATUS_OK;
}

static bool shrinks(const struct game *g, struct position p,
                    struct position option)
{
    struct point before, after;
    g->rules->parts(g->self, p, &before);
    g->rules->parts(g->self, option, &after);
    const uint64_t from = total_of(&before), to = total_of(&after);
    return to < from || (to == from && after.n > before.n);
}

static enum status check_shrinks(const struct game *g, struct position p,
                                 const struct position out[], size_t n,
                                 char broken[])
{
    for (size_t i = 0; i < n; i++)
        if (!shrinks(g, p, out[i]))
            return contract_broken(g, p, broken,
                                   "a move keeps or raises the total, against "
                                   "GAME_SHRINKS");
    return STATUS_OK;
}

enum status contract_shrinks(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    if (!(g->traits & GAME_SHRINKS) || !g->rules->parts)
        return STATUS_OK;
    return contract_each(s, check_shrinks, broken);
}

static bool pair_start(const struct game *g, const uint32_t pair[2],
                       struct position *p)
{
    static const struct point empty;
    struct point point = empty;
    for (int i = 0; i < 2; i++)
        if (pair[i])
            point.size[point.n++] = pair[i];
    return !game_start(g, &point, p);
}

static bool contains(const struct position list[], size_t n, struct position p)
{
    size_t i = 0;
    while (i < n && !position_equal(list[i], p))
        i++;
    return i < n;
}

/* Every pair is an option and every option a pair. */
static const char *heap_fault(const struct game *g, const uint32_t pairs[][2],
                              size_t npairs, const struct position options[],
                              size_t n, struct position made[])
{
    for (size_t i = 0; i < npairs; i++) {
        if (!pair_start(g, pairs[i], &made[i]))
            return "start refuses what heap->options makes of it";
        if (!contains(options, n, made[i]))
            return "heap->options has a move that options() has not";
    }
    for (size_t i = 0; i < n; i++)
        if (!contains(made, npairs, options[i]))
            return "options() has a move that heap->options has not";
    return NULL;
}

static enum status check_heap(const struct game *g, struct position p,
                              uint32_t size, char broken[])
{
    const size_t npairs = g->rules->heap->options(g->self, size, NULL);
    uint32_t(*pairs)[2] = calloc(npairs + 1, sizeof *pairs);
    struct position *made = calloc(npairs + 1, sizeof *made), *out = NULL;
    size_t n = 0;
    enum status st = pairs && made
                         ? contract_options(g, p, LEFT, &out, &n, broken)
                         : log_error(STATUS_NOMEM, "moves of a heap");
    if (!st) {
        g->rules->heap->options(g->self, size, pairs);
        const char *fault =
            heap_fault(g, (const uint32_t(*)[2])pairs, npairs, out, n, made);
        if (fault)
            st = contract_broken(g, p, broken, fault);
    }
    free(pairs);
    free(made);
    free(out);
    return st;
}

/* heap->options knows no obligation, so games with one are not compared. */
enum status contract_heaps(const struct contract_sample *s, char broken[])
{
    static const struct point empty;
    const struct game *g = s->game;
    enum status st = STATUS_OK;
    if (!g->rules->heap || g->traits & GAME_OBLIGES)
        return STATUS_OK;
    for (uint32_t size = 1; size <= 12 && !st; size++) {
        struct point point = empty;
        struct position p;
        point.n = 1;
        point.size[0] = size;
        if (!game_start(g, &point, &p))
            st = check_heap(g, p, size, broken);
    }
    return st;
}
