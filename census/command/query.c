/* query.c - `census query`: count and list the rows of an archive. */
#include "engine/store/query.h"

#include "census/cli.h"
#include "census/command.h"
#include "census/request.h"
#include "engine/log.h"
#include "engine/plugins.h"
#include "rules/rules.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_usage usage = {
    .name = "query",
    .words = "FILE",
    .summary = "Counts or lists the rows of an archive.",
    .details =
        "  census query te40.h5 --by outcome,heaps\n"
        "  census query te40.h5 --where outcome=P --where 'heaps>=3' --rows 5\n"
        "  census query te40.h5 --distinct compelled\n\n"
        "Without any of --by, --distinct, --min, --max and --rows it lists "
        "the\n"
        "columns. Conditions: COLUMN OP VALUE with = != < <= > >=; all given\n"
        "must hold.\n",
};

enum { COLUMNS_MAX = 32 };
#define NO_ROWS LLONG_MIN /* --rows was not given */

struct arguments {
    char *by, *distinct, *min, *max, *format, **files;
    const struct ruleset *const *rulesets; /* built in and loaded */
    long long rows;
    int json;
};

enum format { TABLE, CSV, JSON };

static enum status read_format(const struct arguments *a, enum format *format)
{
    const char *name = a->json ? "json" : a->format ? a->format : "table";
    if (!strcmp(name, "table"))
        *format = TABLE;
    else if (!strcmp(name, "csv"))
        *format = CSV;
    else if (!strcmp(name, "json"))
        *format = JSON;
    else
        return log_error(STATUS_USAGE,
                         "query: --format %s: must be table, csv or json",
                         name);
    return STATUS_OK;
}

/* Splits "a,b,c" in place. */
static enum status split_names(char *text, const char *names[], size_t *n)
{
    *n = 0;
    for (char *name; (name = strsep(&text, ","));) {
        if (!*name)
            return log_error(STATUS_USAGE,
                             "query: --by: a column has no name; write "
                             "--by COL or --by COL,COL");
        if (*n == COLUMNS_MAX)
            return log_error(STATUS_USAGE, "query: --by: more than %d columns",
                             COLUMNS_MAX);
        names[(*n)++] = name;
    }
    return STATUS_OK;
}

/* A cell as JSON: a number where the column holds numbers. */
static json_t *cell_json(const struct column *column, const char *text)
{
    if (!query_numeric(column))
        return json_string(text);
    if (column->type == COLUMN_F64)
        return json_real(strtod(text, NULL));
    return json_integer(strtoll(text, NULL, 10));
}

static enum status print_groups(struct archive *a, const char *names[],
                                const struct query_groups *g,
                                enum format format)
{
    const char *heads[COLUMNS_MAX + 1];
    bool right[COLUMNS_MAX + 1];
    const struct column *columns[COLUMNS_MAX];
    const size_t width = g->columns + 1;
    for (size_t c = 0; c < g->columns; c++) {
        columns[c] = archive_column(a, archive_find(a, names[c]));
        heads[c] = names[c];
        right[c] = query_numeric(columns[c]);
    }
    heads[g->columns] = "rows";
    right[g->columns] = true;
    json_t *list = json_array();
    const char **cells = calloc(g->groups * width + 1, sizeof *cells);
    char(*counts)[24] = calloc(g->groups + 1, sizeof *counts);
    if (!cells || !counts || !list)
        return cli_no_memory();
    for (size_t r = 0; r < g->groups; r++) {
        json_t *object = json_object();
        for (size_t c = 0; c < g->columns; c++) {
            cells[r * width + c] = g->cells[r * g->columns + c];
            json_object_set_new(object, heads[c],
                                cell_json(columns[c], cells[r * width + c]));
        }
        snprintf(counts[r], sizeof counts[r], "%llu",
                 (unsigned long long)g->rows[r]);
        cells[r * width + g->columns] = counts[r];
        json_object_set_new(object, "rows",
                            json_integer((json_int_t)g->rows[r]));
        json_array_append_new(list, object);
    }
    enum status st = STATUS_OK;
    if (format == JSON) {
        st = cli_json(json_incref(list));
    } else if (format == TABLE) {
        cli_table(heads, width, cells, g->groups, right);
    } else {
        cli_csv(heads, width);
        for (size_t r = 0; r < g->groups; r++)
            cli_csv(&cells[r * width], width);
    }
    json_decref(list);
    free(cells);
    free(counts);
    return st;
}

static enum status query_groups(struct archive *a, struct query *q, char *by,
                                enum format format)
{
    const char *names[COLUMNS_MAX];
    struct query_groups groups;
    size_t n;
    enum status st = split_names(by, names, &n);
    if (!st)
        st = query_by(q, names, n, &groups);
    if (st)
        return st;
    st = print_groups(a, names, &groups, format);
    query_groups_release(&groups);
    return st;
}

/* One number or text, named, in the format asked for. */
static enum status print_one(const char *name, json_t *value,
                             enum format format)
{
    if (format == JSON)
        return cli_json(json_pack("{s:o}", name, value));
    char *text = json_is_string(value) ? strdup(json_string_value(value))
                                       : json_dumps(value, JSON_ENCODE_ANY);
    if (format == CSV)
        cli_csv(&name, 1);
    if (text && format == CSV)
        cli_csv((const char *const *)&text, 1);
    else if (text)
        printf("%s\n", text);
    free(text);
    json_decref(value);
    return text ? STATUS_OK : cli_no_memory();
}

static enum status query_extreme(struct archive *a, struct query *q,
                                 const char *name, bool greatest,
                                 enum format format)
{
    char min[64], max[64];
    enum status st = query_extremes(q, name, min, max);
    if (st)
        return st;
    const char *text = greatest ? max : min;
    const struct column *column = archive_column(a, archive_find(a, name));
    return print_one(greatest ? "max" : "min",
                     *text ? cell_json(column, text) : json_null(), format);
}

/* Rows are listed with their position in notation, which only the game can
 * write: it is opened from what the file says. */
struct listing {
    struct archive *archive;
    struct request *request; /* NULL: the file holds the notation itself, or
                                its census is unknown here */
    enum format format;
    json_t *list;
    char **cells; /* rows x columns, for the table */
    size_t rows, columns;
    bool failed;
};

/* The notation of grid point `row`, allocated. */
static char *position_text(const struct request *request, uint64_t row)
{
    const struct game *game = &request->plan.games[0];
    struct point point;
    struct position p;
    grid_unrank(&request->plan.grid, row, &point);
    if (game->rules->start(game->self, &point, &p))
        return NULL;
    size_t size = game->rules->print(game->self, p, NULL, 0) + 1;
    char *text = malloc(size);
    if (text)
        game->rules->print(game->self, p, text, size);
    return text;
}

static const char *listing_head(const struct listing *l, size_t c)
{
    if (l->request)
        return c == 0 ? "position" : archive_column(l->archive, c - 1)->name;
    return archive_column(l->archive, c)->name;
}

static bool list_row(void *context, uint64_t row, const char *const cells[])
{
    struct listing *l = context;
    char **more = realloc(l->cells, (l->rows + 1) * l->columns * sizeof *more);
    if (!more) {
        l->failed = true;
        return false;
    }
    l->cells = more;
    const size_t first = l->request != NULL;
    char **out = &l->cells[l->rows * l->columns];
    if (l->request)
        out[0] = position_text(l->request, row);
    for (size_t c = first; c < l->columns; c++)
        out[c] = strdup(cells[c - first]);
    json_t *object = json_pack("{s:I}", "row", (json_int_t)row);
    for (size_t c = 0; c < l->columns; c++) {
        l->failed = l->failed || !out[c];
        const struct column *column =
            c < first ? NULL : archive_column(l->archive, c - first);
        if (!l->failed)
            json_object_set_new(object, listing_head(l, c),
                                column ? cell_json(column, out[c])
                                       : json_string(out[c]));
    }
    json_array_append_new(l->list, object);
    l->rows++;
    return !l->failed;
}

static enum status print_listing(const struct listing *l)
{
    const char *heads[COLUMNS_MAX + 1];
    bool right[COLUMNS_MAX + 1];
    for (size_t c = 0; c < l->columns; c++) {
        const bool text = l->request && c == 0;
        heads[c] = listing_head(l, c);
        right[c] =
            !text &&
            query_numeric(archive_column(l->archive, c - (l->request != NULL)));
    }
    const char *const *cells = (const char *const *)l->cells;
    if (l->format == JSON)
        return cli_json(json_incref(l->list));
    if (l->format == TABLE) {
        cli_table(heads, l->columns, cells, l->rows, right);
        return STATUS_OK;
    }
    cli_csv(heads, l->columns);
    for (size_t r = 0; r < l->rows; r++)
        cli_csv(&cells[r * l->columns], l->columns);
    return STATUS_OK;
}

static enum status query_list(struct archive *a, struct query *q,
                              const struct arguments *args, enum format format)
{
    struct listing l = {.archive = a, .format = format, .list = json_array()};
    struct request *request = NULL;
    if (archive_find(a, "position") == archive_columns(a)) {
        request = malloc(sizeof *request);
        if (request && !request_of_archive(a, args->rulesets, request))
            l.request = request;
    }
    l.columns = archive_columns(a) + (l.request != NULL);
    if (l.columns > COLUMNS_MAX)
        return log_error(STATUS_RANGE, "query: more than %d columns",
                         COLUMNS_MAX);
    enum status st = query_rows(q, (uint64_t)args->rows, list_row, &l);
    if (!st)
        st = l.failed ? cli_no_memory() : print_listing(&l);
    for (size_t i = 0; i < l.rows * l.columns; i++)
        free(l.cells[i]);
    free(l.cells);
    json_decref(l.list);
    if (l.request)
        request_close(request);
    free(request);
    return st;
}

static enum status print_columns(struct archive *a, enum format format)
{
    static const char *const heads[] = {"column", "type", "role", "unit",
                                        "meaning"};
    const size_t n = archive_columns(a);
    const char **cells = calloc(5 * n + 1, sizeof *cells);
    json_t *list = json_array();
    if (!cells || !list)
        return cli_no_memory();
    for (size_t i = 0; i < n; i++) {
        const struct column *c = archive_column(a, i);
        const char **row = &cells[5 * i];
        row[0] = c->name;
        row[1] = c->labels ? "enum" : column_type_name(c->type);
        row[2] = column_role_name(c->role);
        row[3] = c->unit;
        row[4] = c->help;
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:s}", heads[0], row[0],
                            heads[1], row[1], heads[2], row[2], heads[3],
                            row[3], heads[4], row[4]));
    }
    enum status st = STATUS_OK;
    if (format == JSON) {
        st = cli_json(json_incref(list));
    } else if (format == TABLE) {
        cli_table(heads, 5, cells, n, NULL);
        printf("%llu rows\n", (unsigned long long)archive_rows(a));
    } else {
        cli_csv(heads, 5);
        for (size_t i = 0; i < n; i++)
            cli_csv(&cells[5 * i], 5);
    }
    json_decref(list);
    free(cells);
    return st;
}

static enum status answer(struct archive *a, struct query *q,
                          const struct arguments *args, enum format format)
{
    uint64_t number;
    enum status st;
    if (args->by)
        return query_groups(a, q, args->by, format);
    if (args->distinct) {
        st = query_distinct(q, args->distinct, &number);
        return st ? st
                  : print_one("distinct", json_integer((json_int_t)number),
                              format);
    }
    if (args->min)
        return query_extreme(a, q, args->min, false, format);
    if (args->max)
        return query_extreme(a, q, args->max, true, format);
    if (args->rows != NO_ROWS)
        return query_list(a, q, args, format);
    return print_columns(a, format);
}

static enum status run_query(const char *path, const struct arguments *args,
                             char *const *conditions, enum format format)
{
    struct archive *a;
    struct query *q;
    enum status st = archive_open(path, &a);
    if (st)
        return st;
    st = query_open(a, &q);
    if (!st) {
        for (size_t i = 0; conditions && conditions[i] && !st; i++)
            st = query_where(q, conditions[i]);
        if (!st)
            st = answer(a, q, args, format);
        query_close(q);
    }
    archive_close(a);
    return st ? st : cli_flush();
}

static enum status query_run(int argc, const char **argv)
{
    struct arguments a = {.rows = NO_ROWS};
    char **conditions = NULL;
    struct plugins plugins;
    enum format format = TABLE;
    const char *words[1];
    bool done;
    struct poptOption options[] = {
        {"by", 0, POPT_ARG_STRING, &a.by, 0,
         "count rows by the values of columns", "COL[,COL]"},
        {"where", 0, POPT_ARG_ARGV, &conditions, 0,
         "only rows for which this holds; may be repeated", "CONDITION"},
        {"distinct", 0, POPT_ARG_STRING, &a.distinct, 0,
         "number of different values", "COL"},
        {"min", 0, POPT_ARG_STRING, &a.min, 0, "least value", "COL"},
        {"max", 0, POPT_ARG_STRING, &a.max, 0, "greatest value", "COL"},
        {"rows", 0, POPT_ARG_LONGLONG, &a.rows, 0,
         "list the first N rows, all columns", "N"},
        CLI_PLUGIN(a.files),
        {"format", 0, POPT_ARG_STRING, &a.format, 0,
         "table, csv or json (table)", "FORMAT"},
        {"json", 0, POPT_ARG_NONE, &a.json, 0, "same as --format json", NULL},
        POPT_TABLEEND};
    enum status st = cli_read(&usage, options, argc, argv, words, 1, 1, &done);
    if (st || done)
        return st;
    const bool rows = a.rows != NO_ROWS;
    if (!!a.by + !!a.distinct + !!a.min + !!a.max + rows > 1)
        return log_error(STATUS_USAGE, "query: one of --by, --distinct, --min, "
                                       "--max and --rows at a time");
    if (rows && a.rows < 0)
        return log_error(STATUS_USAGE, "query: --rows %lld: must be 0 or more",
                         a.rows);
    st = read_format(&a, &format);
    if (!st)
        st = plugins_open(rulesets, a.files, &plugins);
    if (st)
        return st;
    a.rulesets = plugins.rulesets;
    st = run_query(words[0], &a, conditions, format);
    plugins_close(&plugins);
    return st;
}

const struct command command_query = {
    .name = "query",
    .summary = "count and list the rows of an archive",
    .run = query_run,
};
