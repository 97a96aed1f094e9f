/* diff.c - `census diff`: where two archives differ. */
#include "engine/store/read/diff.h"

#include "census/cli/cli.h"
#include "census/command/command.h"
#include "census/run/built_in.h"
#include "census/run/request.h"
#include "engine/base/log.h"
#include "engine/catalogue/plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "diff",
    .words = "A B",
    .summary =
        "Compares two archives: what was solved, the columns, and every key\n"
        "and fact. Measurements and times are left out.",
    .details = "Columns whose digests are equal are not read; `census verify` "
               "says whether a file's\ndigests are true. Exit status 0: equal; "
               "1: they differ, and the first row that\ndoes is named.\n",
};

/* The identity of a run. The version of the program does not matter. */
static const char *const identity[] = {"census", "census_version", "rules",
                                       "ask", "grid"};
enum { IDENTITY = sizeof identity / sizeof *identity };

/* The comparison of two archives. */
struct comparison {
    struct archive *a, *b;
    const struct catalogue *known; /* built in and loaded */
    char names[IDENTITY][2][PLAN_TEXT_MAX];
    struct diff *columns; /* one for each of a's */
    size_t added;         /* columns that only b has */
    uint64_t first;       /* row that differs; UINT64_MAX: none */
    size_t column;        /* the first column that differs there */
    char position[256];   /* of that row, or "" */
    bool equal;
};

static enum status compare_identity(struct comparison *c)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < IDENTITY && !st; i++) {
        st =
            archive_attribute(c->a, identity[i], c->names[i][0], PLAN_TEXT_MAX);
        if (!st)
            st = archive_attribute(c->b, identity[i], c->names[i][1],
                                   PLAN_TEXT_MAX);
        if (!st && strcmp(c->names[i][0], c->names[i][1]))
            c->equal = false;
    }
    return st;
}

static enum status compare_columns(struct comparison *c)
{
    const size_t n = archive_columns(c->a);
    enum status st = STATUS_OK;
    for (size_t i = 0; i < n && !st; i++) {
        struct diff *d = &c->columns[i];
        if (archive_column(c->a, i)->role == COLUMN_COST)
            continue;
        st = diff_column(c->a, c->b, i, d);
        if (d->kind != DIFF_SAME)
            c->equal = false;
        if (d->kind == DIFF_VALUES && d->first < c->first) {
            c->first = d->first;
            c->column = i;
        }
    }
    for (size_t i = 0; i < archive_columns(c->b); i++)
        if (archive_find(c->a, archive_column(c->b, i)->name) == n)
            c->added++;
    c->equal = c->equal && !c->added;
    return st;
}

/* The position of the first row that differs, if this program has the census
 * and both archives are of it. */
static enum status find_position(struct comparison *c)
{
    struct request *r;
    struct point point;
    struct position p;
    for (size_t i = 0; i < IDENTITY; i++)
        if (strcmp(c->names[i][0], c->names[i][1]))
            return STATUS_OK;
    r = malloc(sizeof *r);
    if (!r)
        return cli_no_memory();
    enum status st = request_of_archive(c->a, c->known, r);
    if (st == STATUS_UNKNOWN || st == STATUS_FORMAT) {
        st = STATUS_OK; /* said why; the row's number is still known */
    } else if (!st) {
        const struct game *game = &r->plan.games[0];
        grid_unrank(&r->plan.grid, c->first, &point);
        st = game_start(game, &point, &p);
        if (!st)
            game->rules->print(game->self, p, c->position, sizeof c->position);
        request_close(r);
    }
    free(r);
    return st;
}

static enum status cell(struct archive *a, const char *name, uint64_t row,
                        char out[80])
{
    const size_t i = archive_find(a, name);
    const struct column *column = archive_column(a, i);
    char *value = malloc(column->width);
    if (!value)
        return cli_no_memory();
    enum status st = archive_read(a, i, row, 1, value);
    if (!st)
        column_text(column, value, out, 80);
    free(value);
    return st;
}

static const char *kind_text(enum diff_kind kind)
{
    static const char *const texts[] = {[DIFF_SAME] = "equal",
                                        [DIFF_VALUES] = "rows differ",
                                        [DIFF_TYPE] = "another type",
                                        [DIFF_MISSING] = "not comparable"};
    return texts[kind];
}

static void print_text(const struct comparison *c, const char *first[2])
{
    for (size_t i = 0; i < IDENTITY; i++)
        if (strcmp(c->names[i][0], c->names[i][1]))
            printf("%s: %s, %s\n", identity[i], c->names[i][0], c->names[i][1]);
    if (archive_rows(c->a) != archive_rows(c->b))
        printf("rows: %llu, %llu\n", (unsigned long long)archive_rows(c->a),
               (unsigned long long)archive_rows(c->b));
    for (size_t i = 0; i < archive_columns(c->a); i++) {
        const struct diff *d = &c->columns[i];
        const char *name = archive_column(c->a, i)->name;
        if (d->kind == DIFF_VALUES)
            printf("%s: %llu of %llu rows differ, the first is row %llu\n",
                   name, (unsigned long long)d->rows,
                   (unsigned long long)archive_rows(c->a),
                   (unsigned long long)d->first);
        else if (d->kind != DIFF_SAME)
            printf("%s: %s\n", name, kind_text(d->kind));
    }
    if (c->added)
        printf("%zu columns only in %s\n", c->added, archive_path(c->b));
    if (c->first != UINT64_MAX)
        printf("row %llu%s%s%s: %s is %s in %s and %s in %s\n",
               (unsigned long long)c->first, *c->position ? " (" : "",
               c->position, *c->position ? ")" : "",
               archive_column(c->a, c->column)->name, first[0],
               archive_path(c->a), first[1], archive_path(c->b));
    if (c->equal)
        printf("equal: %llu rows\n", (unsigned long long)archive_rows(c->a));
}

static enum status print_json(const struct comparison *c, const char *first[2])
{
    json_t *columns = json_array();
    for (size_t i = 0; i < archive_columns(c->a); i++) {
        const struct diff *d = &c->columns[i];
        if (d->kind != DIFF_SAME)
            cli_json_add(&columns, json_pack("{s:s, s:s, s:I}", "column",
                                             archive_column(c->a, i)->name,
                                             "state", kind_text(d->kind),
                                             "rows", (json_int_t)d->rows));
    }
    json_t *json = json_pack("{s:b, s:o, s:i}", "equal", (int)c->equal,
                             "columns", columns, "added", (int)c->added);
    if (c->first != UINT64_MAX)
        cli_json_set(&json, "first",
                     json_pack("{s:I, s:s, s:s, s:[ss]}", "row",
                               (json_int_t)c->first, "position", c->position,
                               "column", archive_column(c->a, c->column)->name,
                               "values", first[0], first[1]));
    return cli_json(json);
}

static enum status compare(struct comparison *c, bool json)
{
    char cells[2][80] = {"", ""};
    const char *first[2] = {cells[0], cells[1]};
    enum status st = compare_identity(c);
    if (!st)
        st = compare_columns(c);
    if (!st && c->first != UINT64_MAX) {
        const char *name = archive_column(c->a, c->column)->name;
        st = find_position(c);
        if (!st)
            st = cell(c->a, name, c->first, cells[0]);
        if (!st)
            st = cell(c->b, name, c->first, cells[1]);
    }
    if (st)
        return st;
    if (json)
        st = print_json(c, first);
    else
        print_text(c, first);
    enum status flushed = cli_flush();
    return st ? st : flushed ? flushed : c->equal ? STATUS_OK : STATUS_DISAGREE;
}

static enum status diff_run(int argc, const char **argv)
{
    int json = 0;
    char **files = NULL;
    const char *words[2];
    bool done;
    struct plugins plugins;
    struct poptOption options[] = {
        CLI_PLUGIN(files),
        {"json", 0, POPT_ARG_NONE, &json, 0, "as JSON", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 2, 2, &done);
    if (st || done)
        return st;
    struct comparison *c = calloc(1, sizeof *c);
    if (!c)
        return cli_no_memory();
    st = plugins_open(&built_in, files, &plugins);
    if (st) {
        free(c);
        return st;
    }
    c->known = &plugins.catalogue;
    c->first = UINT64_MAX;
    c->equal = true;
    st = archive_open(words[0], &c->a);
    if (!st)
        st = archive_open(words[1], &c->b);
    if (!st) {
        c->columns = calloc(archive_columns(c->a) + 1, sizeof *c->columns);
        st = c->columns ? compare(c, json) : cli_no_memory();
    }
    archive_close(c->a);
    archive_close(c->b);
    free(c->columns);
    free(c);
    plugins_close(&plugins);
    return st;
}

const struct command command_diff = {
    .name = "diff",
    .summary = "where two archives differ",
    .run = diff_run,
};
