/* check.c - `census check`: compare a column with a named rule. */
#include "census/check/check.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <stdio.h>
#include <stdlib.h>

static const struct cli_usage usage = {
    .name = "check",
    .words = "FILE RULE",
    .summary = "Compares a column of an archive with what a named rule says "
               "(census list checks).",
    .details = "Exit status 1 if a row disagrees; the first ones are shown.\n",
};

enum { BLOCK = 65536, FIRST_MAX = 100 };

/* A row that disagrees. */
struct miss {
    uint64_t row;
    int64_t predicted, found;
};

struct comparison {
    const struct check *check;
    const struct request *request;
    struct archive *archive;
    size_t column;
    uint64_t agree, disagree, silent; /* silent: the rule does not say */
    struct miss first[FIRST_MAX];
    size_t nfirst, keep;
};

static void compare_row(struct comparison *c, uint64_t row, int64_t found)
{
    struct point point;
    int64_t predicted = 0;
    grid_unrank(&c->request->plan.grid, row, &point);
    if (!c->check->predict(&c->request->plan.games[0], &point, &predicted)) {
        c->silent++;
        return;
    }
    c->agree += predicted == found;
    c->disagree += predicted != found;
    if (predicted != found && c->nfirst < c->keep)
        c->first[c->nfirst++] = (struct miss){row, predicted, found};
}

static enum status compare(struct comparison *c)
{
    const uint64_t rows = archive_rows(c->archive);
    int64_t *found = malloc(BLOCK * sizeof *found);
    enum status st = found ? STATUS_OK : cli_no_memory();
    for (uint64_t row = 0; row < rows && !st; row += BLOCK) {
        const uint64_t n = rows - row < BLOCK ? rows - row : BLOCK;
        st = archive_read_i64(c->archive, c->column, row, n, found);
        for (uint64_t i = 0; i < n && !st; i++)
            compare_row(c, row + i, found[i]);
    }
    free(found);
    return st;
}

/* A value of the column as people read it. */
static json_t *value_json(const struct comparison *c, int64_t value)
{
    const struct column *column = archive_column(c->archive, c->column);
    return column->labels ? json_string(column->labels[value])
                          : json_integer(value);
}

static json_t *miss_json(const struct comparison *c, const struct miss *miss)
{
    const struct game *game = &c->request->plan.games[0];
    struct point point;
    struct position p;
    char text[1024] = "";
    grid_unrank(&c->request->plan.grid, miss->row, &point);
    if (!game_start(game, &point, &p))
        game->rules->print(game->self, p, text, sizeof text);
    return json_pack("{s:I, s:s, s:o, s:o}", "row", (json_int_t)miss->row,
                     "position", text, "predicted",
                     value_json(c, miss->predicted), "found",
                     value_json(c, miss->found));
}

static enum status print_comparison(const struct comparison *c, bool json)
{
    json_t *first = json_array();
    for (size_t i = 0; i < c->nfirst; i++)
        json_array_append_new(first, miss_json(c, &c->first[i]));
    if (json)
        return cli_json(
            json_pack("{s:s, s:I, s:I, s:I, s:I, s:o}", "rule", c->check->name,
                      "rows", (json_int_t)archive_rows(c->archive), "agree",
                      (json_int_t)c->agree, "disagree", (json_int_t)c->disagree,
                      "silent", (json_int_t)c->silent, "first", first));
    printf("%s: %llu rows agree, %llu disagree", c->check->name,
           (unsigned long long)c->agree, (unsigned long long)c->disagree);
    if (c->silent)
        printf(", on %llu the rule is silent", (unsigned long long)c->silent);
    printf("\n");
    for (size_t i = 0; i < c->nfirst; i++) {
        char *text = json_dumps(json_array_get(first, i), JSON_COMPACT);
        printf("  %s\n", text ? text : "");
        free(text);
    }
    json_decref(first);
    return STATUS_OK;
}

static enum status check_request(struct comparison *c, bool json)
{
    enum status st = check_column(c->check, &c->request->plan.games[0],
                                  c->archive, &c->column);
    if (!st)
        st = compare(c);
    if (!st)
        st = print_comparison(c, json);
    if (!st)
        st = cli_flush();
    return !st && c->disagree ? STATUS_DISAGREE : st;
}

static enum status check_file(const char *path, struct comparison *c,
                              const struct catalogue *known, bool json)
{
    struct request *request = malloc(sizeof *request);
    c->request = request;
    if (!request)
        return cli_no_memory();
    enum status st = archive_open(path, &c->archive);
    if (!st) {
        st = request_of_archive(c->archive, known, request);
        if (!st) {
            st = check_request(c, json);
            request_close(request);
        }
        archive_close(c->archive);
    }
    free(request);
    return st;
}

static enum status check_run(int argc, const char **argv)
{
    int json = 0, keep = 10;
    char **files = NULL;
    struct plugins plugins;
    const char *words[2];
    bool done;
    struct poptOption options[] = {
        {"first", 0, POPT_ARG_INT, &keep, 0,
         "show so many rows that disagree (10)", "N"},
        CLI_PLUGIN(files),
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 2, 2, &done);
    if (st || done)
        return st;
    if (keep < 0 || keep > FIRST_MAX)
        return log_error(STATUS_USAGE, "check: --first must be within 0..%d",
                         FIRST_MAX);
    st = plugins_open(&built_in, files, &plugins);
    if (st)
        return st;
    struct comparison c = {.check =
                               check_find(plugins.catalogue.checks, words[1]),
                           .keep = (size_t)keep};
    st = c.check ? check_file(words[0], &c, &plugins.catalogue, json)
                 : log_error(STATUS_UNKNOWN,
                             "no check '%s' (census list checks)", words[1]);
    plugins_close(&plugins);
    return st;
}

const struct command command_check = {
    .name = "check",
    .summary = "compare a column with a named rule",
    .run = check_run,
};
