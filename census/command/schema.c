/* schema.c - `census schema`: the text contract of a census's archive. */
#include "engine/store/file/schema.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/named/censuses.h"
#include "engine/base/log.h"

#include <stdio.h>
#include <stdlib.h>

static const struct cli_usage usage = {
    .name = "schema",
    .words = "CENSUS",
    .summary = "Prints the columns of a named census's archive: name, type, "
               "role, unit and meaning.",
    .details = "",
};

static enum status schema_run(int argc, const char **argv)
{
    const char *words[1];
    bool done;
    struct poptOption options[] = {POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    const struct census *census = census_find(words[0]);
    if (!census)
        return log_error(STATUS_UNKNOWN, "no census '%s' (census list)",
                         words[0]);
    char *text = schema_text(census->name, census->version, census->columns,
                             census->ncolumns);
    if (!text)
        return cli_no_memory();
    fputs(text, stdout);
    free(text);
    return cli_flush();
}

const struct command command_schema = {
    .name = "schema",
    .summary = "the columns of a named census",
    .run = schema_run,
};
