/* contract.c - `census contract`: does a ruleset keep its promises? */
#include "engine/game/contract.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct cli_usage usage = {
    .name = "contract",
    .words = "[RULESET]",
    .summary =
        "Checks what a ruleset promises on all positions that can be reached\n"
        "from a few small ones. RULESET may have parameters; without one, the\n"
        "rulesets of the plug-ins are checked with their defaults.",
    .details = "  census contract --plugin ./mygame.so\n"
               "  census contract nim:players=3 --from 5+3+1\n\n"
               "Exit status 1 if a promise is broken; the first position is "
               "named.\n",
};

struct arguments {
    char **files, **from;
    int json;
};

/* Silences stderr, where a ruleset logs that it refuses bad notation. */
static int hush(void)
{
    int kept = dup(STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return kept;
}

static void unhush(int kept)
{
    if (kept < 0)
        return;
    dup2(kept, STDERR_FILENO);
    close(kept);
}

static enum status report(const struct game *game, const char *name,
                          enum status found, const char *broken, bool json,
                          json_t *list)
{
    if (found != STATUS_OK && found != STATUS_DISAGREE)
        return log_error(found, "contract: %s: %s", name,
                         *broken ? broken : status_text(found));
    if (json)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:b, s:s}", "ruleset",
                                        game->spec, "promise", name, "kept",
                                        found == STATUS_OK, "broken", broken));
    else
        printf("%s: %-8s  %s%s%s\n", game->spec, name,
               found ? "BROKEN" : "kept", found ? ": " : "", broken);
    return found;
}

/* Checks every promise; DISAGREE if one is broken. */
static enum status check_game(const struct game *game,
                              const struct arguments *a, json_t *list)
{
    struct contract_sample *s = malloc(sizeof *s);
    char broken[CONTRACT_TEXT] = "";
    if (!s)
        return cli_no_memory();
    int kept = hush();
    enum status worst =
        contract_gather(game, (const char *const *)a->from, s, broken);
    unhush(kept);
    enum status st = report(game, "options", worst, broken, a->json, list);
    for (const struct contract_promise *p = contract_promises; p->name && !st;
         p++) {
        *broken = 0;
        kept = hush();
        enum status found = p->check(s, broken);
        unhush(kept);
        found = report(game, p->name, found, broken, a->json, list);
        if (found == STATUS_DISAGREE)
            worst = found;
        else
            st = found;
    }
    if (!st && !a->json)
        printf("%s: %zu positions%s\n", game->spec, s->n,
               s->n == CONTRACT_POSITIONS ? ", the most that are looked at"
                                          : "");
    free(s);
    return st ? st : worst;
}

static enum status check_spec(const struct catalogue *known, const char *spec,
                              const struct arguments *a, json_t *list)
{
    struct game game;
    enum status st = game_open(known->rulesets, spec, &game);
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
        st = cli_json(json_incref(list));
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
