#include "census/answer/tabulate.h"

#include <stdio.h>
#include <stdlib.h>

static const struct column *column_of(struct archive *a, const char *name)
{
    return archive_column(a, archive_find(a, name));
}

static enum sheet_kind measure_kind(struct archive *a,
                                    const struct query_measure *m)
{
    if (m->fold == QUERY_DISTINCT)
        return SHEET_WHOLE;
    return m->fold == QUERY_MEAN ? SHEET_REAL
                                 : sheet_kind_of(column_of(a, m->column));
}

static enum status add_columns(struct archive *a, const struct query_plan *p,
                               struct sheet *s)
{
    enum status st = STATUS_OK;
    for (size_t i = 0; i < p->nby && !st; i++)
        st = sheet_column(s, p->by[i], sheet_kind_of(column_of(a, p->by[i])),
                          false);
    if (!st)
        st = sheet_column(s, "rows", SHEET_WHOLE, false);
    for (size_t i = 0; i < p->nmeasures && !st; i++) {
        const struct query_measure *m = &p->measures[i];
        char head[96];
        snprintf(head, sizeof head, "%s_%s", query_fold_names[m->fold],
                 m->column);
        st = sheet_column(s, head, measure_kind(a, m), false);
    }
    return st;
}

/* The least and the greatest of values are values. */
static bool is_value(const struct query_measure *m)
{
    return m->fold == QUERY_MIN || m->fold == QUERY_MAX;
}

static enum status show(struct wording *w, const char *column, const char *text,
                        const char **shown)
{
    return values_text(w->values, archive_find(w->archive, column), text,
                       shown);
}

static enum status show_measure(struct wording *w,
                                const struct query_measure *m, const char *text,
                                const char **shown)
{
    *shown = text;
    return is_value(m) ? show(w, m->column, text, shown) : STATUS_OK;
}

static enum status add_groups(struct wording *w, const struct query_plan *p,
                              const struct query_groups *g, struct sheet *s)
{
    enum status st = STATUS_OK;
    for (size_t r = 0; r < g->groups && !st; r++) {
        const char *cells[SHEET_COLUMNS_MAX];
        char rows[24];
        size_t n = 0;
        for (size_t c = 0; c < g->columns && !st; c++)
            st = show(w, p->by[c], g->cells[r * g->columns + c], &cells[n++]);
        snprintf(rows, sizeof rows, "%llu", (unsigned long long)g->rows[r]);
        cells[n++] = rows;
        for (size_t c = 0; c < g->measures && !st; c++)
            st = show_measure(w, &p->measures[c],
                              g->measured[r * g->measures + c], &cells[n++]);
        if (!st)
            st = sheet_row(s, cells);
    }
    return st;
}

/* One number, named, in the format asked for. */
static enum status print_one(const char *name, enum sheet_kind kind,
                             const char *text, enum sheet_format format)
{
    struct sheet s = {0};
    enum status st = sheet_column(&s, name, kind, false);
    if (!st)
        st = sheet_row(&s, &text);
    if (!st && format == SHEET_JSON)
        st = cli_json(sheet_json(&s, 0));
    else if (!st && format == SHEET_CSV)
        st = sheet_print(&s, format);
    else if (!st)
        printf("%s\n", *text ? text : "null");
    sheet_release(&s);
    return st;
}

enum status tabulate_groups(struct wording *w, struct query *q,
                            const struct query_plan *plan,
                            enum sheet_format format)
{
    struct archive *a = w->archive;
    struct query_groups groups;
    struct sheet s = {0};
    enum status st = query_group(q, plan, &groups);
    if (st)
        return st;
    if (plan->nby == 0 && plan->nmeasures == 1) {
        const char *text;
        st = show_measure(w, &plan->measures[0], groups.measured[0], &text);
        if (!st)
            st = print_one(query_fold_names[plan->measures[0].fold],
                           measure_kind(a, &plan->measures[0]), text, format);
    } else {
        st = add_columns(a, plan, &s);
        if (!st)
            st = add_groups(w, plan, &groups, &s);
        if (!st)
            st = sheet_print(&s, format);
        sheet_release(&s);
    }
    query_groups_release(&groups);
    return st;
}
