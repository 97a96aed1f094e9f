/* reproduce.c - `census reproduce`: every claim, recomputed from solved rows.
 */
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/named/censuses.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "census/run/runner.h"
#include "census/run/watch.h"
#include "engine/base/clock.h"
#include "engine/base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct cli_usage usage = {
    .name = "reproduce",
    .words = "",
    .summary =
        "Solves every census that the essays' claims need, writes its\n"
        "archive, and compares each printed figure with the one computed "
        "from the rows.",
    .details = "Exit status 0 if every computed figure is the true one, 1 if "
               "not.\n",
    .renamed = CLI_RENAMED({"--dir", "--output"}),
};

enum { FIGURE_MAX = 512 };

struct arguments {
    char *folder, *command;
    int json, threads, force, quiet;
    uint64_t memory;
    uint64_t until; /* ns of the clock; 0: no limit of time */
};

struct result {
    const struct claim *claim;
    char computed[FIGURE_MAX];
};

static bool agrees(const struct result *r)
{
    return !strcmp(r->computed, r->claim->printed);
}

static bool is_true(const struct result *r)
{
    return !strcmp(r->computed,
                   r->claim->truth ? r->claim->truth : r->claim->printed);
}

/* By essay, then by number: E1.9 before E1.10; then what is of no essay. */
static int by_id(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    unsigned essay_x = 0, number_x = 0, essay_y = 0, number_y = 0;
    if (x->claim->id[0] != y->claim->id[0])
        return x->claim->id[0] < y->claim->id[0] ? -1 : 1;
    sscanf(x->claim->id + 1, "%u.%u", &essay_x, &number_x);
    sscanf(y->claim->id + 1, "%u.%u", &essay_y, &number_y);
    if (essay_x != essay_y)
        return essay_x < essay_y ? -1 : 1;
    return (number_x > number_y) - (number_x < number_y);
}

/* Of all censuses together; 0: no limit. */
static double seconds_left(const struct arguments *args)
{
    const uint64_t now = clock_now();
    if (!args->until)
        return 0;
    return now < args->until ? (double)(args->until - now) / 1e9 : 1e-9;
}

static enum status solve_census(const struct census *census, const char *path,
                                const struct arguments *args)
{
    static const char *const defaults[PARAM_MAX] = {NULL};
    const struct runner_options options = {.path = path,
                                           .command = args->command,
                                           .threads = args->threads,
                                           .memory = args->memory,
                                           .seconds = seconds_left(args),
                                           .replace = args->force,
                                           .quiet = args->quiet};
    struct run_report report;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = request_open(census->name, defaults, &built_in, request);
    if (!st) {
        st = runner_run(request, &options, &report);
        request_close(request);
    }
    free(request);
    return st;
}

static enum status compute_claims(const struct census *census, const char *path,
                                  struct result results[], size_t *n)
{
    struct archive *archive;
    enum status st = archive_open(path, &archive);
    if (st)
        return st;
    for (size_t i = 0; i < census->nclaims && !st; i++) {
        struct result *r = &results[(*n)++];
        r->claim = &census->claims[i];
        st = r->claim->compute(archive, r->computed, sizeof r->computed);
    }
    archive_close(archive);
    return st;
}

static json_t *result_json(const struct result *r)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:s}", "id", r->claim->id,
                     "claim", r->claim->text, "printed", r->claim->printed,
                     "computed", r->computed, "agrees", (int)agrees(r), "note",
                     r->claim->note ? r->claim->note : "");
}

static const char *verdict(const struct result *r)
{
    if (agrees(r))
        return "agrees";
    return is_true(r) ? "erratum" : "WRONG";
}

static enum status print_results(const struct result results[], size_t n,
                                 bool json)
{
    static const char *const heads[] = {"id", "verdict", "printed", "computed",
                                        "claim"};
    json_t *list = json_array();
    const char **cells = calloc(5 * n + 1, sizeof *cells);
    if (!list || !cells)
        return cli_no_memory();
    for (size_t i = 0; i < n; i++) {
        const struct result *r = &results[i];
        const char *row[] = {r->claim->id, verdict(r), r->claim->printed,
                             r->computed, r->claim->text};
        memcpy(&cells[5 * i], row, sizeof row);
        cli_json_add(&list, result_json(r));
    }
    enum status st = STATUS_OK;
    if (json)
        st = list ? cli_json(json_pack("{s:O}", "claims", list))
                  : cli_no_memory();
    else
        cli_table(heads, 5, cells, n, NULL);
    for (size_t i = 0; i < n && !json; i++)
        if (results[i].claim->note)
            printf("%s%s: %s\n", i ? "" : "\n", results[i].claim->id,
                   results[i].claim->note);
    free(cells);
    json_decref(list);
    return st;
}

/* All are looked at before the first is solved. */
static enum status check_paths(const struct arguments *args)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; censuses[i] && !st; i++) {
        char path[4096];
        const struct runner_options options = {.path = path,
                                               .replace = args->force};
        snprintf(path, sizeof path, "%s/%s.h5", args->folder,
                 censuses[i]->name);
        if (censuses[i]->nclaims)
            st = runner_check_path(&options);
    }
    return st;
}

static enum status reproduce(const struct arguments *args)
{
    const char *folder = args->folder;
    size_t most = 0, n = 0, wrong = 0;
    enum status st = STATUS_OK;
    for (size_t i = 0; censuses[i]; i++)
        most += censuses[i]->nclaims;
    struct result *results = calloc(most + 1, sizeof *results);
    if (!results)
        return cli_no_memory();
    if (mkdir(folder, 0777) && errno != EEXIST)
        st = log_error(STATUS_IO, "%s: %s", folder, strerror(errno));
    if (!st)
        st = check_paths(args);
    for (size_t i = 0; censuses[i] && !st; i++) {
        char path[4096];
        if (!censuses[i]->nclaims)
            continue;
        snprintf(path, sizeof path, "%s/%s.h5", folder, censuses[i]->name);
        st = solve_census(censuses[i], path, args);
        if (!st)
            st = compute_claims(censuses[i], path, results, &n);
    }
    if (!st) {
        qsort(results, n, sizeof *results, by_id);
        st = print_results(results, n, args->json);
    }
    for (size_t i = 0; i < n; i++)
        wrong += !is_true(&results[i]);
    free(results);
    if (!st)
        st = cli_flush();
    if (!st && wrong)
        st = log_error(STATUS_DISAGREE, "%zu of %zu claims have another figure",
                       wrong, n);
    return st;
}

static enum status reproduce_run(int argc, const char **argv)
{
    struct arguments a = {.folder = "reproduced"};
    struct limits limits = {NULL};
    double seconds;
    bool done;
    struct poptOption options[] = {
        {"output", 'o', POPT_ARG_STRING, &a.folder, 0,
         "folder for the archives (reproduced)", "FOLDER"},
        CLI_THREADS(a.threads),
        {"force", 0, POPT_ARG_NONE, &a.force, 0,
         "replace archives that are there", NULL},
        LIMITS(limits),
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress", NULL},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    watch_block();
    enum status st = cli_read(&usage, options, argc, argv, NULL, 0, 0, &done);
    if (st || done)
        return st;
    st = limits_read(&limits, &seconds, &a.memory);
    if (st)
        return st;
    a.until = seconds > 0 ? clock_now() + (uint64_t)(1e9 * seconds) : 0;
    a.command = runner_command_line(argc, argv);
    if (!a.command)
        return cli_no_memory();
    st = reproduce(&a);
    free(a.command);
    return st;
}

const struct command command_reproduce = {
    .name = "reproduce",
    .summary = "recompute every figure of the essays",
    .run = reproduce_run,
};
