#include "census/answer/interned.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void interned_release(struct interned *in)
{
    for (size_t i = 0; i < in->n; i++)
        free(in->texts[i]);
    free(in->texts);
    free(in->slots);
    *in = (struct interned){0};
}

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *text)
{
    uint64_t h = 14695981039346656037u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h ^ h >> 32;
}

/* Where the text is, or where it belongs. */
static uint32_t *slot_of(const struct interned *in, const char *text)
{
    size_t at = (size_t)hash(text) & (in->nslots - 1);
    while (in->slots[at] && strcmp(in->texts[in->slots[at] - 1], text))
        at = (at + 1) & (in->nslots - 1);
    return &in->slots[at];
}

/* Room for one more, at most half of the slots taken. */
static enum status grow(struct interned *in)
{
    if (in->n == in->cap) {
        const size_t cap = in->cap ? 2 * in->cap : 64;
        char **more = realloc(in->texts, cap * sizeof *more);
        if (!more)
            return cli_no_memory();
        in->texts = more;
        in->cap = cap;
    }
    if (2 * (in->n + 1) <= in->nslots)
        return STATUS_OK;
    const size_t nslots = in->nslots ? 2 * in->nslots : 128;
    uint32_t *slots = calloc(nslots, sizeof *slots);
    if (!slots)
        return cli_no_memory();
    free(in->slots);
    in->slots = slots;
    in->nslots = nslots;
    for (size_t i = 0; i < in->n; i++)
        *slot_of(in, in->texts[i]) = (uint32_t)i + 1;
    return STATUS_OK;
}

static enum status add_text(struct interned *in, const char *text,
                            uint32_t *number)
{
    enum status st = grow(in);
    if (st)
        return st;
    uint32_t *slot = slot_of(in, text);
    if (!*slot) {
        if (in->n >= UINT32_MAX - 1)
            return log_error(STATUS_RANGE, "more than %u different values",
                             UINT32_MAX - 1);
        in->texts[in->n] = strdup(text);
        if (!in->texts[in->n])
            return cli_no_memory();
        *slot = (uint32_t)++in->n;
    }
    *number = *slot - 1;
    return STATUS_OK;
}

enum status interned_add(struct interned *in, sqlite3_stmt *s, int column,
                         uint32_t *number)
{
    char number_text[40];
    double real;
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_NULL:
        return add_text(in, "n", number);
    case SQLITE_INTEGER:
        snprintf(number_text, sizeof number_text, "i%lld",
                 (long long)sqlite3_column_int64(s, column));
        return add_text(in, number_text, number);
    case SQLITE_FLOAT:
        real = sqlite3_column_double(s, column);
        if (real == floor(real) && fabs(real) < 9e15) /* exact as a whole */
            snprintf(number_text, sizeof number_text, "i%lld", (long long)real);
        else
            snprintf(number_text, sizeof number_text, "r%.17g", real);
        return add_text(in, number_text, number);
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(s, column);
        char *typed = text ? malloc(strlen(text) + 2) : NULL;
        if (!typed)
            return cli_no_memory();
        *typed = 't';
        strcpy(typed + 1, text);
        enum status st = add_text(in, typed, number);
        free(typed);
        return st;
    }
    default:
        return log_error(STATUS_USAGE,
                         "'%s' is a blob; compared are numbers and texts",
                         sqlite3_column_name(s, column));
    }
}

enum status interned_text(const struct interned *in, uint32_t number,
                          struct sql *sql, char **out)
{
    const char *text = in->texts[number];
    enum status st = STATUS_OK;
    *out = NULL;
    if (*text == 't')
        st = sql_value_text(sql, text + 1, out);
    if (st || *out)
        return st;
    *out = strdup(text + 1);
    return *out ? STATUS_OK : cli_no_memory();
}

enum status interned_json(const struct interned *in, uint32_t number,
                          struct sql *sql, json_t **out)
{
    const char *text = in->texts[number];
    char *spelled;
    enum status st;
    switch (*text) {
    case 'n':
        *out = json_null();
        break;
    case 'i':
        *out = json_integer(strtoll(text + 1, NULL, 10));
        break;
    case 'r':
        *out = json_real(strtod(text + 1, NULL));
        if (!*out) /* infinite */
            *out = json_string(text + 1);
        break;
    default:
        st = interned_text(in, number, sql, &spelled);
        if (st)
            return st;
        *out = cli_json_text(spelled);
        free(spelled);
    }
    return *out ? STATUS_OK : cli_no_memory();
}
