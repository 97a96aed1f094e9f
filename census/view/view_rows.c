/* view_rows.c - an archive's attributes, columns, rows and counts as JSON. */
#include "census/view/view_inner.h"

#include "census/run/label.h"
#include "engine/base/log.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns with at most so many values on the page are counted over all rows
 * where the page has a sample of them. */
enum { COUNTED_MOST = 60 };

static const int64_t exact = (int64_t)1 << 53; /* of a script's numbers */

/* Takes the reference to `value` in any case. */
static enum status set(json_t *to, const char *key, json_t *value)
{
    return json_object_set_new(to, key, value) ? cli_no_memory() : STATUS_OK;
}

static enum status add_attribute(void *context, const char *name,
                                 const char *text)
{
    /* Names come from the file, too; one that is not UTF-8 is left out. */
    json_t *value = cli_json_text(text);
    if (!value)
        return cli_no_memory();
    if (json_object_set_new(context, name, value))
        log_note("an attribute whose name is no text is left out");
    return STATUS_OK;
}

static enum status add_attributes(struct view *v, json_t *to)
{
    json_t *archive = json_object(), *run = json_object();
    enum status st = set(to, "archive", archive);
    const enum status other = set(to, "run", run);
    st = st ? st : other;
    if (!st)
        st = archive_attributes(v->archive, add_attribute, archive);
    return st ? st : archive_run_attributes(v->archive, add_attribute, run);
}

/* What labels of rows begin with. */
static enum status add_label(struct view *v, json_t *to)
{
    char *name;
    enum status st = label_archive(v->archive, &name);
    st = st ? st : set(to, "label", json_string(name));
    free(name);
    return st;
}

static enum status add_counted(struct view *v, json_t *to)
{
    json_t *where = json_array();
    enum status st = set(to, "where", where);
    for (char *const *c = v->conditions; c && *c && !st; c++)
        if (json_array_append_new(where, cli_json_text(*c)))
            st = cli_no_memory();
    const char *path = archive_path(v->archive);
    const char *slash = strrchr(path, '/');
    st = st ? st : set(to, "file", cli_json_text(slash ? slash + 1 : path));
    if (!st)
        st = set(to, "all", json_integer((json_int_t)archive_rows(v->archive)));
    return st ? st : set(to, "matched", json_integer((json_int_t)v->matched));
}

static const char *kind_of(const struct view *v, size_t column)
{
    const struct column *c = archive_column(v->archive, column);
    if (column == view_value_column(v))
        return "value";
    if (!strcmp(c->name, "position"))
        return "position";
    return c->labels ? "label" : c->type == COLUMN_TEXT ? "text" : "number";
}

static enum status add_column(json_t *list, const char *name, const char *kind,
                              const struct column *c, const char *digest)
{
    json_t *item = json_object();
    if (json_array_append_new(list, item))
        return cli_no_memory();
    enum status st = set(item, "name", cli_json_text(name));
    st = st ? st : set(item, "kind", json_string(kind));
    if (!c)
        return st ? st
                  : set(item, "help",
                        json_string("the position, written by its game; not "
                                    "a column of the file"));
    st = st ? st : set(item, "role", json_string(column_role_name(c->role)));
    st = st ? st : set(item, "type", json_string(column_type_name(c->type)));
    st = st ? st : set(item, "unit", cli_json_text(c->unit));
    st = st ? st : set(item, "help", cli_json_text(c->help));
    st = st ? st : set(item, "digest", json_string(digest));
    json_t *labels = json_array();
    st = st ? st : set(item, "labels", labels);
    for (size_t i = 1; c->labels && c->labels[0] && c->labels[i] && !st; i++)
        if (json_array_append_new(labels, cli_json_text(c->labels[i])))
            st = cli_no_memory();
    return st;
}

static enum status add_columns(struct view *v, json_t *to)
{
    json_t *list = json_array();
    enum status st = set(to, "columns", list);
    if (!st && v->wording->notation.added && v->wording->notation.request)
        st = add_column(list, "position", "position", NULL, "");
    for (size_t i = 0; i < archive_columns(v->archive) && !st; i++) {
        const struct column *c = archive_column(v->archive, i);
        char digest[65];
        st = archive_digest(v->archive, i, digest);
        if (!st)
            st = add_column(list, c->name, kind_of(v, i), c, digest);
    }
    return st;
}

/* Row r of m belongs to stretch floor(r n / m); which of a stretch's rows is
 * drawn depends on nothing but its number (splitmix64). */
struct sample {
    uint64_t matched, most, met, next, wanted;
};

static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* The first row of a stretch: the least r with floor(r n / m) = i. */
static uint64_t stretch(const struct sample *s, uint64_t i)
{
    const uint64_t each = s->matched / s->most, more = s->matched % s->most;
    return i * each + (i * more + s->most - 1) / s->most;
}

static void draw(struct sample *s)
{
    const uint64_t from = stretch(s, s->next), to = stretch(s, s->next + 1);
    s->wanted = from + mixed(s->next) % (to - from);
    s->next++;
}

static bool sampled(struct sample *s)
{
    const uint64_t row = s->met++;
    if (s->matched <= s->most)
        return true;
    if (!row)
        draw(s);
    if (row != s->wanted)
        return false;
    if (s->next < s->most)
        draw(s);
    return true;
}

struct rows {
    struct view *view;
    struct sample sample;
    json_t *numbers, **columns, *names;
    const char **cells;
    bool position; /* of the game comes first */
    enum status st;
};

/* A number that a script holds exactly, or the text. */
static json_t *number(const char *text, enum column_type type)
{
    char *end;
    if (type == COLUMN_F64) {
        const double x = strtod(text, &end);
        return *text && !*end && isfinite(x) ? json_real(x) : json_null();
    }
    errno = 0;
    const long long whole = strtoll(text, &end, 10);
    if (!*text || *end || errno || whole >= exact || whole <= -exact)
        return cli_json_text(text);
    return json_integer(whole);
}

static json_t *cell(const struct view *v, size_t column, const char *text)
{
    const struct column *c = archive_column(v->archive, column);
    return column_numeric(c) ? number(text, c->type) : cli_json_text(text);
}

static enum status take(struct rows *r, uint64_t row, const char *const texts[])
{
    struct view *v = r->view;
    const size_t value = view_value_column(v);
    enum status st = wording_row(v->wording, row, texts, r->cells);
    if (st)
        return st;
    const char **cells = r->cells;
    json_t **to = r->columns;
    bool failed =
        json_array_append_new(r->numbers, json_integer((json_int_t)row));
    if (v->wording->notation.added) {
        if (r->position)
            failed |= json_array_append_new(
                *to++, *cells ? cli_json_text(*cells) : json_null());
        cells++;
    }
    for (size_t i = 0; i < archive_columns(v->archive); i++)
        failed |= json_array_append_new(to[i], cell(v, i, cells[i]));
    if (value < archive_columns(v->archive) &&
        json_object_size(r->names) < VIEW_VALUES_MOST &&
        !json_object_get(r->names, cells[value]))
        failed |= json_object_set_new(r->names, cells[value],
                                      json_string(texts[value]));
    v->rows++;
    return failed ? cli_no_memory() : STATUS_OK;
}

static bool put_row(void *context, uint64_t row, const char *const texts[])
{
    struct rows *r = context;
    if (sampled(&r->sample))
        r->st = take(r, row, texts);
    return !r->st && r->view->rows < r->view->most;
}

static enum status add_rows(struct view *v, json_t *to, json_t *names)
{
    const size_t n = json_array_size(json_object_get(to, "columns"));
    struct rows r = {
        .view = v,
        .sample = {.matched = v->matched, .most = v->most},
        .numbers = json_array(),
        .names = names,
        .position = n > archive_columns(v->archive),
    };
    json_t *list = json_array();
    enum status st = set(to, "numbers", r.numbers);
    const enum status other = set(to, "rows", list);
    st = st ? st : other;
    r.columns = calloc(n + 1, sizeof *r.columns);
    r.cells = calloc(wording_cells(v->wording) + 1, sizeof *r.cells);
    if (!r.columns || !r.cells)
        st = st ? st : cli_no_memory();
    for (size_t i = 0; i < n && !st; i++) {
        r.columns[i] = json_array();
        if (json_array_append_new(list, r.columns[i]))
            st = cli_no_memory();
    }
    if (!st)
        st = query_rows(v->query, UINT64_MAX, put_row, &r);
    free(r.columns);
    free(r.cells);
    return st ? st : r.st;
}

static size_t distinct(const json_t *cells, size_t most)
{
    json_t *seen = json_object();
    size_t i;
    json_t *item;
    json_array_foreach(cells, i, item)
    {
        char *text = json_dumps(item, JSON_ENCODE_ANY);
        if (text)
            json_object_set_new(seen, text, json_true());
        free(text);
        if (json_object_size(seen) > most)
            break;
    }
    const size_t n = json_object_size(seen);
    json_decref(seen);
    return n;
}

static enum status count(struct view *v, size_t column, json_t *to)
{
    const struct column *c = archive_column(v->archive, column);
    struct query_groups groups;
    enum status st = query_by(v->query, &c->name, 1, &groups);
    if (st)
        return st;
    json_t *list = json_array();
    st = set(to, c->name, list);
    for (size_t i = 0; i < groups.groups && !st; i++) {
        const char *text = groups.cells[i];
        st = values_text(v->wording->values, column, text, &text);
        json_t *pair = json_array();
        if (json_array_append_new(pair, cell(v, column, text)) |
            json_array_append_new(pair,
                                  json_integer((json_int_t)groups.rows[i])) |
            json_array_append_new(list, pair))
            st = st ? st : cli_no_memory();
    }
    query_groups_release(&groups);
    return st;
}

static enum status add_counts(struct view *v, json_t *to)
{
    json_t *counts = json_object();
    enum status st = set(to, "counts", counts);
    const json_t *rows = json_object_get(to, "rows");
    const size_t n = archive_columns(v->archive);
    const size_t before = json_array_size(rows) - n;
    for (size_t i = 0; i < n && !st && v->rows < v->matched; i++)
        if (distinct(json_array_get(rows, before + i), COUNTED_MOST) <=
            COUNTED_MOST)
            st = count(v, i, counts);
    return st;
}

enum status view_rows(struct view *v, json_t *to, json_t *names)
{
    v->rows = 0;
    enum status st = add_attributes(v, to);
    st = st ? st : add_label(v, to);
    st = st ? st : add_counted(v, to);
    st = st ? st : add_columns(v, to);
    st = st ? st : add_rows(v, to, names);
    return st ? st : add_counts(v, to);
}
