#include "census/run/order.h"
#include "census/run/built_in.h"

#include "census/named/censuses.h"
#include "census/run/machine.h"
#include "census/run/slice.h"
#include "engine/base/log.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    char *rules, *ask, *grid, *columns, *output, *memo, *memory, *time, *slice;
    struct order_params params;
    char **files;
    int threads, force, quiet, recursion, twice, json;
    long long part_rows;
};

/* Of --part-rows. */
enum { NOT_GIVEN = INT_MIN };

/* The census named on the command line: the first argument that is one. Its
 * parameters are options of the command. */
static const struct census *named(int argc, const char **argv)
{
    for (int i = 1; i < argc; i++)
        if (census_find(argv[i]))
            return census_find(argv[i]);
    return NULL;
}

void order_params_init(struct order_params *p, int argc, const char **argv)
{
    static const struct poptOption end = POPT_TABLEEND;
    const struct census *census = named(argc, argv);
    size_t n = 0;
    *p = (struct order_params){.census = census,
                               .heading = "Parameters: with CENSUS, --help "
                                          "shows those of the census"};
    for (; census && n < census->nparams; n++)
        p->table[n] = (struct poptOption){
            census->params[n].name, 0, POPT_ARG_STRING,
            &p->texts[n],           0, census->params[n].help,
            census->params[n].def};
    p->table[n] = end;
    if (census)
        p->heading = "Parameters of this census:";
}

enum status order_params_check(const struct order_params *p,
                               const char *command, const char *name)
{
    if (name && p->census && !strcmp(name, p->census->name))
        return STATUS_OK;
    for (size_t i = 0; p->census && i < p->census->nparams; i++)
        if (p->texts[i])
            return log_error(STATUS_USAGE,
                             "%s: --%s is a parameter of %s, and %s is what is "
                             "to be solved",
                             command, p->census->params[i].name,
                             p->census->name, name ? name : "--rules");
    return STATUS_OK;
}

static enum status open_request(const char *command, const char *name,
                                const struct arguments *a,
                                const struct catalogue *known,
                                struct request *request)
{
    const bool custom = a->rules || a->ask || a->grid || a->columns;
    if (name && custom)
        return log_error(STATUS_USAGE,
                         "%s: a named census has its own --rules, --ask, "
                         "--grid and --columns",
                         command);
    enum status st = order_params_check(&a->params, command, name);
    if (st)
        return st;
    if (name)
        return request_open(name, (const char *const *)a->params.texts, known,
                            request);
    if (!a->rules || !a->grid)
        return log_error(
            STATUS_USAGE,
            "%s: name a census, or give --rules and --grid (census "
            "%s --help)",
            command, command);
    char text[PARAM_SPEC_MAX];
    const char *rules;
    st = game_given(known->rulesets, a->rules, text, &rules);
    return st ? st
              : request_open_columns(rules, a->ask ? a->ask : "outcome",
                                     a->grid, a->columns, known, request);
}

/* Parts are whole chunks, or less than one. */
static enum status check_numbers(const char *command, const struct arguments *a)
{
    if ((a->part_rows < 1 && a->part_rows != NOT_GIVEN) ||
        (a->part_rows > STORE_CHUNK_ROWS && a->part_rows % STORE_CHUNK_ROWS))
        return log_error(STATUS_USAGE,
                         "%s: --part-rows %lld: must be within 1..%d or a "
                         "multiple of %d",
                         command, a->part_rows, STORE_CHUNK_ROWS,
                         STORE_CHUNK_ROWS);
    return STATUS_OK;
}

/* Segments are found in one way only, and nothing else is found twice. */
static enum status check_segments(const char *command,
                                  const struct arguments *a,
                                  const struct plan *plan)
{
    const bool segments = grid_segments_of(&plan->grid) != NULL;
    if (segments && (a->memo || a->recursion))
        return log_error(STATUS_USAGE,
                         "%s: the grid segments takes no memo and no recursion",
                         command);
    return segments || !a->twice
               ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "%s: --double-check is for the grid segments",
                           command);
}

/* Fills in the order from the arguments. */
static enum status fill_order(const char *command, const char *name,
                              const struct arguments *a, struct order *o)
{
    snprintf(o->path, sizeof o->path, "%s.h5", name ? name : CUSTOM_NAME);
    o->json = a->json;
    o->options = (struct runner_options){
        .path = a->output ? a->output : o->path,
        .command = o->command,
        .memo = a->memo,
        .threads = a->threads,
        .part_rows = a->part_rows == NOT_GIVEN ? 0 : a->part_rows,
        .replace = a->force,
        .recursion = a->recursion,
        .check = a->twice,
        .quiet = a->quiet,
    };
    enum status st = check_numbers(command, a);
    if (!st && a->memory)
        st = machine_bytes("--memory", a->memory, &o->options.memory);
    if (!st && a->slice)
        st = slice_read(a->slice, &o->options.slice);
    if (!st && a->slice && a->force)
        st = log_error(STATUS_USAGE,
                       "%s: --force would remove the parts of other slices",
                       command);
    if (!st && a->time)
        st = machine_seconds("--time-limit", a->time, &o->options.seconds);
    if (!st)
        st = plugins_open(&built_in, a->files, &o->plugins);
    if (st)
        return st;
    st = open_request(command, name, a, &o->plugins.catalogue, &o->request);
    if (!st) {
        st = check_segments(command, a, &o->request.plan);
        if (st)
            request_close(&o->request);
    }
    if (st)
        plugins_close(&o->plugins);
    return st;
}

enum status order_read(const struct cli_usage *usage, int argc,
                       const char **argv, struct order **out, bool *done)
{
    struct arguments a = {.part_rows = NOT_GIVEN};
    const char *words[1];
    order_params_init(&a.params, argc, argv);
    struct poptOption options[] = {
        {"rules", 0, POPT_ARG_STRING, &a.rules, 0,
         "ruleset (census list rulesets)", "RULESET"},
        {"ask", 0, POPT_ARG_STRING, &a.ask, 0,
         "value domain (outcome; census list domains)", "DOMAIN"},
        {"grid", 0, POPT_ARG_STRING, &a.grid, 0,
         "grid of positions (census list grids)", "GRID"},
        {"columns", 0, POPT_ARG_STRING, &a.columns, 0,
         "what a row holds (census list columns)", "COL[,COL]"},
        CLI_PLUGIN(a.files),
        {"output", 'o', POPT_ARG_STRING, &a.output, 0,
         "the archive (CENSUS.h5)", "PATH"},
        CLI_THREADS(a.threads),
        {"memo", 0, POPT_ARG_STRING, &a.memo, 0,
         "memo strategy (what fits best; census list memos)", "MEMO"},
        {"part-rows", 0, POPT_ARG_LONGLONG, &a.part_rows, 0,
         "rows that are committed together (a 64th, or a second's)", "N"},
        {"recursion", 0, POPT_ARG_NONE, &a.recursion, 0,
         "recurse even where the grid could be swept", NULL},
        {"double-check", 0, POPT_ARG_NONE, &a.twice, 0,
         "segments: each twice, by other pairs in another order", NULL},
        {"force", 0, POPT_ARG_NONE, &a.force, 0,
         "replace an archive or an unfinished run", NULL},
        {"memory", 0, POPT_ARG_STRING, &a.memory, 0,
         "most memory: 512M, 8G (three quarters of what there is)", "BYTES"},
        {"time-limit", 0, POPT_ARG_STRING, &a.time, 0,
         "stop, to be resumed, after so long: 90s, 30m, 12h", "TIME"},
        {"slice", 0, POPT_ARG_STRING, &a.slice, 0,
         "only this share of the rows, for census merge", "I/N"},
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress, no summary",
         NULL},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "summary as JSON on stdout",
         NULL},
        ORDER_PARAMS(a.params),
        POPT_TABLEEND};
    *out = NULL;
    enum status st = cli_read(usage, options, argc, argv, words, 0, 1, done);
    if (st || *done)
        return st;
    struct order *o = calloc(1, sizeof *o);
    char *command = runner_command_line(argc, argv);
    if (!o || !command) {
        free(o);
        free(command);
        return cli_no_memory();
    }
    o->command = command;
    st = fill_order(usage->name, words[0], &a, o);
    if (st) {
        free(command);
        free(o);
        return st;
    }
    *out = o;
    return STATUS_OK;
}

void order_close(struct order *o)
{
    request_close(&o->request);
    plugins_close(&o->plugins);
    free(o->command);
    free(o);
}
