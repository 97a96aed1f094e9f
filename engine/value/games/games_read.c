/* games_read.c - what is read from records: no locks, no allocation. */
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
