/* games_read.c - what is read from records: no locks, no allocation. */
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include <assert.h>

size_t games_lefts(const struct games *g, uint32_t id)
{
    const struct games_record *r = games_record(g, id);
    return id & 1 ? r->nright : r->nleft;
}

size_t games_rights(const struct games *g, uint32_t id)
{
    const struct games_record *r = games_record(g, id);
    return id & 1 ? r->nleft : r->nright;
}

uint32_t games_left(const struct games *g, uint32_t id, size_t i)
{
    struct games_view v = games_view(g, id);
    assert(i < v.nleft);
    return games_flip(v.left[i], v.flip);
}

uint32_t games_right(const struct games *g, uint32_t id, size_t i)
{
    struct games_view v = games_view(g, id);
    assert(i < v.nright);
    return games_flip(v.right[i], v.flip);
}

enum outcome games_outcome(const struct games *g, uint32_t id)
{
    /* The first test is 0. */
    struct games_probes p = games_probes(g, id);
    bool first = p.first & 1, second = p.second & 1;
    return first ? (second ? OUTCOME_L : OUTCOME_N)
                 : (second ? OUTCOME_P : OUTCOME_R);
}

unsigned games_birthday(const struct games *g, uint32_t id)
{
    return games_record(g, id)->birthday;
}

static bool has(const struct games *g, uint32_t id, enum games_flag flag)
{
    return games_record(g, id)->flags & flag;
}

bool games_is_number(const struct games *g, uint32_t id)
{
    return has(g, id, GAMES_NUMBER);
}

bool games_is_nimber(const struct games *g, uint32_t id)
{
    return has(g, id, GAMES_NIMBER);
}

bool games_is_all_small(const struct games *g, uint32_t id)
{
    return has(g, id, GAMES_ALL_SMALL);
}

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

/* k ^ 1 where n is odd: what is left of *k after n steps to one up less. */
static unsigned flipped(unsigned k, unsigned n)
{
    return k ^ (n & 1);
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
    if (!*k || *k > GAMES_HEAP_BESIDE_NUMBER || games_rights(g, id) != *k)
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
