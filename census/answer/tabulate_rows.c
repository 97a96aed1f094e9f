#include "census/answer/tabulate.h"
#include "census/cli/cli.h"
#include "census/run/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    struct wording *wording;
    struct sheet sheet;
    enum status st;
};

static enum status listing_open(struct wording *w, struct listing *l)
{
    struct archive *a = w->archive;
    *l = (struct listing){.wording = w};
    enum status st = wording_begin(w);
    if (!st)
        st = sheet_column(&l->sheet, "row", SHEET_WHOLE, true);
    if (!st && w->notation.added)
        st = sheet_column(&l->sheet, "position", SHEET_TEXT, false);
    for (size_t c = 0; c < archive_columns(a) && !st; c++)
        st = sheet_column(&l->sheet, archive_column(a, c)->name,
                          sheet_kind_of(archive_column(a, c)), false);
    return st;
}

/* Adds a row, with a picture in place of its position. */
static enum status add_picture(struct sheet *s, const char *cells[])
{
    size_t at = 0;
    char *picture = NULL;
    while (at < s->ncolumns && !wording_is_position(s->columns[at].head))
        at++;
    if (at == s->ncolumns || !cells[at])
        return sheet_row(s, cells);
    enum status st = wording_picture(cells[at], &picture);
    cells[at] = picture;
    st = st ? st : sheet_row(s, cells);
    free(picture);
    return st;
}

static bool list_row(void *context, uint64_t row, const char *const texts[])
{
    struct listing *l = context;
    const char *cells[SHEET_COLUMNS_MAX];
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)row);
    cells[0] = number;
    l->st = wording_row(l->wording, row, texts, cells + 1);
    if (!l->st)
        l->st = l->sheet.lines ? add_picture(&l->sheet, cells)
                               : sheet_row(&l->sheet, cells);
    return l->st == STATUS_OK;
}

enum status tabulate_rows(struct wording *w, struct query *q,
                          const struct tabulate_order *order,
                          enum sheet_format format)
{
    struct listing l;
    enum status st = listing_open(w, &l);
    l.sheet.lines = order->pictures;
    if (!st && order->sort)
        st = query_rows_sorted(q, order->sort, order->descending, order->limit,
                               list_row, &l);
    else if (!st)
        st = query_rows(q, order->limit, list_row, &l);
    if (!st)
        st = l.st ? l.st : sheet_print(&l.sheet, format);
    sheet_release(&l.sheet);
    return st;
}

/* What a column means as it is shown. */
static const char *help(const struct wording *w, size_t column)
{
    const struct column *c = archive_column(w->archive, column);
    return c->type == COLUMN_TEXT && values_shown(w->values, column)
               ? "the value (--values name: its name, as it is stored)"
               : c->help;
}

/* The label of the only row of a listing, allocated; NULL if its position is
 * not known. */
static enum status label_of(const struct wording *w, const struct sheet *row,
                            char **label)
{
    const char *position = NULL;
    char *name;
    *label = NULL;
    for (size_t c = 0; c < row->ncolumns; c++)
        if (wording_is_position(row->columns[c].head))
            position = row->cells[c];
    if (!position || !*position)
        return STATUS_OK;
    enum status st = label_archive(w->archive, &name);
    if (!st && asprintf(label, "%s:%s", name, position) < 0)
        st = cli_no_memory();
    free(name);
    return st;
}

/* Prints the only row of a listing as a column of names and values. */
static enum status print_upright(const struct wording *w,
                                 const struct sheet *row, const char *label,
                                 bool picture)
{
    static const char *const heads[] = {"column", "value", "unit", "meaning"};
    struct archive *a = w->archive;
    const size_t added = row->ncolumns - archive_columns(a);
    struct sheet s = {.lines = picture};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < 4 && !st; i++)
        st = sheet_column(&s, heads[i], SHEET_TEXT, false);
    for (size_t c = 0; c < row->ncolumns && !st; c++) {
        const struct column *column =
            c < added ? NULL : archive_column(a, c - added);
        char *drawn = NULL;
        if (picture && wording_is_position(row->columns[c].head) &&
            row->cells[c])
            st = wording_picture(row->cells[c], &drawn);
        const char *const cells[] = {row->columns[c].head,
                                     drawn ? drawn : row->cells[c],
                                     column ? column->unit : "",
                                     column ? help(w, c - added)
                                     : c    ? "in notation"
                                            : "counted from 0"};
        st = st ? st : sheet_row(&s, cells);
        free(drawn);
    }
    const char *const cite[] = {"label", label, "", "by which it can be cited"};
    if (!st && label)
        st = sheet_row(&s, cite);
    if (!st)
        st = sheet_print(&s, SHEET_TABLE);
    sheet_release(&s);
    return st;
}

static enum status print_json(const struct sheet *row, const char *label)
{
    json_t *object = sheet_json(row, 0);
    if (label)
        cli_json_set(&object, "label", json_string(label));
    return cli_json(object);
}

enum status tabulate_row(struct wording *w, uint64_t row, bool json,
                         bool picture)
{
    struct listing l;
    enum status st = listing_open(w, &l);
    if (!st)
        st = query_row(w->archive, row, list_row, &l);
    if (!st)
        st = l.st;
    char *label = NULL;
    if (!st)
        st = label_of(w, &l.sheet, &label);
    if (!st)
        st = json ? print_json(&l.sheet, label)
                  : print_upright(w, &l.sheet, label, picture);
    free(label);
    sheet_release(&l.sheet);
    return st;
}

enum status tabulate_columns(struct archive *a, enum sheet_format format)
{
    static const char *const heads[] = {"column", "type", "role", "unit",
                                        "meaning"};
    struct sheet s = {0};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < 5 && !st; i++)
        st = sheet_column(&s, heads[i], SHEET_TEXT, false);
    for (size_t i = 0; i < archive_columns(a) && !st; i++) {
        const struct column *c = archive_column(a, i);
        const char *const cells[] = {
            c->name, c->labels ? "enum" : column_type_name(c->type),
            column_role_name(c->role), c->unit, c->help};
        st = sheet_row(&s, cells);
    }
    if (!st)
        st = sheet_print(&s, format);
    char coverage[4096];
    if (!st && format == SHEET_TABLE)
        printf("%llu rows\n", (unsigned long long)archive_rows(a));
    if (!st && format == SHEET_TABLE && archive_has_attribute(a, "coverage")) {
        st = archive_attribute(a, "coverage", coverage, sizeof coverage);
        if (!st)
            printf("holds %s\n", coverage);
    }
    sheet_release(&s);
    return st;
}
