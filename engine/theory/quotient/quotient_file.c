#include "engine/theory/quotient/quotient_file.h"

#include "engine/base/log.h"
#include "engine/base/output.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char format_name[] = "census quotient 1";
enum { FILE_ORDER_MAX = 65535 };

static json_t *numbers_16(const uint16_t values[], size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < n; i++)
        if (json_array_append_new(array, json_integer(values[i]))) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *outcomes(const struct quotient *q)
{
    json_t *array = json_array();
    for (unsigned x = 0; array && x < q->order; x++)
        if (json_array_append_new(array, json_integer(q->outcome[x]))) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *table(const struct quotient *q)
{
    json_t *rows = json_array();
    for (unsigned x = 0; rows && x < q->order; x++) {
        json_t *row = numbers_16(q->times + (size_t)x * q->order, q->order);
        if (json_array_append_new(rows, row)) {
            json_decref(rows);
            return NULL;
        }
    }
    return rows;
}

static json_t *to_json(const char *game, const struct quotient *q)
{
    return json_pack("{ss ss ss si si si so so so so}", "format", format_name,
                     "game", game, "rule", quotient_rule_names[q->rule],
                     "heaps", (int)q->top, "order", (int)q->order, "identity",
                     0, "zero",
                     q->zero < 0 ? json_null() : json_integer(q->zero), "image",
                     numbers_16(q->image, q->top + 1), "outcome", outcomes(q),
                     "times", table(q));
}

static enum status io_error(const char *path, const char *what)
{
    return log_error(STATUS_IO, "%s: %s: %s", path, what, strerror(errno));
}

/* The rename is durable once the folder is synced. */
static enum status sync_folder(const char *path)
{
    char *folder = strdup(path);
    if (!folder)
        return log_error(STATUS_NOMEM, "%s: out of memory", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder ? 1 : 0] = 0;
    FILE *f = fopen(slash ? folder : ".", "r");
    free(folder);
    if (!f)
        return io_error(path, "cannot open its folder");
    enum status st =
        fsync(fileno(f)) ? io_error(path, "cannot sync its folder") : STATUS_OK;
    fclose(f);
    return st;
}

static enum status write_text(const char *path, const json_t *json)
{
    char *temporary;
    const int fd = output_temporary(path, &temporary);
    if (fd < 0)
        return io_error(path, "cannot be made");
    FILE *f = fdopen(fd, "w");
    if (!f) {
        enum status st = io_error(path, "cannot be made");
        close(fd);
        remove(temporary);
        free(temporary);
        return st;
    }
    errno = 0;
    bool good = !json_dumpf(json, f, JSON_COMPACT) && fputc('\n', f) != EOF &&
                !fflush(f) && !fsync(fileno(f));
    enum status st = good ? STATUS_OK : io_error(path, "cannot be written");
    if (fclose(f) && !st)
        st = io_error(path, "cannot be written");
    if (!st && rename(temporary, path))
        st = io_error(path, "cannot be renamed");
    if (st)
        remove(temporary);
    free(temporary);
    return st ? st : sync_folder(path);
}

enum status quotient_write(const char *path, const char *game,
                           const struct quotient *q)
{
    json_t *json = to_json(game, q);
    enum status st = json ? write_text(path, json)
                          : log_error(STATUS_NOMEM, "%s: out of memory", path);
    json_decref(json);
    return st;
}

/* The numbers of a JSON array of n of them, each below `limit`. */
static bool read_numbers(const json_t *array, size_t n, unsigned limit,
                         uint16_t out[])
{
    if (!json_is_array(array) || json_array_size(array) != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(array, i);
        if (!json_is_integer(value) || json_integer_value(value) < 0 ||
            json_integer_value(value) >= limit)
            return false;
        out[i] = (uint16_t)json_integer_value(value);
    }
    return true;
}

/* NULL, or what is wrong. */
static const char *read_arrays(const json_t *json, struct quotient *q,
                               uint16_t scratch[])
{
    const json_t *rows = json_object_get(json, "times");
    if (!read_numbers(json_object_get(json, "image"), q->top + 1, q->order,
                      q->image))
        return "'image' must be heaps + 1 numbers of elements";
    if (!read_numbers(json_object_get(json, "outcome"), q->order, 256, scratch))
        return "'outcome' must be one small number for each element";
    for (unsigned x = 0; x < q->order; x++)
        q->outcome[x] = (uint8_t)scratch[x];
    bool good = json_is_array(rows) && json_array_size(rows) == q->order;
    for (unsigned x = 0; good && x < q->order; x++)
        good = read_numbers(json_array_get(rows, x), q->order, q->order,
                            q->times + (size_t)x * q->order);
    return good ? NULL : "'times' must be order x order numbers of elements";
}

static const char *read_head(json_t *json, char game[PARAM_SPEC_MAX],
                             struct quotient *q)
{
    const char *format, *spec, *rule;
    int heaps, order, identity;
    json_t *zero;
    json_error_t error;
    if (json_unpack_ex(json, &error, 0, "{s:s s:s s:s s:i s:i s:i s:o}",
                       "format", &format, "game", &spec, "rule", &rule, "heaps",
                       &heaps, "order", &order, "identity", &identity, "zero",
                       &zero))
        return "format, game, rule, heaps, order, identity or zero is missing";
    if (strcmp(format, format_name))
        return "it is of another format";
    q->rule = 0;
    while (q->rule < QUOTIENT_RULES &&
           strcmp(rule, quotient_rule_names[q->rule]))
        q->rule++;
    if (q->rule == QUOTIENT_RULES || strlen(spec) >= PARAM_SPEC_MAX)
        return "rule or game is none of this program's";
    if (heaps < 0 || heaps > HEAP_MOVES_TOP || order < 1 ||
        order > FILE_ORDER_MAX || identity != 0)
        return "heaps, order or identity is out of range";
    if (!json_is_null(zero) &&
        (!json_is_integer(zero) || json_integer_value(zero) < 0 ||
         json_integer_value(zero) >= order))
        return "'zero' must be an element or null";
    memcpy(game, spec, strlen(spec) + 1);
    q->top = (unsigned)heaps;
    q->order = (unsigned)order;
    q->zero = json_is_null(zero) ? -1 : (int)json_integer_value(zero);
    return NULL;
}

static enum status from_json(const char *path, json_t *json,
                             char game[PARAM_SPEC_MAX], struct quotient *q)
{
    const char *wrong = read_head(json, game, q);
    if (wrong)
        return log_error(STATUS_FORMAT, "%s: %s", path, wrong);
    q->times = calloc((size_t)q->order * q->order, sizeof *q->times);
    q->outcome = calloc(q->order, sizeof *q->outcome);
    q->image = calloc(q->top + 1, sizeof *q->image);
    uint16_t *scratch = calloc(q->order, sizeof *scratch);
    enum status st = STATUS_OK;
    if (!q->times || !q->outcome || !q->image || !scratch)
        st = log_error(STATUS_NOMEM, "%s: out of memory", path);
    wrong = st ? NULL : read_arrays(json, q, scratch);
    if (wrong)
        st = log_error(STATUS_FORMAT, "%s: %s", path, wrong);
    free(scratch);
    return st;
}

enum status quotient_read(const char *path, char game[PARAM_SPEC_MAX],
                          struct quotient *q)
{
    json_error_t error;
    *q = (struct quotient){.zero = -1};
    FILE *f = fopen(path, "r");
    if (!f)
        return io_error(path, "cannot be opened");
    json_t *json = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
    enum status st = STATUS_OK;
    if (ferror(f))
        st = io_error(path, "cannot be read");
    else if (!json)
        st = log_error(STATUS_FORMAT, "%s: line %d: %s", path, error.line,
                       error.text);
    fclose(f);
    if (!st)
        st = from_json(path, json, game, q);
    json_decref(json);
    if (st)
        quotient_release(q);
    return st;
}
