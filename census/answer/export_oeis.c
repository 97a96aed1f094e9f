#include "census/answer/export.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool whole(const struct column *c)
{
    return column_numeric(c) && c->type != COLUMN_F64;
}

/* The column that is named, or the only one that may be meant: `value`, or the
 * only fact of whole numbers. */
static enum status find_terms(const struct export *e, size_t *column)
{
    const struct archive *a = e->archive;
    size_t found = 0;
    if (e->column)
        return archive_require(a, e->column, column);
    for (size_t i = 0; i < archive_columns(a); i++) {
        const struct column *c = archive_column(a, i);
        if (c->role != COLUMN_FACT || !whole(c))
            continue;
        *column = i;
        if (!strcmp(c->name, "value"))
            return STATUS_OK;
        found++;
    }
    return found == 1
               ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "%s: %s column of whole numbers is a fact; "
                           "--column names the one that is meant",
                           archive_path(a), found ? "more than one" : "no");
}

/* Do the values rise by 1 from row to row? */
struct index {
    uint64_t rows;
    int64_t last;
    bool broken;
};

static enum status put_index(void *context, uint64_t row, int64_t value)
{
    struct index *x = context;
    (void)row;
    x->broken |= x->rows && (x->last == INT64_MAX || value != x->last + 1);
    x->last = value;
    x->rows++;
    return STATUS_OK;
}

/* The key that counts the rows one by one; the first one if there are more,
 * which then count alike but for where they begin. */
static enum status find_index(const struct export *e, size_t *column)
{
    const struct archive *a = e->archive;
    for (size_t i = 0; i < archive_columns(a); i++) {
        const struct column *c = archive_column(a, i);
        struct index x = {0};
        if (c->role != COLUMN_KEY || !whole(c))
            continue;
        enum status st = query_values(e->query, c->name, put_index, &x);
        if (st)
            return st;
        *column = i;
        if (!x.broken && x.rows > 1)
            return STATUS_OK;
    }
    return log_error(STATUS_USAGE,
                     "%s: these rows are no sequence: no key goes up by 1 from "
                     "row to row",
                     archive_path(a));
}

struct terms {
    struct export *export;
    FILE *file;
    size_t index, column;
    enum status st;
};

static bool is_number(const char *text)
{
    text += *text == '-';
    return *text && !text[strspn(text, "0123456789")];
}

static bool put_term(void *context, uint64_t row, const char *const texts[])
{
    struct terms *t = context;
    struct export *e = t->export;
    const char *term;
    t->st = values_text(e->wording->values, t->column, texts[t->column], &term);
    if (!t->st && !is_number(term))
        t->st = log_error(
            STATUS_USAGE, "%s: row %llu: the term is '%s', not a whole number",
            archive_path(e->archive), (unsigned long long)row, term);
    if (t->st)
        return false;
    fprintf(t->file, "%s %s\n", texts[t->index], term);
    e->rows++;
    return !ferror(t->file);
}

enum status export_oeis(struct export *e)
{
    struct terms t = {.export = e};
    enum status st = find_terms(e, &t.column);
    st = st ? st : find_index(e, &t.index);
    if (st)
        return st;
    t.file = fopen(e->path, "r+e");
    if (t.file)
        st = query_rows(e->query, UINT64_MAX, put_term, &t);
    bool failed = !t.file || ferror(t.file);
    if (t.file && fclose(t.file))
        failed = true;
    st = st ? st : t.st;
    if (failed && !st)
        st = log_error(STATUS_IO, "%s: %s", e->path, strerror(errno));
    return st;
}
