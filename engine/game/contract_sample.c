/* contract_sample.c - a sample of positions and their options, for the
 * functions that check promises. */
#include "engine/game/contract.h"

#include "engine/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Boards without obligation, as part sizes; 0 ends. Not every board is one of
 * every game. */
static const uint32_t boards[][6] = {
    {1},       {2},       {3},       {6},       {1, 1},       {2, 1},    {3, 3},
    {4, 2, 1}, {2, 2, 3}, {1, 3, 2}, {5, 1, 1}, {1, 1, 2, 2}, {9, 5, 2},
};

/* More options of one position than any array holds. */
enum { OPTIONS_MOST = 1 << 28 };

unsigned contract_movers(const struct game *g)
{
    return g->traits & GAME_PARTIZAN ? 2 : 1;
}

enum status contract_broken(const struct game *g, struct position p,
                            char broken[CONTRACT_TEXT], const char *what)
{
    char text[CONTRACT_TEXT / 2] = "";
    g->rules->print(g->self, p, text, sizeof text);
    snprintf(broken, CONTRACT_TEXT, "%.255s: position %.*s: %.200s", g->spec,
             CONTRACT_TEXT / 2 - 1, text, what);
    return STATUS_DISAGREE;
}

enum status contract_slots(const struct ruleset *r, char broken[CONTRACT_TEXT])
{
    const char *empty = !r               ? "ruleset"
                        : !r->name       ? "name"
                        : !r->summary    ? "summary"
                        : !r->open       ? "open"
                        : !r->close      ? "close"
                        : !r->start      ? "start"
                        : !r->parse      ? "parse"
                        : !r->print      ? "print"
                        : !r->options    ? "options"
                        : !r->measure    ? "measure"
                        : r->options_max ? NULL
                                         : "options_max";
    if (!empty && r->nparams && !r->params)
        empty = "params";
    if (!empty)
        return STATUS_OK;
    snprintf(broken, CONTRACT_TEXT, "a required slot is empty: %s", empty);
    return STATUS_DISAGREE;
}

/* Places behind an array: a ruleset that writes past its end by less than this
 * is told so. The mark is drawn at random; a place that holds it was not
 * written to. */
enum { MARKED = 256 };
static const struct position mark = {0x9d3c5aa7e1b24f68u, 0x6b1fd20c83e57a94u};

struct position *contract_room(size_t n)
{
    struct position *room = n < SIZE_MAX / sizeof *room - MARKED
                                ? malloc((n + MARKED) * sizeof *room)
                                : NULL;
    for (size_t i = 0; room && i < n + MARKED; i++)
        room[i] = mark;
    if (!room)
        log_error(STATUS_NOMEM, "room for %zu positions", n);
    return room;
}

bool contract_spoilt(const struct position room[], size_t n)
{
    size_t i = 0;
    while (i < MARKED && position_equal(room[n + i], mark))
        i++;
    return i < MARKED;
}

enum status contract_options(const struct game *g, struct position p,
                             enum mover mover, struct position **out, size_t *n,
                             char broken[])
{
    const bool movable = !g->rules->movable || g->rules->movable(g->self, p);
    const size_t most = movable ? g->rules->options_max(g->self, p) : 0;
    *n = 0;
    *out = NULL;
    if (most > OPTIONS_MOST)
        return contract_broken(g, p, broken,
                               "options_max is beyond all bounds");
    *out = contract_room(most);
    if (!*out)
        return STATUS_NOMEM;
    if (movable)
        *n = g->rules->options(g->self, p, mover, *out);
    const char *fault = *n > most || contract_spoilt(*out, most)
                            ? "more options than options_max says"
                            : NULL;
    for (size_t i = 0; i < *n && !fault; i++)
        if (position_equal((*out)[i], mark))
            fault = "options() counts an option that it does not write";
    if (!fault)
        return STATUS_OK;
    free(*out);
    *out = NULL;
    *n = 0;
    return contract_broken(g, p, broken, fault);
}

static void add(struct contract_sample *s, struct position p)
{
    for (size_t i = 0; i < s->n; i++)
        if (position_equal(s->at[i], p))
            return;
    if (s->n < s->most)
        s->at[s->n++] = p;
}

static void add_boards(struct contract_sample *s)
{
    static const struct point empty;
    const struct game *g = s->game;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct point point = empty;
        struct position p;
        while (point.n < 6 && boards[i][point.n]) {
            point.size[point.n] = boards[i][point.n];
            point.n++;
        }
        if (game_start(g, &point, &p) == STATUS_OK)
            add(s, p);
    }
}

static enum status add_starts(struct contract_sample *s,
                              const char *const starts[], char broken[])
{
    const struct game *g = s->game;
    for (; *starts; starts++) {
        struct position p;
        if (g->rules->parse(g->self, *starts, &p)) {
            snprintf(broken, CONTRACT_TEXT, "%s: position '%s' is refused",
                     g->spec, *starts);
            return STATUS_USAGE;
        }
        add(s, p);
    }
    return STATUS_OK;
}

/* Adds what can be reached. */
static enum status close_sample(struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->n && !st; i++)
        for (unsigned mover = LEFT; mover < contract_movers(g) && !st;
             mover++) {
            struct position *out;
            size_t n;
            st = contract_options(g, s->at[i], (enum mover)mover, &out, &n,
                                  broken);
            for (size_t j = 0; j < n && !st; j++)
                add(s, out[j]);
            free(out);
        }
    return st;
}

enum status contract_gather(const struct game *g, const char *const starts[],
                            struct contract_sample *s,
                            char broken[CONTRACT_TEXT])
{
    s->game = g;
    s->most = CONTRACT_POSITIONS;
    s->n = 0;
    enum status st = STATUS_OK;
    if (starts)
        st = add_starts(s, starts, broken);
    else
        add_boards(s);
    if (!st && !s->n) {
        snprintf(broken, CONTRACT_TEXT,
                 "%s takes none of the small boards: give it a position",
                 g->spec);
        return STATUS_USAGE;
    }
    return st ? st : close_sample(s, broken);
}

enum status contract_gather_from(const struct game *g,
                                 const struct position starts[], size_t n,
                                 size_t most, struct contract_sample *s,
                                 char broken[CONTRACT_TEXT])
{
    s->game = g;
    s->most = most < CONTRACT_POSITIONS ? most : CONTRACT_POSITIONS;
    s->n = 0;
    for (size_t i = 0; i < n; i++)
        add(s, starts[i]);
    add_boards(s);
    return close_sample(s, broken);
}

enum status contract_each(const struct contract_sample *s,
                          enum status (*check)(const struct game *,
                                               struct position p,
                                               const struct position out[],
                                               size_t n, char broken[]),
                          char broken[])
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < s->n && !st; i++)
        for (unsigned mover = LEFT; mover < contract_movers(s->game) && !st;
             mover++) {
            struct position *out;
            size_t n;
            st = contract_options(s->game, s->at[i], (enum mover)mover, &out,
                                  &n, broken);
            if (!st)
                st = check(s->game, s->at[i], out, n, broken);
            free(out);
        }
    return st;
}
