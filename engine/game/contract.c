#include "engine/game/contract.h"

#include "engine/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *no_states(const struct game *g)
{
    return g->rules->obligation ? NULL : "no position is obliged to anything";
}

static const char *no_parts(const struct game *g)
{
    return g->rules->parts ? NULL : "it has no parts()";
}

static const char *no_split(const struct game *g)
{
    return !(g->traits & GAME_SUMS) ? "its positions are no sums: no GAME_SUMS"
           : !g->rules->split       ? "it has no split()"
                                    : no_parts(g);
}

static const char *no_bits(const struct game *g)
{
    return g->rules->bits ? no_parts(g) : "it has no bits()";
}

static const char *no_searchable(const struct game *g)
{
    return g->rules->searchable ? NULL : "it has no searchable()";
}

static const char *no_shrinks(const struct game *g)
{
    return g->traits & GAME_SHRINKS ? no_parts(g) : "it has no GAME_SHRINKS";
}

static const char *no_heaps(const struct game *g)
{
    return g->rules->heap ? no_parts(g) : "it has no heap->options()";
}

static const char *no_obliging(const struct game *g)
{
    return !g->rules->heap || !g->rules->heap->obliging
               ? "it has no heap->obliging()"
               : no_parts(g);
}

static const char *no_code(const struct game *g)
{
    return g->rules->heap && g->rules->heap->code ? NULL
                                                  : "it has no heap->code()";
}

static const char *no_mirror(const struct game *g)
{
    return g->rules->partizan ? NULL : "it has no mirror()";
}

static const char *no_boards(const struct game *g)
{
    return g->rules->board ? NULL : "its positions are on no boards";
}

static const char *no_sets(const struct game *g)
{
    return g->rules->set ? NULL : "its positions are no sets";
}

const char *contract_warning(const struct game *g)
{
    if (g->traits & GAME_SUMS && !g->rules->split)
        return "GAME_SUMS without split(): sums are solved whole, which takes "
               "exponentially many positions; games of heaps have "
               "heaps_slot_split for it";
    return NULL;
}

const struct contract_promise contract_promises[] = {
    {"traits", "traits and slots go together", contract_traits, NULL},
    {"moves", "every move is listed once and lowers the measure",
     contract_moves, NULL},
    {"notation", "print and parse are inverse, print keeps to its room",
     contract_notation, NULL},
    {"refusals", "what is no notation is refused", contract_refusals, NULL},
    {"states", "the states of a board: free first, then obliged",
     contract_states, no_states},
    {"parts", "start and parts are inverse", contract_parts, no_parts},
    {"split", "the pieces of a sum move as the whole does", contract_split,
     no_split},
    {"bits", "no position has more bits than bits() says", contract_bits,
     no_bits},
    {"searchable", "what can be reached of what is searchable is searchable",
     contract_searchable, no_searchable},
    {"movable", "the moves of what is movable fit in a position",
     contract_movable, NULL},
    {"shrinks", "the trait GAME_SHRINKS is true", contract_shrinks, no_shrinks},
    {"heaps", "heap->options tells the moves of a single heap", contract_heaps,
     no_heaps},
    {"obliging", "heap->obliging tells the moves that oblige",
     contract_obliging, no_obliging},
    {"code", "heap->code says the same as the lists of moves", contract_code,
     no_code},
    {"mirror", "the mirror exchanges the players", contract_mirror, no_mirror},
    {"boards", "the positions of a board are numbered", contract_boards,
     no_boards},
    {"sets", "the positions of a board are sets, and move as set_slots says",
     contract_sets, no_sets},
    {NULL, NULL, NULL, NULL},
};

static int by_bits(const void *a, const void *b)
{
    const struct position *p = a, *q = b;
    if (p->hi != q->hi)
        return p->hi < q->hi ? -1 : 1;
    return p->lo < q->lo ? -1 : p->lo > q->lo;
}

/* Is a position listed twice? Sorts a copy. NOMEM, logged. */
static enum status any_twice(const struct position out[], size_t n, bool *twice)
{
    struct position *sorted = contract_room(n);
    *twice = false;
    if (!sorted)
        return STATUS_NOMEM;
    if (n)
        memcpy(sorted, out, n * sizeof *out);
    qsort(sorted, n, sizeof *sorted, by_bits);
    for (size_t i = 1; i < n; i++)
        *twice = *twice || position_equal(sorted[i], sorted[i - 1]);
    free(sorted);
    return STATUS_OK;
}

static enum status check_moves(const struct game *g, struct position p,
                               const struct position out[], size_t n,
                               char broken[])
{
    const uint64_t measure = g->rules->measure(g->self, p);
    bool twice;
    for (size_t i = 0; i < n; i++)
        if (g->rules->measure(g->self, out[i]) >= measure)
            return contract_broken(g, p, broken,
                                   "a move does not lower the measure");
    enum status st = any_twice(out, n, &twice);
    return !st && twice
               ? contract_broken(g, p, broken, "an option is listed twice")
               : st;
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
