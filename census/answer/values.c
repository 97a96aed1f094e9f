#include "census/answer/values.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"
#include "engine/value/domain.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE_MAX = 1 << 20 };

static const char ellipsis[] = "\u2026 ";

struct values {
    struct archive *archive;
    enum values_form form;
    struct domain domain; /* kind NULL: nothing is translated */
    size_t column;
    bool open, read; /* the domain; the book */
    struct book book;
    uint64_t *values; /* of the book's rows, as far as they are known */
    char *text;       /* of the last value shown */
};

enum status values_read_form(const char *command, const char *text,
                             enum values_form *form)
{
    static const char *const names[] = {[VALUES_SHORT] = "text",
                                        [VALUES_WHOLE] = "whole",
                                        [VALUES_NAME] = "name"};
    *form = VALUES_SHORT;
    for (size_t i = 0; text && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], text)) {
            *form = (enum values_form)i;
            return STATUS_OK;
        }
    return text ? log_error(STATUS_USAGE,
                            "%s: --values %s: must be text, whole or name",
                            command, text)
                : STATUS_OK;
}

/* The domain of the first game, if its column is in the file. */
static enum status find_column(struct values *v,
                               const struct domain_kind *const domains[])
{
    char ask[4096];
    enum status st = archive_attribute(v->archive, "ask", ask, sizeof ask);
    if (st)
        return st;
    ask[strcspn(ask, " ")] = 0;
    const struct domain_kind *kind = domain_named(domains, ask);
    if (!kind || (!kind->book_value && !kind->stored_text && !kind->parse))
        return STATUS_OK;
    const size_t column = archive_find(v->archive, kind->column.name);
    if (column == archive_columns(v->archive))
        return STATUS_OK;
    const struct column *found = archive_column(v->archive, column);
    if (found->type == kind->column.type &&
        found->width == kind->column.width) {
        v->domain.kind = kind;
        v->column = column;
    }
    return STATUS_OK;
}

enum status values_open(struct archive *a,
                        const struct domain_kind *const domains[],
                        enum values_form form, struct values **out)
{
    struct values *v = *out = calloc(1, sizeof *v);
    if (!v)
        return cli_no_memory();
    v->archive = a;
    v->form = form;
    enum status st = find_column(v, domains);
    if (st) {
        values_close(v);
        *out = NULL;
    }
    return st;
}

void values_close(struct values *v)
{
    if (!v)
        return;
    if (v->open)
        domain_close(&v->domain);
    book_release(&v->book);
    free(v->values);
    free(v->text);
    free(v);
}

static bool holds_values(const struct values *v, size_t column)
{
    return v->domain.kind && column == v->column;
}

bool values_shown(const struct values *v, size_t column)
{
    return holds_values(v, column) && v->form != VALUES_NAME;
}

static enum status need_domain(struct values *v)
{
    const struct domain_kind *kind = v->domain.kind;
    if (v->open)
        return STATUS_OK;
    enum status st =
        kind->open ? kind->open(NULL, 1, &v->domain.self) : STATUS_OK;
    v->open = !st;
    return st;
}

static enum status need_book(struct values *v)
{
    const struct domain_kind *kind = v->domain.kind;
    enum status st = need_domain(v);
    if (st || v->read)
        return st;
    st = archive_book(v->archive, kind->book_columns, kind->nbook_columns,
                      kind->book_row_size, &v->book);
    if (st)
        return st;
    v->values = malloc((v->book.n + 1) * sizeof *v->values);
    if (!v->values)
        return cli_no_memory();
    for (size_t i = 0; i < v->book.n; i++)
        v->values[i] = DOMAIN_UNKNOWN;
    v->read = true;
    return STATUS_OK;
}

/* The beginning of a text of VALUES_SHORT_MAX bytes or more, and a name. */
static void abbreviate(char text[VALUES_SHORT_MAX + 1], const char *name,
                       size_t width)
{
    size_t n = VALUES_SHORT_MAX - (sizeof ellipsis - 1) - width;
    while ((text[n] & 0xc0) == 0x80) /* not within a character */
        n--;
    snprintf(text + n, VALUES_SHORT_MAX + 1 - n, "%s%.*s", ellipsis, (int)width,
             name);
}

static size_t print_start(const struct domain *d, uint64_t value, char out[],
                          size_t cap)
{
    return d->kind->print_start ? d->kind->print_start(d->self, value, out, cap)
                                : d->kind->print(d->self, value, out, cap);
}

enum status values_print(const struct domain *d, enum values_form form,
                         uint64_t value, char **text)
{
    const struct domain_kind *kind = d->kind;
    char name[DOMAIN_NAME_MAX];
    size_t cap = VALUES_SHORT_MAX + 1;
    *text = malloc(cap);
    if (!*text)
        return cli_no_memory();
    if (kind->name_value)
        kind->name_value(d->self, value, name);
    if (kind->name_value && form == VALUES_NAME) {
        snprintf(*text, cap, "%.*s", (int)kind->column.width, name);
        return STATUS_OK;
    }
    if (print_start(d, value, *text, cap) < cap)
        return STATUS_OK;
    const bool whole = form == VALUES_WHOLE || !kind->name_value;
    cap = whole ? kind->print(d->self, value, NULL, 0) + 1 : 0;
    if (!whole || cap > WHOLE_MAX) {
        abbreviate(*text, name, kind->column.width);
        return STATUS_OK;
    }
    free(*text);
    *text = malloc(cap);
    if (!*text)
        return cli_no_memory();
    kind->print(d->self, value, *text, cap);
    return STATUS_OK;
}

const struct domain_kind *values_domain(const struct values *v, size_t *column)
{
    *column = v->column;
    return v->domain.kind;
}

enum status values_find(struct values *v, const char *stored,
                        const struct domain **domain, uint64_t *value)
{
    size_t row;
    enum status st = need_book(v);
    *domain = &v->domain;
    *value = DOMAIN_UNKNOWN;
    if (st || strlen(stored) != v->domain.kind->column.width ||
        !book_find(&v->book, stored, &row))
        return st;
    st =
        v->domain.kind->book_value(v->domain.self, 0, &v->book, row, v->values);
    if (!st)
        *value = v->values[row];
    return st;
}

static enum status named_text(struct values *v, const char *name,
                              const char **text)
{
    const struct domain *domain;
    uint64_t value;
    enum status st = values_find(v, name, &domain, &value);
    if (st || value == DOMAIN_UNKNOWN)
        return st;
    free(v->text);
    st = values_print(domain, v->form, value, &v->text);
    *text = v->text;
    return st;
}

enum status values_text(struct values *v, size_t column, const char *stored,
                        const char **text)
{
    const struct domain_kind *kind = v->domain.kind;
    *text = stored;
    if (!values_shown(v, column) || !*stored)
        return STATUS_OK;
    if (kind->book_value)
        return named_text(v, stored, text);
    const char *special = kind->stored_text
                              ? kind->stored_text(strtoull(stored, NULL, 10))
                              : NULL;
    *text = special ? special : stored;
    return STATUS_OK;
}

/* A name as it is, or behind the beginning of a text. */
static const char *find_name(const char *text, size_t width)
{
    const size_t n = strlen(text);
    const char *name = n < width ? NULL : text + n - width;
    if (!name || strspn(name, "0123456789abcdef") != width)
        return NULL;
    return name == text || name[-1] == ' ' ? name : NULL;
}

static enum status name_of(struct values *v, const char *text, char **stored)
{
    const struct domain *d = &v->domain;
    const size_t width = d->kind->column.width;
    const char *name = find_name(text, width);
    char made[DOMAIN_NAME_MAX];
    uint64_t value;
    enum status st = STATUS_OK;
    if (!name) {
        st = need_domain(v);
        if (!st)
            st = d->kind->parse(d->self, 0, text, &value);
        if (!st)
            d->kind->name_value(d->self, value, made);
        name = made;
    }
    if (st)
        return st;
    assert(width <= sizeof made);
    *stored = strndup(name, width);
    return *stored ? STATUS_OK : cli_no_memory();
}

enum status values_stored(struct values *v, size_t column, bool ordered,
                          const char *text, char **stored)
{
    const struct domain *d = &v->domain;
    uint64_t value;
    *stored = NULL;
    if (!holds_values(v, column) || !d->kind->parse)
        return STATUS_OK;
    if (d->kind->name_value && d->kind->book_value) {
        if (ordered)
            return log_error(STATUS_USAGE,
                             "values are games, which have no order here; use "
                             "= or !=");
        return name_of(v, text, stored);
    }
    /* Numbers are what they are. */
    if (isdigit((unsigned char)*text) || *text == '-')
        return STATUS_OK;
    enum status st = need_domain(v);
    if (!st)
        st = d->kind->parse(d->self, 0, text, &value);
    if (!st && asprintf(stored, "%llu", (unsigned long long)value) < 0) {
        *stored = NULL;
        st = cli_no_memory();
    }
    return st;
}
