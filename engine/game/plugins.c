#include "engine/game/plugins.h"

#include "engine/base/log.h"
#include "engine/game/contract.h"
#include "engine/game/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The loader says "FILE: reason"; the file is named already. */
static const char *reason(const char *path)
{
    const char *text = dlerror();
    size_t n = strlen(path);
    if (!text)
        return "not loaded";
    return !strncmp(text, path, n) && !strncmp(text + n, ": ", 2) ? text + n + 2
                                                                  : text;
}

static bool same_layout(const struct plugin *p)
{
    static const struct ruleset none;
    const struct plugin ours = PLUGIN_INIT(none);
    return p->version == ours.version && p->size == ours.size &&
           p->ruleset_size == ours.ruleset_size &&
           p->param_size == ours.param_size &&
           p->point_size == ours.point_size && p->game_size == ours.game_size;
}

static enum status check_ruleset(const char *file,
                                 const struct ruleset *const *rulesets,
                                 const struct ruleset *ruleset)
{
    char broken[CONTRACT_TEXT];
    if (contract_slots(ruleset, broken))
        return log_error(STATUS_FORMAT, "plug-in %s: %s", file, broken);
    for (size_t i = 0; rulesets[i]; i++)
        if (!strcmp(rulesets[i]->name, ruleset->name))
            return log_error(STATUS_EXISTS,
                             "plug-in %s: there is a ruleset '%s' already",
                             file, ruleset->name);
    return STATUS_OK;
}

/* Checks the descriptor of a loaded object. */
static enum status check_object(const char *file, void *handle,
                                const struct ruleset *const *rulesets,
                                const struct ruleset **ruleset)
{
    const struct plugin *plugin = dlsym(handle, "census_plugin");
    if (!plugin)
        return log_error(STATUS_FORMAT,
                         "plug-in %s: a shared object, but no plug-in: it has "
                         "no symbol census_plugin (CENSUS_PLUGIN in "
                         "engine/plugin.h)",
                         file);
    if (!same_layout(plugin))
        return log_error(STATUS_FORMAT,
                         "plug-in %s: made for version %u of the interface%s, "
                         "this program has %d: compile it again with this "
                         "program's headers",
                         file, plugin->version,
                         plugin->version == PLUGIN_VERSION ? " (other sizes)"
                                                           : "",
                         PLUGIN_VERSION);
    *ruleset = plugin->ruleset;
    return check_ruleset(file, rulesets, *ruleset);
}

static enum status load(const char *file, struct plugins *p)
{
    /* dlopen searches the system's folders for a name without a slash. */
    char *path = realpath(file, NULL);
    if (!path)
        return log_error(STATUS_IO, "plug-in %s: %s", file, strerror(errno));
    enum status st = STATUS_OK;
    void *handle = NULL;
    if (access(path, R_OK)) {
        st = log_error(STATUS_IO, "plug-in %s: %s", file, strerror(errno));
    } else {
        handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            st = log_error(STATUS_FORMAT, "plug-in %s: %s", file, reason(path));
    }
    free(path);
    if (st)
        return st;
    p->handles[p->n++] = handle;
    const struct ruleset **end = p->rulesets;
    while (*end)
        end++;
    const struct ruleset *ruleset = NULL;
    st = check_object(file, handle, p->rulesets, &ruleset);
    if (!st)
        *end = ruleset;
    return st;
}

enum status plugins_open(const struct ruleset *const built_in[],
                         char *const files[], struct plugins *p)
{
    size_t known = 0, given = 0;
    enum status st = STATUS_OK;
    while (built_in[known])
        known++;
    while (files && files[given])
        given++;
    *p = (struct plugins){.built_in = known};
    p->rulesets = calloc(known + given + 1, sizeof *p->rulesets);
    p->handles = calloc(given + 1, sizeof *p->handles);
    if (!p->rulesets || !p->handles)
        st = log_error(STATUS_NOMEM, "list of rulesets");
    else
        memcpy(p->rulesets, built_in, known * sizeof *built_in);
    for (size_t i = 0; i < given && !st; i++)
        st = load(files[i], p);
    if (st)
        plugins_close(p);
    return st;
}

void plugins_close(struct plugins *p)
{
    for (size_t i = 0; i < p->n; i++)
        dlclose(p->handles[i]);
    free(p->handles);
    free(p->rulesets);
    *p = (struct plugins){0};
}
