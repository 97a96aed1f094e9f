#include "census/answer/tabulate.h"

#include "census/answer/notation.h"

#include <stdio.h>
#include <stdlib.h>

struct listing {
    const struct notation *notation;
    struct sheet sheet;
    size_t columns; /* of the archive */
    enum status st;
};

static enum status add_columns(struct archive *a, struct listing *l)
{
    enum status st = sheet_column(&l->sheet, "row", SHEET_WHOLE, true);
    if (!st && l->notation->request)
        st = sheet_column(&l->sheet, "position", SHEET_TEXT, false);
    for (size_t c = 0; c < l->columns && !st; c++)
        st = sheet_column(&l->sheet, archive_column(a, c)->name,
                          sheet_kind_of(archive_column(a, c)), false);
    return st;
}

static bool list_row(void *context, uint64_t row, const char *const texts[])
{
    struct listing *l = context;
    const char *cells[SHEET_COLUMNS_MAX];
    char number[24], *position = NULL;
    size_t n = 0;
    snprintf(number, sizeof number, "%llu", (unsigned long long)row);
    cells[n++] = number;
    if (l->notation->request) {
        position = notation_text(l->notation, row);
        if (!position) {
            l->st = cli_no_memory();
            return false;
        }
        cells[n++] = position;
    }
    for (size_t c = 0; c < l->columns; c++)
        cells[n++] = texts[c];
    l->st = sheet_row(&l->sheet, cells);
    free(position);
    return l->st == STATUS_OK;
}

static enum status listing_open(struct archive *a,
                                const struct catalogue *known,
                                struct notation *notation, struct listing *l)
{
    *l = (struct listing){.notation = notation, .columns = archive_columns(a)};
    enum status st = notation_open(a, known, notation);
    return st ? st : add_columns(a, l);
}

static void listing_close(struct notation *notation, struct listing *l)
{
    sheet_release(&l->sheet);
    notation_close(notation);
}

enum status tabulate_rows(struct archive *a, struct query *q,
                          const struct catalogue *known,
                          const struct tabulate_order *order,
                          enum sheet_format format)
{
    struct notation notation;
    struct listing l;
    enum status st = listing_open(a, known, &notation, &l);
    if (!st && order->sort)
        st = query_rows_sorted(q, order->sort, order->descending, order->limit,
                               list_row, &l);
    else if (!st)
        st = query_rows(q, order->limit, list_row, &l);
    if (!st)
        st = l.st ? l.st : sheet_print(&l.sheet, format);
    listing_close(&notation, &l);
    return st;
}

/* Prints the only row of a listing as a column of names and values. */
static enum status print_upright(struct archive *a, const struct sheet *row)
{
    static const char *const heads[] = {"column", "value", "unit", "meaning"};
    const size_t added = row->ncolumns - archive_columns(a);
    struct sheet s = {0};
    enum status st = STATUS_OK;
    for (size_t i = 0; i < 4 && !st; i++)
        st = sheet_column(&s, heads[i], SHEET_TEXT, false);
    for (size_t c = 0; c < row->ncolumns && !st; c++) {
        const struct column *column =
            c < added ? NULL : archive_column(a, c - added);
        const char *const cells[] = {row->columns[c].head, row->cells[c],
                                     column ? column->unit : "",
                                     column ? column->help
                                     : c    ? "in notation"
                                            : "counted from 0"};
        st = sheet_row(&s, cells);
    }
    if (!st)
        st = sheet_print(&s, SHEET_TABLE);
    sheet_release(&s);
    return st;
}

enum status tabulate_row(struct archive *a, const struct catalogue *known,
                         uint64_t row, bool json)
{
    struct notation notation;
    struct listing l;
    enum status st = listing_open(a, known, &notation, &l);
    if (!st)
        st = query_row(a, row, list_row, &l);
    if (!st)
        st = l.st;
    if (!st)
        st = json ? cli_json(sheet_json(&l.sheet, 0))
                  : print_upright(a, &l.sheet);
    listing_close(&notation, &l);
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
    if (!st && format == SHEET_TABLE)
        printf("%llu rows\n", (unsigned long long)archive_rows(a));
    sheet_release(&s);
    return st;
}
