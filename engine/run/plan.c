#include "engine/run/plan.h"

#include "engine/base/log.h"
#include "engine/run/coverage.h"
#include "engine/sequence/window.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Does the grid's template name a parameter? */
static bool is_told(const struct census *census, const char *name)
{
    char place[PARAM_SPEC_MAX];
    snprintf(place, sizeof place, "{%s}", name);
    return strstr(census->grid, place) != NULL;
}

/* "heaps=9 order=30": what the grid does not tell. *text is NULL if it tells
 * all; allocated. */
static enum status list_beside(const struct census *census,
                               const int64_t params[], char **text)
{
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    for (size_t i = 0; out && i < census->nparams; i++)
        if (!is_told(census, census->params[i].name))
            fprintf(out, "%s%s=%lld", ftell(out) > 0 ? " " : "",
                    census->params[i].name, (long long)params[i]);
    if (!out || fclose(out))
        return log_error(STATUS_NOMEM, "census %s: out of memory",
                         census->name);
    if (!size) {
        free(*text);
        *text = NULL;
    }
    return STATUS_OK;
}

static void append(char text[PLAN_TEXT_MAX], const char *word)
{
    size_t used = strlen(text);
    snprintf(text + used, PLAN_TEXT_MAX - used, "%s%s", used ? " " : "", word);
}

static enum status open_game(struct plan *plan, size_t i,
                             const struct catalogue *known)
{
    const struct census *census = plan->census;
    struct game *game = &plan->games[i];
    enum status st = game_open(known->rulesets, census->games[i].rules, game);
    if (st)
        return st;
    plan->ngames++;
    st = domain_find(known->domains, census->games[i].ask, &plan->domains[i]);
    if (!st)
        st = domain_suits(plan->domains[i], game);
    append(plan->rules, game->spec);
    append(plan->ask, census->games[i].ask);
    return st;
}

/* A position is one of the game that the grid was opened for. */
static enum status check_games(const struct plan *plan)
{
    for (size_t i = 1; i < plan->ngames && grid_of_positions(&plan->grid); i++)
        if (strcmp(plan->games[i].spec, plan->games[0].spec))
            return log_error(STATUS_USAGE,
                             "grid %s: its points are positions of %s, and not "
                             "of %s",
                             plan->grid.spec, plan->games[0].spec,
                             plan->games[i].spec);
    return STATUS_OK;
}

/* Segments have the values of a sequence. */
static enum status check_segments(const struct plan *plan)
{
    if (!grid_segments_of(&plan->grid) ||
        (plan->ngames == 1 && plan->domains[0]->is_mex &&
         window_fits(&plan->games[0])))
        return STATUS_OK;
    return log_error(STATUS_USAGE,
                     "grid segments: it is for nimbers of one game without "
                     "obligations whose moves break heaps by a code, and not "
                     "for %s of %s",
                     plan->ask, plan->rules);
}

enum status plan_open(const struct census *census, const int64_t params[],
                      const struct catalogue *known, struct plan *plan)
{
    char grid[PARAM_SPEC_MAX];
    *plan = (struct plan){.census = census};
    if (census->nparams)
        memcpy(plan->params, params, census->nparams * sizeof *params);
    enum status st = fill_in(census, params, grid);
    if (!st)
        st = list_beside(census, params, &plan->beside);
    for (size_t i = 0; i < CENSUS_GAMES_MAX && census->games[i].rules && !st;
         i++)
        st = open_game(plan, i, known);
    if (!st)
        st = grid_open(known->grids, grid, plan->ngames ? plan->games : NULL,
                       &plan->grid);
    if (!st)
        st = check_games(plan);
    if (!st)
        st = check_segments(plan);
    if (!st && !(plan->coverage = coverage_text(plan)))
        st = log_error(STATUS_NOMEM, "census %s: out of memory", census->name);
    if (st)
        plan_close(plan);
    return st;
}

void plan_close(struct plan *plan)
{
    free(plan->coverage);
    free(plan->beside);
    if (plan->grid.kind)
        grid_close(&plan->grid);
    for (size_t i = 0; i < plan->ngames; i++)
        game_close(&plan->games[i]);
}

struct run_identity plan_identity(const struct plan *plan, const char *params)
{
    const struct census *c = plan->census;
    return (struct run_identity){
        .census = c->name,
        .version = c->version,
        .title = c->summary,
        .coverage = plan->coverage,
        .rules = plan->rules,
        .ask = plan->ask,
        .grid = plan->grid.spec,
        .beside = plan->beside,
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
