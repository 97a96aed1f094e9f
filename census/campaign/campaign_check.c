/* campaign_check.c - finds mistakes in a campaign before anything is run. */
#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/named/censuses.h"
#include "census/run/built_in.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/file/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Logs every parameter that the census does not have. */
static bool unknown_params(const struct campaign_census *c,
                           const struct census *census)
{
    bool any = false;
    const char *key;
    json_t *value;
    json_object_foreach(c->params, key, value)
    {
        size_t i = 0;
        while (i < census->nparams && strcmp(census->params[i].name, key))
            i++;
        if (i < census->nparams)
            continue;
        log_error(STATUS_USAGE, "%s: census %s has no parameter \"%s\"",
                  c->output, census->name, key);
        any = true;
    }
    return any;
}

enum status campaign_request(const struct campaign_census *c,
                             const struct catalogue *known, struct request *r)
{
    const char *texts[PARAM_MAX] = {NULL};
    char numbers[PARAM_MAX][32];
    const struct census *census = c->name ? census_find(c->name) : NULL;
    if (!c->name) {
        char text[PARAM_SPEC_MAX];
        const char *rules;
        enum status st = game_given(known->rulesets, c->rules, text, &rules);
        return st ? st
                  : request_open_columns(rules, c->ask ? c->ask : "outcome",
                                         c->grid, c->columns, known, r);
    }
    if (census && unknown_params(c, census))
        return STATUS_USAGE;
    for (size_t i = 0; census && i < census->nparams; i++) {
        const json_t *value =
            json_object_get(c->params, census->params[i].name);
        snprintf(numbers[i], sizeof numbers[i], "%lld",
                 (long long)json_integer_value(value));
        texts[i] = json_is_string(value) ? json_string_value(value)
                   : value               ? numbers[i]
                                         : NULL;
    }
    return request_open(c->name, texts, known, r);
}

/* The identity of rows, as archives and run.json name its texts; the parameters
 * of a census made of rules and grid are its columns. */
enum { TEXTS = 5 };
static const char *const text_names[TEXTS] = {"census", "rules", "ask", "grid",
                                              "params"};

static enum status compare(const struct campaign_census *c,
                           const struct request *r,
                           const char *const found[TEXTS])
{
    const struct plan *plan = &r->plan;
    const char *const wanted[TEXTS] = {plan->census->name, plan->rules,
                                       plan->ask, plan->grid.spec,
                                       c->name ? found[TEXTS - 1] : r->params};
    for (int i = 0; i < TEXTS; i++)
        if (strcmp(found[i], wanted[i]))
            return log_error(STATUS_EXISTS,
                             "%s: there are rows of another census: its %s is "
                             "'%s', the campaign's '%s'",
                             c->output, text_names[i], found[i], wanted[i]);
    return STATUS_OK;
}

static enum status compare_parts(const struct campaign_census *c,
                                 const struct request *r)
{
    struct parts_info info;
    enum status st = parts_inspect(c->output, &info);
    if (st)
        return st;
    const char *const found[TEXTS] = {info.census, info.rules, info.ask,
                                      info.grid, info.params};
    st = compare(c, r, found);
    parts_info_release(&info);
    return st;
}

static enum status compare_archive(const struct campaign_census *c,
                                   const struct request *r)
{
    char texts[TEXTS][PLAN_TEXT_MAX];
    const char *found[TEXTS];
    struct archive *a;
    enum status st = archive_open(c->output, &a);
    if (st)
        return st;
    for (int i = 0; i < TEXTS && !st; i++) {
        st = archive_attribute(a, text_names[i], texts[i], sizeof texts[i]);
        found[i] = texts[i];
    }
    if (!st)
        st = compare(c, r, found);
    archive_close(a);
    return st;
}

static enum status check_census(const struct campaign_census *c,
                                const struct catalogue *known,
                                struct request *r)
{
    enum status st = campaign_request(c, known, r);
    if (st)
        return st;
    if (runner_resumable(c->output))
        st = compare_parts(c, r);
    else if (disk_exists(c->output))
        st = compare_archive(c, r);
    request_close(r);
    return st;
}

enum status campaign_check_one(const struct campaign_census *c,
                               const struct catalogue *known)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = check_census(c, known, request);
    free(request);
    return st;
}

enum status campaign_check(const struct campaign *c)
{
    struct plugins plugins;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = plugins_open(&built_in, c->plugins, &plugins);
    if (!st) {
        for (size_t i = 0; i < c->n; i++) {
            /* What could not be read has no path. */
            if (!c->censuses[i].file)
                continue;
            const enum status one =
                check_census(&c->censuses[i], &plugins.catalogue, request);
            st = st ? st : one;
            if (one)
                log_note("%s: census %zu cannot be run", c->path, i + 1);
        }
        plugins_close(&plugins);
    }
    free(request);
    return st;
}
