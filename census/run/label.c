#include "census/run/label.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

/* ".44", ".8.4": the values of a JSON object in the order of its keys. */
static void write_values(FILE *out, const json_t *params)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)params, key, value)
    {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        fprintf(out, ".%s", text ? text : "");
        free(text);
    }
}

static enum status write_name(struct archive *a, FILE *out)
{
    enum { DIGITS = 8 };
    char census[64], params[4096], run[80];
    enum status st = archive_attribute(a, "census", census, sizeof census);
    if (!st)
        st = archive_attribute(a, "params", params, sizeof params);
    if (!st)
        st = archive_attribute(a, "run", run, sizeof run);
    if (st)
        return st;
    fputs(census, out);
    if (!strcmp(census, "custom")) {
        fprintf(out, ".%.*s", DIGITS, run);
        return STATUS_OK;
    }
    json_t *object = json_loads(params, 0, NULL);
    if (object)
        write_values(out, object);
    else
        st = log_error(STATUS_FORMAT, "%s: its params are no JSON object",
                       archive_path(a));
    json_decref(object);
    return st;
}

enum status label_archive(struct archive *a, char **name)
{
    size_t size;
    *name = NULL;
    FILE *out = open_memstream(name, &size);
    if (!out)
        return cli_no_memory();
    enum status st = write_name(a, out);
    if (fclose(out) && !st)
        st = cli_no_memory();
    if (st) {
        free(*name);
        *name = NULL;
    }
    return st;
}

enum status label_position(struct archive *a, const char *label,
                           const char **position)
{
    const char *colon = strrchr(label, ':');
    char *name;
    *position = colon ? colon + 1 : label;
    if (!colon)
        return STATUS_OK;
    enum status st = label_archive(a, &name);
    if (st)
        return st;
    const size_t n = (size_t)(colon - label);
    if (strlen(name) != n || strncmp(name, label, n))
        st = log_error(STATUS_USAGE,
                       "'%s' is no row of %s, whose labels begin with %s:",
                       label, archive_path(a), name);
    free(name);
    return st;
}
