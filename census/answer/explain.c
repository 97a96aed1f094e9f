#include "census/answer/explain.h"

#include "census/answer/decision.h"
#include "census/answer/interned.h"
#include "census/answer/says.h"
#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW, VALUE, FEATURES }; /* of the statement */

struct explain {
    struct tables *tables;
    const char *column;
    uint64_t rows;
    char *feature[DECISION_FEATURES_MAX];
    size_t n;
    sqlite3_stmt *statement;
    struct interned values;
    struct decision classes;
    uint64_t pair[2]; /* rows that no rule tells apart */
    uint32_t pair_value[2], pair_feature[DECISION_FEATURES_MAX];
};

/* What is at `at`, to its end: a text in quotes or a single character. */
static size_t token_length(const char *at)
{
    const char end = *at == '[' ? ']' : *at;
    const char *close = strchr("'\"`[", *at) ? strchr(at + 1, end) : NULL;
    return close ? (size_t)(close - at) + 1 : 1;
}

static enum status add_feature(struct explain *e, const char *text, size_t n)
{
    while (n && isspace((unsigned char)*text))
        text++, n--;
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    if (!n)
        return log_error(STATUS_USAGE, "explain: --from: a feature is empty");
    if (e->n == DECISION_FEATURES_MAX)
        return log_error(STATUS_USAGE, "explain: --from: at most %d features",
                         DECISION_FEATURES_MAX);
    char *copy = strndup(text, n);
    if (!copy)
        return cli_no_memory();
    e->feature[e->n++] = copy;
    return STATUS_OK;
}

/* At commas that are in no parentheses and in no quotes. */
static enum status split(struct explain *e, const char *text)
{
    enum status st = STATUS_OK;
    size_t depth = 0;
    const char *begin = text, *at = text;
    for (; *at && !st; at += token_length(at)) {
        if (*at == ')' && !depth)
            return log_error(STATUS_USAGE, "explain: --from: a ')' too many");
        depth += *at == '(';
        depth -= *at == ')';
        if (*at == ',' && !depth) {
            st = add_feature(e, begin, (size_t)(at - begin));
            begin = at + 1;
        }
    }
    if (!st && depth)
        return log_error(STATUS_USAGE, "explain: --from: a ')' is missing");
    return st ? st : add_feature(e, begin, strlen(begin));
}

static enum status not_an_expression(void)
{
    return log_error(STATUS_USAGE, "explain: a feature must be one SQL "
                                   "expression that has one value for each "
                                   "row");
}

static enum status prepare(struct explain *e)
{
    sqlite3_str *text = sqlite3_str_new(sql_connection(e->tables->sql));
    sqlite3_str_appendf(text, "SELECT rowid, \"%w\"", e->column);
    /* A comment at the end of an expression ends with its line. */
    for (size_t i = 0; i < e->n; i++)
        sqlite3_str_appendf(text, ", (%s\n)", e->feature[i]);
    sqlite3_str_appendall(text, " FROM rows ORDER BY rowid");
    char *question = sqlite3_str_finish(text);
    if (!question)
        return cli_no_memory();
    enum status st = sql_prepare(e->tables->sql, question, &e->statement);
    sqlite3_free(question);
    if (!st && (size_t)sqlite3_column_count(e->statement) != FEATURES + e->n)
        st = not_an_expression();
    return st;
}

/* DISAGREE with the pair that shows it. */
static enum status add_row(struct explain *e, uint64_t row)
{
    uint32_t feature[DECISION_FEATURES_MAX] = {0}, value;
    size_t at;
    enum status st = interned_add(&e->values, e->statement, VALUE, &value);
    for (size_t i = 0; i < e->n && !st; i++)
        st = interned_add(&e->values, e->statement, FEATURES + (int)i,
                          &feature[i]);
    if (!st)
        st = decision_add(&e->classes, feature, value, row, 1, &at);
    if (st == STATUS_DISAGREE) {
        e->pair[0] = e->classes.first[at];
        e->pair[1] = row;
        e->pair_value[0] = e->classes.value[at];
        e->pair_value[1] = value;
        memcpy(e->pair_feature, feature, sizeof feature);
    }
    return st;
}

static enum status add_rows(struct explain *e)
{
    uint64_t n = 0;
    sqlite3_int64 last = -1;
    bool row = true;
    enum status st = STATUS_OK;
    while (!st && !(st = sql_step(e->tables->sql, e->statement, &row)) && row) {
        const sqlite3_int64 at = sqlite3_column_int64(e->statement, ROW);
        st = at > last && n < e->rows ? add_row(e, (uint64_t)at)
                                      : not_an_expression();
        last = at;
        n++;
    }
    return st || n == e->rows ? st : not_an_expression();
}

static enum status value_json(const struct explain *e, uint32_t number,
                              json_t *object, const char *key)
{
    json_t *json;
    enum status st = interned_json(&e->values, number, e->tables->sql, &json);
    if (!st && json_object_set_new(object, key, json))
        st = cli_no_memory();
    return st;
}

static enum status features_json(const struct explain *e,
                                 const uint32_t feature[], size_t n,
                                 json_t *object)
{
    json_t *list = json_array(), *json;
    enum status st = list ? STATUS_OK : cli_no_memory();
    for (size_t i = 0; i < n && !st; i++) {
        st = interned_json(&e->values, feature[i], e->tables->sql, &json);
        if (!st && json_array_append_new(list, json))
            st = cli_no_memory();
    }
    if (st)
        json_decref(list);
    else if (json_object_set_new(object, "features", list))
        st = cli_no_memory();
    return st;
}

/* The names of the features in a set. */
static json_t *names_json(const struct explain *e, uint32_t mask)
{
    json_t *list = json_array();
    for (size_t i = 0; i < e->n; i++)
        if (mask >> i & 1 &&
            json_array_append_new(list, cli_json_text(e->feature[i]))) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* The answer up to what is found; NULL: out of memory. */
static json_t *head_json(const struct explain *e, bool determined)
{
    return json_pack("{s:o, s:I, s:o, s:b}", "column", cli_json_text(e->column),
                     "rows", (json_int_t)e->rows, "from",
                     names_json(e, UINT32_MAX), "determined", determined);
}

static enum status pair_json(const struct explain *e, char *const positions[2])
{
    json_t *out = head_json(e, false), *list = json_array();
    enum status st = STATUS_OK;
    if (!out || json_object_set_new(out, "pair", list))
        st = cli_no_memory();
    for (size_t i = 0; i < 2 && !st; i++) {
        json_t *line = json_pack("{s:I, s:o}", "row", (json_int_t)e->pair[i],
                                 "position", cli_json_text(positions[i]));
        if (json_array_append_new(list, line))
            st = cli_no_memory();
        if (!st)
            st = features_json(e, e->pair_feature, e->n, line);
        if (!st)
            st = value_json(e, e->pair_value[i], line, "value");
    }
    if (!st)
        return cli_json(out);
    json_decref(out);
    return st;
}

static void print_names(const struct explain *e, uint32_t mask)
{
    const char *between = "";
    for (size_t i = 0; i < e->n; i++) {
        if (!(mask >> i & 1))
            continue;
        printf("%s%s", between, e->feature[i]);
        between = ", ";
    }
}

/* A table of `lines` lines, whose cells are allocated. */
struct cells {
    const char *heads[DECISION_FEATURES_MAX + 3];
    bool right[DECISION_FEATURES_MAX + 3];
    char *cell[EXPLAIN_LINES_MAX * (DECISION_FEATURES_MAX + 3)];
    size_t columns, n;
};

static enum status put_value(struct cells *c, const struct explain *e,
                             uint32_t number)
{
    const char kind = e->values.texts[number][0];
    const size_t column = c->n % c->columns;
    c->right[column] = c->right[column] && kind != 't';
    enum status st =
        interned_text(&e->values, number, e->tables->sql, &c->cell[c->n]);
    c->n += !st;
    return st;
}

static enum status put_text(struct cells *c, const char *text)
{
    c->cell[c->n] = strdup(text);
    return c->cell[c->n++] ? STATUS_OK : cli_no_memory();
}

static enum status put_number(struct cells *c, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return put_text(c, text);
}

static void add_head(struct cells *c, const char *head, bool right)
{
    c->heads[c->columns] = head;
    c->right[c->columns++] = right;
}

static enum status print_cells(struct cells *c, enum status st)
{
    if (!st)
        cli_table(c->heads, c->columns, (const char *const *)c->cell,
                  c->n / c->columns, c->right);
    while (c->n)
        free(c->cell[--c->n]);
    return st;
}

static enum status pair_table(const struct explain *e, char *const positions[2])
{
    struct cells c = {.n = 0};
    enum status st = STATUS_OK;
    add_head(&c, "row", true);
    add_head(&c, "position", false);
    for (size_t f = 0; f < e->n; f++)
        add_head(&c, e->feature[f], true);
    add_head(&c, e->column, true);
    for (size_t i = 0; i < 2 && !st; i++) {
        st = put_number(&c, e->pair[i]);
        if (!st)
            st = put_text(&c, positions[i]);
        for (size_t f = 0; f < e->n && !st; f++)
            st = put_value(&c, e, e->pair_feature[f]);
        if (!st)
            st = put_value(&c, e, e->pair_value[i]);
    }
    if (!st) {
        printf("%s is not determined by ", e->column);
        print_names(e, UINT32_MAX);
        printf(": two rows agree in them\n");
    }
    return print_cells(&c, st);
}

static enum status print_pair(const struct explain *e, bool json)
{
    char *positions[2] = {says_position(e->tables, e->pair[0]),
                          says_position(e->tables, e->pair[1])};
    for (size_t i = 0; i < 2; i++)
        if (!positions[i]) /* no game, which is logged: the row says it */
            positions[i] = strdup("");
    enum status st = !positions[0] || !positions[1] ? cli_no_memory()
                     : json                         ? pair_json(e, positions)
                                                    : pair_table(e, positions);
    free(positions[0]);
    free(positions[1]);
    return st ? st : STATUS_DISAGREE;
}

static enum status lines_json(const struct explain *e, const struct decision *d,
                              json_t *out)
{
    json_t *list = json_array();
    enum status st = STATUS_OK;
    if (json_object_set_new(out, "table", list))
        return cli_no_memory();
    for (size_t i = 0; i < d->n && !st; i++) {
        json_t *line = json_pack("{s:I, s:I}", "rows", (json_int_t)d->rows[i],
                                 "first", (json_int_t)d->first[i]);
        if (json_array_append_new(list, line))
            return cli_no_memory();
        st = features_json(e, d->feature + i * d->features, d->features, line);
        if (!st)
            st = value_json(e, d->value[i], line, "value");
    }
    return st;
}

static enum status rule_json(const struct explain *e, const struct decision *d,
                             const struct decision_sets *sets)
{
    json_t *out = head_json(e, true), *others = json_array();
    enum status st = STATUS_OK;
    if (!out || json_object_set_new(out, "others", others) ||
        json_object_set_new(out, "rule", names_json(e, sets->mask[0])) ||
        json_object_set_new(out, "sets", json_integer((json_int_t)sets->n)) ||
        json_object_set_new(out, "classes", json_integer((json_int_t)d->n)) ||
        json_object_set_new(out, "table", json_null()))
        st = cli_no_memory();
    for (size_t i = 1; i < sets->n && i < DECISION_SETS_MAX && !st; i++)
        if (json_array_append_new(others, names_json(e, sets->mask[i])))
            st = cli_no_memory();
    if (!st && d->n <= EXPLAIN_LINES_MAX)
        st = lines_json(e, d, out);
    if (!st)
        return cli_json(out);
    json_decref(out);
    return st;
}

static enum status lines_table(const struct explain *e,
                               const struct decision *d, uint32_t mask)
{
    struct cells c = {.n = 0};
    enum status st = STATUS_OK;
    for (size_t f = 0; f < e->n; f++)
        if (mask >> f & 1)
            add_head(&c, e->feature[f], true);
    add_head(&c, e->column, true);
    add_head(&c, "rows", true);
    for (size_t i = 0; i < d->n && !st; i++) {
        for (size_t f = 0; f < d->features && !st; f++)
            st = put_value(&c, e, d->feature[i * d->features + f]);
        if (!st)
            st = put_value(&c, e, d->value[i]);
        if (!st)
            st = put_number(&c, d->rows[i]);
    }
    return print_cells(&c, st);
}

static enum status rule_table(const struct explain *e, const struct decision *d,
                              const struct decision_sets *sets)
{
    printf("%s is ", e->column);
    if (sets->size) {
        printf("determined by ");
        print_names(e, sets->mask[0]);
    } else {
        printf("the same in all rows");
    }
    printf(": %zu class%s, %llu rows\n", d->n, d->n == 1 ? "" : "es",
           (unsigned long long)e->rows);
    for (size_t i = 1; i < sets->n && i < DECISION_SETS_MAX; i++) {
        printf("also by ");
        print_names(e, sets->mask[i]);
        printf("\n");
    }
    if (sets->n > DECISION_SETS_MAX)
        printf("and by %llu more sets of %u\n",
               (unsigned long long)(sets->n - DECISION_SETS_MAX), sets->size);
    return d->n <= EXPLAIN_LINES_MAX ? lines_table(e, d, sets->mask[0])
                                     : STATUS_OK;
}

static enum status print_rule(const struct explain *e, bool json)
{
    struct decision_sets sets;
    struct decision table;
    uint32_t apart;
    enum status st = decision_smallest(&e->classes, &sets);
    if (st)
        return st;
    st = decision_project(&e->classes, sets.mask[0], &table, &apart);
    if (!st)
        st = json ? rule_json(e, &table, &sets) : rule_table(e, &table, &sets);
    decision_release(&table);
    return st;
}

static enum status explain(struct explain *e, bool json)
{
    if (!e->rows)
        return log_error(STATUS_USAGE, "explain: there are no rows to explain");
    enum status st = prepare(e);
    if (!st)
        st = add_rows(e);
    return st == STATUS_DISAGREE ? print_pair(e, json)
           : st                  ? st
                                 : print_rule(e, json);
}

enum status explain_column(struct tables *t, size_t column,
                           const char *features, uint64_t rows,
                           bool (*stop)(void *context), void *context,
                           bool json)
{
    struct explain e = {
        .tables = t,
        .column = archive_column(t->of[0].archive, column)->name,
        .rows = rows,
    };
    sql_stop(t->sql, stop, context);
    enum status st = split(&e, features);
    decision_init(&e.classes, e.n);
    e.classes.stop = stop;
    e.classes.context = context;
    if (!st)
        st = explain(&e, json);
    sqlite3_finalize(e.statement);
    decision_release(&e.classes);
    interned_release(&e.values);
    for (size_t i = 0; i < e.n; i++)
        free(e.feature[i]);
    return st;
}
