#include "engine/value/games/games_inner.h"

/* The game that is test i's negative, from the negatives of its options. */
static uint32_t make_negative(struct games_worker *w, unsigned i)
{
    const struct games *g = games_store(w);
    uint32_t left[GAMES_PROBES], right[GAMES_PROBES];
    size_t nleft = 0, nright = 0;
    for (unsigned o = 0; o < i; o++) {
        if (g->tests[i].right & UINT64_C(1) << o)
            left[nleft++] = g->probe_game[o];
        if (g->tests[i].left & UINT64_C(1) << o)
            right[nright++] = g->probe_game[o];
    }
    return games_make(w, left, nleft, right, nright);
}

static enum status make_probe_games(struct games_worker *w)
{
    struct games *g = games_store(w);
    for (unsigned i = 0; i < GAMES_PROBES; i++) {
        g->probe_game[i] = make_negative(w, i);
        if (g->probe_game[i] == GAMES_NONE)
            return STATUS_NOMEM;
    }
    return STATUS_OK;
}

enum status games_open(unsigned threads, struct games **out)
{
    enum status st = games_store_open(threads, out);
    if (st)
        return st;
    games_probe_tests(*out);
    st = make_probe_games(games_worker(*out, 0));
    if (st) {
        games_close(*out);
        *out = NULL;
    }
    return st;
}
