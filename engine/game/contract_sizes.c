/* contract_sizes.c - the promises about how large positions are and become. */
#include "engine/game/contract.h"

#include <stdlib.h>

/* Options of one large position that are examined. */
enum { PROBE_OPTIONS = 20000 };

static uint64_t total_of(const struct point *p)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < p->n; i++)
        total += p->size[i];
    return total;
}

static void bounds_add(struct grid_bounds *b, const struct point *p)
{
    const uint64_t total = total_of(p);
    for (uint32_t j = 0; j < p->n; j++) {
        b->size = p->size[j] > b->size ? p->size[j] : b->size;
        b->mixed = b->mixed || p->kind[j] != PART_OWN;
    }
    b->parts = p->n > b->parts ? p->n : b->parts;
    b->total = total > b->total ? total : b->total;
}

static unsigned length_of(struct position p)
{
    return p.hi   ? 128 - (unsigned)__builtin_clzll(p.hi)
           : p.lo ? 64 - (unsigned)__builtin_clzll(p.lo)
                  : 0;
}

static enum status within(const struct game *g, struct position p,
                          const struct grid_bounds *b, char broken[])
{
    const unsigned bits = g->rules->bits(g->self, b);
    if (bits < 1 || bits > 128)
        return contract_broken(g, p, broken, "bits() is not within 1..128");
    return length_of(p) > bits
               ? contract_broken(g, p, broken,
                                 "it has more bits than bits() says")
               : STATUS_OK;
}

/* The options of a large position, if they are to be examined; none otherwise.
 */
static enum status probed_options(const struct game *g, struct position p,
                                  enum mover mover, struct position **out,
                                  size_t *n, char broken[])
{
    const bool movable = !g->rules->movable || g->rules->movable(g->self, p);
    *out = NULL;
    *n = 0;
    if (!movable || g->rules->options_max(g->self, p) > PROBE_OPTIONS)
        return STATUS_OK;
    return contract_options(g, p, mover, out, n, broken);
}

static enum status probe_bits(const struct game *g, struct position p,
                              bool options, char broken[])
{
    struct grid_bounds bounds = {0};
    struct point parts = {.n = 0};
    struct position *out;
    size_t n;
    g->rules->parts(g->self, p, &parts);
    bounds_add(&bounds, &parts);
    enum status st = within(g, p, &bounds, broken);
    for (unsigned mover = LEFT; mover < contract_movers(g) && options && !st;
         mover++) {
        st = probed_options(g, p, (enum mover)mover, &out, &n, broken);
        for (size_t i = 0; i < n && !st; i++)
            st = within(g, out[i], &bounds, broken);
        free(out);
    }
    return st;
}

/* What holds of a point holds of all that can be reached from it; the sample
 * holds those. */
enum status contract_bits(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    struct grid_bounds bounds = {0};
    enum status st = STATUS_OK;
    if (!g->rules->bits || !g->rules->parts)
        return STATUS_OK;
    for (size_t i = 0; i < s->n; i++) {
        struct point p = {.n = 0};
        g->rules->parts(g->self, s->at[i], &p);
        bounds_add(&bounds, &p);
    }
    for (size_t i = 0; i < s->n && !st; i++)
        st = within(g, s->at[i], &bounds, broken);
    return st ? st : contract_probe(g, probe_bits, broken);
}

static bool searchable(const struct game *g, struct position p)
{
    return !g->rules->searchable || g->rules->searchable(g->self, p);
}

static enum status check_searchable(const struct game *g, struct position p,
                                    const struct position out[], size_t n,
                                    char broken[])
{
    for (size_t i = 0; i < n && searchable(g, p); i++)
        if (!searchable(g, out[i]))
            return contract_broken(g, out[i], broken,
                                   "it can be reached from a position that is "
                                   "searchable, but is not searchable");
    return STATUS_OK;
}

enum status contract_searchable(const struct contract_sample *s, char broken[])
{
    if (!s->game->rules->searchable)
        return STATUS_OK;
    return contract_each(s, check_searchable, broken);
}

/* Does the option lie below p, and is it the one position of its parts? */
static const char *option_fault(const struct game *g, uint64_t measure,
                                struct position option)
{
    struct point parts = {.n = 0};
    struct position again;
    if (g->rules->measure(g->self, option) >= measure)
        return "it is movable, but a move does not lower the measure";
    if (!g->rules->parts)
        return NULL;
    g->rules->parts(g->self, option, &parts);
    if (parts.n > POINT_PARTS_MAX)
        return "it is movable, but a move leads to too many parts";
    if (game_start(g, &parts, &again) ||
        (!game_obliged(g, option) && !position_equal(again, option)))
        return "it is movable, but a move leads to no position";
    return NULL;
}

static enum status probe_movable(const struct game *g, struct position p,
                                 bool options, char broken[])
{
    const uint64_t measure = g->rules->measure(g->self, p);
    struct position *out;
    size_t n;
    enum status st = STATUS_OK;
    for (unsigned mover = LEFT; mover < contract_movers(g) && options && !st;
         mover++) {
        const char *fault = NULL;
        st = probed_options(g, p, (enum mover)mover, &out, &n, broken);
        for (size_t i = 0; i < n && !fault; i++)
            fault = option_fault(g, measure, out[i]);
        free(out);
        if (!st && fault)
            st = contract_broken(g, p, broken, fault);
    }
    return st;
}

enum status contract_movable(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    for (size_t i = 0; i < s->n && g->rules->movable; i++)
        if (searchable(g, s->at[i]) && !g->rules->movable(g->self, s->at[i]))
            return contract_broken(g, s->at[i], broken,
                                   "it is searchable, but not movable");
    return contract_probe(g, probe_movable, broken);
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
