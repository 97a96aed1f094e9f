/* run.c - `census run`: solve a census and write its archive. */
#include "census/censuses.h"
#include "census/cli.h"
#include "census/command.h"
#include "census/runner.h"
#include "engine/log.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "run",
    .words = "[CENSUS]",
    .summary = "Solves every position of a grid and writes one archive.\n"
               "CENSUS is a named census (census list); or give --rules, --ask "
               "and --grid,\neach written NAME or NAME:KEY=VALUE,KEY=VALUE.",
    .details = "  census run top-entails-partitions --total 60 -o te60.h5\n"
               "  census run --rules nim --ask nimber --grid "
               "multisets:parts=1..4,size=1..7\n\n"
               "While it runs, finished rows are kept in PATH.parts; after an\n"
               "interruption `census resume PATH` goes on with them.\n",
};

struct arguments {
    char *rules, *ask, *grid, *output, *memo;
    char *params[PARAM_MAX];
    int threads, force, quiet, recursion, json;
    long long part_rows;
};

/* The census named on the command line: the first argument that is one. Its
 * parameters are options of the command. */
static const struct census *named(int argc, const char **argv)
{
    for (int i = 1; i < argc; i++)
        if (census_find(argv[i]))
            return census_find(argv[i]);
    return NULL;
}

static void add_params(const struct census *census, struct arguments *a,
                       struct poptOption table[])
{
    for (size_t i = 0; census && i < census->nparams; i++)
        table[i] = (struct poptOption){
            census->params[i].name, 0, POPT_ARG_STRING,
            &a->params[i],          0, census->params[i].help,
            census->params[i].def};
}

static enum status open_request(const char *name, const struct arguments *a,
                                struct request *request)
{
    const bool custom = a->rules || a->ask || a->grid;
    if (name && custom)
        return log_error(STATUS_USAGE, "run: a named census has its own "
                                       "--rules, --ask and --grid");
    if (name)
        return request_open(name, (const char *const *)a->params, request);
    if (!a->rules || !a->grid)
        return log_error(STATUS_USAGE, "run: name a census, or give --rules "
                                       "and --grid (census run --help)");
    return request_open_custom(a->rules, a->ask ? a->ask : "outcome", a->grid,
                               request);
}

/* Parts are whole chunks, or less than one. */
static enum status check_numbers(const struct arguments *a)
{
    if (a->threads < 0 || a->threads > 1024)
        return log_error(STATUS_USAGE,
                         "run: --threads %d: must be within 1..1024",
                         a->threads);
    if (a->part_rows < 0 ||
        (a->part_rows > STORE_CHUNK_ROWS && a->part_rows % STORE_CHUNK_ROWS))
        return log_error(STATUS_USAGE,
                         "run: --part-rows %lld: must be within 1..%d or a "
                         "multiple of %d",
                         a->part_rows, STORE_CHUNK_ROWS, STORE_CHUNK_ROWS);
    return STATUS_OK;
}

static enum status run_run(int argc, const char **argv)
{
    struct arguments a = {0};
    const char *words[1];
    bool done;
    const struct census *census = named(argc, argv);
    struct poptOption params[PARAM_MAX + 1] = {POPT_TABLEEND};
    struct poptOption options[] = {
        {"rules", 0, POPT_ARG_STRING, &a.rules, 0,
         "ruleset (census list rulesets)", "RULESET"},
        {"ask", 0, POPT_ARG_STRING, &a.ask, 0,
         "value domain (outcome; census list domains)", "DOMAIN"},
        {"grid", 0, POPT_ARG_STRING, &a.grid, 0,
         "grid of positions (census list grids)", "GRID"},
        {"output", 'o', POPT_ARG_STRING, &a.output, 0,
         "the archive (CENSUS.h5)", "PATH"},
        {"threads", 't', POPT_ARG_INT, &a.threads, 0,
         "threads (one per processor)", "N"},
        {"memo", 0, POPT_ARG_STRING, &a.memo, 0,
         "memo strategy (striped; census list memos)", "MEMO"},
        {"part-rows", 0, POPT_ARG_LONGLONG, &a.part_rows, 0,
         "rows that are committed together (about 64 parts)", "N"},
        {"recursion", 0, POPT_ARG_NONE, &a.recursion, 0,
         "recurse even where the grid could be swept", NULL},
        {"force", 0, POPT_ARG_NONE, &a.force, 0,
         "replace an archive or an unfinished run", NULL},
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress, no summary",
         NULL},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "summary as JSON on stdout",
         NULL},
        {NULL, 0, POPT_ARG_INCLUDE_TABLE, params, 0,
         census ? "Parameters of this census:"
                : "Parameters: census run CENSUS --help shows those of a "
                  "census",
         NULL},
        POPT_TABLEEND};
    add_params(census, &a, params);
    enum status st = cli_read(&usage, options, argc, argv, words, 0, 1, &done);
    if (st || done)
        return st;
    st = check_numbers(&a);
    if (st)
        return st;
    char path[512];
    snprintf(path, sizeof path, "%s.h5", words[0] ? words[0] : CUSTOM_NAME);
    struct request *request = malloc(sizeof *request);
    char *command = runner_command_line(argc, argv);
    if (!request || !command)
        return cli_no_memory();
    const struct runner_options runner = {
        .path = a.output ? a.output : path,
        .command = command,
        .memo = a.memo,
        .threads = a.threads,
        .part_rows = a.part_rows,
        .replace = a.force,
        .recursion = a.recursion,
        .quiet = a.quiet,
    };
    struct run_report report;
    st = open_request(words[0], &a, request);
    if (!st) {
        st = runner_run(request, &runner, &report);
        if (!st)
            st = runner_tell(&runner, &report, a.json);
        request_close(request);
    }
    free(request);
    free(command);
    return st;
}

const struct command command_run = {
    .name = "run",
    .summary = "solve a census and write its archive",
    .run = run_run,
};
