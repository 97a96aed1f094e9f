/* explain.c - `census explain`: of what is a column a function? */
#include "census/answer/explain.h"

#include "census/answer/says.h"
#include "census/answer/wording.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/query/query.h"

static const struct cli_usage usage = {
    .name = "explain",
    .words = "FILE",
    .summary = "Finds the simplest rule over given features that predicts a "
               "column of an archive, or the smallest pair of rows that no "
               "such rule can tell apart.",
    .details =
        "  census explain n.h5 --column outcome --from "
        "'heaps(position),largest(position),\n"
        "    nimsum(part(position,1),ifnull(part(position,2),0))'\n"
        "  census explain te40.h5 --column outcome --from "
        "'heaps,largest(position)'\n"
        "    --where 'heaps < 4'\n\n"
        "A feature is a column, or an expression with one value for each row; "
        "what it\n"
        "may use: census sql --help. At most 16 features, separated by commas. "
        "NULL is a\n"
        "value like others.\n\n"
        "If two rows agree in all features and not in the column, they are "
        "shown, and the\n"
        "exit status is 1. Of such pairs it is the one whose later row comes "
        "first, with\n"
        "the first row that it contradicts. Else all sets of features are "
        "tried, by size:\n"
        "the smallest that determine the column are named, and the first is "
        "shown as a\n"
        "table of its classes, if they are at most 64. Nothing is said of rows "
        "that the\n"
        "archive does not hold. Memory: about 64 bytes, and 8 for each "
        "feature, for each\n"
        "class of rows that agree in all features, and each value once.\n",
};

struct arguments {
    char *column, *from, **where, **files;
    struct limits limits;
    int json;
};

static enum status explain_rows(struct archive *a, struct query *q,
                                const struct arguments *args,
                                const struct catalogue *known)
{
    struct tables tables;
    struct watch watch;
    size_t column, n = 0;
    uint64_t rows;
    enum status st = limits_begin(&args->limits, &watch);
    if (!st)
        st = says_column(a, args->column, &column);
    if (!st)
        st = query_count(q, &rows);
    if (st)
        return st;
    const struct filter *filters = query_filters(q, &n);
    st = tables_open_archive(a, filters, n, known, &tables);
    if (st)
        return st;
    st = explain_column(&tables, column, args->from, rows, watch_stop, &watch,
                        args->json);
    tables_close(&tables);
    if (st == STATUS_STOPPED)
        log_note("explain: a limit is reached, without an answer");
    enum status flushed = cli_flush();
    return st && st != STATUS_DISAGREE ? st : flushed ? flushed : st;
}

static enum status explain_file(const char *path, const struct arguments *args,
                                const struct catalogue *known)
{
    struct archive *a;
    struct wording wording;
    struct query *q;
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    st = wording_open(a, known, VALUES_SHORT, &wording);
    if (!st) {
        st = wording_query(&wording, args->where, &q);
        if (!st) {
            st = explain_rows(a, q, args, known);
            query_close(q);
        }
        wording_close(&wording);
    }
    archive_close(a);
    return st;
}

static enum status explain_run(int argc, const char **argv)
{
    struct arguments a = {.column = NULL};
    struct plugins plugins;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"column", 0, POPT_ARG_STRING, &a.column, 0,
         "what is to be predicted (the only fact)", "COL"},
        {"from", 0, POPT_ARG_STRING, &a.from, 0,
         "columns and SQL expressions, separated by commas", "FEATURES"},
        {"where", 0, POPT_ARG_ARGV, &a.where, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        LIMITS(a.limits),
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    if (!a.from)
        return log_error(STATUS_USAGE, "explain: from which features? --from "
                                       "FEATURES (census explain --help)");
    st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    st = explain_file(words[0], &a, &plugins.catalogue);
    plugins_close(&plugins);
    return st;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "of what is a column a function: the simplest rule, or a "
               "contradiction",
    .run = explain_run,
};
