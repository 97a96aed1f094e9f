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

#include <stdlib.h>

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

/* x and *k: {x, x*, .. | x, x*, ..}; *star is x and *. */
static uint32_t heap_beside(struct games_worker *w, uint32_t x, unsigned k,
                            uint32_t *star)
{
    uint32_t heaps[GAMES_HEAP_BESIDE_NUMBER + 1] = {x};
    const unsigned last = k > 1 ? k : 1;
    for (unsigned i = 1; i <= last; i++) {
        heaps[i] = games_form(w, heaps, i, heaps, i);
        if (heaps[i] == GAMES_NONE)
            return GAMES_NONE;
    }
    *star = heaps[1];
    return heaps[k];
}

uint32_t games_up_beside(struct games_worker *w, uint32_t x, int n, unsigned k)
{
    const unsigned ups = n < 0 ? -(unsigned)n : (unsigned)n;
    const unsigned base = k ^ (ups & 1);
    uint32_t id, star = GAMES_NONE;
    if (n < 0)
        x = games_negate(x);
    if (x == GAMES_ZERO) {
        star = games_nimber(w, 1);
        id = games_nimber(w, base);
    } else {
        id = base > GAMES_HEAP_BESIDE_NUMBER
                 ? games_refuse(w, "a Nim heap too large beside a number")
                 : heap_beside(w, x, base, &star);
    }
    for (unsigned i = 1; i <= ups && id != GAMES_NONE; i++) {
        const uint32_t left[] = {x, star};
        /* {0 | 0} is no up: up and * has * among Left's options. */
        id = games_form(w, left, i == 1 && !base ? 2 : 1, &id, 1);
    }
    return n < 0 && id != GAMES_NONE ? games_negate(id) : id;
}

uint32_t games_up(struct games_worker *w, int n, unsigned k)
{
    return games_up_beside(w, GAMES_ZERO, n, k);
}

bool games_is_infinitesimal(struct games_worker *w, uint32_t id)
{
    return games_left_stop(w, id) == GAMES_ZERO &&
           games_right_stop(w, id) == GAMES_ZERO;
}

static uint32_t known_stop(const struct games *g, uint32_t id, bool left)
{
    if (games_is_number(g, id))
        return id;
    if (id & 1) {
        const uint32_t other = known_stop(g, games_negate(id), !left);
        return other == GAMES_NONE ? GAMES_NONE : games_negate(other);
    }
    const struct games_fact *fact = &g->facts[id >> 2];
    const uint32_t known = atomic_load_explicit(
        left ? &fact->left_stop : &fact->right_stop, memory_order_acquire);
    return known ? known - 1 : GAMES_NONE;
}

static void keep_stop(struct games *g, uint32_t id, bool left, uint32_t stop)
{
    if (id & 1) {
        keep_stop(g, games_negate(id), !left, games_negate(stop));
        return;
    }
    struct games_fact *fact = &g->facts[id >> 2];
    games_touch(&g->has_facts);
    atomic_store_explicit(left ? &fact->left_stop : &fact->right_stop, stop + 1,
                          memory_order_release);
}

/* A game and who moves first in it. */
static uint32_t pack(uint32_t id, bool left)
{
    /* Ids have 31 bits, as an index has 29. */
    return id << 1 | left;
}

/* The best stop of the mover's options with the other to move; or pushes those
 * that are not known. */
static bool find_stop(struct games_worker *w, struct games_stack *todo)
{
    struct games *g = w->store;
    const uint32_t id = todo->at[todo->n - 1] >> 1;
    const bool left = todo->at[todo->n - 1] & 1;
    const size_t n = left ? games_lefts(g, id) : games_rights(g, id),
                 before = todo->n;
    uint32_t best = GAMES_NONE; /* a game that is no number has options */
    if (known_stop(g, id, left) != GAMES_NONE) {
        todo->n--;
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t x = left ? games_left(g, id, i) : games_right(g, id, i);
        const uint32_t stop = known_stop(g, x, !left);
        if (stop == GAMES_NONE && !games_push(todo, pack(x, !left)))
            return false;
        if (stop != GAMES_NONE &&
            (best == GAMES_NONE ||
             (left ? games_le(w, best, stop) : games_le(w, stop, best))))
            best = stop;
    }
    if (todo->n == before) {
        keep_stop(g, id, left, best);
        todo->n--;
    }
    return true;
}

static uint32_t stop_of(struct games_worker *w, uint32_t id, bool left)
{
    struct games_stack todo = {0};
    uint32_t known = known_stop(w->store, id, left);
    if (known != GAMES_NONE)
        return known;
    bool ok = games_push(&todo, pack(id, left));
    while (ok && todo.n)
        ok = find_stop(w, &todo);
    free(todo.at);
    return ok ? known_stop(w->store, id, left)
              : games_fail(w, STATUS_NOMEM, NULL);
}

uint32_t games_left_stop(struct games_worker *w, uint32_t id)
{
    return stop_of(w, id, true);
}

uint32_t games_right_stop(struct games_worker *w, uint32_t id)
{
    return stop_of(w, id, false);
}
