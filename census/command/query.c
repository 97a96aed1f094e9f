/* query.c - `census query`: count, measure and list the rows of an archive. */
#include "census/answer/tabulate.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "query",
    .words = "FILE",
    .summary = "Counts, measures or lists the rows of an archive.",
    .details =
        "  census query te40.h5 --by outcome,heaps\n"
        "  census query te40.h5 --by heaps --mean largest --sort -rows "
        "--limit 5\n"
        "  census query te40.h5 --where 'outcome = P and not heaps < 3' "
        "--rows 5\n"
        "  census query te40.h5 --against three-clause --by heaps\n\n"
        "Without any of --by, --sum, --mean, --min, --max, --distinct, "
        "--rows,\n"
        "--sort, --limit and --against it lists the columns, or counts the "
        "rows of\n"
        "--where. Conditions: COLUMN OP VALUE with = != < <= > >=, joined by "
        "not, and,\n"
        "or and brackets; several --where must all hold. Groups are sorted by "
        "a column\n"
        "they are made by, by rows, or by a measure (mean_largest).\n",
};

enum { NAMES_MAX = 32 };
#define NO_ROWS LLONG_MIN /* --rows or --limit was not given */

struct arguments {
    char *by, *sort, *against, *format, *values, **where, **files;
    char **measures[QUERY_FOLD_COUNT];
    long long rows, limit;
    int json, picture, threads;
};

/* The parsed arguments; the texts belong to them. */
struct question {
    const char *by[NAMES_MAX];
    struct query_measure measures[NAMES_MAX];
    struct query_plan plan;
    bool groups, rows;
    uint64_t limit; /* of rows */
    bool pictures;
    enum values_form form;
    unsigned threads;
};

/* Splits "a,b,c" in place. */
static enum status split_names(const char *option, char *text,
                               const char *names[], size_t *n)
{
    for (char *name; (name = strsep(&text, ","));) {
        if (!*name)
            return log_error(STATUS_USAGE,
                             "query: --%s: a column has no name; write --%s "
                             "COL or --%s COL,COL",
                             option, option, option);
        if (*n == NAMES_MAX)
            return log_error(STATUS_USAGE, "query: --%s: more than %d columns",
                             option, NAMES_MAX);
        names[(*n)++] = name;
    }
    return STATUS_OK;
}

static enum status read_measures(const struct arguments *a,
                                 struct question *question)
{
    const char *names[NAMES_MAX];
    size_t n = 0;
    enum status st = STATUS_OK;
    /* All options fill one list, so its length is checked once. */
    for (int fold = 0; fold < QUERY_FOLD_COUNT; fold++)
        for (char **text = a->measures[fold]; text && *text && !st; text++) {
            size_t first = n;
            st = split_names(query_fold_names[fold], *text, names, &n);
            for (size_t i = first; i < n && !st; i++)
                question->measures[i] =
                    (struct query_measure){(enum query_fold)fold, names[i]};
        }
    question->plan.measures = question->measures;
    question->plan.nmeasures = n;
    return st;
}

static enum status read_limits(const struct arguments *a,
                               struct question *question)
{
    const long long least = question->groups ? 1 : 0;
    if (a->rows != NO_ROWS && a->rows < 0)
        return log_error(STATUS_USAGE, "query: --rows %lld: must be 0 or more",
                         a->rows);
    if (a->limit != NO_ROWS && a->limit < least)
        return log_error(STATUS_USAGE,
                         "query: --limit %lld: must be %lld or more", a->limit,
                         least);
    if (question->groups) {
        question->plan.limit = a->limit == NO_ROWS ? 0 : (uint64_t)a->limit;
        return STATUS_OK;
    }
    if (a->values && a->rows == NO_ROWS && a->limit == NO_ROWS)
        return log_error(STATUS_USAGE,
                         "query: --values goes with --rows, or with --by");
    if (a->sort && a->rows == NO_ROWS && a->limit == NO_ROWS)
        return log_error(STATUS_USAGE, "query: --sort of rows needs --limit N");
    question->limit = a->rows == NO_ROWS ? UINT64_MAX : (uint64_t)a->rows;
    if (a->limit != NO_ROWS && (uint64_t)a->limit < question->limit)
        question->limit = (uint64_t)a->limit;
    return STATUS_OK;
}

/* The processors that this process may use. */
static unsigned processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1
                                                  : (unsigned)CPU_COUNT(&set);
}

static enum status read_question(const struct arguments *a,
                                 struct question *question)
{
    struct query_plan *plan = &question->plan;
    enum status st = STATUS_OK;
    if (a->by)
        st = split_names("by", a->by, question->by, &plan->nby);
    plan->by = question->by;
    if (!st)
        st = read_measures(a, question);
    if (st)
        return st;
    const bool ordered = a->sort || a->limit != NO_ROWS;
    question->groups = a->by || plan->nmeasures;
    question->rows = a->rows != NO_ROWS || (ordered && !question->groups);
    /* A condition alone: how many rows there are of which it holds. */
    question->groups |= a->where && !question->rows && !a->against;
    if (question->groups + question->rows > 1)
        return log_error(STATUS_USAGE,
                         "query: groups (--by, --sum, --mean, --min, --max, "
                         "--distinct) and --rows: one at a time");
    if (a->against && (plan->nmeasures || ordered || question->rows))
        return log_error(STATUS_USAGE,
                         "query: --against goes with --where and --by only");
    if (a->picture && !question->rows)
        return log_error(STATUS_USAGE, "query: --picture goes with --rows N");
    question->pictures = a->picture;
    question->threads = a->threads ? (unsigned)a->threads : processors();
    plan->descending = a->sort && *a->sort == '-';
    plan->sort = a->sort ? a->sort + plan->descending : NULL;
    return read_limits(a, question);
}

static enum status answer(struct wording *w, struct query *q,
                          const struct question *question, const char *against,
                          const struct catalogue *known,
                          enum sheet_format format)
{
    const struct query_plan *plan = &question->plan;
    const struct tabulate_order order = {question->limit, plan->sort,
                                         plan->descending, question->pictures};
    if (against)
        return tabulate_confusion(w, q, known, plan, against, format);
    if (question->groups)
        return tabulate_groups(w, q, plan, format);
    if (question->rows)
        return tabulate_rows(w, q, &order, format);
    return tabulate_columns(w->archive, format);
}

static enum status run_query(const char *path, const struct question *question,
                             const struct arguments *args,
                             const struct catalogue *known,
                             enum sheet_format format)
{
    struct archive *a;
    struct wording wording;
    struct query *q;
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    st = wording_open(a, known, question->form, &wording);
    if (!st) {
        st = wording_query(&wording, args->where, &q);
        if (!st) {
            query_threads(q, question->threads);
            st = answer(&wording, q, question, args->against, known, format);
            query_close(q);
        }
        wording_close(&wording);
    }
    archive_close(a);
    return st ? st : cli_flush();
}

static enum status query_run(int argc, const char **argv)
{
    struct arguments a = {.rows = NO_ROWS, .limit = NO_ROWS};
    struct question question = {0};
    struct plugins plugins;
    enum sheet_format format;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"where", 0, POPT_ARG_ARGV, &a.where, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        {"by", 0, POPT_ARG_STRING, &a.by, 0,
         "count rows by the values of columns", "COL[,COL]"},
        {"sum", 0, POPT_ARG_ARGV, &a.measures[QUERY_SUM], 0,
         "sum, of all rows or of each group", "COL[,COL]"},
        {"mean", 0, POPT_ARG_ARGV, &a.measures[QUERY_MEAN], 0, "mean",
         "COL[,COL]"},
        {"min", 0, POPT_ARG_ARGV, &a.measures[QUERY_MIN], 0, "least value",
         "COL[,COL]"},
        {"max", 0, POPT_ARG_ARGV, &a.measures[QUERY_MAX], 0, "greatest value",
         "COL[,COL]"},
        {"distinct", 0, POPT_ARG_ARGV, &a.measures[QUERY_DISTINCT], 0,
         "number of different values", "COL[,COL]"},
        {"rows", 0, POPT_ARG_LONGLONG, &a.rows, 0,
         "list the first N rows, all columns", "N"},
        {"sort", 0, POPT_ARG_STRING, &a.sort, 0,
         "order of groups or rows; -COL: the greatest first", "[-]COL"},
        {"limit", 0, POPT_ARG_LONGLONG, &a.limit, 0, "at most N groups or rows",
         "N"},
        {"against", 0, POPT_ARG_STRING, &a.against, 0,
         "count rows by what is found and what a check predicts (and by the "
         "columns of --by)",
         "RULE"},
        CLI_THREADS(a.threads),
        ANSWER_VALUES(a.values),
        ANSWER_PICTURE(a.picture),
        CLI_PLUGIN(a.files),
        {"format", 0, POPT_ARG_STRING, &a.format, 0,
         "table, csv or json (table)", "FORMAT"},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "same as --format json", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    st = read_question(&a, &question);
    if (!st)
        st = sheet_read_format("query", a.format, a.json, &format);
    if (!st && a.picture)
        st = wording_draws("query", format == SHEET_TABLE);
    if (!st)
        st = values_read_form("query", a.values, &question.form);
    if (!st)
        st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    st = run_query(words[0], &question, &a, &plugins.catalogue, format);
    plugins_close(&plugins);
    return st;
}

const struct command command_query = {
    .name = "query",
    .summary = "count, measure and list the rows of an archive",
    .run = query_run,
};
