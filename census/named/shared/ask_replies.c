#include "census/named/shared/ask.h"
#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>

/* The options of a position, allocated. */
struct options {
    struct position *at;
    size_t n;
};

static enum status options_of(const struct game *game, struct position p,
                              struct options *o)
{
    size_t most = game->rules->options_max(game->self, p);
    o->at = calloc(most + 1, sizeof *o->at);
    if (!o->at)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    o->n = game->rules->options(game->self, p, LEFT, o->at);
    return STATUS_OK;
}

/* The position made of all components but number `without`, and of what that
 * one has become. */
static enum status put_back(const struct game *game,
                            const struct position parts[], size_t n,
                            size_t without, struct position become,
                            struct position *sum)
{
    struct point all = {0}, one;
    for (size_t i = 0; i < n; i++) {
        game->rules->parts(game->self, i == without ? become : parts[i], &one);
        assert(all.n + one.n <= POINT_PARTS_MAX);
        for (uint32_t k = 0; k < one.n; k++) {
            all.size[all.n] = one.size[k];
            all.kind[all.n++] = one.kind[k];
        }
    }
    return game_start(game, &all, sum);
}

static void count(void *context, struct position p)
{
    uint32_t *n = context;
    (void)p;
    ++*n;
}

/* Counts the replies to the move that turns component i into `become`. */
static enum status replies_to(const struct cell *cell, size_t g,
                              const struct position parts[], size_t n, size_t i,
                              struct position become, struct ask_replies *r)
{
    const struct game *game = &cell->games[g];
    struct position sum;
    struct options home;
    r->moves++;
    enum status st = put_back(game, parts, n, i, become, &sum);
    if (!st)
        st = solve_winning(&cell->solvers[g], sum, LEFT, count, &r->winning);
    if (!st)
        st = options_of(game, become, &home);
    if (st)
        return st;
    for (size_t k = 0; k < home.n && !st; k++) {
        enum outcome outcome = OUTCOME_UNSET;
        st = put_back(game, parts, n, i, home.at[k], &sum);
        if (!st)
            st = solve_outcome(&cell->solvers[g], sum, &outcome);
        r->at_home += outcome == OUTCOME_P;
    }
    free(home.at);
    return st;
}

enum status ask_replies(const struct cell *cell, size_t g,
                        struct ask_replies *r)
{
    const struct game *game = &cell->games[g];
    struct position p, parts[POINT_PARTS_MAX];
    *r = (struct ask_replies){0};
    assert(game->rules->split && game->rules->parts);
    enum status st = ask_start(cell, g, &p);
    if (st)
        return st;
    size_t n = game->rules->split(game->self, p, parts);
    for (size_t i = 0; i < n && !st; i++) {
        struct options moves;
        if (i > 0 && position_equal(parts[i], parts[i - 1]))
            continue;
        st = options_of(game, parts[i], &moves);
        if (st)
            return st;
        for (size_t k = 0; k < moves.n && !st; k++)
            st = replies_to(cell, g, parts, n, i, moves.at[k], r);
        free(moves.at);
    }
    return st;
}
