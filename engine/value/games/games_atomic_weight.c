/* Atomic weight (Winning Ways, ch. 8): how many ups an all-small game is worth
 * in a large sum.
 *
 * With the atomic weights of the options, G0 = { aw(GL) - 2 | aw(GR) + 2 }. If
 * G0 is an integer, every integer n that is between the two sides, aw(GL) - 2
 * <| n <| aw(GR) + 2, is a candidate. If there are several, G is compared with
 * a far star, a nimber of later birthday than G: if G is above it, the atomic
 * weight is the greatest such n; below it, the least; confused with it, 0. In
 * all other cases it is G0.
 */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* The sides of G0. */
struct sides {
    uint32_t *left, *right;
    size_t nleft, nright;
};

static bool shift(struct games_worker *w, uint32_t option, int by,
                  uint32_t *shifted)
{
    uint32_t weight = games_atomic_weight(w, option);
    uint32_t two = games_number(w, by, 0);
    *shifted = weight == GAMES_NONE || two == GAMES_NONE
                   ? GAMES_NONE
                   : games_add(w, weight, two);
    return *shifted != GAMES_NONE;
}

static bool fill(struct games_worker *w, uint32_t id, struct sides *s)
{
    const struct games *g = w->store;
    for (size_t i = 0; i < s->nleft; i++)
        if (!shift(w, games_left(g, id, i), -2, &s->left[i]))
            return false;
    for (size_t i = 0; i < s->nright; i++)
        if (!shift(w, games_right(g, id, i), 2, &s->right[i]))
            return false;
    return true;
}

static bool fits(struct games_worker *w, const struct sides *s, uint32_t n)
{
    for (size_t i = 0; i < s->nleft; i++)
        if (games_le(w, n, s->left[i]))
            return false;
    for (size_t i = 0; i < s->nright; i++)
        if (games_le(w, s->right[i], n))
            return false;
    return true;
}

/* The last integer from n on, in steps of `by`, that fits. Both sides have
 * options, so there is one. */
static uint32_t farthest(struct games_worker *w, const struct sides *s,
                         uint32_t n, int by)
{
    for (;;) {
        uint32_t step = games_number(w, by, 0);
        uint32_t next = step == GAMES_NONE ? GAMES_NONE : games_add(w, n, step);
        if (next == GAMES_NONE)
            return GAMES_NONE;
        if (!fits(w, s, next))
            return n;
        n = next;
    }
}

/* -1, 0 or 1: below, confused with or above a far star; 2 if memory is
 * short. */
static int against_far_star(struct games_worker *w, uint32_t id)
{
    uint32_t star = games_nimber(w, games_birthday(w->store, id) + 1);
    if (star == GAMES_NONE)
        return 2;
    return games_le(w, star, id) ? 1 : games_le(w, id, star) ? -1 : 0;
}

static uint32_t settle(struct games_worker *w, uint32_t id,
                       const struct sides *s)
{
    uint32_t simplest = games_make(w, s->left, s->nleft, s->right, s->nright);
    int64_t num;
    unsigned exp;
    if (simplest == GAMES_NONE ||
        !games_dyadic(w->store, simplest, &num, &exp) || exp)
        return simplest;
    uint32_t least = farthest(w, s, simplest, -1);
    uint32_t greatest = farthest(w, s, simplest, 1);
    if (least == GAMES_NONE || greatest == GAMES_NONE)
        return GAMES_NONE;
    if (least == greatest)
        return simplest;
    switch (against_far_star(w, id)) {
    case 1:
        return greatest;
    case -1:
        return least;
    case 0:
        return GAMES_ZERO;
    }
    return GAMES_NONE;
}

static uint32_t find_weight(struct games_worker *w, uint32_t id)
{
    const struct games *g = w->store;
    struct sides s = {.nleft = games_lefts(g, id),
                      .nright = games_rights(g, id)};
    uint32_t weight = GAMES_NONE;
    s.left = malloc((s.nleft + 1) * sizeof *s.left);
    s.right = malloc((s.nright + 1) * sizeof *s.right);
    if (!s.left || !s.right)
        log_error(STATUS_NOMEM, "no memory for an atomic weight");
    else if (fill(w, id, &s))
        weight = settle(w, id, &s);
    free(s.left);
    free(s.right);
    return weight;
}

uint32_t games_atomic_weight(struct games_worker *w, uint32_t id)
{
    if (id == GAMES_ZERO)
        return GAMES_ZERO;
    if (!games_is_all_small(w->store, id))
        return GAMES_NONE;
    if (id & 1) {
        uint32_t weight = games_atomic_weight(w, games_negate(id));
        return weight == GAMES_NONE ? GAMES_NONE : games_negate(weight);
    }
    int ups;
    unsigned k;
    if (games_ups(w->store, id, &ups, &k))
        return games_number(w, ups, 0);
    _Atomic uint32_t *place = &w->store->facts[id >> 2].atomic_weight;
    uint32_t known = atomic_load_explicit(place, memory_order_acquire);
    if (known)
        return known - 1;
    uint32_t weight = find_weight(w, id);
    games_touch(&w->store->has_facts);
    if (weight != GAMES_NONE)
        atomic_store_explicit(place, weight + 1, memory_order_release);
    return weight;
}
