#include "engine/store/scan.h"

#include "engine/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct comparison {
    const char *text;
    bool less, equal, greater;
} comparisons[] = {
    /* Longer ones first. */
    {"<=", true, true, false}, {">=", false, true, true},
    {"!=", true, false, true}, {"==", false, true, false},
    {"=", false, true, false}, {"<", true, false, false},
    {">", false, false, true},
};

static enum status bad_value(const char *text, const struct column *column,
                             const char *wanted)
{
    return log_error(STATUS_USAGE, "condition '%s': %s holds %s", text,
                     column->name, wanted);
}

static enum status read_label(const char *text, const char *value,
                              const struct column *column, struct condition *c)
{
    char names[512] = "";
    size_t used = 0;
    if (c->less != c->greater)
        return log_error(STATUS_USAGE,
                         "condition '%s': %s holds names, which have no order; "
                         "use = or !=",
                         text, column->name);
    for (size_t v = 0; column->labels[v]; v++) {
        if (!strcmp(column->labels[v], value)) {
            c->word = v;
            return STATUS_OK;
        }
        if (v && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, " %s",
                                     column->labels[v]);
    }
    return log_error(STATUS_UNKNOWN, "condition '%s': %s is one of%s", text,
                     column->name, names);
}

static enum status read_text(const char *value, const struct column *column,
                             struct condition *c)
{
    size_t n = strlen(value), width = column->width;
    c->text = calloc(width + 1, 1);
    if (!c->text)
        return log_error(STATUS_NOMEM, "out of memory for a condition");
    /* A longer text comes after every text that it begins with: the byte
     * behind the last one is compared, too. */
    memcpy(c->text, value, n < width ? n : width);
    c->text[width] = n > width;
    return STATUS_OK;
}

static enum status read_real(const char *text, const char *value,
                             const struct column *column, struct condition *c)
{
    char *end;
    double real = strtod(value, &end);
    if (end == value || *end)
        return bad_value(text, column, "numbers");
    memcpy(&c->word, &real, sizeof real);
    return STATUS_OK;
}

static enum status read_whole(const char *text, const char *value,
                              const struct column *column, struct condition *c)
{
    char *end;
    bool minus = *value == '-';
    errno = 0;
    c->word = strtoull(value + minus, &end, 10);
    if (!isdigit((unsigned char)value[minus]) || *end || errno)
        return bad_value(text, column, "whole numbers below 2^64");
    minus = minus && c->word;
    if (column->type == COLUMN_U64)
        c->negative = minus;
    else if (c->word > (uint64_t)INT64_MAX + minus)
        c->negative = minus, c->huge = !minus;
    else if (minus)
        c->word = -c->word;
    return STATUS_OK;
}

static enum status read_value(const char *text, const char *value,
                              const struct column *column, struct condition *c)
{
    if (column->labels)
        return read_label(text, value, column, c);
    if (column->type == COLUMN_TEXT)
        return read_text(value, column, c);
    if (column->type == COLUMN_F64)
        return read_real(text, value, column, c);
    return read_whole(text, value, column, c);
}

/* Cuts blanks at both ends, in place. */
static char *trim(char *text)
{
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = 0;
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

enum status condition_read(const struct archive *a, const char *text,
                           struct condition *c)
{
    *c = (struct condition){0};
    size_t name = strcspn(text, "<>=!");
    const struct comparison *op = NULL;
    for (size_t i = 0; i < sizeof comparisons / sizeof *op && !op; i++)
        if (!strncmp(text + name, comparisons[i].text,
                     strlen(comparisons[i].text)))
            op = &comparisons[i];
    if (!op)
        return log_error(STATUS_USAGE,
                         "condition '%s': not of the form COLUMN OP VALUE with "
                         "= != < <= > >=",
                         text);
    char *copy = strdup(text);
    if (!copy)
        return log_error(STATUS_NOMEM, "out of memory for a condition");
    char *value = trim(copy + name + strlen(op->text));
    copy[name] = 0;
    c->less = op->less;
    c->equal = op->equal;
    c->greater = op->greater;
    enum status st = scan_find(a, trim(copy), &c->column);
    if (st == STATUS_OK)
        st = read_value(text, value, archive_column(a, c->column), c);
    free(copy);
    return st;
}

void condition_release(struct condition *c)
{
    free(c->text);
    c->text = NULL;
}
