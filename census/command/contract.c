/* contract.c - `census contract`: does a ruleset keep its promises? */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/promises.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "contract",
    .words = "[RULESET]",
    .summary =
        "Checks what a ruleset promises on all positions that can be reached\n"
        "from a few small ones. RULESET may have parameters; without one, the\n"
        "rulesets of the plug-ins are checked with their defaults.",
    .details = "  census contract --plugin ./mygame.so\n"
               "  census contract nim:players=3 --from 5+3+1\n\n"
               "Each promise is kept, broken, or not applicable, since the "
               "ruleset lacks the slot\nor trait that makes it. Exit status 1 "
               "if one is broken; the first position is named.\n"
               "It works in a process of its own: a ruleset that ends it is "
               "told so.\n",
};

struct arguments {
    char **files, **from;
    int json;
};

static const char *const answers[] = {"kept", "BROKEN", "not applicable"};
static const char *const json_answers[] = {"kept", "broken", "not applicable"};

static json_t *found_json(const struct game *game,
                          const struct promise_found *f)
{
    return json_pack("{s:s, s:s, s:s, s:s%}", "ruleset", game->spec, "promise",
                     f->name, "answer", json_answers[f->answer], "because",
                     f->because, strlen(f->because));
}

static void print_found(const struct game *game, const struct promise_found *f)
{
    const char *before = f->answer == PROMISE_NOT_APPLICABLE ? ", because "
                         : f->answer == PROMISE_BROKEN       ? ": "
                                                             : "";
    printf("%s: %-10s  %s%s%s\n", game->spec, f->name, answers[f->answer],
           before, f->because);
}

/* Checks every promise; DISAGREE if one is broken. */
static enum status check_game(const struct game *game,
                              const struct arguments *a, json_t *list)
{
    struct promises *r = NULL;
    const char *warning = contract_warning(game);
    enum status st = promises_examine(game, (const char *const *)a->from, &r);
    for (size_t i = 0; i < (r ? r->n : 0); i++) {
        if (a->json &&
            json_array_append_new(list, found_json(game, &r->found[i])))
            st = cli_no_memory();
        else if (!a->json)
            print_found(game, &r->found[i]);
    }
    if (r && r->ended && !a->json && (!st || st == STATUS_DISAGREE))
        printf("%s: %zu positions%s\n", game->spec, r->positions,
               r->positions == CONTRACT_POSITIONS
                   ? ", the most that are looked at"
                   : "");
    if (warning && (!st || st == STATUS_DISAGREE))
        log_note("contract: %s: warning: %s", game->spec, warning);
    free(r);
    return st;
}

static enum status check_spec(const struct catalogue *known, const char *given,
                              const struct arguments *a, json_t *list)
{
    struct game game;
    char text[PARAM_SPEC_MAX];
    const char *spec;
    enum status st = game_given(known->rulesets, given, text, &spec);
    if (!st)
        st = game_open(known->rulesets, spec, &game);
    if (st)
        return st;
    st = check_game(&game, a, list);
    game_close(&game);
    return st;
}

static enum status check_all(const struct plugins *plugins, const char *spec,
                             const struct arguments *a, json_t *list)
{
    const struct ruleset *const *loaded =
        plugins->catalogue.rulesets + plugins->built_in;
    enum status worst = STATUS_OK;
    if (spec)
        return check_spec(&plugins->catalogue, spec, a, list);
    if (!*loaded)
        return log_error(STATUS_USAGE, "contract: name a ruleset, or load one "
                                       "with --plugin FILE");
    for (; *loaded; loaded++) {
        enum status st =
            check_spec(&plugins->catalogue, (*loaded)->name, a, list);
        worst = st ? st : worst;
        if (st && st != STATUS_DISAGREE)
            break;
    }
    return worst;
}

static enum status contract_run(int argc, const char **argv)
{
    struct arguments a = {0};
    struct plugins plugins;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        CLI_PLUGIN(a.files),
        {"from", 0, POPT_ARG_ARGV, &a.from, 0,
         "start from this position (small boards); may be repeated",
         "POSITION"},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 0, 1, &done);
    if (st || done)
        return st;
    st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    json_t *list = json_array();
    enum status found = check_all(&plugins, words[0], &a, list);
    plugins_close(&plugins);
    if (a.json && (!found || found == STATUS_DISAGREE))
        st = cli_json(
            json_pack("{s:O, s:b}", "promises", list, "kept", (int)!found));
    json_decref(list);
    if (!st)
        st = cli_flush();
    return found ? found : st;
}

const struct command command_contract = {
    .name = "contract",
    .summary = "does a ruleset keep its promises",
    .run = contract_run,
};
