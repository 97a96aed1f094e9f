#include "engine/game/ruleset.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <string.h>

const struct ruleset *ruleset_find(const struct ruleset *const rules[],
                                   const char *spec)
{
    const size_t n = strcspn(spec, ":");
    while (*rules &&
           (strlen((*rules)->name) != n || memcmp((*rules)->name, spec, n)))
        rules++;
    return *rules;
}

/* Appends n bytes to a text. */
static enum status append(const char *given, const char *text, size_t n,
                          size_t *used, char spec[PARAM_SPEC_MAX])
{
    if (*used + n >= PARAM_SPEC_MAX)
        return log_error(STATUS_USAGE, "ruleset '%.*s': the text is too long",
                         text_quoted(strlen(given)), given);
    memcpy(spec + *used, text, n);
    *used += n;
    spec[*used] = 0;
    return STATUS_OK;
}

/* The value of the parameter that *at begins with, and the place behind it. */
static enum status append_file(const struct ruleset *r, const char *given,
                               const char **at, size_t *used,
                               char text[PARAM_SPEC_MAX])
{
    char name[PARAM_FILE_MAX], value[PARAM_TEXT_MAX];
    const size_t n = strcspn(*at, ",");
    if (!n || n >= sizeof name)
        return log_error(STATUS_USAGE, "ruleset '%.*s': %s",
                         text_quoted(strlen(given)), given,
                         n ? "the name of a file is too long"
                           : "no name of a file after '@'");
    memcpy(name, *at, n);
    name[n] = 0;
    *at += n;
    enum status st = r->from_file(name, value);
    return st ? st : append(given, value, strlen(value), used, text);
}

enum status game_given(const struct ruleset *const rules[], const char *given,
                       char text[PARAM_SPEC_MAX], const char **spec)
{
    const struct ruleset *r = ruleset_find(rules, given);
    const char *at = given, *path;
    size_t used = 0;
    enum status st = STATUS_OK;
    *spec = given;
    if (!r || !r->from_file || !strstr(given, "=@"))
        return STATUS_OK;
    *spec = text;
    while (!st && (path = strstr(at, "=@"))) {
        st = append(given, at, (size_t)(path + 1 - at), &used, text);
        at = path + 2;
        if (!st)
            st = append_file(r, given, &at, &used, text);
    }
    return st ? st : append(given, at, strlen(at), &used, text);
}

enum status game_open(const struct ruleset *const rules[], const char *spec,
                      struct game *game)
{
    struct param_value values[PARAM_MAX];
    char name[32];
    enum status st = param_name(spec, name, sizeof name);
    if (st)
        return st;
    const struct ruleset *found = ruleset_find(rules, spec);
    if (!found)
        return log_error(STATUS_UNKNOWN,
                         "no ruleset '%s' (census list rulesets)", name);
    *game = (struct game){.rules = found, .players = 2};
    st = param_read("ruleset", spec, game->rules->params, game->rules->nparams,
                    values, game->spec);
    return st ? st : game->rules->open(values, game);
}

void game_close(struct game *game)
{
    game->rules->close(game->self);
}
