/* Games mapped option by option, and reduced canonical forms so: the simplest
 * of the games that are infinitesimally close to one (Grossman, Siegel). */
#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_inner.h"

#include "engine/base/log.h"
#include "engine/game/position.h"

#include <stdlib.h>

static size_t place(const struct games_images *t, uint32_t id)
{
    size_t at = (size_t)position_mix(id) & (t->cap - 1);
    while (t->images[at] && t->ids[at] != id)
        at = (at + 1) & (t->cap - 1);
    return at;
}

static uint32_t image(const struct games_images *t, uint32_t id)
{
    return t->cap ? t->images[place(t, id)] - 1 : GAMES_NONE;
}

static bool grow(struct games_images *t)
{
    struct games_images larger = {.cap = t->cap ? 2 * t->cap : 64,
                                  .used = t->used};
    larger.ids = calloc(larger.cap, sizeof *larger.ids);
    larger.images = calloc(larger.cap, sizeof *larger.images);
    if (!larger.ids || !larger.images) {
        free(larger.ids);
        free(larger.images);
        log_error(STATUS_NOMEM, "no memory for a partizan game");
        return false;
    }
    for (size_t i = 0; i < t->cap; i++)
        if (t->images[i]) {
            const size_t at = place(&larger, t->ids[i]);
            larger.ids[at] = t->ids[i];
            larger.images[at] = t->images[i];
        }
    free(t->ids);
    free(t->images);
    *t = larger;
    return true;
}

static bool keep(struct games_images *t, uint32_t id, uint32_t to)
{
    if (2 * t->used >= t->cap && !grow(t))
        return false;
    const size_t at = place(t, id);
    t->used += !t->images[at];
    t->ids[at] = id;
    t->images[at] = to + 1;
    return true;
}

/* Maps the game on top, or pushes the options that must be mapped before. */
static bool step(struct games_map *m)
{
    const struct games *g = m->w->store;
    const uint32_t id = m->todo.at[m->todo.n - 1];
    const size_t before = m->todo.n, lefts = games_lefts(g, id),
                 rights = games_rights(g, id);
    if (image(&m->done, id) != GAMES_NONE) {
        m->todo.n--;
        return true;
    }
    m->options.n = 0;
    for (size_t i = 0; i < lefts + rights; i++) {
        const uint32_t x =
            i < lefts ? games_left(g, id, i) : games_right(g, id, i - lefts);
        const uint32_t to = image(&m->done, x);
        if (!games_push(to == GAMES_NONE ? &m->todo : &m->options,
                        to == GAMES_NONE ? x : to))
            return false;
    }
    if (m->todo.n > before)
        return true;
    const uint32_t to = m->rule(m, id, m->options.at, lefts, rights);
    return to != GAMES_NONE && keep(&m->done, id, to);
}

uint32_t games_map(struct games_map *m, uint32_t id)
{
    bool ok = games_push(&m->todo, id);
    while (ok && m->todo.n)
        ok = step(m);
    const uint32_t to = ok ? image(&m->done, id) : GAMES_NONE;
    free(m->done.ids);
    free(m->done.images);
    free(m->todo.at);
    free(m->options.at);
    return to;
}

/* a >= b, infinitesimals not counting: whoever moves first, Right gets no less
 * than 0 out of a - b. -1: memory. */
static int above(struct games_worker *w, uint32_t a, uint32_t b)
{
    const uint32_t apart = games_add(w, a, games_negate(b));
    const uint32_t stop =
        apart == GAMES_NONE ? GAMES_NONE : games_right_stop(w, apart);
    return stop == GAMES_NONE ? -1 : games_le(w, GAMES_ZERO, stop);
}

static int beyond(struct games_worker *w, bool left, uint32_t a, uint32_t b)
{
    return left ? above(w, a, b) : above(w, b, a);
}

/* Two lists of options being reduced. */
struct reducing {
    struct games_worker *w;
    struct games_stack left, right;
};

static void remove_at(struct games_stack *s, size_t i)
{
    for (s->n--; i < s->n; i++)
        s->at[i] = s->at[i + 1];
}

/* Drops options dominated but for an infinitesimal; false: memory. */
static bool drop_dominated(struct games_worker *w, struct games_stack *s,
                           bool left)
{
    for (size_t i = 0; i < s->n;) {
        size_t j = 0;
        int is = 0;
        for (; j < s->n && is == 0; j++)
            if (j != i)
                is = beyond(w, left, s->at[j], s->at[i]);
        if (is < 0)
            return false;
        if (is > 0)
            remove_at(s, i);
        else
            i++;
    }
    return true;
}

static uint32_t made(struct reducing *r)
{
    return games_make(r->w, r->left.at, r->left.n, r->right.at, r->right.n);
}

/* Both stops equal: infinitesimally close to that number. GAMES_NONE: not. */
static uint32_t close_to(struct games_worker *w, uint32_t id)
{
    const uint32_t stop = games_left_stop(w, id);
    return stop == games_right_stop(w, id) ? stop : GAMES_NONE;
}

/* Replaces option i by the replies to its reply x, unless that would make a
 * number of the game. 1: done, 0: not, -1: memory. */
static int bypass(struct reducing *r, bool left, size_t i, uint32_t x)
{
    const struct games *g = r->w->store;
    struct games_stack *s = left ? &r->left : &r->right, was = *s, now = {0};
    bool ok = true;
    for (size_t k = 0; k < was.n && ok; k++)
        ok = k == i || games_push(&now, was.at[k]);
    const size_t n = left ? games_lefts(g, x) : games_rights(g, x);
    for (size_t k = 0; k < n && ok; k++)
        ok =
            games_push(&now, left ? games_left(g, x, k) : games_right(g, x, k));
    *s = now;
    const uint32_t after = ok && now.n ? made(r) : GAMES_NONE;
    if (after == GAMES_NONE || close_to(r->w, after) != GAMES_NONE) {
        *s = was;
        free(now.at);
        return ok && (!now.n || after != GAMES_NONE) ? 0 : -1;
    }
    free(was.at);
    return 1;
}

/* Looks for an option that is reversible but for an infinitesimal. */
static int bypass_one(struct reducing *r, bool left)
{
    const struct games *g = r->w->store;
    const uint32_t whole = made(r);
    const struct games_stack *s = left ? &r->left : &r->right;
    for (size_t i = 0; i < s->n && whole != GAMES_NONE; i++) {
        const uint32_t option = s->at[i];
        const size_t n =
            left ? games_rights(g, option) : games_lefts(g, option);
        for (size_t k = 0; k < n; k++) {
            const uint32_t x =
                left ? games_right(g, option, k) : games_left(g, option, k);
            int is = beyond(r->w, left, whole, x);
            is = is > 0 ? bypass(r, left, i, x) : is;
            if (is)
                return is;
        }
    }
    return whole == GAMES_NONE ? -1 : 0;
}

static uint32_t reduced(struct games_map *m, uint32_t id, uint32_t options[],
                        size_t nleft, size_t nright)
{
    struct reducing r = {.w = m->w};
    const uint32_t number = close_to(m->w, id);
    if (number != GAMES_NONE)
        return number;
    bool ok = true;
    for (size_t i = 0; i < nleft + nright && ok; i++)
        ok = games_push(i < nleft ? &r.left : &r.right, options[i]);
    for (int is = 1; ok && is;) {
        ok = drop_dominated(m->w, &r.left, true) &&
             drop_dominated(m->w, &r.right, false);
        is = ok ? bypass_one(&r, true) : -1;
        is = is ? is : bypass_one(&r, false);
        ok = is >= 0;
    }
    const uint32_t result = ok ? made(&r) : GAMES_NONE;
    free(r.left.at);
    free(r.right.at);
    return result;
}

uint32_t games_reduced(struct games_worker *w, uint32_t id)
{
    struct games_map m = {.w = w, .rule = reduced};
    const uint32_t number = close_to(w, id);
    return number != GAMES_NONE ? number : games_map(&m, id);
}
