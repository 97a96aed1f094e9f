/* Sums. a + b has the options aL + b, a + bL and aR + b, a + bR. A lossy cache
 * of each worker keeps a sum of n and m positions from being made more often
 * than about n * m times.
 */
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"
#include "engine/game/position.h"

#include <stdlib.h>

/* Writes the sums of `other` and the n options list[]; false if one fails. */
static bool add_options(struct games_worker *w, const uint32_t list[], size_t n,
                        uint32_t flip, uint32_t other, uint32_t out[])
{
    for (size_t i = 0; i < n; i++) {
        out[i] = games_add(w, games_flip(list[i], flip), other);
        if (out[i] == GAMES_NONE)
            return false;
    }
    return true;
}

static uint32_t compute(struct games_worker *w, uint32_t a, uint32_t b)
{
    struct games_view va = games_view(w->store, a);
    struct games_view vb = games_view(w->store, b);
    size_t nleft = va.nleft + vb.nleft, nright = va.nright + vb.nright;
    uint32_t *left = malloc((nleft + nright + 1) * sizeof *left);
    if (!left) {
        log_error(STATUS_NOMEM, "no memory for the options of a sum");
        return GAMES_NONE;
    }
    uint32_t *right = left + nleft, sum = GAMES_NONE;
    if (add_options(w, va.left, va.nleft, va.flip, b, left) &&
        add_options(w, vb.left, vb.nleft, vb.flip, a, left + va.nleft) &&
        add_options(w, va.right, va.nright, va.flip, b, right) &&
        add_options(w, vb.right, vb.nright, vb.flip, a, right + va.nright))
        sum = games_make(w, left, nleft, right, nright);
    free(left);
    return sum;
}

uint32_t games_add(struct games_worker *w, uint32_t a, uint32_t b)
{
    if (a == GAMES_ZERO)
        return b;
    if (b == GAMES_ZERO)
        return a;
    if (a == games_negate(b))
        return GAMES_ZERO;
    uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    struct games_sum *held = &w->sums[position_mix(key) & (GAMES_SUMS - 1)];
    if (held->key == key)
        return held->sum;
    uint32_t sum = compute(w, a, b);
    if (sum != GAMES_NONE)
        *held = (struct games_sum){key, sum};
    return sum;
}
