#include "engine/game/contract.h"

#include "engine/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct contract_promise contract_promises[] = {
    {"moves", "every move is listed once and lowers the measure",
     contract_moves},
    {"notation", "print and parse are inverse, print keeps to its room",
     contract_notation},
    {"refusals", "what is no notation is refused", contract_refusals},
    {"states", "the states of a board: free first, then obliged",
     contract_states},
    {"parts", "start and parts are inverse", contract_parts},
    {"split", "the pieces of a sum move as the whole does", contract_split},
    {"sizes", "what is said to fit fits", contract_sizes},
    {"shrinks", "the trait GAME_SHRINKS is true", contract_shrinks},
    {"heaps", "heap->options tells the moves of a single heap", contract_heaps},
    {"code", "heap->code says the same as the lists of moves", contract_code},
    {"mirror", "the mirror exchanges the players", contract_mirror},
    {NULL, NULL, NULL},
};

static enum status check_moves(const struct game *g, struct position p,
                               const struct position out[], size_t n,
                               char broken[])
{
    const uint64_t measure = g->rules->measure(g->self, p);
    for (size_t i = 0; i < n; i++) {
        if (g->rules->measure(g->self, out[i]) >= measure)
            return contract_broken(g, p, broken,
                                   "a move does not lower the measure");
        for (size_t j = 0; j < i; j++)
            if (position_equal(out[i], out[j]))
                return contract_broken(g, p, broken,
                                       "an option is listed twice");
    }
    return STATUS_OK;
}

enum status contract_moves(const struct contract_sample *s, char broken[])
{
    return contract_each(s, check_moves, broken);
}

/* Does print() respect its buffer, exactly as long as needed and shorter? */
static bool print_keeps(const struct game *g, struct position p,
                        const char *text, size_t n)
{
    char tight[CONTRACT_TEXT];
    memset(tight, '#', sizeof tight);
    if (g->rules->print(g->self, p, tight, n) != n || tight[n] != '#' ||
        g->rules->print(g->self, p, NULL, 0) != n)
        return false;
    return n == 0 || (!memcmp(tight, text, n - 1) && !tight[n - 1]);
}

enum status contract_notation(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    for (size_t i = 0; i < s->n; i++) {
        const struct position p = s->at[i];
        char text[CONTRACT_TEXT];
        struct position again;
        size_t n = g->rules->print(g->self, p, text, sizeof text);
        if (n >= sizeof text)
            continue; /* too long for this buffer */
        if (strlen(text) != n)
            return contract_broken(g, p, broken,
                                   "print returns another length");
        if (!print_keeps(g, p, text, n))
            return contract_broken(g, p, broken,
                                   "print does not keep to its room");
        if (g->rules->parse(g->self, text, &again))
            return contract_broken(g, p, broken,
                                   "parse refuses what print wrote");
        if (!position_equal(again, p))
            return contract_broken(g, p, broken,
                                   "parse reads another position");
    }
    return STATUS_OK;
}

static enum status refuses(const struct game *g, const char *text,
                           char broken[])
{
    struct position p;
    enum status st = g->rules->parse(g->self, text, &p);
    if (st == STATUS_USAGE || st == STATUS_RANGE)
        return STATUS_OK;
    snprintf(broken, CONTRACT_TEXT,
             "%s: parse does not refuse '%s' as USAGE or RANGE", g->spec, text);
    return STATUS_DISAGREE;
}

enum status contract_refusals(const struct contract_sample *s, char broken[])
{
    /* Wrong in any notation, and where obligations are written. */
    static const char *const any[] = {"x",
                                      "1x",
                                      "1++1",
                                      "1+",
                                      "-1",
                                      "1.5",
                                      "+",
                                      "[",
                                      "1 + x",
                                      "?",
                                      "99999999999999999999"};
    static const char *const obliged[] = {"[1",      "1]",      "[1)",  "(1]",
                                          "()",      "[]",      "[1]x", "(0)",
                                          "[1]+[2]", "[1]+(2)", "*",    ""};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < sizeof any / sizeof any[0] && !st; i++)
        st = refuses(s->game, any[i], broken);
    for (size_t i = 0; i < sizeof obliged / sizeof obliged[0] && !st; i++)
        if (s->game->traits & GAME_OBLIGES)
            st = refuses(s->game, obliged[i], broken);
    return st;
}
