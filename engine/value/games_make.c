/* The canonical form of { left | right }: reversible options are replaced,
 * dominated ones dropped, until there are none.
 *
 * The game being made has no id yet, so it is compared through its lists. Any
 * lists of the same value do, so each step may use what the last one left.
 */
#include "engine/value/games_inner.h"

#include "engine/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The game being made, and what its worker works with. */
struct making {
    struct games_worker *w;
    struct games_list *left, *right;
    struct games_probes probes;
};

static bool append(struct games_list *list, uint32_t x)
{
    if (list->n == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 64;
        uint32_t *at = realloc(list->at, cap * sizeof *at);
        if (!at) {
            log_error(STATUS_NOMEM, "no memory for a game's options");
            return false;
        }
        list->at = at;
        list->cap = cap;
    }
    list->at[list->n++] = x;
    return true;
}

static bool holds(const struct games_list *list, uint32_t x)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == x)
            return true;
    return false;
}

/* Fills a list with the ids of from[n], ascending, each once. */
static bool take(struct games_list *list, const uint32_t from[], size_t n)
{
    list->n = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = list->n;
        while (at > 0 && list->at[at - 1] > from[i])
            at--;
        if (at > 0 && list->at[at - 1] == from[i])
            continue;
        if (!append(list, 0))
            return false;
        memmove(list->at + at + 1, list->at + at,
                (list->n - 1 - at) * sizeof *list->at);
        list->at[at] = from[i];
    }
    return true;
}

static bool at_most(struct making *m, uint32_t x);

/* The made game <= x. */
static bool at_least(struct making *m, uint32_t x)
{
    const struct games *g = m->w->store;
    if (!games_probes_allow(m->probes, games_probes(g, x)))
        return false;
    for (size_t i = 0; i < m->left->n; i++)
        if (games_le(m->w, x, m->left->at[i]))
            return false;
    struct games_view v = games_view(g, x);
    for (size_t i = 0; i < v.nright; i++)
        if (at_most(m, games_flip(v.right[i], v.flip)))
            return false;
    return true;
}

/* x <= the made game. */
static bool at_most(struct making *m, uint32_t x)
{
    const struct games *g = m->w->store;
    if (!games_probes_allow(games_probes(g, x), m->probes))
        return false;
    for (size_t i = 0; i < m->right->n; i++)
        if (games_le(m->w, m->right->at[i], x))
            return false;
    struct games_view v = games_view(g, x);
    for (size_t i = 0; i < v.nleft; i++)
        if (at_least(m, games_flip(v.left[i], v.flip)))
            return false;
    return true;
}

/* Drops the options that another one makes useless: for Left those <= another,
 * for Right those >= another. The ids differ, so no two are equal. */
static void drop_dominated(struct games_worker *w, struct games_list *list,
                           bool left)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++) {
        uint32_t x = list->at[i];
        bool useless = false;
        for (size_t j = 0; j < kept && !useless; j++)
            useless = left ? games_le(w, x, list->at[j])
                           : games_le(w, list->at[j], x);
        for (size_t j = i + 1; j < list->n && !useless; j++)
            useless = left ? games_le(w, x, list->at[j])
                           : games_le(w, list->at[j], x);
        if (!useless)
            list->at[kept++] = x;
    }
    list->n = kept;
}

enum bypass { BYPASS_NONE, BYPASS_DONE, BYPASS_EQUAL, BYPASS_FAILED };

/* If an option of Left's i-th option is <= the made game, replaces that option
 * by that option's Left options. *equal: the made game, if it is equal. */
static enum bypass bypass_left(struct making *m, size_t i, uint32_t *equal)
{
    const struct games *g = m->w->store;
    struct games_view v = games_view(g, m->left->at[i]);
    for (size_t r = 0; r < v.nright; r++) {
        uint32_t reply = games_flip(v.right[r], v.flip);
        if (!at_most(m, reply))
            continue;
        *equal = reply;
        if (at_least(m, reply))
            return BYPASS_EQUAL;
        m->left->at[i] = m->left->at[--m->left->n];
        v = games_view(g, reply);
        for (size_t l = 0; l < v.nleft; l++) {
            uint32_t x = games_flip(v.left[l], v.flip);
            if (!holds(m->left, x) && !append(m->left, x))
                return BYPASS_FAILED;
        }
        return BYPASS_DONE;
    }
    return BYPASS_NONE;
}

static enum bypass bypass_right(struct making *m, size_t i, uint32_t *equal)
{
    const struct games *g = m->w->store;
    struct games_view v = games_view(g, m->right->at[i]);
    for (size_t l = 0; l < v.nleft; l++) {
        uint32_t reply = games_flip(v.left[l], v.flip);
        if (!at_least(m, reply))
            continue;
        *equal = reply;
        if (at_most(m, reply))
            return BYPASS_EQUAL;
        m->right->at[i] = m->right->at[--m->right->n];
        v = games_view(g, reply);
        for (size_t r = 0; r < v.nright; r++) {
            uint32_t x = games_flip(v.right[r], v.flip);
            if (!holds(m->right, x) && !append(m->right, x))
                return BYPASS_FAILED;
        }
        return BYPASS_DONE;
    }
    return BYPASS_NONE;
}

/* Replaces every reversible option. DONE if there was one. */
static enum bypass bypass_all(struct making *m, uint32_t *equal)
{
    enum bypass result = BYPASS_NONE;
    for (size_t side = 0; side < 2; side++) {
        struct games_list *list = side ? m->right : m->left;
        for (size_t i = 0; i < list->n;) {
            enum bypass b =
                side ? bypass_right(m, i, equal) : bypass_left(m, i, equal);
            if (b == BYPASS_EQUAL || b == BYPASS_FAILED)
                return b;
            if (b == BYPASS_NONE)
                i++;
            else
                result = b;
        }
    }
    return result;
}

static int by_id(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t reduce(struct making *m)
{
    struct games_worker *w = m->w;
    uint32_t equal = GAMES_NONE;
    drop_dominated(w, m->left, true);
    drop_dominated(w, m->right, false);
    switch (bypass_all(m, &equal)) {
    case BYPASS_EQUAL:
        return equal;
    case BYPASS_FAILED:
        return GAMES_NONE;
    case BYPASS_DONE:
        drop_dominated(w, m->left, true);
        drop_dominated(w, m->right, false);
        qsort(m->left->at, m->left->n, sizeof(uint32_t), by_id);
        qsort(m->right->at, m->right->n, sizeof(uint32_t), by_id);
        break;
    case BYPASS_NONE:
        break;
    }
    return games_intern(w, m->left->at, m->left->n, m->right->at, m->right->n,
                        m->probes);
}

uint32_t games_make(struct games_worker *w, const uint32_t left[], size_t nleft,
                    const uint32_t right[], size_t nright)
{
    const struct games *g = w->store;
    struct making m = {w, &w->left, &w->right, {0, 0}};
    w->stats.made++;
    if (!take(m.left, left, nleft) || !take(m.right, right, nright))
        return GAMES_NONE;
    m.probes = games_probe(g, m.left->at, m.left->n, m.right->at, m.right->n);
    /* Neither player wins g + t moving first: g is -t. */
    uint64_t equal = m.probes.second & ~m.probes.first;
    if (equal) {
        uint32_t known = g->probe_game[__builtin_ctzll(equal)];
        if (known != GAMES_NONE)
            return known;
    }
    return reduce(&m);
}
