/* Sums. a + b has the options aL + b, a + bL and aR + b, a + bR, but
 *   two of a number, n ups and *k are added as what they are;
 *   a number x and a game G that is none: { GL + x | GR + x }, which is in
 *   canonical form if G is (number translation: Siegel, II.3).
 *
 * A sum's sums of options come first, on a stack of our own, as games are up to
 * 65535 moves tall. A lossy cache of each worker keeps a sum of n and m
 * positions from being made more often than about n * m times.
 */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"
#include "engine/game/position.h"

#include <stdlib.h>

/* A sum in the making: `next` of its options are made. */
struct games_summing {
    uint32_t a, b;
    size_t next;
};

struct stack {
    struct games_summing *at;
    size_t n, cap;
};

/* Is b a number and a none? Then the options of b give none of the sum. */
static bool translates(const struct games *g, uint32_t a, uint32_t b)
{
    return games_is_number(g, b) && !games_is_number(g, a);
}

static struct games_sum *cached(struct games_worker *w, uint64_t key)
{
    return &w->sums[position_mix(key) & (GAMES_SUMS - 1)];
}

static uint64_t key_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* Two numbers, added as fractions. */
static bool numbers(struct games_worker *w, uint32_t a, uint32_t b,
                    uint32_t *sum)
{
    const struct games *g = w->store;
    struct dyadic x, y, z;
    if (!games_dyadic(g, a, &x.num, &x.exp) ||
        !games_dyadic(g, b, &y.num, &y.exp) || !dyadic_add(x, y, &z))
        return false;
    *sum = games_number(w, z.num, z.exp);
    return true;
}

/* False if the sum has no closed form; *sum may be GAMES_NONE. */
static bool closed(struct games_worker *w, uint32_t a, uint32_t b,
                   uint32_t *sum)
{
    const struct games *g = w->store;
    uint32_t x, y, z;
    int m, n;
    unsigned j, k;
    if (games_is_number(g, a) && games_is_number(g, b))
        return numbers(w, a, b, sum);
    if (!games_sum_of_ups(g, a, &x, &m, &j) ||
        !games_sum_of_ups(g, b, &y, &n, &k))
        return false;
    if (x == GAMES_ZERO || y == GAMES_ZERO)
        z = x == GAMES_ZERO ? y : x;
    else if (!numbers(w, x, y, &z))
        return false;
    if (z == GAMES_NONE ||
        (j ^ k) >
            (z == GAMES_ZERO ? GAMES_NIMBER_MAX : GAMES_HEAP_BESIDE_NUMBER - 1))
        return false;
    *sum = games_up_beside(w, z, m + n, j ^ k);
    return true;
}

/* False if the sums of options are needed; *sum may be GAMES_NONE. */
static bool known(struct games_worker *w, uint32_t a, uint32_t b, uint32_t *sum)
{
    const struct games_sum *held = cached(w, key_of(a, b));
    if (a == GAMES_ZERO)
        *sum = b;
    else if (b == GAMES_ZERO)
        *sum = a;
    else if (a == games_negate(b))
        *sum = GAMES_ZERO;
    else if (held->key == key_of(a, b))
        *sum = held->sum;
    else
        return closed(w, a, b, sum);
    return true;
}

static bool push(struct games_worker *w, struct stack *s, uint32_t a,
                 uint32_t b)
{
    if (s->n == s->cap) {
        const size_t cap = s->cap ? 2 * s->cap : 32;
        struct games_summing *at = realloc(s->at, cap * sizeof *at);
        if (!at) {
            log_error(STATUS_NOMEM, "no memory for a sum");
            games_fail(w, STATUS_NOMEM, NULL);
            return false;
        }
        s->at = at;
        s->cap = cap;
    }
    const bool turn = translates(w->store, b, a);
    s->at[s->n++] = (struct games_summing){turn ? b : a, turn ? a : b, 0};
    return true;
}

/* Options of a and b, as a sum takes them: a's Left ones, b's, a's Right ones,
 * b's. */
struct parts {
    struct games_view a, b;
    size_t lefts, all;
};

static struct parts parts_of(const struct games *g, struct games_summing s)
{
    struct parts p = {.a = games_view(g, s.a), .b = games_view(g, s.b)};
    if (translates(g, s.a, s.b))
        p.b.nleft = p.b.nright = 0;
    p.lefts = p.a.nleft + p.b.nleft;
    p.all = p.lefts + p.a.nright + p.b.nright;
    return p;
}

/* The two summands of option i. */
static void part(const struct parts *p, struct games_summing s, size_t i,
                 uint32_t *a, uint32_t *b)
{
    const bool left = i < p->lefts;
    i -= left ? 0 : p->lefts;
    const size_t na = left ? p->a.nleft : p->a.nright;
    if (i < na) {
        *a = games_flip((left ? p->a.left : p->a.right)[i], p->a.flip);
        *b = s.b;
    } else {
        *a = s.a;
        *b = games_flip((left ? p->b.left : p->b.right)[i - na], p->b.flip);
    }
}

/* Makes the sum on top from its options' sums, the last of `sums`. */
static uint32_t finish(struct games_worker *w, struct games_summing s,
                       const struct parts *p)
{
    struct games_stack *sums = &w->sums_of;
    const uint32_t *options = sums->at + sums->n - p->all;
    const uint32_t sum =
        (translates(w->store, s.a, s.b) ? games_form : games_make)(
            w, options, p->lefts, options + p->lefts, p->all - p->lefts);
    sums->n -= p->all;
    if (sum != GAMES_NONE)
        *cached(w, key_of(s.a, s.b)) =
            (struct games_sum){key_of(s.a, s.b), sum};
    return sum;
}

/* The next option of the sum on top, or the sum itself. */
static bool step(struct games_worker *w, struct stack *s)
{
    struct games_summing *top = &s->at[s->n - 1];
    const struct parts p = parts_of(w->store, *top);
    uint32_t a, b, sum;
    for (; top->next < p.all; top->next++) {
        part(&p, *top, top->next, &a, &b);
        if (!known(w, a, b, &sum)) {
            top->next++;
            return push(w, s, a, b);
        }
        if (sum == GAMES_NONE || !games_push(&w->sums_of, sum))
            return false;
    }
    sum = finish(w, *top, &p);
    s->n--;
    return sum != GAMES_NONE && games_push(&w->sums_of, sum);
}

static bool open_cache(struct games_worker *w)
{
    if (!w->sums) {
        w->sums = calloc(GAMES_SUMS, sizeof *w->sums);
        if (w->sums)
            atomic_fetch_add(&w->store->cache_bytes,
                             GAMES_SUMS * sizeof *w->sums);
    }
    return w->sums;
}

uint32_t games_add(struct games_worker *w, uint32_t a, uint32_t b)
{
    struct stack s = {0};
    uint32_t sum;
    if (!open_cache(w))
        return games_fail(w, STATUS_NOMEM, "no memory for sums");
    if (known(w, a, b, &sum))
        return sum;
    w->sums_of.n = 0;
    bool ok = push(w, &s, a, b);
    while (ok && s.n)
        ok = step(w, &s);
    free(s.at);
    return ok ? w->sums_of.at[0] : GAMES_NONE;
}
