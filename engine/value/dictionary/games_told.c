#include "engine/value/dictionary/games_told.h"

#include "engine/base/log.h"
#include "engine/value/games/games_inner.h"

enum { HEAD = 2, GAME_HEAD = 6 }; /* words before the games, and of each */

static enum status no_memory(void)
{
    return log_error(STATUS_NOMEM, "no memory to tell values");
}

static enum status wrong(const char *what)
{
    return log_error(STATUS_FORMAT, "values that were told: %s", what);
}

void games_told_release(struct games_told *t)
{
    free(t->number);
    free(t->ids);
    *t = (struct games_told){0};
}

/* Where a game and its negative have their number. */
static enum status place_of(struct games_told *t, uint32_t id,
                            uint32_t **number)
{
    const size_t place = id >> 2;
    if (place >= t->places) {
        const size_t places = place + place / 2 + 1024;
        uint32_t *all = realloc(t->number, places * sizeof *all);
        if (!all)
            return no_memory();
        memset(all + t->places, 0, (places - t->places) * sizeof *all);
        t->number = all;
        t->places = places;
    }
    *number = &t->number[place];
    return STATUS_OK;
}

/* The game must have a number. */
static uint32_t reference(const struct games_told *t, uint32_t id)
{
    return (t->number[id >> 2] - 1) << 1 | (id & 1);
}

/* A game to be told; its options before `next` have been. */
struct level {
    uint32_t id;
    size_t next;
};

struct writing {
    struct games_told *told;
    const struct games *games;
    struct message *out;
    uint32_t fresh; /* games told in this message */
    struct level *levels;
    size_t depth, cap;
};

static enum status push(struct writing *w, uint32_t id)
{
    if (w->depth == w->cap) {
        const size_t cap = 2 * w->cap + 64;
        struct level *levels = realloc(w->levels, cap * sizeof *levels);
        if (!levels)
            return no_memory();
        w->levels = levels;
        w->cap = cap;
    }
    w->levels[w->depth++] = (struct level){id & ~1u, 0};
    return STATUS_OK;
}

static uint32_t option_of(const struct games *g, uint32_t id, size_t i)
{
    const size_t lefts = games_lefts(g, id);
    return i < lefts ? games_left(g, id, i) : games_right(g, id, i - lefts);
}

/* The top game, all options of which are told. */
static enum status emit(struct writing *w, uint32_t id)
{
    const struct games *g = w->games;
    const size_t lefts = games_lefts(g, id), rights = games_rights(g, id);
    const struct games_name name = games_name(g, id);
    uint32_t *number;
    enum status st = place_of(w->told, id, &number);
    if (st)
        return st;
    if (message_reserve(w->out, GAME_HEAD + lefts + rights))
        return no_memory();
    message_put(w->out, (uint32_t)lefts);
    message_put(w->out, (uint32_t)rights);
    message_put_long(w->out, name.hi);
    message_put_long(w->out, name.lo);
    for (size_t i = 0; i < lefts + rights; i++)
        message_put(w->out, reference(w->told, option_of(g, id, i)));
    *number = (uint32_t)w->told->n + ++w->fresh;
    w->depth--;
    return STATUS_OK;
}

/* The next option of the top game that is not told, or the game itself. */
static enum status step(struct writing *w)
{
    struct level *top = &w->levels[w->depth - 1];
    const struct games *g = w->games;
    const size_t n = games_lefts(g, top->id) + games_rights(g, top->id);
    for (; top->next < n; top->next++) {
        const uint32_t option = option_of(g, top->id, top->next);
        uint32_t *number;
        enum status st = place_of(w->told, option, &number);
        if (st)
            return st;
        if (!*number)
            return push(w, option);
    }
    return emit(w, top->id);
}

static enum status tell(struct writing *w, uint32_t id)
{
    uint32_t *number;
    enum status st = place_of(w->told, id, &number);
    if (!st && !*number)
        st = push(w, id);
    while (!st && w->depth)
        st = step(w);
    return st;
}

enum status games_told_write(struct games_told *t, const struct games *g,
                             const uint32_t ids[], size_t n,
                             struct message *out)
{
    struct writing w = {.told = t, .games = g, .out = out};
    const size_t first = out->n;
    enum status st = message_reserve(out, HEAD) ? no_memory() : STATUS_OK;
    if (st)
        return st;
    message_put(out, (uint32_t)t->n);
    message_put(out, 0);
    for (size_t i = 0; i < n && !st; i++)
        st = tell(&w, ids[i]);
    free(w.levels);
    if (!st && message_reserve(out, n))
        st = no_memory();
    if (st)
        return st;
    out->at[first + 1] = w.fresh;
    for (size_t i = 0; i < n; i++)
        message_put(out, reference(t, ids[i]));
    return STATUS_OK;
}

/* A message while it is read: numbers from `known` on begin at `base`. */
struct reading {
    struct games_told *told;
    uint32_t known, base;
    const uint32_t *at, *end;
};

static enum status next_game(struct reading *r, uint32_t *id)
{
    const uint32_t word = *r->at++;
    uint64_t number = word >> 1;
    if (number >= r->known)
        number += r->base - r->known;
    if (number >= r->told->n)
        return wrong("a game that was not told");
    *id = games_flip(r->told->ids[number], word & 1);
    return STATUS_OK;
}

static enum status add(struct games_told *t, uint32_t id)
{
    uint32_t *number;
    enum status st = place_of(t, id, &number);
    if (st)
        return st;
    if (t->n == t->cap) {
        const size_t cap = 2 * t->cap + 1024;
        uint32_t *ids = realloc(t->ids, cap * sizeof *ids);
        if (!ids)
            return no_memory();
        t->ids = ids;
        t->cap = cap;
    }
    t->ids[t->n++] = id;
    *number = (uint32_t)t->n;
    return STATUS_OK;
}

/* options[]: room for those of one game. */
static enum status read_game(struct reading *r, struct games_worker *w,
                             struct message *options)
{
    if (r->end - r->at < GAME_HEAD)
        return wrong("they end too early");
    const uint32_t lefts = r->at[0], rights = r->at[1];
    const struct games_name name = {message_long(r->at + 2),
                                    message_long(r->at + 4)};
    r->at += GAME_HEAD;
    if ((uint64_t)lefts + rights > (uint64_t)(r->end - r->at))
        return wrong("they end too early");
    options->n = 0;
    if (message_reserve(options, (size_t)lefts + rights + 1))
        return no_memory();
    enum status st = STATUS_OK;
    for (size_t i = 0; i < (size_t)lefts + rights && !st; i++)
        st = next_game(r, &options->at[i]);
    if (st)
        return st;
    const uint32_t id =
        games_form(w, options->at, lefts, options->at + lefts, rights);
    if (id == GAMES_NONE)
        return games_failure(w);
    const struct games_name own = games_name(games_store(w), id);
    if (own.hi != name.hi || own.lo != name.lo || id & 1)
        return wrong("a game has another name here");
    return add(r->told, id);
}

enum status games_told_read(struct games_told *t, struct games_worker *w,
                            const uint32_t message[], size_t length,
                            uint32_t ids[], size_t n)
{
    struct message options = {0};
    if (length < HEAD || message[0] > t->n)
        return wrong("no such message");
    struct reading r = {t, message[0], (uint32_t)t->n, message + HEAD,
                        message + length};
    enum status st = STATUS_OK;
    for (uint32_t i = 0; i < message[1] && !st; i++)
        st = read_game(&r, w, &options);
    free(options.at);
    if (!st && (size_t)(r.end - r.at) < n)
        st = wrong("they end too early");
    for (size_t i = 0; i < n && !st; i++)
        st = next_game(&r, &ids[i]);
    return st;
}
