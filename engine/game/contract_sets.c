/* contract_sets.c - are the positions of a board the sets that set_slots says?
 */
#include "engine/game/contract.h"

#include <stdlib.h>

/* Boards of so many rows and columns at most, and so many sets of each. */
enum { SETS_SIDE = 2, SETS_MOST = 300 };

struct sets {
    const struct game *game;
    uint32_t rows, columns, elements;
    size_t groups;
    uint64_t group[SET_GROUPS_MAX];
};

static bool ends_group(const struct sets *s, uint64_t after, uint32_t element)
{
    bool ends = false;
    for (size_t g = 0; g < s->groups; g++)
        ends = ends || (s->group[g] >> element & 1 && !(s->group[g] & after));
    return ends;
}

/* The set with the obligation to hand the turn back: to p itself. */
static bool hands_back(const struct game *g, struct position obliged,
                       struct position p)
{
    struct position out;
    return g->rules->obligation->obliged(g->self, obliged) &&
           g->rules->options_max(g->self, obliged) == 1 &&
           g->rules->options(g->self, obliged, LEFT, &out) == 1 &&
           position_equal(out, p);
}

static bool has_move(const struct sets *s, const struct position out[],
                     size_t n, uint64_t set, uint32_t element)
{
    const struct game *g = s->game;
    const uint64_t after = set & ~(UINT64_C(1) << element);
    const struct position p =
        g->rules->board->unrank(g->self, s->rows, s->columns, after);
    for (size_t i = 0; i < n; i++)
        if (ends_group(s, after, element) ? hands_back(g, out[i], p)
                                          : position_equal(out[i], p))
            return true;
    return false;
}

static const char *set_fault(const struct sets *s, struct position p,
                             uint64_t set, char broken[], enum status *st)
{
    struct position *out;
    size_t n;
    *st = contract_options(s->game, p, LEFT, &out, &n, broken);
    if (*st)
        return NULL;
    const char *fault = n == (size_t)__builtin_popcountll(set)
                            ? NULL
                            : "it has not a move for each element of its set";
    for (uint32_t e = 0; e < s->elements && !fault; e++)
        if (set >> e & 1 && !has_move(s, out, n, set, e))
            fault = "its moves are not those of its set and groups";
    free(out);
    return fault;
}

static enum status check_board(struct sets *s, uint64_t count, char broken[])
{
    const struct game *g = s->game;
    const struct set_slots *slots = g->rules->set;
    enum status st = STATUS_OK;
    s->elements = slots->elements(g->self, s->rows, s->columns);
    if (s->elements > SET_ELEMENTS_MAX)
        return STATUS_OK;
    s->groups = slots->groups(g->self, s->rows, s->columns, s->group);
    const struct position all =
        g->rules->board->unrank(g->self, s->rows, s->columns, count - 1);
    if (count != UINT64_C(1) << s->elements)
        return contract_broken(g, all, broken,
                               "its board has not 2^elements positions");
    for (uint32_t e = 0; e < s->elements; e++) {
        unsigned in = 0;
        for (size_t k = 0; k < s->groups; k++)
            in += (s->group[k] >> e & 1) != 0;
        if (in > 2)
            return contract_broken(g, all, broken,
                                   "an element is in more than two groups");
    }
    for (uint64_t i = 0; i < count && !st; i += count / SETS_MOST + 1) {
        const struct position p =
            g->rules->board->unrank(g->self, s->rows, s->columns, i);
        const char *fault = set_fault(s, p, i, broken, &st);
        if (fault)
            return contract_broken(g, p, broken, fault);
    }
    return st;
}

enum status contract_sets(const struct contract_sample *sample, char broken[])
{
    const struct game *g = sample->game;
    struct sets s = {.game = g};
    enum status st = STATUS_OK;
    if (!g->rules->set || !g->rules->board || !g->rules->obligation)
        return STATUS_OK;
    for (s.rows = 0; s.rows <= SETS_SIDE; s.rows++)
        for (s.columns = 0; s.columns <= SETS_SIDE && !st; s.columns++) {
            uint64_t count;
            if (!s.rows == !s.columns &&
                !g->rules->board->count(g->self, s.rows, s.columns, &count))
                st = check_board(&s, count, broken);
        }
    return st;
}
