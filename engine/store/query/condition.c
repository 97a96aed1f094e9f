#include "engine/store/query/filter.h"

#include "engine/base/log.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status condition_fail(enum status st, const char *text, size_t at,
                           const char *format, ...)
{
    char what[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return log_error(st, "condition '%s', character %zu: %s", text, at + 1,
                     what);
}

/* The text of the whole condition, and the place of the value in it. */
struct wording {
    const char *text;
    size_t at;
    const struct column *column;
};

static enum status bad_value(const struct wording *w, const char *wanted)
{
    return condition_fail(STATUS_USAGE, w->text, w->at, "%s holds %s",
                          w->column->name, wanted);
}

static enum status read_label(const struct wording *w, const char *value,
                              struct condition *c)
{
    const char *const *labels = w->column->labels;
    char names[512] = "";
    size_t used = 0;
    if (c->less != c->greater)
        return condition_fail(STATUS_USAGE, w->text, w->at,
                              "%s holds names, which have no order; use = or "
                              "!=",
                              w->column->name);
    for (size_t v = 0; labels[v]; v++) {
        if (!strcmp(labels[v], value)) {
            c->word = v;
            return STATUS_OK;
        }
        if (v && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, " %s",
                                     labels[v]);
    }
    return condition_fail(STATUS_UNKNOWN, w->text, w->at, "%s is one of%s",
                          w->column->name, names);
}

static enum status read_text(const char *value, const struct column *column,
                             struct condition *c)
{
    size_t n = strlen(value), width = column->width;
    c->text = calloc(width + 1, 1);
    if (!c->text)
        return log_error(STATUS_NOMEM, "out of memory for a condition");
    /* A value longer than the column sorts after every cell that is its prefix;
     * text[width] records that. */
    memcpy(c->text, value, n < width ? n : width);
    c->text[width] = n > width;
    return STATUS_OK;
}

/* Decimal digits are a number; "inf", "nan" and "0x10", which strtod takes, are
 * none. */
static enum status read_real(const struct wording *w, const char *value,
                             struct condition *c)
{
    char *end;
    const double real = strtod(value, &end);
    if (end == value || *end || value[strspn(value, "+-.0123456789eE")] ||
        !isfinite(real))
        return bad_value(w, "numbers");
    memcpy(&c->word, &real, sizeof real);
    return STATUS_OK;
}

static enum status read_whole(const struct wording *w, const char *value,
                              struct condition *c)
{
    char *end;
    bool minus = *value == '-';
    errno = 0;
    c->word = strtoull(value + minus, &end, 10);
    if (!isdigit((unsigned char)value[minus]) || *end || errno)
        return bad_value(w, "whole numbers below 2^64");
    minus = minus && c->word;
    if (w->column->type == COLUMN_U64)
        c->negative = minus;
    else if (c->word > (uint64_t)INT64_MAX + minus)
        c->negative = minus, c->huge = !minus;
    else if (minus)
        c->word = -c->word;
    return STATUS_OK;
}

enum status condition_read(const struct column *column, const char *text,
                           size_t at, const char *value, struct condition *c)
{
    const struct wording w = {text, at, column};
    if (column->labels)
        return read_label(&w, value, c);
    if (column->type == COLUMN_TEXT)
        return read_text(value, column, c);
    if (column->type == COLUMN_F64)
        return read_real(&w, value, c);
    return read_whole(&w, value, c);
}
