/* check.c - `census check`: compare a column with a named rule, or with one
 * that is given as an SQL expression. */
#include "census/check/check.h"

#include "census/answer/says.h"
#include "census/answer/wording.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"
#include "engine/store/query/query.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "check",
    .words = "FILE [RULE]",
    .summary = "Compares a column of an archive with what a rule says: a named "
               "one (census list checks), or an SQL expression.",
    .details =
        "  census check te40.h5 three-clause\n"
        "  census check te40.h5 three-clause --where 'heaps > 3'\n"
        "  census check n.h5 --says \"case when heaps(position) = 2 and\n"
        "    part(position, 1) = part(position, 2) then 'P' else 'N' end\"\n\n"
        "Exit status 1 if a row disagrees; the first ones are shown, and how "
        "often\n"
        "which value was found and predicted. What an expression may use: "
        "census sql\n"
        "--help. It must give every row a value that the column can hold.\n",
    .renamed = CLI_RENAMED({"--first", "--limit"}),
};

enum { FILE_BYTES_MAX = 1 << 20 };

struct arguments {
    char *says, *says_file, *column, **where, **files;
    int json, keep;
    enum values_form form;
    struct limits limits;
    struct watch watch;
};

/* A named rule at work on an archive. */
struct named {
    const struct check *check;
    struct request *request;
    struct watch *watch;
    struct comparison comparison;
};

/* Rows compared between two looks at the limits. */
enum { STOP_EVERY = 4096 };

static enum status compare_row(void *context, uint64_t row, int64_t found)
{
    struct named *n = context;
    struct point point;
    int64_t predicted = 0;
    const struct comparison *c = &n->comparison;
    const uint64_t compared = c->agree + c->disagree + c->silent;
    if (compared % STOP_EVERY == 0 && watch_stop(n->watch))
        return STATUS_STOPPED;
    grid_unrank(&n->request->plan.grid, row, &point);
    const bool says =
        n->check->predict(&n->request->plan.games[0], &point, &predicted);
    return comparison_add(&n->comparison, row, found, says ? &predicted : NULL);
}

static char *named_position(void *context, uint64_t row)
{
    const struct named *n = context;
    return tables_text(n->request, row);
}

/* 1 if a row disagrees. */
static enum status finish(const struct comparison *c,
                          comparison_position *position, void *context,
                          bool json)
{
    enum status st = comparison_print(c, position, context, json);
    if (!st)
        st = cli_flush();
    return !st && c->disagree ? STATUS_DISAGREE : st;
}

static enum status compare_named(struct archive *a, struct named *n,
                                 const struct arguments *args,
                                 struct wording *wording)
{
    struct comparison *c = &n->comparison;
    struct query *q;
    size_t column;
    enum status st =
        check_column(n->check, &n->request->plan.games[0], a, &column);
    if (!st)
        st = wording_query(wording, args->where, &q);
    if (st)
        return st;
    st = comparison_init(c, n->check->name, archive_column(a, column),
                         (size_t)args->keep);
    comparison_show(c, wording->values, column);
    if (!st)
        st = query_values(q, n->check->column, compare_row, n);
    if (!st)
        st = finish(c, named_position, n, args->json);
    comparison_release(c);
    query_close(q);
    return st;
}

static enum status check_named(struct archive *a, const struct check *check,
                               struct arguments *args, struct wording *wording,
                               const struct catalogue *known)
{
    struct named n = {.check = check,
                      .watch = &args->watch,
                      .request = malloc(sizeof *n.request)};
    if (!n.request)
        return cli_no_memory();
    enum status st = request_of_archive(a, known, n.request);
    if (!st) {
        st = compare_named(a, &n, args, wording);
        request_close(n.request);
    }
    free(n.request);
    return st;
}

/* The rule as given, or as the file says it, without blanks and semicolons at
 * its end; allocated. */
static enum status read_rule(const struct arguments *args, char **text)
{
    size_t n;
    *text = NULL;
    if (args->says) {
        *text = strdup(args->says);
        if (!*text)
            return cli_no_memory();
    } else {
        enum status st = disk_read(args->says_file, text, &n);
        if (st)
            return st;
        if (n > FILE_BYTES_MAX || strlen(*text) != n)
            return log_error(STATUS_FORMAT, "%s: no SQL text", args->says_file);
    }
    n = strlen(*text);
    while (n &&
           (isspace((unsigned char)(*text)[n - 1]) || (*text)[n - 1] == ';'))
        (*text)[--n] = 0;
    return n ? STATUS_OK : log_error(STATUS_USAGE, "check: the rule is empty");
}

static enum status compare_said(struct archive *a, struct tables *t,
                                const char *rule, struct query *q,
                                struct arguments *args, struct wording *wording)
{
    struct comparison c;
    size_t column;
    uint64_t rows;
    const char *slash = args->says_file ? strrchr(args->says_file, '/') : NULL;
    const char *name = !args->says_file ? "says"
                       : slash          ? slash + 1
                                        : args->says_file;
    enum status st = says_column(a, args->column, &column);
    if (!st)
        st = query_count(q, &rows);
    if (st)
        return st;
    st = comparison_init(&c, name, archive_column(a, column),
                         (size_t)args->keep);
    comparison_show(&c, wording->values, column);
    sql_stop(t->sql, watch_stop, &args->watch);
    if (!st)
        st = says_compare(t, rule, column, rows, &c);
    if (!st)
        st = finish(&c, says_position, t, args->json);
    comparison_release(&c);
    return st;
}

static enum status check_said(struct archive *a, struct arguments *args,
                              struct wording *wording,
                              const struct catalogue *known)
{
    struct tables tables;
    struct query *q;
    char *rule;
    enum status st = read_rule(args, &rule);
    if (!st)
        st = wording_query(wording, args->where, &q);
    if (st) {
        free(rule);
        return st;
    }
    size_t n = 0;
    const struct filter *filters = query_filters(q, &n);
    st = tables_open_archive(a, filters, n, known, &tables);
    if (!st) {
        st = compare_said(a, &tables, rule, q, args, wording);
        tables_close(&tables);
    }
    query_close(q);
    free(rule);
    return st;
}

static enum status check_file(const char *path, const char *name,
                              struct arguments *args,
                              const struct catalogue *known)
{
    const struct check *check = name ? check_find(known->checks, name) : NULL;
    struct archive *a;
    struct wording wording;
    if (name && !check)
        return log_error(STATUS_UNKNOWN, "no check '%s' (census list checks)",
                         name);
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    st = wording_open(a, known, args->form, &wording);
    if (!st) {
        st = check ? check_named(a, check, args, &wording, known)
                   : check_said(a, args, &wording, known);
        wording_close(&wording);
    }
    archive_close(a);
    if (st == STATUS_STOPPED)
        log_note("check: a limit is reached, without an answer");
    return st;
}

static enum status read_arguments(const struct arguments *a, const char *name)
{
    if (a->keep < 0 || a->keep > COMPARISON_FIRST_MAX)
        return log_error(STATUS_USAGE, "check: --limit must be within 0..%d",
                         COMPARISON_FIRST_MAX);
    if (!!name + !!a->says + !!a->says_file != 1)
        return log_error(STATUS_USAGE,
                         "check: one rule: RULE, --says EXPRESSION or "
                         "--says-file FILE (census check --help)");
    return name && a->column
               ? log_error(STATUS_USAGE,
                           "check: --column goes with --says; the rule '%s' "
                           "knows its own",
                           name)
               : STATUS_OK;
}

static enum status check_run(int argc, const char **argv)
{
    struct arguments a = {.keep = 10};
    struct plugins plugins;
    const char *words[2];
    char *values = NULL;
    bool done;
    struct poptOption options[] = {
        {"says", 0, POPT_ARG_STRING, &a.says, 0,
         "the rule: an SQL expression of a row's columns", "EXPRESSION"},
        {"says-file", 0, POPT_ARG_STRING, &a.says_file, 0,
         "the same, read from a file", "FILE"},
        {"column", 0, POPT_ARG_STRING, &a.column, 0,
         "what it predicts (the only fact)", "COL"},
        {"where", 0, POPT_ARG_ARGV, &a.where, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        {"limit", 0, POPT_ARG_INT, &a.keep, 0,
         "show so many rows that disagree (10)", "N"},
        ANSWER_VALUES(values),
        LIMITS(a.limits),
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 2, &done);
    if (st || done)
        return st;
    st = read_arguments(&a, words[1]);
    if (!st)
        st = values_read_form("check", values, &a.form);
    if (!st)
        st = limits_begin(&a.limits, &a.watch);
    if (!st)
        st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    st = check_file(words[0], words[1], &a, &plugins.catalogue);
    plugins_close(&plugins);
    return st;
}

const struct command command_check = {
    .name = "check",
    .summary = "compare a column with a named rule, or one of your own",
    .run = check_run,
};
