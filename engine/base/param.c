#include "engine/base/param.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status param_name(const char *spec, char name[], size_t size)
{
    size_t n = strcspn(spec, ":");
    if (n >= size)
        return log_error(STATUS_USAGE, "name too long in '%s'", spec);
    memcpy(name, spec, n);
    name[n] = 0;
    return STATUS_OK;
}

/* The whole of text[0..n-1] as a decimal number. */
static bool read_integer(const char *text, size_t n, int64_t *value)
{
    char copy[32];
    char *end;
    if (n == 0 || n >= sizeof copy)
        return false;
    memcpy(copy, text, n);
    copy[n] = 0;
    if (copy[0] != '-' && (copy[0] < '0' || copy[0] > '9'))
        return false;
    errno = 0;
    *value = strtoll(copy, &end, 10);
    return !errno && !*end;
}

static bool read_range(const char *text, int64_t *lo, int64_t *hi)
{
    const char *dots = strstr(text, "..");
    if (!dots) {
        bool ok = read_integer(text, strlen(text), lo);
        *hi = *lo;
        return ok;
    }
    return read_integer(text, (size_t)(dots - text), lo) &&
           read_integer(dots + 2, strlen(dots + 2), hi) && *lo <= *hi;
}

static bool read_choice(const char *choices, const char *text, int64_t *number)
{
    size_t n = strlen(text);
    *number = 0;
    for (const char *at = choices; *at; ++*number) {
        size_t len = strcspn(at, "|");
        if (len == n && !memcmp(at, text, n))
            return true;
        at += len + (at[len] == '|');
    }
    return false;
}

static enum status read_value(const char *what, const struct param *p,
                              const char *text, struct param_value *v)
{
    bool ok = true;
    size_t n = strlen(text);
    assert(n < sizeof v->text);
    memcpy(v->text, text, n + 1);
    switch (p->type) {
    case PARAM_INTEGER:
        ok = read_integer(text, n, &v->lo);
        v->hi = v->lo;
        break;
    case PARAM_RANGE:
        ok = read_range(text, &v->lo, &v->hi);
        break;
    case PARAM_CHOICE:
        if (!read_choice(p->choices, text, &v->lo))
            return log_error(STATUS_USAGE, "%s parameter %s=%s: must be %s",
                             what, p->name, text, p->choices);
        return STATUS_OK;
    case PARAM_TEXT:
    case PARAM_REST:
        return STATUS_OK;
    }
    if (!ok || v->lo < p->lo || v->hi > p->hi)
        return log_error(STATUS_USAGE,
                         "%s parameter %s=%s: must be a %s within %lld..%lld",
                         what, p->name, text,
                         p->type == PARAM_RANGE ? "range lo..hi" : "number",
                         (long long)p->lo, (long long)p->hi);
    return STATUS_OK;
}

static const struct param *find(const struct param params[], size_t n,
                                const char *key, size_t len)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(params[i].name) == len && !memcmp(params[i].name, key, len))
            return &params[i];
    return NULL;
}

static const struct param *find_rest(const struct param params[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (params[i].type == PARAM_REST)
            return &params[i];
    return NULL;
}

/* "a, b, c": the names allowed, for messages. */
static void list_names(const struct param params[], size_t n, char out[],
                       size_t cap)
{
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < n && used < cap; i++)
        used += (size_t)snprintf(out + used, cap - used, "%s%s", i ? ", " : "",
                                 params[i].name);
}

/* Parses one item "key=value" or "value" into texts[] of the parameters. */
static enum status parse_item(const char *what, const char *spec,
                              const char *item, size_t len,
                              const struct param params[], size_t n,
                              char texts[][PARAM_TEXT_MAX])
{
    const char *equals = memchr(item, '=', len);
    const struct param *p = equals
                                ? find(params, n, item, (size_t)(equals - item))
                                : find_rest(params, n);
    if (!p) {
        char names[200];
        list_names(params, n, names, sizeof names);
        return log_error(STATUS_USAGE, "%s '%s': no parameter '%.*s' (has: %s)",
                         what, spec,
                         text_quoted(equals ? (size_t)(equals - item) : len),
                         item, n ? names : "none");
    }
    const char *value = equals ? equals + 1 : item;
    size_t size = (size_t)(item + len - value);
    char *text = texts[p - params];
    size_t used = strlen(text);
    if (!size)
        return log_error(STATUS_USAGE, "%s '%s': %s has no value", what, spec,
                         p->name);
    if (used && p->type != PARAM_REST)
        return log_error(STATUS_USAGE, "%s '%s': %s given twice", what, spec,
                         p->name);
    if (used + size + 2 > PARAM_TEXT_MAX)
        return log_error(STATUS_USAGE, "%s '%s': %s is too long", what, spec,
                         p->name);
    if (used)
        text[used++] = ',';
    memcpy(text + used, value, size);
    text[used + size] = 0;
    return STATUS_OK;
}

static enum status write_canonical(const char *what, const char *spec,
                                   const struct param params[], size_t n,
                                   char texts[][PARAM_TEXT_MAX],
                                   char canonical[PARAM_SPEC_MAX])
{
    size_t used = strcspn(spec, ":");
    char separator = ':';
    if (used >= PARAM_SPEC_MAX)
        return log_error(STATUS_USAGE, "%s '%s' is too long", what, spec);
    memcpy(canonical, spec, used);
    canonical[used] = 0;
    for (size_t i = 0; i < n; i++) {
        bool rest = params[i].type == PARAM_REST;
        int len = snprintf(canonical + used, PARAM_SPEC_MAX - used, "%c%s%s%s",
                           separator, rest ? "" : params[i].name,
                           rest ? "" : "=", texts[i]);
        separator = ',';
        if (len < 0 || (used += (size_t)len) >= PARAM_SPEC_MAX)
            return log_error(STATUS_USAGE, "%s '%s' is too long", what, spec);
    }
    return STATUS_OK;
}

enum status param_read(const char *what, const char *spec,
                       const struct param params[], size_t n,
                       struct param_value values[],
                       char canonical[PARAM_SPEC_MAX])
{
    char texts[PARAM_MAX][PARAM_TEXT_MAX] = {{0}};
    assert(n <= PARAM_MAX);

    const char *item = spec + strcspn(spec, ":");
    while (*item) {
        item++;
        size_t len = strcspn(item, ",");
        enum status st = parse_item(what, spec, item, len, params, n, texts);
        if (st)
            return st;
        item += len;
    }
    for (size_t i = 0; i < n; i++) {
        if (!texts[i][0]) {
            if (!params[i].def)
                return log_error(STATUS_USAGE, "%s '%s': %s= is missing (%s)",
                                 what, spec, params[i].name, params[i].help);
            snprintf(texts[i], sizeof texts[i], "%s", params[i].def);
        }
        values[i].name = params[i].name;
        enum status st = read_value(what, &params[i], texts[i], &values[i]);
        if (st)
            return st;
    }
    return write_canonical(what, spec, params, n, texts, canonical);
}

/* A number, or the two of a range, as they are printed: n characters of text.
 */
static void print_plain(const struct param *p, const char *text, size_t n,
                        char out[PARAM_TEXT_MAX])
{
    char copy[PARAM_TEXT_MAX];
    int64_t lo, hi;
    snprintf(copy, sizeof copy, "%.*s", (int)n, text);
    snprintf(out, PARAM_TEXT_MAX, "%s", copy);
    if (p->type == PARAM_INTEGER && read_integer(copy, n, &lo))
        snprintf(out, PARAM_TEXT_MAX, "%lld", (long long)lo);
    if (p->type == PARAM_RANGE && read_range(copy, &lo, &hi))
        snprintf(out, PARAM_TEXT_MAX,
                 strstr(copy, "..") ? "%lld..%lld" : "%lld", (long long)lo,
                 (long long)hi);
}

bool param_plain(const char *spec, const struct param params[], size_t n,
                 char plain[PARAM_SPEC_MAX])
{
    size_t used = strcspn(spec, ":");
    const char *item = spec + used;
    if (strlen(spec) >= PARAM_SPEC_MAX)
        return false;
    memcpy(plain, spec, used);
    plain[used] = 0;
    while (*item) {
        char text[PARAM_TEXT_MAX];
        const size_t len = 1 + strcspn(item + 1, ",");
        const char *equals = memchr(item, '=', len);
        const struct param *p =
            equals ? find(params, n, item + 1, (size_t)(equals - item - 1))
                   : NULL;
        const size_t key = p ? (size_t)(equals + 1 - item) : len;
        if (len - key >= PARAM_TEXT_MAX)
            return false;
        text[0] = 0;
        if (p)
            print_plain(p, item + key, len - key, text);
        const int wrote = snprintf(plain + used, PARAM_SPEC_MAX - used,
                                   "%.*s%s", (int)key, item, text);
        if (wrote < 0 || (used += (size_t)wrote) >= PARAM_SPEC_MAX)
            return false;
        item += len;
    }
    return true;
}
