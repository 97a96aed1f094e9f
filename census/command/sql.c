/* sql.c - `census sql`: questions to archives in SQL. */
#include "census/answer/tabulate.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/limits.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

static const struct cli_usage usage = {
    .name = "sql",
    .words = "[NAME=]FILE... QUESTION",
    .summary = "Answers a question in SQL (SQLite's) to archives, without "
               "exporting them.",
    .details =
        "  census sql te40.h5 'select heaps, sum(outcome = \"P\") * 1.0 / "
        "count(*)\n"
        "    from rows group by heaps'\n"
        "  census sql a=old.h5 b=new.h5 'select count(*) from a.rows join "
        "b.rows\n"
        "    using (row) where a.rows.outcome != b.rows.outcome'\n\n"
        "Each archive is a schema, named NAME or like its file without "
        "folder and\n"
        "ending, with the tables rows (row, position, and the columns; "
        "enumerations\n"
        "by name), dictionary (the columns of /values), and run (name, value: "
        "the\n"
        "attributes). The first archive's need no name in front. Besides "
        "SQLite's\n"
        "own there are the functions\n\n"
        "  nimsum(a, b, ...)       exclusive or\n"
        "  mex(a, b, ...)          least number that is not among them\n"
        "  part(position, i)       the i-th number in a position, from 1 on\n"
        "  heaps(position)         how many of them are not 0\n"
        "  largest(position)       the largest of them\n"
        "  value_text(v)           a name of a value in the usual notation\n"
        "  predict(rule, row)      what a check predicts (census list "
        "checks);\n"
        "  predict(rule, position) of several archives a third argument names "
        "one\n\n"
        "Joins by row are quick. For one by anything else take a side into "
        "memory:\n"
        "with b as materialized (select position, outcome from b.rows) "
        "select ...\n"
        "Archives are only read; large sorts use unnamed temporary files. "
        "Whole\n"
        "numbers of 2^63 and more are texts, and arithmetic rounds them.\n",
};

enum { WORDS_MAX = SQL_SOURCES_MAX + 1 };

static enum status answer(const char *const words[], size_t n,
                          const struct catalogue *known,
                          const struct limits *limits, enum sheet_format format)
{
    struct tables tables;
    struct watch watch;
    enum status st = limits_begin(limits, &watch);
    if (!st)
        st = tables_open(words, n - 1, known, &tables);
    if (st)
        return st;
    sql_stop(tables.sql, watch_stop, &watch);
    st = tabulate_sql(&tables, words[n - 1], format);
    tables_close(&tables);
    if (st == STATUS_STOPPED)
        log_note("sql: a limit is reached, before all of the answer");
    return st ? st : cli_flush();
}

static enum status sql_run(int argc, const char **argv)
{
    int json = 0;
    struct limits limits = {NULL};
    char *name = NULL, **files = NULL;
    enum sheet_format format;
    struct plugins plugins;
    const char *words[WORDS_MAX];
    size_t n = 0;
    bool done;
    struct poptOption options[] = {
        LIMITS(limits),
        CLI_PLUGIN(files),
        {"format", 0, POPT_ARG_STRING, &name, 0, "table, csv or json (table)",
         "FORMAT"},
        {"json", 0, POPT_ARG_NONE, &json, 0, "same as --format json", NULL},
        POPT_TABLEEND};
    enum status st =
        cli_read(&usage, options, argc, argv, words, 2, WORDS_MAX, &done);
    if (st || done)
        return st;
    st = sheet_read_format("sql", name, json, &format);
    if (!st)
        st = plugins_open(&built_in, files, &plugins);
    if (st)
        return st;
    while (n < WORDS_MAX && words[n])
        n++;
    st = answer(words, n, &plugins.catalogue, &limits, format);
    plugins_close(&plugins);
    return st;
}

const struct command command_sql = {
    .name = "sql",
    .summary = "answer a question in SQL to archives",
    .run = sql_run,
};
