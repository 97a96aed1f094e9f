/* show.c - `census show`: one row of an archive. */
#include "census/answer/notation.h"
#include "census/answer/tabulate.h"
#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/label.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <limits.h>
#include <stdlib.h>

static const struct cli_usage usage = {
    .name = "show",
    .words = "FILE [POSITION | LABEL]",
    .summary = "Shows all columns of one row, found without reading others, "
               "and the label\nby which it can be cited.",
    .details = "  census show te40.h5 3+3+1+1\n"
               "  census show te40.h5 top-entails-partitions.40:3+3+1+1\n"
               "  census show te40.h5 --row 100\n",
};

#define NO_ROW LLONG_MIN /* --row was not given */

/* The row of a position, by its number in the grid. */
static enum status find_row(struct archive *a, const struct catalogue *known,
                            const char *position, uint64_t *row)
{
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st = request_of_archive(a, known, request);
    if (!st) {
        st = notation_row(request, position, row);
        request_close(request);
    }
    free(request);
    return st;
}

/* How a row is shown. */
struct form {
    enum values_form values;
    int json, picture;
};

static enum status print_row(struct archive *a, const struct catalogue *known,
                             uint64_t row, const struct form *form)
{
    struct wording wording;
    enum status st = wording_open(a, known, form->values, &wording);
    if (st)
        return st;
    st = tabulate_row(&wording, row, form->json, form->picture);
    wording_close(&wording);
    return st;
}

static enum status show(struct archive *a, const struct catalogue *known,
                        const char *position, long long number,
                        const struct form *form)
{
    uint64_t row = (uint64_t)number;
    enum status st =
        position ? label_position(a, position, &position) : STATUS_OK;
    if (!st && position)
        st = find_row(a, known, position, &row);
    else if (!st && (number < 0 || row >= archive_rows(a)))
        st = log_error(STATUS_USAGE, "%s: no row %lld; there are %llu, from 0",
                       archive_path(a), number,
                       (unsigned long long)archive_rows(a));
    if (!st)
        st = print_row(a, known, row, form);
    return st ? st : cli_flush();
}

static enum status show_run(int argc, const char **argv)
{
    long long row = NO_ROW;
    struct form form = {0};
    const char *words[2];
    bool done;
    char **files = NULL, *values = NULL;
    struct plugins plugins;
    struct archive *a;
    struct poptOption options[] = {
        {"row", 0, POPT_ARG_LONGLONG, &row, 0, "the row by its number", "N"},
        ANSWER_VALUES(values),
        ANSWER_PICTURE(form.picture),
        CLI_PLUGIN(files),
        {"json", 0, POPT_ARG_NONE, &form.json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 2, &done);
    if (st || done)
        return st;
    if (!words[1] == (row == NO_ROW))
        return log_error(STATUS_USAGE,
                         "show: either a POSITION or --row N (census show "
                         "--help)");
    st = values_read_form("show", values, &form.values);
    if (!st && form.picture)
        st = wording_draws("show", !form.json);
    if (!st)
        st = plugins_open(&built_in, files, &plugins);
    if (st)
        return st;
    st = archive_open(words[0], &a);
    if (!st) {
        st = show(a, &plugins.catalogue, words[1], row, &form);
        archive_close(a);
    }
    plugins_close(&plugins);
    return st;
}

const struct command command_show = {
    .name = "show",
    .summary = "one row of an archive, by its position",
    .run = show_run,
};
