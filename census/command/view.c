/* view.c - `census view`: an archive as one page for a browser. */
#include "census/answer/publish.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/view/view.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

static const struct cli_usage usage = {
    .name = "view",
    .words = "FILE",
    .summary = "Writes a page in which an archive is looked at with a browser.",
    .details =
        "  census view te40.h5 -o te40.html\n"
        "  census view te40.h5 -o p.html --where 'outcome = P'\n\n"
        "The page is one file and needs no network: what the archive is and "
        "how to cite\n"
        "it, its columns, rows to filter and sort, counts, a heat map and a "
        "scatter plot\n"
        "of two columns, positions as pictures, and partizan values with their "
        "options\n"
        "and thermographs. Of more rows than --rows it has a sample, and says "
        "so.\n",
};

struct arguments {
    const char *from;
    char *to, **conditions, **files;
    const struct catalogue *known; /* built in and loaded */
    long long rows;
    int force, json;
};

static enum status write_page(void *context, const char *path)
{
    return view_write(context, path);
}

static enum status write_worded(const struct arguments *args, struct view *v)
{
    enum status st = wording_query(v->wording, args->conditions, &v->query);
    if (st)
        return st;
    st = wording_begin(v->wording);
    if (!st)
        st = publish_file(args->to, args->force, write_page, v);
    query_close(v->query);
    return st;
}

static enum status view_archive(const struct arguments *args)
{
    struct wording wording;
    struct view v = {.conditions = args->conditions,
                     .wording = &wording,
                     .most = (uint64_t)args->rows};
    enum status st = archive_open(args->from, &v.archive);
    if (st)
        return st;
    st = wording_open(v.archive, args->known, VALUES_SHORT, &wording);
    if (!st) {
        st = write_worded(args, &v);
        wording_close(&wording);
    }
    archive_close(v.archive);
    if (!st && args->json)
        st = cli_json(
            json_pack("{s:o, s:I, s:I}", "file", cli_json_text(args->to),
                      "rows", (json_int_t)v.rows, "of", (json_int_t)v.matched));
    else if (!st && v.rows < v.matched)
        printf("%s: a sample of %llu of %llu rows\n", args->to,
               (unsigned long long)v.rows, (unsigned long long)v.matched);
    else if (!st)
        printf("%s: %llu rows\n", args->to, (unsigned long long)v.rows);
    return st ? st : cli_flush();
}

static enum status view_run(int argc, const char **argv)
{
    struct arguments a = {.rows = VIEW_ROWS};
    struct plugins plugins;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"output", 'o', POPT_ARG_STRING, &a.to, 0, "the page to be made",
         "PATH"},
        {"where", 0, POPT_ARG_ARGV, &a.conditions, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        {"rows", 0, POPT_ARG_LONGLONG, &a.rows, 0,
         "a sample of so many if there are more (10000)", "N"},
        {"force", 0, POPT_ARG_NONE, &a.force, 0, "replace an existing file",
         NULL},
        CLI_PLUGIN(a.files),
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    a.from = words[0];
    if (!a.to)
        return log_error(STATUS_USAGE, "view: -o PATH is missing");
    if (a.rows < 1 || a.rows > VIEW_ROWS_MOST)
        return log_error(STATUS_USAGE, "view: --rows %lld: must be 1 to %d",
                         a.rows, VIEW_ROWS_MOST);
    st = publish_check(a.to, a.force);
    if (!st)
        st = plugins_open(&built_in, a.files, &plugins);
    if (st)
        return st;
    a.known = &plugins.catalogue;
    st = view_archive(&a);
    plugins_close(&plugins);
    return st;
}

const struct command command_view = {
    .name = "view",
    .summary = "an archive as a page for a browser",
    .run = view_run,
};
