/* list.c - `census list`: the names of known, domains, grids and so on. */
#include "census/check/check.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/named/censuses.h"
#include "census/run/built_in.h"
#include "census/run/columns.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <stdio.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "list",
    .words = "[KIND [NAME]]",
    .summary = "Lists what there is to name on the command line.",
    .details = "KIND: censuses, rulesets, domains, grids, columns, memos, "
               "checks or\ncommands; all of them if none is given. Columns: "
               "what --columns of `census run`\ntakes, with the domain that "
               "has it, its type and unit.\n",
};

struct entry {
    const char *name, *summary;
    const struct param *params;
    size_t nparams;
    const char *positions, *example; /* of a ruleset; NULL: not told */
    const struct column *column;     /* NULL: it is none */
    const char *domain;              /* of the column; NULL: any */
    struct columns_entry storage;
};

/* One kind of thing: entry number i, false past the last; of the known,
 * those that are known. */
struct kind {
    const char *name;
    bool (*get)(const struct catalogue *known, size_t i, struct entry *);
};

/* get_<name>: entry i of a list, whose entries are `e`. */
#define GETTER(name_, list_, params_, nparams_)                                \
    static bool get_##name_(const struct catalogue *known, size_t i,           \
                            struct entry *out)                                 \
    {                                                                          \
        (void)known;                                                           \
        const __typeof__(*(list_)[0]) *e = (list_)[i];                         \
        if (e)                                                                 \
            *out = (struct entry){.name = e->name,                             \
                                  .summary = e->summary,                       \
                                  .params = params_,                           \
                                  .nparams = nparams_};                        \
        return e != NULL;                                                      \
    }
GETTER(census, censuses, e->params, e->nparams)
GETTER(named_ruleset, known->rulesets, e->params, e->nparams)
GETTER(domain, known->domains, NULL, 0)
GETTER(grid, known->grids, e->params, e->nparams)

static bool get_ruleset(const struct catalogue *known, size_t i,
                        struct entry *out)
{
    if (!get_named_ruleset(known, i, out))
        return false;
    out->positions = known->rulesets[i]->positions;
    out->example = known->rulesets[i]->example;
    return true;
}

static bool get_column(const struct catalogue *known, size_t i,
                       struct entry *out)
{
    *out = (struct entry){.name = NULL};
    if (!columns_get(known->domains, i, &out->storage, &out->domain))
        return false;
    out->column = &out->storage.column;
    out->name = out->column->name;
    out->summary = out->column->help;
    return true;
}

GETTER(memo, memo_kinds, NULL, 0)
GETTER(check, known->checks, NULL, 0)
GETTER(command, commands, NULL, 0)

static const struct kind kinds[] = {
    {"censuses", get_census}, {"rulesets", get_ruleset},
    {"domains", get_domain},  {"grids", get_grid},
    {"columns", get_column},  {"memos", get_memo},
    {"checks", get_check},    {"commands", get_command},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* What a parameter accepts: "1..64", "lo..hi within 1..64", "same|any". */
static void range_text(const struct param *p, char out[], size_t cap)
{
    switch (p->type) {
    case PARAM_INTEGER:
        snprintf(out, cap, "%lld..%lld", (long long)p->lo, (long long)p->hi);
        break;
    case PARAM_RANGE:
        snprintf(out, cap, "lo..hi within %lld..%lld", (long long)p->lo,
                 (long long)p->hi);
        break;
    case PARAM_CHOICE:
        snprintf(out, cap, "%s", p->choices);
        break;
    case PARAM_TEXT:
    case PARAM_REST:
        snprintf(out, cap, "text");
        break;
    }
}

/* "f64 moves, of partizan" */
static void column_text_of(const struct entry *e, char out[], size_t cap)
{
    const struct column *c = e->column;
    snprintf(out, cap, "%s%s%s%s%s",
             c->labels ? "enum" : column_type_name(c->type),
             *c->unit ? " " : "", c->unit, e->domain ? ", of " : "",
             e->domain ? e->domain : "");
}

/* The next entry, of the name that is wanted; NULL: of any. */
static bool next(const struct kind *kind, const struct catalogue *known,
                 const char *name, size_t *i, struct entry *e)
{
    while (kind->get(known, (*i)++, e))
        if (!name || !strcmp(e->name, name))
            return true;
    return false;
}

static void print_kind(const struct kind *kind, const struct catalogue *known,
                       const char *name)
{
    struct entry e;
    printf("%s\n", kind->name);
    for (size_t i = 0; next(kind, known, name, &i, &e);) {
        printf("  %-24s %s\n", e.name, e.summary);
        if (e.column) {
            char text[120];
            column_text_of(&e, text, sizeof text);
            printf("      %s\n", text);
        }
        if (e.positions)
            printf("      positions: %s%s%s\n", e.positions,
                   e.example ? "; write " : "", e.example ? e.example : "");
        for (size_t k = 0; k < e.nparams; k++) {
            char range[120];
            range_text(&e.params[k], range, sizeof range);
            printf("      %-20s %s: %s%s%s\n", e.params[k].name, range,
                   e.params[k].help, e.params[k].def ? "; default " : "",
                   e.params[k].def ? e.params[k].def : "");
        }
    }
}

/* False: out of memory. */
static bool add_column(json_t *object, const struct entry *e)
{
    const struct column *c = e->column;
    return !json_object_set_new(
               object, "type",
               json_string(c->labels ? "enum" : column_type_name(c->type))) &&
           !json_object_set_new(object, "role",
                                json_string(column_role_name(c->role))) &&
           !json_object_set_new(object, "unit", json_string(c->unit)) &&
           !json_object_set_new(object, "domain",
                                e->domain ? json_string(e->domain)
                                          : json_null());
}

/* NULL: out of memory. */
static json_t *json_params(const struct entry *e)
{
    json_t *params = json_array();
    for (size_t k = 0; k < e->nparams && params; k++) {
        const struct param *p = &e->params[k];
        char range[120];
        range_text(p, range, sizeof range);
        if (json_array_append_new(params, json_pack("{s:s, s:s, s:s?, s:s}",
                                                    "name", p->name, "accepts",
                                                    range, "default", p->def,
                                                    "help", p->help))) {
            json_decref(params);
            params = NULL;
        }
    }
    return params;
}

/* How its positions are written; false: out of memory. */
static bool add_positions(json_t *object, const struct entry *e)
{
    return !json_object_set_new(object, "positions",
                                e->positions ? json_string(e->positions)
                                             : json_null()) &&
           !json_object_set_new(object, "example",
                                json_string(e->example ? e->example : e->name));
}

/* NULL: out of memory. */
static json_t *json_kind(const struct kind *kind, const struct catalogue *known,
                         const char *name)
{
    json_t *list = json_array();
    struct entry e;
    for (size_t i = 0; list && next(kind, known, name, &i, &e);) {
        json_t *object = json_pack("{s:s, s:s, s:o}", "name", e.name, "summary",
                                   e.summary, "parameters", json_params(&e));
        const bool whole =
            object && (!e.column || add_column(object, &e)) &&
            (kind->get != get_ruleset || add_positions(object, &e));
        if (json_array_append_new(list, object) || !whole) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}

enum form { TEXT, NAMES, JSON };

/* "play=normal" and "play=misere", "players=" */
static void print_values(const struct param *p)
{
    const char *choice = p->type == PARAM_CHOICE ? p->choices : "";
    if (p->type == PARAM_REST)
        return;
    do {
        const size_t n = strcspn(choice, "|");
        printf("%s=%.*s\n", p->name, (int)n, choice);
        choice += n + (choice[n] == '|');
    } while (*choice);
}

/* For completion: the names there are, or what the parameters of one may be. */
static void print_names(const struct kind *kind, const struct catalogue *known,
                        const char *name)
{
    struct entry e;
    for (size_t i = 0; next(kind, known, name, &i, &e);) {
        if (!name)
            printf("%s\n", e.name);
        for (size_t k = 0; name && k < e.nparams; k++)
            print_values(&e.params[k]);
    }
}

static bool is_there(const struct kind *kind, const struct catalogue *known,
                     const char *name)
{
    struct entry e;
    size_t i = 0;
    return next(kind, known, name, &i, &e);
}

static enum status list(const char *wanted, const char *name, enum form form,
                        const struct catalogue *known)
{
    enum status st = STATUS_OK;
    bool found = false, failed = false;
    json_t *all = json_object();
    for (size_t i = 0; i < KINDS; i++) {
        if (wanted && strcmp(wanted, kinds[i].name))
            continue;
        found = true;
        if (name && !is_there(&kinds[i], known, name))
            st = log_error(STATUS_UNKNOWN, "list: no '%s' among the %s", name,
                           wanted);
        else if (form == JSON)
            failed = json_object_set_new(all, kinds[i].name,
                                         json_kind(&kinds[i], known, name)) ||
                     failed;
        else if (form == NAMES)
            print_names(&kinds[i], known, name);
        else
            print_kind(&kinds[i], known, name);
    }
    if (!found)
        st = log_error(STATUS_USAGE, "list: no kind '%s' (census list --help)",
                       wanted);
    else if (failed)
        st = cli_no_memory();
    else if (form == JSON && !st)
        st = cli_json(json_incref(all));
    json_decref(all);
    return st ? st : cli_flush();
}

static enum status list_run(int argc, const char **argv)
{
    int json = 0, names = 0;
    char **files = NULL;
    struct plugins plugins;
    const char *words[2];
    bool done;
    struct poptOption options[] = {
        CLI_PLUGIN(files),
        {"names", 0, POPT_ARG_NONE, &names, 0, "the names only, one a line",
         NULL},
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 0, 2, &done);
    if (st || done)
        return st;
    if (json && names)
        return log_error(STATUS_USAGE, "list: one of --names and --json");
    st = plugins_open(&built_in, files, &plugins);
    if (st)
        return st;
    st = list(words[0], words[1],
              json    ? JSON
              : names ? NAMES
                      : TEXT,
              &plugins.catalogue);
    plugins_close(&plugins);
    return st;
}

const struct command command_list = {
    .name = "list",
    .summary = "list known, domains, grids, memos, checks, censuses",
    .run = list_run,
};
