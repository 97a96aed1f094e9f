/* export.c - `census export`: rows of an archive as CSV, as a database, or as a
 * sequence. */
#include "census/answer/export.h"

#include "census/answer/publish.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <stdio.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "export",
    .words = "FILE",
    .summary = "Writes the rows of an archive to a CSV file, an SQLite "
               "database or a\nb-file of the OEIS.",
    .details =
        "  census export te40.h5 -o te40.csv\n"
        "  census export te40.h5 -o te40.sqlite --where 'outcome = P'\n"
        "  census export kayles.h5 --oeis -o b002186.txt\n\n"
        "The ending of the name decides: .csv, .sqlite, .sqlite3 or .db. The "
        "database\n"
        "has a table rows and a table archive with what the archive says of "
        "itself.\n"
        "--oeis writes lines \"n a(n)\" instead: n is a key that goes up by 1 "
        "from row to\n"
        "row, a(n) the column `value`, or another one by --column.\n",
    .renamed = CLI_RENAMED({"--to", "--output"}),
};

typedef enum status writer(struct export *);

static const struct {
    const char *ending;
    writer *write;
} writers[] = {{".csv", export_csv},
               {".sqlite", export_sqlite},
               {".sqlite3", export_sqlite},
               {".db", export_sqlite}};

static writer *find_writer(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *ending = strrchr(slash ? slash + 1 : path, '.');
    for (size_t i = 0; ending && i < sizeof writers / sizeof *writers; i++)
        if (!strcmp(ending, writers[i].ending))
            return writers[i].write;
    return NULL;
}

struct arguments {
    const char *from;
    char *to, *values, **conditions, **files;
    enum values_form form;
    const struct catalogue *known; /* built in and loaded */
    char *column;                  /* of the terms; NULL: the only one */
    int force, json, oeis;
    writer *write;
};

/* The rows of an archive on their way to a file. */
struct writing {
    struct export *export;
    writer *write;
};

static enum status write_file(void *context, const char *path)
{
    const struct writing *w = context;
    w->export->path = path;
    return w->write(w->export);
}

static enum status write_rows(const struct arguments *args, struct export *e)
{
    enum status st = wording_query(e->wording, args->conditions, &e->query);
    if (st)
        return st;
    st = wording_begin(e->wording);
    if (!st)
        st = publish_file(args->to, args->force, write_file,
                          &(struct writing){e, args->write});
    query_close(e->query);
    return st;
}

static enum status export_archive(const struct arguments *args)
{
    struct wording wording;
    struct export e = {.wording = &wording, .column = args->column};
    enum status st = archive_open(args->from, &e.archive);
    if (st)
        return st;
    st = wording_open(e.archive, args->known, args->form, &wording);
    if (!st) {
        st = write_rows(args, &e);
        wording_close(&wording);
    }
    archive_close(e.archive);
    if (!st && args->json)
        st = cli_json(json_pack("{s:o, s:I}", "file", cli_json_text(args->to),
                                "rows", (json_int_t)e.rows));
    else if (!st)
        printf("%s: %llu rows\n", args->to, (unsigned long long)e.rows);
    return st ? st : cli_flush();
}

static enum status export_run(int argc, const char **argv)
{
    struct arguments a = {0};
    struct plugins plugins;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"output", 'o', POPT_ARG_STRING, &a.to, 0, "the file to be made",
         "FILE"},
        {"where", 0, POPT_ARG_ARGV, &a.conditions, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        {"oeis", 0, POPT_ARG_NONE, &a.oeis, 0,
         "a b-file: the terms of a sequence, one a line", NULL},
        {"column", 0, POPT_ARG_STRING, &a.column, 0,
         "with --oeis, the column of the terms", "NAME"},
        {"force", 0, POPT_ARG_NONE, &a.force, 0, "replace an existing file",
         NULL},
        ANSWER_VALUES(a.values),
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    a.from = words[0];
    if (!a.to)
        return log_error(STATUS_USAGE, "export: --output FILE is missing");
    if (a.column && !a.oeis)
        return log_error(STATUS_USAGE, "export: --column needs --oeis");
    a.write = a.oeis ? export_oeis : find_writer(a.to);
    if (!a.write)
        return log_error(
            STATUS_USAGE,
            "export: --output %s: must end in .csv, .sqlite, .sqlite3 "
            "or .db",
            a.to);
    st = values_read_form("export", a.values, &a.form);
    if (!st)
        st = publish_check(a.to, a.force);
    if (!st)
        st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    a.known = &plugins.catalogue;
    st = export_archive(&a);
    plugins_close(&plugins);
    return st;
}

const struct command command_export = {
    .name = "export",
    .summary = "rows of an archive as CSV, an SQLite database or a b-file",
    .run = export_run,
};
