/* Comparison: a <= b iff no Left option of a is >= b and no Right option of b
 * is <= a. Most comparisons are refuted by the probes. The others are
 * remembered in a direct-mapped cache of each worker, of words
 *     a << 33 | b << 2 | answer << 1 | 1
 * that hold the whole comparison: a hit is never wrong, and an overwritten one
 * is computed again. a <= b is -b <= -a; the lesser is what is kept.
 *
 * The cache doubles after four stores for each word, up to 2^22 words. Rows of
 * 1..6 counters to 6 heaps, of 1..10 to 5 and of 1..4 to 9, in CPU seconds,
 * with 2^14 words: 0.078 0.316 0.518, 2^16: 0.060 0.232 0.461, 2^17: 0.062
 * 0.206 0.454, 2^19: 0.075 0.246 0.548, 2^21: 0.134 0.374 0.719
 * (bench/partizan): what fits in the second level of a processor's own cache is
 * best.
 */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/pages.h"
#include "engine/game/position.h"

#include <stdlib.h>

enum { CACHE_BITS_MAX = 22, STORES_BITS = 2, TALL = 64 };

static bool is_option(const uint32_t list[], size_t n, uint32_t flip,
                      uint32_t option)
{
    for (size_t i = 0; i < n; i++)
        if (games_flip(list[i], flip) == option)
            return true;
    return false;
}

/* Two numbers by arithmetic, n ups and *k by their known order: their options
 * go down 65535 moves. False if they are too large, or are none. */
static bool by_form(const struct games *g, uint32_t a, uint32_t b, bool *le)
{
    struct dyadic x, y;
    int m, n;
    unsigned j, k;
    if (games_is_number(g, a) && games_is_number(g, b)) {
        const bool fit = games_dyadic(g, a, &x.num, &x.exp) &&
                         games_dyadic(g, b, &y.num, &y.exp);
        *le = fit && dyadic_compare(x, y) <= 0;
        return fit;
    }
    if (games_birthday(g, a) < TALL || games_birthday(g, b) < TALL ||
        !games_ups(g, a, &m, &j) || !games_ups(g, b, &n, &k))
        return false;
    /* m - n ups and *(j ^ k) <= 0? Down and * is confused with 0, all other
     * downs are below it. */
    *le = m == n ? j == k : m < n && (n - m > 1 || (j ^ k) != 1);
    return true;
}

/* a <= b by the options. */
static bool compute(struct games_worker *w, uint32_t a, uint32_t b)
{
    const struct games *g = w->store;
    struct games_view va = games_view(g, a), vb = games_view(g, b);
    bool le;
    if (by_form(g, a, b, &le))
        return le;
    /* Against a number nobody needs to move in the number (Siegel, II.3). */
    if (games_is_number(g, a) && !games_is_number(g, b))
        va.nleft = 0;
    else if (games_is_number(g, b) && !games_is_number(g, a))
        vb.nright = 0;
    if (is_option(va.left, va.nleft, va.flip, b) ||
        is_option(vb.right, vb.nright, vb.flip, a))
        return false;
    games_fetch(g, va.left, va.nleft);
    games_fetch(g, vb.right, vb.nright);
    const struct games_probes pa = games_probes(g, a), pb = games_probes(g, b);
    for (size_t i = 0; i < va.nleft; i++) {
        uint32_t x = games_flip(va.left[i], va.flip);
        if (games_probes_allow(pb, games_probes(g, x)) &&
            games_le_open(w, b, x))
            return false;
    }
    for (size_t i = 0; i < vb.nright; i++) {
        uint32_t x = games_flip(vb.right[i], vb.flip);
        if (games_probes_allow(games_probes(g, x), pa) &&
            games_le_open(w, x, a))
            return false;
    }
    return true;
}

static uint64_t *place(uint64_t cache[], unsigned bits, uint64_t key)
{
    return &cache[position_mix(key) >> (64 - bits)];
}

/* Doubles the cache; keeps it if there is no memory. */
static void grow(struct games_worker *w)
{
    const unsigned bits = w->cache_bits + 1;
    uint64_t *larger = calloc((size_t)1 << bits, sizeof *larger);
    w->cache_stores = 0;
    if (!larger)
        return;
    pages_large(larger, sizeof *larger << bits);
    for (size_t i = 0; i < (size_t)1 << w->cache_bits; i++)
        if (w->cache[i])
            *place(larger, bits, w->cache[i] >> 2) = w->cache[i];
    free(w->cache);
    w->cache = larger;
    atomic_fetch_add(&w->store->cache_bytes, sizeof *larger << w->cache_bits);
    w->cache_bits = bits;
}

bool games_le_open(struct games_worker *w, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 31 | b;
    uint64_t mirror = (uint64_t)games_negate(b) << 31 | games_negate(a);
    key = mirror < key ? mirror : key;
    uint64_t held = *place(w->cache, w->cache_bits, key);
    w->stats.opened++;
    if (held >> 2 == key && held)
        return held >> 1 & 1;
    w->stats.computed++;
    bool answer = compute(w, a, b);
    *place(w->cache, w->cache_bits, key) = key << 2 | (answer ? 2u : 0u) | 1;
    if (++w->cache_stores >> (w->cache_bits + STORES_BITS) &&
        w->cache_bits < CACHE_BITS_MAX)
        grow(w);
    return answer;
}

bool games_le(struct games_worker *w, uint32_t a, uint32_t b)
{
    const struct games *g = w->store;
    /* Many large ones are compared with each other by whoever lists options. */
    if (a != b && games_is_nimber(g, a) && games_is_nimber(g, b))
        return false;
    return a == b ||
           (games_probes_allow(games_probes(g, a), games_probes(g, b)) &&
            games_le_open(w, a, b));
}
