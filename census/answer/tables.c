#include "census/answer/tables.h"

#include "census/answer/notation.h"
#include "census/check/check.h"
#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The census of an archive, opened with the first call. */
static enum status open_game(struct tables_archive *of)
{
    if (of->request)
        return STATUS_OK;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return cli_no_memory();
    enum status st =
        request_of_archive(of->archive, of->tables->known, request);
    if (st)
        free(request);
    else
        of->request = request;
    return st;
}

char *tables_text(const struct request *request, uint64_t row)
{
    const struct notation notation = {.request = (struct request *)request};
    char *text;
    return notation_text(&notation, row, &text) ? NULL : text;
}

static char *position_of(void *context, uint64_t row)
{
    struct tables_archive *of = context;
    return open_game(of) ? NULL : tables_text(of->request, row);
}

/* Whole, in today's notation, as `census query --values whole` has it. */
static enum status spell(void *context, const char *name, char **text)
{
    struct tables_archive *of = context;
    const struct domain *domain;
    uint64_t value;
    size_t column;
    enum status st = STATUS_OK;
    *text = NULL;
    if (!of->values)
        st = values_open(of->archive, of->tables->known->domains, VALUES_WHOLE,
                         &of->values);
    if (st || !values_domain(of->values, &column) ||
        !values_domain(of->values, &column)->book_value)
        return st;
    st = values_find(of->values, name, &domain, &value);
    return st || value == DOMAIN_UNKNOWN
               ? st
               : values_print(domain, VALUES_WHOLE, value, text);
}

char *tables_position(struct tables *t, size_t i, uint64_t row)
{
    return position_of(&t->of[i], row);
}

static void refuse(sqlite3_context *out, char *text)
{
    sqlite3_result_error(out, text ? text : "out of memory", -1);
    sqlite3_free(text);
}

/* The archive that a call is about; NULL: refused. */
static struct tables_archive *choose(struct tables *t, sqlite3_context *out,
                                     const char *name)
{
    if (!name && t->n == 1)
        return &t->of[0];
    for (size_t i = 0; name && i < t->n; i++)
        if (!sqlite3_stricmp(t->of[i].name, name))
            return &t->of[i];
    refuse(out, name ? sqlite3_mprintf("predict: no archive '%s'", name)
                     : sqlite3_mprintf(
                           "predict: of several archives the third argument "
                           "names the one that is meant"));
    return NULL;
}

/* The grid point of a row number or a position in notation. */
static enum status read_point(const struct tables_archive *of,
                              sqlite3_value *value, struct point *point)
{
    const struct plan *plan = &of->request->plan;
    const struct game *game = &plan->games[0];
    struct position p;
    if (sqlite3_value_type(value) == SQLITE_INTEGER) {
        const sqlite3_int64 row = sqlite3_value_int64(value);
        if (row < 0 || (uint64_t)row >= plan->grid.count)
            return log_error(STATUS_USAGE, "predict: no row %lld",
                             (long long)row);
        grid_unrank(&plan->grid, (uint64_t)row, point);
        return STATUS_OK;
    }
    if (!game->rules->parts && !grid_of_positions(&plan->grid))
        return log_error(STATUS_USAGE,
                         "predict: %s cannot take positions apart; give the "
                         "row",
                         game->spec);
    const char *text = (const char *)sqlite3_value_text(value);
    enum status st = game->rules->parse(game->self, text ? text : "", &p);
    if (!st && grid_of_positions(&plan->grid))
        *point = (struct point){.whole = true, .position = p};
    else if (!st)
        game->rules->parts(game->self, p, point);
    return st;
}

static void put_prediction(sqlite3_context *out, const struct column *column,
                           int64_t value)
{
    int64_t labels = 0;
    while (column->labels && column->labels[labels])
        labels++;
    if (value >= 0 && value < labels)
        sqlite3_result_text(out, column->labels[value], -1, SQLITE_TRANSIENT);
    else
        sqlite3_result_int64(out, value);
}

static void predict(sqlite3_context *out, int argc, sqlite3_value **argv)
{
    struct tables *t = sqlite3_user_data(out);
    const char *rule = (const char *)sqlite3_value_text(argv[0]);
    const struct check *check =
        rule ? check_find(t->known->checks, rule) : NULL;
    struct tables_archive *of = choose(
        t, out, argc > 2 ? (const char *)sqlite3_value_text(argv[2]) : NULL);
    struct point point;
    size_t column;
    int64_t value = 0;
    if (!of || sqlite3_value_type(argv[1]) == SQLITE_NULL)
        return;
    if (!check) {
        refuse(out, sqlite3_mprintf("predict: no check '%s' (census list "
                                    "checks)",
                                    rule ? rule : ""));
        return;
    }
    enum status st = open_game(of);
    if (!st)
        st = check_column(check, &of->request->plan.games[0], of->archive,
                          &column);
    if (!st)
        st = read_point(of, argv[1], &point);
    if (st) {
        sql_failed(t->sql, st);
        sqlite3_result_error_code(out, SQLITE_ERROR);
    } else if (check->predict(&of->request->plan.games[0], &point, &value)) {
        put_prediction(out, archive_column(of->archive, column), value);
    }
}

/* "a=dir/x.h5" or "dir/x.h5": the name, allocated, and where the path begins.
 */
static char *read_name(const char *word, const char **path)
{
    size_t n = 0;
    while (isalnum((unsigned char)word[n]) || word[n] == '_')
        n++;
    *path = word;
    if (n && word[n] == '=' && !disk_exists(word)) {
        *path = word + n + 1;
        return strndup(word, n);
    }
    const char *slash = strrchr(word, '/');
    const char *file = slash ? slash + 1 : word;
    const char *dot = strrchr(file, '.');
    return strndup(file,
                   dot && dot != file ? (size_t)(dot - file) : strlen(file));
}

static enum status add_file(struct tables *t, const char *word)
{
    const char *path;
    struct tables_archive *of = &t->of[t->n];
    *of = (struct tables_archive){.tables = t, .name = read_name(word, &path)};
    t->n++;
    if (!of->name)
        return cli_no_memory();
    of->owned = true;
    return archive_open(path, &of->archive);
}

static enum status connect(struct tables *t, const struct filter filters[],
                           size_t n)
{
    struct sql_source sources[SQL_SOURCES_MAX];
    for (size_t i = 0; i < t->n; i++)
        sources[i] = (struct sql_source){
            t->of[i].name, t->of[i].archive, filters, n, position_of,
            spell,         &t->of[i]};
    enum status st = sql_open(sources, t->n, &t->sql);
    for (int arguments = 2; arguments <= 3 && !st; arguments++)
        if (sqlite3_create_function_v2(sql_connection(t->sql), "predict",
                                       arguments,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC, t,
                                       predict, NULL, NULL, NULL))
            st = cli_no_memory();
    return st;
}

enum status tables_open(const char *const files[], size_t n,
                        const struct catalogue *known, struct tables *t)
{
    enum status st = STATUS_OK;
    *t = (struct tables){.known = known};
    if (n > SQL_SOURCES_MAX)
        return log_error(STATUS_USAGE, "at most %d archives at a time",
                         SQL_SOURCES_MAX);
    for (size_t i = 0; i < n && !st; i++)
        st = add_file(t, files[i]);
    if (!st)
        st = connect(t, NULL, 0);
    if (st)
        tables_close(t);
    return st;
}

enum status tables_open_archive(struct archive *a,
                                const struct filter filters[], size_t n,
                                const struct catalogue *known, struct tables *t)
{
    *t = (struct tables){.known = known, .n = 1};
    t->of[0] = (struct tables_archive){
        .tables = t, .archive = a, .name = strdup("archive")};
    enum status st = t->of[0].name ? connect(t, filters, n) : cli_no_memory();
    if (st)
        tables_close(t);
    return st;
}

void tables_close(struct tables *t)
{
    sql_close(t->sql);
    for (size_t i = 0; i < t->n; i++) {
        struct tables_archive *of = &t->of[i];
        if (of->request)
            request_close(of->request);
        free(of->request);
        values_close(of->values);
        free(of->name);
        if (of->owned)
            archive_close(of->archive);
    }
    *t = (struct tables){0};
}
