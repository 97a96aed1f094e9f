#include "census/campaign/campaign.h"

#include "census/cli/cli.h"
#include "census/run/machine.h"
#include "census/run/runner.h"
#include "engine/base/log.h"
#include "engine/base/output.h"
#include "engine/store/file/disk.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Mistakes are all logged; the first one counts. */
static enum status both(enum status first, enum status second)
{
    return first ? first : second;
}

/* The place of a mistake: "night.json: census 2". */
struct place {
    const char *path;
    size_t number; /* of the census, from 1; 0: the file itself */
};

static enum status wrong(const struct place *at, const char *key,
                         const char *what)
{
    if (at->number)
        return log_error(STATUS_USAGE, "%s: census %zu: \"%s\" %s", at->path,
                         at->number, key, what);
    return log_error(STATUS_USAGE, "%s: \"%s\" %s", at->path, key, what);
}

static enum status known_keys(const struct place *at, json_t *object,
                              const char *const keys[])
{
    const char *key;
    json_t *value;
    enum status st = STATUS_OK;
    json_object_foreach(object, key, value)
    {
        size_t i = 0;
        while (keys[i] && strcmp(keys[i], key))
            i++;
        if (!keys[i])
            st = wrong(at, key, "is an unknown key");
    }
    return st;
}

/* A text, or NULL if there is none. */
static enum status get_text(const struct place *at, const json_t *object,
                            const char *key, const char **text)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return STATUS_OK;
    *text = json_string_value(value);
    return *text && **text ? STATUS_OK : wrong(at, key, "must be a text");
}

static enum status get_number(const struct place *at, const json_t *object,
                              const char *key, json_int_t most,
                              json_int_t *number)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return STATUS_OK;
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 1 && *number <= most
               ? STATUS_OK
               : wrong(at, key, "must be a whole number, not too large");
}

static enum status get_limits(const struct place *at, const json_t *object,
                              struct campaign_census *c)
{
    double seconds;
    uint64_t bytes;
    enum status st = get_text(at, object, "time_limit", &c->time_limit);
    if (!st && c->time_limit &&
        machine_seconds("time_limit", c->time_limit, &seconds))
        st = wrong(at, "time_limit", "is not a duration (90s, 30m, 2h)");
    st = both(st, get_number(at, object, "threads", 1024, &c->threads));
    enum status read = get_text(at, object, "memory", &c->memory);
    if (!read && c->memory && machine_bytes("memory", c->memory, &bytes))
        read = wrong(at, "memory", "is not a size (512M, 4G)");
    st = both(st, read);
    read = get_text(at, object, "memo", &c->memo);
    if (!read && c->memo && runner_memo(c->memo))
        read = wrong(at, "memo", "is not the name of one");
    return both(st, read);
}

/* Joins folder and name; "." is left out, and an absolute path stays. */
static char *join_path(const char *folder, const char *name)
{
    return *name == '/' || !strcmp(folder, ".")
               ? strdup(name)
               : disk_path("%s/%s", folder, name);
}

/* A path that the file names, relative to the file's folder. */
static char *path_of(const char *file, const char *folder, const char *name)
{
    char *base = disk_folder(file);
    char *inner = join_path(folder ? folder : ".", name);
    char *path = base && inner ? join_path(base, inner) : NULL;
    free(base);
    free(inner);
    return path;
}

static enum status read_census(const struct place *at, json_t *object,
                               const char *folder, struct campaign_census *c)
{
    static const char *const keys[] = {
        "census",  "params", "rules",     "ask",        "grid",
        "columns", "output", "note",      "time_limit", "threads",
        "memory",  "memo",   "part_rows", NULL};
    const char *output = NULL, *note = NULL;
    char name[128];
    if (!json_is_object(object))
        return log_error(STATUS_USAGE, "%s: census %zu: must be an object",
                         at->path, at->number);
    enum status st = known_keys(at, object, keys);
    st = both(st, get_text(at, object, "census", &c->name));
    st = both(st, get_text(at, object, "rules", &c->rules));
    st = both(st, get_text(at, object, "ask", &c->ask));
    st = both(st, get_text(at, object, "grid", &c->grid));
    st = both(st, get_text(at, object, "columns", &c->columns));
    st = both(st, get_text(at, object, "output", &output));
    st = both(st, get_text(at, object, "note", &note));
    st = both(st, get_number(at, object, "part_rows", (json_int_t)1 << 40,
                             &c->part_rows));
    st = both(st, get_limits(at, object, c));
    c->params = json_object_get(object, "params");
    if (c->params && !(json_is_object(c->params) && c->name))
        st = both(st,
                  wrong(at, "params", "must be an object beside a \"census\""));
    if (c->name ? c->rules || c->ask || c->grid || c->columns
                : !c->rules || !c->grid)
        st = both(st, wrong(at, "census",
                            "or both of \"rules\" and \"grid\" must be "
                            "given"));
    if (!output && !c->name)
        st = both(st, wrong(at, "output", "is missing"));
    if (st)
        return st;
    snprintf(name, sizeof name, "%s.h5", c->name ? c->name : "");
    c->key = strdup(output ? output : name);
    c->output = c->key ? path_of(at->path, folder, c->key) : NULL;
    c->file = c->output ? output_canonical(c->output) : NULL;
    return c->file ? STATUS_OK : cli_no_memory();
}

/* Two censuses must not write one archive, however its path is written. */
static enum status check_outputs(const struct campaign *c)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < i && c->censuses[i].file; j++)
            if (c->censuses[j].file &&
                !strcmp(c->censuses[i].file, c->censuses[j].file)) {
                st = log_error(STATUS_USAGE,
                               "%s: censuses %zu and %zu both write %s: give "
                               "one another \"output\"",
                               c->path, j + 1, i + 1, c->censuses[i].output);
                free(c->censuses[i].file);
                c->censuses[i].file = NULL;
            }
    return st;
}

static enum status read_plugins(struct campaign *c, const struct place *at)
{
    const json_t *list = json_object_get(c->json, "plugins");
    const size_t n = json_array_size(list);
    if (list && !json_is_array(list))
        return wrong(at, "plugins", "must be a list of paths");
    c->plugins = calloc(n + 1, sizeof *c->plugins);
    if (!c->plugins)
        return cli_no_memory();
    for (size_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_array_get(list, i));
        if (!name)
            return wrong(at, "plugins", "must be a list of paths");
        c->plugins[i] = path_of(c->path, NULL, name);
        if (!c->plugins[i])
            return cli_no_memory();
    }
    return STATUS_OK;
}

static enum status read_censuses(struct campaign *c, const char *folder,
                                 const struct campaign_census *defaults)
{
    json_t *list = json_object_get(c->json, "censuses"), *object;
    size_t i;
    if (!json_array_size(list))
        return log_error(STATUS_USAGE,
                         "%s: \"censuses\" must be a list with something in "
                         "it",
                         c->path);
    c->censuses = calloc(json_array_size(list), sizeof *c->censuses);
    if (!c->censuses)
        return cli_no_memory();
    enum status st = STATUS_OK;
    json_array_foreach(list, i, object)
    {
        const struct place at = {c->path, i + 1};
        c->censuses[i] = *defaults;
        c->n = i + 1;
        st = both(st, read_census(&at, object, folder, &c->censuses[i]));
    }
    st = both(st, check_outputs(c));
    /* What is wrong with the others is said at once, too. */
    return st && st != STATUS_NOMEM ? both(st, campaign_check(c)) : st;
}

static enum status read_then(const struct place *at, struct campaign *c)
{
    static const char *const keys[] = {"end", "failure", NULL};
    json_t *then = json_object_get(c->json, "then");
    if (!then)
        return STATUS_OK;
    if (!json_is_object(then))
        return wrong(at, "then", "must be an object: {\"end\": COMMAND}");
    enum status st = known_keys(at, then, keys);
    st = both(st, get_text(at, then, "end", &c->then_end));
    return both(st, get_text(at, then, "failure", &c->then_failure));
}

static enum status read_file(struct campaign *c)
{
    static const char *const keys[] = {"campaign", "note",     "folder",
                                       "plugins",  "defaults", "censuses",
                                       "then",     NULL};
    static const char *const limits[] = {"time_limit", "threads", "memory",
                                         "memo", NULL};
    const struct place at = {c->path, 0};
    struct campaign_census defaults = {0};
    const char *folder = NULL;
    json_error_t error;
    char *text;
    size_t length;
    enum status st = disk_read(c->path, &text, &length);
    if (st)
        return st;
    c->json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!c->json)
        return log_error(STATUS_FORMAT, "%s: line %d: %s", c->path, error.line,
                         error.text);
    if (json_integer_value(json_object_get(c->json, "campaign")) != 1)
        return log_error(STATUS_FORMAT,
                         "%s: no campaign: \"campaign\" must be 1", c->path);
    st = known_keys(&at, c->json, keys);
    st = both(st, get_text(&at, c->json, "folder", &folder));
    st = both(st, read_then(&at, c));
    json_t *given = json_object_get(c->json, "defaults");
    if (given)
        st = both(st, json_is_object(given)
                          ? known_keys(&at, given, limits)
                          : wrong(&at, "defaults", "must be an object"));
    if (json_is_object(given))
        st = both(st, get_limits(&at, given, &defaults));
    const enum status plugins = read_plugins(c, &at);
    if (plugins)
        return both(st, plugins);
    return both(st, read_censuses(c, folder, &defaults));
}

/* A missing or damaged state becomes an empty one: nothing depends on it. */
static enum status read_state(struct campaign *c)
{
    char *path = disk_path("%s.state", c->path);
    if (!path)
        return cli_no_memory();
    char *text = NULL;
    size_t length;
    if (disk_exists(path) && !disk_read(path, &text, &length))
        c->state = json_loadb(text, length, 0, NULL);
    free(text);
    free(path);
    if (!json_is_object(c->state)) {
        json_decref(c->state);
        c->state = json_object();
    }
    for (size_t i = 0; i < c->n; i++) {
        const char *key = c->censuses[i].key;
        if (!json_is_object(json_object_get(c->state, key)))
            json_object_set_new(c->state, key, json_object());
        c->censuses[i].record = json_object_get(c->state, key);
        if (!c->censuses[i].record)
            return cli_no_memory();
    }
    return STATUS_OK;
}

enum status campaign_open(const char *path, struct campaign *c)
{
    *c = (struct campaign){.path = strdup(path)};
    enum status st = c->path ? read_file(c) : cli_no_memory();
    if (!st)
        st = read_state(c);
    if (st)
        campaign_close(c);
    return st;
}

void campaign_close(struct campaign *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free(c->censuses[i].key);
        free(c->censuses[i].output);
        free(c->censuses[i].file);
    }
    for (size_t i = 0; c->plugins && c->plugins[i]; i++)
        free(c->plugins[i]);
    free(c->plugins);
    free(c->censuses);
    json_decref(c->json);
    json_decref(c->state);
    free(c->path);
    *c = (struct campaign){0};
}

bool campaign_is(const char *path)
{
    /* Opening a pipe would block until it has a writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    char first = 0;
    FILE *in = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode)
                   ? fdopen(fd, "r")
                   : NULL;
    if (!in) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    const bool found = fscanf(in, " %c", &first) == 1 && first == '{';
    fclose(in);
    return found;
}
