/* Games with closed forms: numbers, nimbers, and ups beside a nimber. They are
 * stored as they are known to be in canonical form, without a comparison.
 *
 *   integer n > 0      {n-1 |}
 *   m / 2^k            {lo | hi}, the two ends of the interval that the last
 *                      step of k halvings left: one path down from
 *                      {floor | floor + 1} (Siegel, II.3)
 *   *k                 {*0 .. *(k-1) | *0 .. *(k-1)}
 *   n ups and *k       {0 | n-1 ups and *(k^1)}, but up and * is {0, * | 0}
 *                      (Winning Ways, ch. 3)
 */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"

#include <stdlib.h>

/* Of {a | b} = m / 2^e, the option with the later birthday has denominator
 * 2^(e-1). Follow it down to an integer n, whose birthday is |n|; then replay
 * the steps: num = 2 num + 1 or 2 num - 1. */
bool games_dyadic(const struct games *g, uint32_t id, int64_t *num,
                  unsigned *exp)
{
    uint64_t ups = 0; /* bit i: step i went to the Left option */
    unsigned steps = 0;
    if (!games_is_number(g, id))
        return false;
    while (games_lefts(g, id) && games_rights(g, id)) {
        uint32_t left = games_left(g, id, 0), right = games_right(g, id, 0);
        bool up = games_birthday(g, left) > games_birthday(g, right);
        if (steps == DYADIC_EXP_MAX)
            return false;
        ups |= (uint64_t)up << steps++;
        id = up ? left : right;
    }
    *num = (int64_t)games_birthday(g, id);
    if (games_rights(g, id))
        *num = -*num;
    *exp = steps;
    while (steps-- > 0) {
        if (*num > INT64_MAX / 4 || *num < INT64_MIN / 4)
            return false;
        *num = *num * 2 + (ups >> steps & 1 ? 1 : -1);
    }
    return true;
}

bool games_number_fits(struct dyadic x)
{
    const int64_t floor = dyadic_floor(x);
    const uint64_t whole = floor < 0 ? -(uint64_t)floor : (uint64_t)floor;
    return x.exp <= GAMES_BIRTHDAY_MAX && whole < GAMES_BIRTHDAY_MAX - x.exp;
}

/* The n-th of 0, 1, .. or of *0, *1, .., of which a worker knows the first. */
static uint32_t nth(struct games_worker *w, struct games_stack *known,
                    unsigned n, bool nimbers)
{
    while (known->n <= n) {
        const size_t k = known->n;
        uint32_t id = GAMES_ZERO;
        if (k)
            id = nimbers ? games_form(w, known->at, k, known->at, k)
                         : games_form(w, &known->at[k - 1], 1, NULL, 0);
        if (id == GAMES_NONE || !games_push(known, id))
            return GAMES_NONE;
    }
    return known->at[n];
}

static uint32_t integer(struct games_worker *w, int64_t n)
{
    const uint32_t id = nth(w, &w->integers, (unsigned)(n < 0 ? -n : n), false);
    return n < 0 && id != GAMES_NONE ? games_negate(id) : id;
}

uint32_t games_number(struct games_worker *w, int64_t num, unsigned exp)
{
    struct dyadic x;
    if (!dyadic_make(num, exp, &x) || !games_number_fits(x))
        return games_refuse(w, "a number too large or too fine");
    const int64_t floor = dyadic_floor(x);
    if (!x.exp)
        return integer(w, floor);
    uint32_t low = integer(w, floor), high = integer(w, floor + 1);
    uint32_t middle = low;
    /* The bits after the binary point, from the left; the last is a 1. */
    for (unsigned bit = x.exp; bit > 0; bit--) {
        if (low == GAMES_NONE || high == GAMES_NONE)
            return GAMES_NONE;
        middle = games_form(w, &low, 1, &high, 1);
        *(x.num >> (bit - 1) & 1 ? &low : &high) = middle;
    }
    return middle;
}

uint32_t games_nimber(struct games_worker *w, unsigned k)
{
    return k > GAMES_NIMBER_MAX ? games_refuse(w, "a Nim heap too large")
                                : nth(w, &w->nimbers, k, true);
}

/* k ^ 1 where n is odd: what is left of *k after n steps to one up less. */
static unsigned flipped(unsigned k, unsigned n)
{
    return k ^ (n & 1);
}

uint32_t games_up(struct games_worker *w, int n, unsigned k)
{
    const unsigned ups = n < 0 ? -(unsigned)n : (unsigned)n;
    const uint32_t star = games_nimber(w, 1), base = flipped(k, ups);
    uint32_t id = games_nimber(w, base);
    for (unsigned i = 1; i <= ups && id != GAMES_NONE; i++) {
        const uint32_t left[] = {GAMES_ZERO, star};
        /* {0 | 0} is no up: up and * has * among Left's options. */
        id = games_form(w, left, i == 1 && !base ? 2 : 1, &id, 1);
    }
    return n < 0 && id != GAMES_NONE ? games_negate(id) : id;
}

/* A nimber *k has the Left options *0 .. *(k-1). */
unsigned games_heap(const struct games *g, uint32_t nimber)
{
    return (unsigned)games_lefts(g, nimber);
}

static bool is_option(const struct games_view *v, bool left, uint32_t x)
{
    const uint32_t *list = left ? v->left : v->right;
    const size_t n = left ? v->nleft : v->nright;
    for (size_t i = 0; i < n; i++)
        if (games_flip(list[i], v->flip) == x)
            return true;
    return false;
}

/* Has *x the same options for both players, and these and *x itself all of the
 * n options that v has for both? */
static bool is_last(const struct games *g, const struct games_view *v,
                    uint32_t x)
{
    const struct games_view o = games_view(g, x);
    if (o.nleft != v->nleft - 1 || o.nright != o.nleft)
        return false;
    for (size_t i = 0; i < o.nleft; i++) {
        const uint32_t y = games_flip(o.left[i], o.flip);
        if (y == x || !is_option(&o, false, y) || !is_option(v, true, y) ||
            !is_option(v, false, y))
            return false;
    }
    return is_option(v, false, x);
}

enum { HEAP_BESIDE_NUMBER_MAX = 64 };

/* x and *k are {x, x*, .. | x, x*, ..}: the option with the most options has
 * all others, and so on down to x. */
static bool find_heap(const struct games *g, uint32_t id, uint32_t x,
                      unsigned *k)
{
    if (x == GAMES_ZERO) {
        *k = games_heap(g, id);
        return games_is_nimber(g, id);
    }
    *k = id == x ? 0 : games_heap(g, id);
    if (!*k || *k > HEAP_BESIDE_NUMBER_MAX || games_rights(g, id) != *k)
        return id == x;
    for (unsigned n = *k; n > 0; n--) {
        const struct games_view v = games_view(g, id);
        size_t i = 0;
        if (n == 1)
            return v.nleft == 1 && games_flip(v.left[0], v.flip) == x &&
                   games_flip(v.right[0], v.flip) == x;
        while (i < v.nleft && !is_last(g, &v, games_flip(v.left[i], v.flip)))
            i++;
        if (i == v.nleft)
            return false;
        id = games_flip(v.left[i], v.flip);
    }
    return true;
}

/* {x, x* | x}, x* = {x | x}. */
static bool is_up_star(const struct games *g, uint32_t id, uint32_t x)
{
    unsigned a = 1, b = 1;
    return games_lefts(g, id) == 2 && games_rights(g, id) == 1 &&
           games_right(g, id, 0) == x &&
           find_heap(g, games_left(g, id, 0), x, &a) &&
           find_heap(g, games_left(g, id, 1), x, &b) && a + b == 1;
}

/* x, n ups and *k. */
static bool find_ups(const struct games *g, uint32_t id, uint32_t x,
                     unsigned *n, unsigned *k)
{
    for (*n = 0; !find_heap(g, id, x, k); ++*n) {
        if (is_up_star(g, id, x)) {
            *k = flipped(1, *n);
            ++*n;
            return true;
        }
        if (games_lefts(g, id) != 1 || games_rights(g, id) != 1 ||
            games_left(g, id, 0) != x)
            return false;
        id = games_right(g, id, 0);
    }
    *k = flipped(*k, *n);
    return true;
}

/* The number among the options of a player; GAMES_NONE. */
static uint32_t number_option(const struct games *g, uint32_t id)
{
    for (size_t i = 0; i < games_lefts(g, id); i++)
        if (games_is_number(g, games_left(g, id, i)))
            return games_left(g, id, i);
    return GAMES_NONE;
}

static bool find_either(const struct games *g, uint32_t id, uint32_t x, int *n,
                        unsigned *k)
{
    unsigned ups;
    if (find_ups(g, id, x, &ups, k)) {
        *n = (int)ups;
        return true;
    }
    if (!find_ups(g, games_negate(id), games_negate(x), &ups, k))
        return false;
    *n = -(int)ups;
    return true;
}

bool games_ups(const struct games *g, uint32_t id, int *n, unsigned *k)
{
    return find_either(g, id, GAMES_ZERO, n, k);
}

bool games_sum_of_ups(const struct games *g, uint32_t id, uint32_t *number,
                      int *n, unsigned *k)
{
    *number = id;
    *n = 0;
    *k = 0;
    if (games_is_number(g, id))
        return true;
    *number = number_option(g, id);
    if (*number != GAMES_NONE && find_either(g, id, *number, n, k))
        return true;
    *number = number_option(g, games_negate(id));
    if (*number == GAMES_NONE)
        return false;
    *number = games_negate(*number);
    return find_either(g, id, *number, n, k);
}
