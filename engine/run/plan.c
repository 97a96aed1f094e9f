#include "engine/run/plan.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Replaces each {name} of the template by the parameter's value. */
static enum status fill_in(const struct census *census, const int64_t params[],
                           char out[PARAM_SPEC_MAX])
{
    const char *at = census->grid;
    size_t used = 0;
    while (*at && used < PARAM_SPEC_MAX - 24) {
        size_t i = 0, len = strcspn(at + 1, "}");
        if (*at != '{') {
            out[used++] = *at++;
            continue;
        }
        while (i < census->nparams &&
               (strlen(census->params[i].name) != len ||
                memcmp(census->params[i].name, at + 1, len)))
            i++;
        assert(i < census->nparams);
        used += (size_t)snprintf(out + used, 24, "%lld", (long long)params[i]);
        at += len + 2;
    }
    out[used] = 0;
    return *at ? log_error(STATUS_USAGE,
                           "census %s: the grid's text is too "
                           "long",
                           census->name)
               : STATUS_OK;
}

static void append(char text[PLAN_TEXT_MAX], const char *word)
{
    size_t used = strlen(text);
    snprintf(text + used, PLAN_TEXT_MAX - used, "%s%s", used ? " " : "", word);
}

enum status plan_open(const struct census *census, const int64_t params[],
                      const struct ruleset *const rulesets[], struct plan *plan)
{
    char grid[PARAM_SPEC_MAX];
    *plan = (struct plan){.census = census};
    if (census->nparams)
        memcpy(plan->params, params, census->nparams * sizeof *params);
    enum status st = fill_in(census, params, grid);
    if (!st)
        st = grid_open(grid, &plan->grid);
    if (st)
        return st;
    for (size_t i = 0; i < CENSUS_GAMES_MAX && census->games[i].rules && !st;
         i++) {
        struct game *game = &plan->games[i];
        st = game_open(rulesets, census->games[i].rules, game);
        if (st)
            break;
        plan->ngames++;
        st = domain_suits(census->games[i].ask, game, &plan->domains[i]);
        append(plan->rules, game->spec);
        append(plan->ask, census->games[i].ask);
    }
    if (st)
        plan_close(plan);
    return st;
}

void plan_close(struct plan *plan)
{
    for (size_t i = 0; i < plan->ngames; i++)
        game_close(&plan->games[i]);
    grid_close(&plan->grid);
}

struct run_identity plan_identity(const struct plan *plan, const char *params)
{
    const struct census *c = plan->census;
    return (struct run_identity){
        .census = c->name,
        .version = c->version,
        .title = c->summary,
        .rules = plan->rules,
        .ask = plan->ask,
        .grid = plan->grid.spec,
        .rows = plan->grid.count,
        .columns = c->columns,
        .ncolumns = c->ncolumns,
        .row_size = c->row_size,
        .params = params,
    };
}

bool plan_sweeps(const struct plan *plan)
{
    for (size_t i = 0; i < plan->ngames; i++)
        if (!(plan->games[i].traits & GAME_SHRINKS))
            return false;
    return plan->grid.kind->layer_end != NULL;
}
