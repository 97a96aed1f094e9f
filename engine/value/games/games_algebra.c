#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"
#include "engine/value/games/games_thermograph.h"

#include "engine/base/log.h"
#include "engine/game/position.h"

#include <stdlib.h>

uint32_t games_multiple(struct games_worker *w, int64_t n, uint32_t id)
{
    uint32_t sum = GAMES_ZERO;
    if (n < 0)
        return n == INT64_MIN ? games_refuse(w, "too many copies")
                              : games_multiple(w, -n, games_negate(id));
    for (; n > 0 && id != GAMES_NONE && sum != GAMES_NONE; n /= 2) {
        if (n % 2)
            sum = games_add(w, sum, id);
        if (n > 1)
            id = games_add(w, id, id);
    }
    return id == GAMES_NONE ? GAMES_NONE : sum;
}

static uint32_t ordinal(struct games_map *m, uint32_t id, uint32_t options[],
                        size_t nleft, size_t nright)
{
    const struct games *g = m->w->store;
    const size_t lefts = games_lefts(g, m->with),
                 rights = games_rights(g, m->with);
    uint32_t *all = malloc((lefts + rights + nleft + nright + 1) * sizeof *all);
    (void)id;
    if (!all) {
        log_error(STATUS_NOMEM, "no memory for an ordinal sum");
        return games_fail(m->w, STATUS_NOMEM, NULL);
    }
    size_t n = 0;
    for (size_t i = 0; i < lefts; i++)
        all[n++] = games_left(g, m->with, i);
    for (size_t i = 0; i < nleft; i++)
        all[n++] = options[i];
    for (size_t i = 0; i < rights; i++)
        all[n++] = games_right(g, m->with, i);
    for (size_t i = 0; i < nright; i++)
        all[n++] = options[nleft + i];
    const uint32_t sum = games_make(m->w, all, lefts + nleft,
                                    all + lefts + nleft, rights + nright);
    free(all);
    return sum;
}

uint32_t games_ordinal_sum(struct games_worker *w, uint32_t a, uint32_t b)
{
    struct games_map m = {.w = w, .rule = ordinal, .with = a};
    return games_map(&m, b);
}

uint32_t games_power_to(struct games_worker *w, uint32_t g, unsigned n)
{
    const uint32_t right = games_right(w->store, g, 0);
    uint32_t power = g;
    for (unsigned i = 1; i < n && power != GAMES_NONE; i++)
        power = games_make(w, &power, 1, &right, 1);
    return power;
}

uint32_t games_power(struct games_worker *w, uint32_t g, unsigned n)
{
    const uint32_t zero = GAMES_ZERO;
    const uint32_t before = n == 1 ? zero : games_power_to(w, g, n - 1);
    if (before == GAMES_NONE)
        return GAMES_NONE;
    const uint32_t right =
        games_add(w, games_right(w->store, g, 0), games_negate(before));
    return right == GAMES_NONE ? GAMES_NONE
                               : games_make(w, &zero, 1, &right, 1);
}

uint32_t games_tiny(struct games_worker *w, uint32_t x)
{
    const uint32_t zero = GAMES_ZERO, minus = games_negate(x);
    const uint32_t threat = games_make(w, &zero, 1, &minus, 1);
    return threat == GAMES_NONE ? GAMES_NONE
                                : games_make(w, &zero, 1, &threat, 1);
}

/* Adds -by to Left's images and by to Right's, and makes the game of them. */
static uint32_t shifted(struct games_map *m, struct dyadic by,
                        uint32_t options[], size_t nleft, size_t nright)
{
    const uint32_t up = games_number(m->w, by.num, by.exp);
    for (size_t i = 0; i < nleft + nright; i++) {
        if (up == GAMES_NONE || options[i] == GAMES_NONE)
            return GAMES_NONE;
        options[i] =
            games_add(m->w, options[i], i < nleft ? games_negate(up) : up);
    }
    return nleft + nright && options[nleft + nright - 1] == GAMES_NONE
               ? GAMES_NONE
               : games_make(m->w, options, nleft, options + nleft, nright);
}

static uint32_t cooled(struct games_map *m, uint32_t id, uint32_t options[],
                       size_t nleft, size_t nright)
{
    const struct games_thermograph *t;
    if (games_is_number(m->w->store, id))
        return id;
    enum status st = games_thermograph(m->w, id, &t);
    if (st)
        return games_fail(m->w, st,
                          st == STATUS_RANGE ? "a temperature too fine" : NULL);
    return dyadic_compare(m->by, t->temperature) > 0
               ? games_number(m->w, t->mean.num, t->mean.exp)
               : shifted(m, m->by, options, nleft, nright);
}

uint32_t games_cool(struct games_worker *w, uint32_t id, struct dyadic t)
{
    struct games_map m = {.w = w, .rule = cooled, .by = t};
    return t.num < 0 ? games_refuse(w, "a tax below 0") : games_map(&m, id);
}

static uint32_t heated(struct games_map *m, uint32_t id, uint32_t options[],
                       size_t nleft, size_t nright)
{
    return games_is_number(m->w->store, id)
               ? id
               : shifted(m, dyadic_negate(m->by), options, nleft, nright);
}

uint32_t games_heat(struct games_worker *w, uint32_t id, struct dyadic t)
{
    struct games_map m = {.w = w, .rule = heated, .by = t};
    return games_map(&m, id);
}

enum status games_incentives(struct games_worker *w, uint32_t id, bool left,
                             uint32_t **list, size_t *n)
{
    const struct games *g = w->store;
    const size_t options = left ? games_lefts(g, id) : games_rights(g, id);
    *n = 0;
    *list = malloc((options + 1) * sizeof **list);
    if (!*list)
        return log_error(STATUS_NOMEM, "no memory for incentives");
    for (size_t i = 0; i < options; i++) {
        const uint32_t x =
            left ? games_add(w, games_left(g, id, i), games_negate(id))
                 : games_add(w, id, games_negate(games_right(g, id, i)));
        size_t kept = 0;
        bool dominated = x == GAMES_NONE;
        for (size_t k = 0; k < *n && !dominated; k++)
            dominated = games_le(w, x, (*list)[k]);
        for (size_t k = 0; k < *n && !dominated; k++)
            if (!games_le(w, (*list)[k], x))
                (*list)[kept++] = (*list)[k];
        if (x == GAMES_NONE) {
            free(*list);
            *list = NULL;
            return games_failure(w);
        }
        if (!dominated) {
            (*list)[kept] = x;
            *n = kept + 1;
        }
    }
    return STATUS_OK;
}
