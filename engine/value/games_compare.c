/* Comparison: a <= b iff no Left option of a is >= b and no Right option of b
 * is <= a. Most questions are refuted by the probes. The rest are remembered
 * in a direct-mapped cache of words a << 33 | b << 2 | answer << 1 | 1; a word
 * holds the whole question, so threads share it without locks and a wrong
 * answer cannot come from it; what is overwritten is computed again. a <= b is
 * -b <= -a, and the lesser of the two is what is kept.
 */
#include "engine/value/games_inner.h"

#include "engine/position.h"

static bool is_option(const uint32_t list[], size_t n, uint32_t flip,
                      uint32_t option)
{
    for (size_t i = 0; i < n; i++)
        if (games_flip(list[i], flip) == option)
            return true;
    return false;
}

/* a <= b by the options. */
static bool compute(struct games_worker *w, uint32_t a, uint32_t b)
{
    struct games_view va = games_view(w->store, a);
    struct games_view vb = games_view(w->store, b);
    if (is_option(va.left, va.nleft, va.flip, b) ||
        is_option(vb.right, vb.nright, vb.flip, a))
        return false;
    for (size_t i = 0; i < va.nleft; i++)
        if (games_le(w, b, games_flip(va.left[i], va.flip)))
            return false;
    for (size_t i = 0; i < vb.nright; i++)
        if (games_le(w, games_flip(vb.right[i], vb.flip), a))
            return false;
    return true;
}

bool games_le(struct games_worker *w, uint32_t a, uint32_t b)
{
    struct games *g = w->store;
    w->stats.compared++;
    if (a == b)
        return true;
    if (!games_probes_allow(games_probes(g, a), games_probes(g, b))) {
        w->stats.refuted++;
        return false;
    }
    uint64_t key = (uint64_t)a << 31 | b;
    uint64_t mirror = (uint64_t)games_negate(b) << 31 | games_negate(a);
    key = mirror < key ? mirror : key;
    _Atomic uint64_t *word = &g->cache[position_mix(key) >> g->cache_shift];
    uint64_t held = atomic_load_explicit(word, memory_order_relaxed);
    if (held >> 2 == key && held) {
        w->stats.recalled++;
        return held >> 1 & 1;
    }
    bool answer = compute(w, a, b);
    atomic_store_explicit(word, key << 2 | (answer ? 2u : 0u) | 1,
                          memory_order_relaxed);
    return answer;
}
