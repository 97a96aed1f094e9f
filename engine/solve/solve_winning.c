#include "engine/base/log.h"
#include "engine/solve/solve_frame.h"

#include <stdlib.h>

enum status solve_outcome(struct solver *s, struct position p,
                          enum outcome *outcome)
{
    uint64_t value;
    enum status st = solve_value(s, p, &value);
    if (!st)
        *outcome =
            (enum outcome)s->domain->kind->outcome(s->domain->self, value);
    return st;
}

static bool wins_second(enum outcome outcome, enum mover mover)
{
    return outcome == OUTCOME_P ||
           outcome == (mover == LEFT ? OUTCOME_L : OUTCOME_R);
}

/* Does `mover`, who plays second, win the sum of n parts? */
static enum status sum_wins(struct solver *s, const struct position part[],
                            size_t n, enum mover mover, bool *wins)
{
    const struct domain *domain = s->domain;
    uint64_t sum = 0, value;
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && !st; i++) {
        st = solve_value(s, part[i], &value);
        if (!st && i)
            st = domain->kind->sum(domain->self, s->worker, sum, value, &sum);
        else
            sum = value;
    }
    if (!st)
        *wins = wins_second(
            (enum outcome)domain->kind->outcome(domain->self, sum), mover);
    return st;
}

/* Does `mover` win p as the second to play? What bounds p may say so: he does
 * if he wins what is no better for him, and does not if he loses what is no
 * worse. */
static enum status wins(struct solver *s, struct position p, enum mover mover,
                        bool *good)
{
    const struct game *game = s->game;
    struct position parts[POINT_PARTS_MAX];
    enum outcome outcome = OUTCOME_UNSET;
    enum status st = STATUS_OK;
    for (int better = 0; better < 2 && frame_bounds(s); better++)
        for (size_t n, i = 0; !st; i++) {
            n = game->rules->partizan->bound(
                game->self, p, (mover == LEFT) == better ? LEFT : RIGHT, i,
                parts);
            if (!n)
                break;
            st = sum_wins(s, parts, n, mover, good);
            if (st || *good != better)
                return st;
        }
    st = st ? st : solve_outcome(s, p, &outcome);
    *good = wins_second(outcome, mover);
    return st;
}

enum status solve_winning(struct solver *s, struct position p, enum mover mover,
                          void (*visit)(void *context, struct position),
                          void *context)
{
    const struct game *game = s->game;
    const size_t most = game->rules->options_max(game->self, p) + 1;
    enum status st = solve_room(s, most * sizeof(struct position));
    if (st)
        return st;
    struct position *options = calloc(most, sizeof *options);
    if (!options)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    size_t n = game->rules->options(game->self, p, mover, options);
    for (size_t i = 0; i < n && !st; i++) {
        bool good = false;
        st = wins(s, options[i], mover, &good);
        if (!st)
            st = solve_poll(s, 1);
        if (!st && good)
            visit(context, options[i]);
    }
    free(options);
    return st;
}
