#include "engine/value/games/games_facts.h"

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
