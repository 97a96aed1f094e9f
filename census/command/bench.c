/* bench.c - `census bench`: which memo strategy for a census on this machine.
 */
#include "census/answer/sheet.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/named/censuses.h"
#include "census/run/built_in.h"
#include "census/run/order.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/catalogue/plugins.h"
#include "engine/survey/benchmark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "bench",
    .words = "[CENSUS]",
    .summary = "Solves a census with every memo strategy, in memory, and "
               "recommends one.",
    .details =
        "CENSUS is a named census, with its parameters (to 30 counters "
        "top-entails-partitions);\nor give --rules, --ask and --grid. Choose "
        "one that takes a second or "
        "so.\n"
        "Times are CPU seconds, the median of the runs; `each` is positions\n"
        "evaluated per distinct position.\n",
    .renamed = CLI_RENAMED({"--csv", "--format=csv"}),
};

enum { COLUMNS = 10, WAYS_PER_THREAD = 128, LOADS = 4 };

struct arguments {
    char *rules, *ask, *grid, *format, *loads, **files;
    unsigned load[LOADS + 1]; /* of loads; 0 at the end */
    int threads, runs, json, quiet;
    struct order_params params;
};

static enum status open_plan(const char *name, const struct arguments *a,
                             const struct catalogue *known,
                             struct request *request)
{
    if (name && (a->rules || a->ask || a->grid))
        return log_error(STATUS_USAGE, "bench: a named census has its own "
                                       "--rules, --ask and --grid");
    enum status st = order_params_check(&a->params, "bench", name);
    if (st)
        return st;
    if (!name && !a->rules)
        return request_open_custom("top-entails", "outcome",
                                   "partitions:total=0..30", known, request);
    if (name)
        return request_open(name, (const char *const *)a->params.texts, known,
                            request);
    if (!a->grid)
        return log_error(STATUS_USAGE, "bench: --rules needs a --grid");
    char text[PARAM_SPEC_MAX];
    const char *rules;
    st = game_given(known->rulesets, a->rules, text, &rules);
    return st ? st
              : request_open_custom(rules, a->ask ? a->ask : "outcome", a->grid,
                                    known, request);
}

static double rate(uint64_t n, double seconds)
{
    return (double)n / (seconds > 1e-6 ? seconds : 1e-6);
}

/* What census run takes by itself is known by its method. */
static const char *way_memo(const struct benchmark_way *way)
{
    return way->memo ? way->memo : "(by itself)";
}

static const char *way_order(const struct benchmark_way *way,
                             const struct benchmark_result *result)
{
    return way->memo ? benchmark_order_name(way->order) : result->method;
}

static void fill_cells(const struct benchmark_way *way,
                       const struct benchmark_result *r,
                       char cells[COLUMNS][32])
{
    const double positions = r->positions ? (double)r->positions : 1;
    snprintf(cells[0], 32, "%s", way_memo(way));
    snprintf(cells[1], 32, "%s", way_order(way, r));
    snprintf(cells[2], 32, "%u", way->threads);
    snprintf(cells[3], 32, "%.3f", r->cpu_seconds);
    snprintf(cells[4], 32, "%.3f", r->seconds);
    snprintf(cells[5], 32, "%.0f", rate(r->rows, r->cpu_seconds));
    snprintf(cells[6], 32, "%.4f", (double)r->evaluated / positions);
    snprintf(cells[7], 32, "%.0f", rate(r->lookups, r->cpu_seconds));
    snprintf(cells[8], 32, "%.1f", (double)r->memo_bytes / positions);
    snprintf(cells[9], 32, way->load ? "%u" : "", way->load);
}

static const char *const heads[COLUMNS] = {
    "memo",       "order", "threads",       "CPU s",          "wall s",
    "rows/CPU s", "each",  "lookups/CPU s", "bytes/position", "load"};

static enum status print_table(const struct benchmark_way ways[],
                               const struct benchmark_result results[],
                               size_t n, bool csv)
{
    static const bool right[COLUMNS] = {false, false, true, true, true,
                                        true,  true,  true, true, true};
    char(*texts)[COLUMNS][32] = calloc(n + 1, sizeof *texts);
    const char **cells = calloc(n * COLUMNS + 1, sizeof *cells);
    if (!texts || !cells)
        return cli_no_memory();
    for (size_t i = 0; i < n; i++) {
        fill_cells(&ways[i], &results[i], texts[i]);
        for (size_t c = 0; c < COLUMNS; c++)
            cells[i * COLUMNS + c] = texts[i][c];
    }
    if (csv) {
        cli_csv(heads, COLUMNS);
        for (size_t i = 0; i < n; i++)
            cli_csv(&cells[i * COLUMNS], COLUMNS);
    } else {
        cli_table(heads, COLUMNS, cells, n, right);
    }
    free(cells);
    free(texts);
    return STATUS_OK;
}

static enum status print_json(const struct benchmark_way ways[],
                              const struct benchmark_result results[], size_t n,
                              size_t best)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) {
        const struct benchmark_result *r = &results[i];
        cli_json_add(
            &list,
            json_pack(
                "{s:s?, s:s, s:s, s:i, s:i, s:f, s:f, s:I, s:I, s:I, s:I, s:I}",
                "memo", ways[i].memo, "order",
                benchmark_order_name(ways[i].order), "method", r->method,
                "threads", (int)ways[i].threads, "load", (int)ways[i].load,
                "cpu_seconds", r->cpu_seconds, "seconds", r->seconds, "rows",
                (json_int_t)r->rows, "evaluated", (json_int_t)r->evaluated,
                "positions", (json_int_t)r->positions, "lookups",
                (json_int_t)r->lookups, "memo_bytes",
                (json_int_t)r->memo_bytes));
    }
    return cli_json(json_pack("{s:o, s:s, s:s}", "ways", list, "best_memo",
                              way_memo(&ways[best]), "best_order",
                              benchmark_order_name(ways[best].order)));
}

/* The least CPU time; less memory where two are equal. */
static size_t find_best(const struct benchmark_result results[], size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (results[i].cpu_seconds < results[best].cpu_seconds ||
            (results[i].cpu_seconds <= results[best].cpu_seconds &&
             results[i].memo_bytes < results[best].memo_bytes))
            best = i;
    return best;
}

/* "50,80" */
static enum status read_loads(struct arguments *a)
{
    const char *at = a->loads;
    for (size_t n = 0; at; n++) {
        char text[4] = {0}; /* three digits are too many */
        uint64_t load;
        const size_t length = strcspn(at, ",");
        memcpy(text, at, length < 3 ? length : 3);
        if (n == LOADS || !text_number(text, &load) || load < 10 || load > 80)
            return log_error(STATUS_USAGE,
                             "bench: --loads: up to %d numbers within 10..80, "
                             "with commas between them",
                             LOADS);
        a->load[n] = (unsigned)load;
        at = at[length] ? at + length + 1 : NULL;
    }
    return STATUS_OK;
}

static enum status bench(const struct plan *plan, const struct arguments *a,
                         enum sheet_format format)
{
    const size_t most = (size_t)a->threads * WAYS_PER_THREAD;
    struct benchmark_way *ways = calloc(most, sizeof *ways);
    struct benchmark_result *results = calloc(most, sizeof *results);
    if (!ways || !results)
        return cli_no_memory();
    const size_t n =
        benchmark_ways(plan, (unsigned)a->threads, a->load, ways, most);
    enum status st =
        benchmark_run(plan, ways, n, (unsigned)a->runs, a->quiet, results);
    const size_t best = find_best(results, n);
    if (!st && format == SHEET_JSON)
        st = print_json(ways, results, n, best);
    else if (!st)
        st = print_table(ways, results, n, format == SHEET_CSV);
    if (!st && format == SHEET_TABLE)
        printf("\nbest here: %s, %s\n",
               ways[best].memo ? ways[best].memo : "no --memo",
               way_order(&ways[best], &results[best]));
    free(ways);
    free(results);
    return st;
}

static enum status bench_run(int argc, const char **argv)
{
    struct arguments a = {.threads = 2, .runs = 3};
    enum sheet_format format;
    struct plugins plugins;
    order_params_init(&a.params, argc, argv);
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"rules", 0, POPT_ARG_STRING, &a.rules, 0, "ruleset", "RULESET"},
        {"ask", 0, POPT_ARG_STRING, &a.ask, 0, "value domain (outcome)",
         "DOMAIN"},
        {"grid", 0, POPT_ARG_STRING, &a.grid, 0, "grid of positions", "GRID"},
        {"threads", 't', POPT_ARG_INT, &a.threads, 0, "with 1 to N threads (2)",
         "N"},
        {"runs", 0, POPT_ARG_INT, &a.runs, 0, "runs of each way (3)", "N"},
        {"loads", 0, POPT_ARG_STRING, &a.loads, 0,
         "sweeps with tables filled to so many per cent, too", "50,80"},
        {"quiet", 'q', POPT_ARG_NONE, &a.quiet, 0, "no progress", NULL},
        CLI_PLUGIN(a.files),
        {"format", 0, POPT_ARG_STRING, &a.format, 0,
         "table, csv or json (table)", "FORMAT"},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "same as --format json", NULL},
        ORDER_PARAMS(a.params),
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 0, 1, &done);
    if (st || done)
        return st;
    if (a.runs < 1 || a.runs > 99)
        return log_error(STATUS_USAGE, "bench: --runs must be within 1..99");
    st = sheet_read_format("bench", a.format, a.json, &format);
    if (!st)
        st = read_loads(&a);
    if (!st)
        st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    st = open_plan(words[0], &a, &plugins.catalogue, request);
    if (!st) {
        st = bench(&request->plan, &a, format);
        request_close(request);
    }
    free(request);
    plugins_close(&plugins);
    return st ? st : cli_flush();
}

const struct command command_bench = {
    .name = "bench",
    .summary = "which memo strategy is the best on this machine",
    .run = bench_run,
};
