#include "engine/solve/solve.h"

#include "engine/base/log.h"

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

enum status solve_winning(struct solver *s, struct position p, enum mover mover,
                          void (*visit)(void *context, struct position),
                          void *context)
{
    const struct game *game = s->game;
    const enum outcome own = mover == LEFT ? OUTCOME_L : OUTCOME_R;
    struct position *options =
        calloc(game->rules->options_max(game->self, p) + 1, sizeof *options);
    if (!options)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    size_t n = game->rules->options(game->self, p, mover, options);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && !st; i++) {
        enum outcome outcome = OUTCOME_UNSET;
        st = solve_outcome(s, options[i], &outcome);
        if (!st && (outcome == OUTCOME_P || outcome == own))
            visit(context, options[i]);
    }
    free(options);
    return st;
}
