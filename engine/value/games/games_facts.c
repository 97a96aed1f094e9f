#include "engine/value/games/games_facts.h"

#include "engine/base/log.h"
#include "engine/value/games/games_inner.h"

#include <stdlib.h>

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

bool games_is_infinitesimal(struct games_worker *w, uint32_t id)
{
    return games_left_stop(w, id) == GAMES_ZERO &&
           games_right_stop(w, id) == GAMES_ZERO;
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
        if (steps == 62)
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

uint32_t games_number(struct games_worker *w, int64_t num, unsigned exp)
{
    for (; exp && num % 2 == 0; exp--)
        num /= 2;
    if (!exp) {
        uint32_t n = GAMES_ZERO;
        uint64_t size = num < 0 ? -(uint64_t)num : (uint64_t)num;
        for (uint64_t i = 0; i < size && n != GAMES_NONE; i++)
            n = games_make(w, &n, 1, NULL, 0);
        return num < 0 && n != GAMES_NONE ? games_negate(n) : n;
    }
    uint32_t left = games_number(w, (num - 1) / 2, exp - 1);
    uint32_t right = games_number(w, (num + 1) / 2, exp - 1);
    if (left == GAMES_NONE || right == GAMES_NONE)
        return GAMES_NONE;
    return games_make(w, &left, 1, &right, 1);
}

uint32_t games_nimber(struct games_worker *w, unsigned k)
{
    uint32_t *lower = malloc(((size_t)k + 1) * sizeof *lower);
    if (!lower) {
        log_error(STATUS_NOMEM, "no memory for a Nim heap of %u", k);
        return GAMES_NONE;
    }
    uint32_t heap = GAMES_NONE;
    for (unsigned i = 0; i <= k; i++) {
        heap = games_make(w, lower, i, lower, i);
        if (heap == GAMES_NONE)
            break;
        lower[i] = heap;
    }
    free(lower);
    return heap;
}

uint32_t games_up(struct games_worker *w, int n, unsigned k)
{
    const uint32_t zero = GAMES_ZERO, star = games_nimber(w, 1);
    uint32_t sum = games_nimber(w, k);
    if (star == GAMES_NONE || sum == GAMES_NONE)
        return GAMES_NONE;
    uint32_t up = games_make(w, &zero, 1, &star, 1);
    for (int i = 0; i < (n < 0 ? -n : n); i++) {
        if (up == GAMES_NONE || sum == GAMES_NONE)
            return GAMES_NONE;
        sum = games_add(w, sum, n < 0 ? games_negate(up) : up);
    }
    return sum;
}

/* The stop of a positive id: its number, or the best stop of the mover's
 * options with the other to move. */
static uint32_t find_stop(struct games_worker *w, uint32_t id, bool left)
{
    const struct games *g = w->store;
    if (games_is_number(g, id))
        return id;
    size_t n = left ? games_lefts(g, id) : games_rights(g, id);
    uint32_t best = GAMES_NONE; /* a game that is no number has options */
    for (size_t i = 0; i < n; i++) {
        uint32_t stop = left ? games_right_stop(w, games_left(g, id, i))
                             : games_left_stop(w, games_right(g, id, i));
        if (best == GAMES_NONE ||
            (left ? games_le(w, best, stop) : games_le(w, stop, best)))
            best = stop;
    }
    return best;
}

static uint32_t stop_of(struct games_worker *w, uint32_t id, bool left)
{
    if (id & 1)
        return games_negate(stop_of(w, games_negate(id), !left));
    struct games_fact *fact = &w->store->facts[id >> 2];
    _Atomic uint32_t *place = left ? &fact->left_stop : &fact->right_stop;
    uint32_t known = atomic_load_explicit(place, memory_order_acquire);
    if (known)
        return known - 1;
    uint32_t stop = find_stop(w, id, left);
    atomic_store_explicit(place, stop + 1, memory_order_release);
    return stop;
}

uint32_t games_left_stop(struct games_worker *w, uint32_t id)
{
    return stop_of(w, id, true);
}

uint32_t games_right_stop(struct games_worker *w, uint32_t id)
{
    return stop_of(w, id, false);
}
