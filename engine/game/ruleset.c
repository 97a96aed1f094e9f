#include "engine/game/ruleset.h"

#include "engine/base/log.h"

#include <string.h>

enum status game_open(const struct ruleset *const rules[], const char *spec,
                      struct game *game)
{
    struct param_value values[PARAM_MAX];
    char name[32];
    enum status st = param_name(spec, name, sizeof name);
    if (st)
        return st;
    while (*rules && strcmp((*rules)->name, name))
        rules++;
    if (!*rules)
        return log_error(STATUS_UNKNOWN,
                         "no ruleset '%s' (census list rulesets)", name);
    *game = (struct game){.rules = *rules, .players = 2};
    st = param_read("ruleset", spec, game->rules->params, game->rules->nparams,
                    values, game->spec);
    return st ? st : game->rules->open(values, game);
}

void game_close(struct game *game)
{
    game->rules->close(game->self);
}
