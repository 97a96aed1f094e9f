#include "census/run/request.h"

#include "census/cli/version.h"
#include "census/named/censuses.h"
#include "census/run/promises.h"
#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/store/write/identity.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static enum status finish(struct request *r, const struct census *census,
                          const int64_t values[], const struct catalogue *known)
{
    json_t *params = json_object();
    bool ok = true;
    for (size_t i = 0; i < census->nparams && ok; i++)
        ok = !json_object_set_new(params, census->params[i].name,
                                  json_integer(values[i]));
    if (r->custom.chosen)
        ok = !json_object_set_new(params, "columns",
                                  json_string(r->custom.chosen));
    r->params = ok ? json_dumps(params, JSON_COMPACT) : NULL;
    json_decref(params);
    enum status st = r->params ? plan_open(census, values, known, &r->plan)
                               : log_error(STATUS_NOMEM, "out of memory");
    if (!st) {
        st = promises_of_plan(&r->plan);
        if (st)
            plan_close(&r->plan);
    }
    if (st) {
        free(r->params);
        custom_release(&r->custom);
    }
    return st;
}

/* A ruleset where a census belongs: what to type instead. */
static enum status no_census(const char *name, const struct catalogue *known)
{
    const struct ruleset *rules = ruleset_find(known->rulesets, name);
    if (!rules)
        return log_error(STATUS_UNKNOWN, "no census '%s' (census list)", name);
    const bool bare = !strchr(name, ':') && rules->example;
    return log_error(STATUS_UNKNOWN,
                     "'%s' is a ruleset, not a census with a name: write "
                     "--rules %s --ask outcome --grid %s",
                     name, bare ? rules->example : name,
                     rules->board  ? "strips:length=1..4"
                     : rules->heap ? "multisets:parts=1..3,size=1..5"
                                   : "lists:parts=2,size=1..4");
}

enum status request_open(const char *name, const char *const texts[],
                         const struct catalogue *known, struct request *r)
{
    const struct census *census = census_find(name);
    r->custom.chosen = NULL;
    struct param_value values[PARAM_MAX];
    int64_t numbers[PARAM_MAX] = {0};
    char spec[PARAM_SPEC_MAX] = "", canonical[PARAM_SPEC_MAX];
    if (!census)
        return no_census(name, known);
    /* The parameters are read like those of a ruleset or a grid. */
    size_t used = 0;
    char separator = ':';
    for (size_t i = 0; i < census->nparams; i++)
        if (texts[i]) {
            int n = snprintf(spec + used, sizeof spec - used, "%c%s=%s",
                             separator, census->params[i].name, texts[i]);
            if (n < 0 || (used += (size_t)n) >= sizeof spec)
                return log_error(STATUS_USAGE, "--%s is too long",
                                 census->params[i].name);
            separator = ',';
        }
    enum status st = param_read(census->name, spec, census->params,
                                census->nparams, values, canonical);
    if (st)
        return st;
    for (size_t i = 0; i < census->nparams; i++)
        numbers[i] = values[i].lo;
    return finish(r, census, numbers, known);
}

static enum status open_custom(const char *rules, const char *ask,
                               const char *grid, const char *columns,
                               const struct catalogue *known, struct request *r)
{
    static const int64_t none[PARAM_MAX] = {0};
    enum status st = custom_init(&r->custom, rules, ask, grid, columns, known);
    return st ? st : finish(r, &r->custom.census, none, known);
}

static const struct grid_kind *grid_of(const char *spec,
                                       const struct catalogue *known)
{
    const size_t n = strcspn(spec, ":");
    size_t i = 0;
    while (known->grids[i] && (strlen(known->grids[i]->name) != n ||
                               memcmp(known->grids[i]->name, spec, n)))
        i++;
    return known->grids[i];
}

/* What a person writes is one census however it writes its numbers. The texts
 * in a file stay as they are, since its identity is made of them. */
enum status request_open_columns(const char *rules, const char *ask,
                                 const char *grid, const char *columns,
                                 const struct catalogue *known,
                                 struct request *r)
{
    const struct ruleset *ruleset = ruleset_find(known->rulesets, rules);
    const struct grid_kind *kind = grid_of(grid, known);
    char plain_rules[PARAM_SPEC_MAX], plain_grid[PARAM_SPEC_MAX];
    if (ruleset &&
        param_plain(rules, ruleset->params, ruleset->nparams, plain_rules))
        rules = plain_rules;
    if (kind && param_plain(grid, kind->params, kind->nparams, plain_grid))
        grid = plain_grid;
    return open_custom(rules, ask, grid, columns, known, r);
}

enum status request_open_custom(const char *rules, const char *ask,
                                const char *grid, const struct catalogue *known,
                                struct request *r)
{
    return request_open_columns(rules, ask, grid, NULL, known, r);
}

/* The first ruleset of a list of ruleset texts, separated by blanks, that is
 * not known here, and the length of its name; NULL if all are. */
static const char *unknown_rules(const char *rules,
                                 const struct catalogue *known, size_t *n)
{
    const struct ruleset *const *list = known->rulesets;
    while (*rules) {
        size_t i = 0;
        *n = strcspn(rules, ": ");
        while (list[i] && (strlen(list[i]->name) != *n ||
                           memcmp(list[i]->name, rules, *n)))
            i++;
        if (!list[i])
            return rules;
        rules += strcspn(rules, " ");
        rules += *rules == ' ';
    }
    return NULL;
}

/* Rows may be of a plug-in's game: says which one is missing. */
static enum status check_rules(const char *rules, const struct catalogue *known)
{
    size_t n;
    const char *unknown = unknown_rules(rules, known, &n);
    return unknown ? log_error(STATUS_UNKNOWN,
                               "these rows are of the ruleset '%.*s', which is "
                               "not built in: load it with --plugin FILE",
                               text_quoted(n), unknown)
                   : STATUS_OK;
}

enum status request_known(struct archive *a, const struct catalogue *known,
                          bool *is_known)
{
    char name[64], version[16], rules[PLAN_TEXT_MAX];
    size_t n;
    enum status st = archive_attribute(a, "census", name, sizeof name);
    if (!st)
        st = archive_attribute(a, "census_version", version, sizeof version);
    if (!st)
        st = archive_attribute(a, "rules", rules, sizeof rules);
    if (st)
        return st;
    const struct census *census = census_find(name);
    const unsigned ours = census ? census->version : CUSTOM_VERSION;
    *is_known = (census || !strcmp(name, CUSTOM_NAME)) &&
                strtoul(version, NULL, 10) == ours &&
                !unknown_rules(rules, known, &n);
    return STATUS_OK;
}

static enum status reopen_named(const struct census *census, const char *params,
                                const struct catalogue *known,
                                struct request *r)
{
    int64_t values[PARAM_MAX] = {0};
    r->custom.chosen = NULL;
    json_t *json = json_loads(params, 0, NULL);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < census->nparams && !st; i++) {
        const struct param *p = &census->params[i];
        json_t *value = json_object_get(json, p->name);
        values[i] = json_integer_value(value);
        if (!json_is_integer(value) || values[i] < p->lo || values[i] > p->hi)
            st = log_error(STATUS_FORMAT,
                           "census %s: parameter %s is missing or wrong in "
                           "'%s'",
                           census->name, p->name, params);
    }
    json_decref(json);
    return st ? st : finish(r, census, values, known);
}

/* A custom census may ask the same rules in a second domain, for a column. */
static enum status reopen_custom(const char *params, const char *rules,
                                 const char *ask, const char *grid,
                                 const struct catalogue *known,
                                 struct request *r)
{
    json_error_t error;
    json_t *json = json_loads(params, 0, &error);
    char *first[2] = {strndup(rules, strcspn(rules, " ")),
                      strndup(ask, strcspn(ask, " "))};
    const json_t *columns = json_object_get(json, "columns");
    enum status st = STATUS_OK;
    if (!first[0] || !first[1] || (!json && !*error.text))
        st = log_error(STATUS_NOMEM, "out of memory");
    else if (!json || (columns && !json_is_string(columns)))
        st = log_error(STATUS_FORMAT,
                       "census %s: its parameters are wrong: '%s'", CUSTOM_NAME,
                       params);
    if (!st)
        st = open_custom(first[0], first[1], grid, json_string_value(columns),
                         known, r);
    json_decref(json);
    free(first[0]);
    free(first[1]);
    return st;
}

enum status request_reopen(const char *name, unsigned version,
                           const char *params, const char *rules,
                           const char *ask, const char *grid,
                           const struct catalogue *known, struct request *r)
{
    enum status st = check_rules(rules, known);
    if (st)
        return st;
    if (!strcmp(name, CUSTOM_NAME)) {
        st = reopen_custom(params, rules, ask, grid, known, r);
    } else {
        const struct census *census = census_find(name);
        if (!census)
            return log_error(STATUS_FORMAT, "this program has no census '%s'",
                             name);
        st = reopen_named(census, params, known, r);
    }
    if (!st && r->plan.census->version != version) {
        st = log_error(STATUS_FORMAT,
                       "census %s: made by version %u, this program has %u",
                       name, version, r->plan.census->version);
        request_close(r);
    }
    return st;
}

/* An attribute of the archive against what the census makes of it. */
static enum status compare(struct archive *a, const struct request *r,
                           const char *name, const char *wanted)
{
    const size_t cap = strlen(wanted) + 200; /* a longer one differs, too */
    char *found = malloc(cap);
    enum status st = found ? archive_attribute(a, name, found, cap)
                           : log_error(STATUS_NOMEM, "out of memory");
    if (!st && strcmp(found, wanted))
        st = log_error(STATUS_FORMAT,
                       "%s: its %s is '%s'; the census %s with the parameters "
                       "%s has '%s'",
                       archive_path(a), name, found, r->plan.census->name,
                       r->params, wanted);
    free(found);
    return st;
}

static enum status compare_plan(struct archive *a, const struct request *r)
{
    enum status st = compare(a, r, "rules", r->plan.rules);
    if (!st)
        st = compare(a, r, "ask", r->plan.ask);
    return st ? st : compare(a, r, "grid", r->plan.grid.spec);
}

/* It is made of summaries, which another version may word otherwise; the oldest
 * archives lack it. */
static enum status compare_coverage(struct archive *a, const struct request *r,
                                    const char *wanted)
{
    char software[64];
    if (!archive_has_attribute(a, "coverage") ||
        archive_attribute(a, "run/software", software, sizeof software) ||
        strcmp(software, version_text()))
        return STATUS_OK;
    return compare(a, r, "coverage", wanted);
}

enum status request_compare(struct archive *a, const struct request *r)
{
    const struct run_identity identity = plan_identity(&r->plan, r->params);
    char run[DIGEST_HEX];
    json_t *params = json_loads(r->params, 0, NULL);
    char *sorted = json_dumps(params, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(params);
    if (!sorted)
        return log_error(STATUS_NOMEM, "out of memory");
    enum status st = identity_digest(&identity, run);
    if (!st)
        st = compare(a, r, "params", sorted);
    if (!st)
        st = compare(a, r, "title", identity.title);
    if (!st)
        st = compare_coverage(a, r, identity.coverage);
    if (!st)
        st = compare(a, r, "run", run);
    free(sorted);
    return st;
}

enum status request_of_archive(struct archive *a, const struct catalogue *known,
                               struct request *r)
{
    char name[64], version[16], params[PLAN_TEXT_MAX];
    char rules[PLAN_TEXT_MAX], ask[PLAN_TEXT_MAX], grid[PARAM_SPEC_MAX];
    enum status st = archive_attribute(a, "census", name, sizeof name);
    if (!st)
        st = archive_attribute(a, "census_version", version, sizeof version);
    if (!st)
        st = archive_attribute(a, "params", params, sizeof params);
    if (!st)
        st = archive_attribute(a, "rules", rules, sizeof rules);
    if (!st)
        st = archive_attribute(a, "ask", ask, sizeof ask);
    if (!st)
        st = archive_attribute(a, "grid", grid, sizeof grid);
    if (!st)
        st = request_reopen(name, (unsigned)strtoul(version, NULL, 10), params,
                            rules, ask, grid, known, r);
    if (st)
        return st;
    st = compare_plan(a, r);
    if (!st && r->plan.grid.count != archive_rows(a))
        st = log_error(STATUS_FORMAT,
                       "%s: %llu rows, but the grid %s has %llu points",
                       archive_path(a), (unsigned long long)archive_rows(a),
                       grid, (unsigned long long)r->plan.grid.count);
    if (st)
        request_close(r);
    return st;
}

void request_close(struct request *r)
{
    plan_close(&r->plan);
    custom_release(&r->custom);
    free(r->params);
}
