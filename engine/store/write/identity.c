#include "engine/store/write/identity.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/schema.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "census-run";

enum status identity_digest(const struct run_identity *id, char run[DIGEST_HEX])
{
    const struct schema_run what = {
        .census = id->census,
        .version = id->version,
        .columns = id->columns,
        .ncolumns = id->ncolumns,
        .rules = id->rules,
        .ask = id->ask,
        .grid = id->grid,
        .rows = id->rows,
        .beside = id->beside,
    };
    return schema_digest(&what, run);
}

/* params in canonical spelling; a new reference. NULL: out of memory. */
static json_t *load_params(const struct run_identity *id)
{
    json_t *params = json_loads(id->params ? id->params : "{}", 0, NULL);
    assert(!params || json_is_object(params));
    return params;
}

/* NULL: out of memory. */
static json_t *list_columns(const struct run_identity *id)
{
    json_t *list = json_array();
    for (size_t i = 0; i < id->ncolumns && list; i++) {
        const struct column *c = &id->columns[i];
        json_t *one = json_pack("{ss ss ss ss ss}", "name", c->name, "type",
                                c->labels ? "enum" : column_type_name(c->type),
                                "role", column_role_name(c->role), "unit",
                                c->unit, "help", c->help);
        if (json_array_append_new(list, one)) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}

/* The file carries the digest of all its other fields in compact JSON: a wrong
 * part_rows would make every part look damaged. */
static bool seal(const json_t *object, char hex[DIGEST_HEX])
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return false;
    digest_bytes(text, strlen(text), hex);
    free(text);
    return true;
}

static enum status
write_as(const char *folder, const struct run_identity *id, uint64_t part_rows,
         enum status (*write)(const char *, const char *, const char *))
{
    char run[DIGEST_HEX], hex[DIGEST_HEX], *text = NULL;
    enum status st = identity_digest(id, run);
    if (st != STATUS_OK)
        return st;
    json_t *object = json_pack(
        "{ss si ss sI ss ss ss ss sI sI ss so so}", "format", format_name,
        "format_version", DIGEST_FORMAT, "census", id->census, "version",
        (json_int_t)id->version, "title", id->title, "rules", id->rules, "ask",
        id->ask, "grid", id->grid, "rows", (json_int_t)id->rows, "part_rows",
        (json_int_t)part_rows, "run", run, "params", load_params(id), "columns",
        list_columns(id));
    if (object && seal(object, hex) &&
        !json_object_set_new(object, "sha256", json_string(hex)))
        text = json_dumps(object, JSON_INDENT(2));
    json_decref(object);
    if (!text)
        return log_error(STATUS_NOMEM, "%s: out of memory", folder);
    st = write(folder, "run.json", text);
    free(text);
    return st;
}

enum status identity_write(const char *folder, const struct run_identity *id,
                           uint64_t part_rows)
{
    return write_as(folder, id, part_rows, disk_write);
}

enum status identity_write_new(const char *folder,
                               const struct run_identity *id,
                               uint64_t part_rows)
{
    return write_as(folder, id, part_rows, disk_write_new);
}

/* NULL if the file is whole and a run.json, else what is wrong with it. */
static const char *check(json_t *object)
{
    char hex[DIGEST_HEX], sha256[DIGEST_HEX] = "";
    const char *format = json_string_value(json_object_get(object, "format"));
    if (!format || strcmp(format, format_name))
        return "not the description of a run";
    if (json_integer_value(json_object_get(object, "format_version")) >
        DIGEST_FORMAT)
        return "its format version is newer than this program can read";
    const char *found = json_string_value(json_object_get(object, "sha256"));
    snprintf(sha256, sizeof sha256, "%s", found ? found : "");
    json_object_del(object, "sha256");
    if (!seal(object, hex) || strcmp(hex, sha256))
        return "damaged";
    return NULL;
}

static bool unpack(json_t *object, struct parts_info *info,
                   char run[DIGEST_HEX])
{
    const char *census, *title, *rules, *ask, *grid, *digest;
    json_int_t version, rows, part_rows;
    json_t *params;
    if (json_unpack(object, "{ss sI ss ss ss ss sI sI ss so}", "census",
                    &census, "version", &version, "title", &title, "rules",
                    &rules, "ask", &ask, "grid", &grid, "rows", &rows,
                    "part_rows", &part_rows, "run", &digest, "params", &params))
        return false;
    if (rows <= 0 || part_rows <= 0 || strlen(digest) != DIGEST_HEX - 1)
        return false;
    info->census = strdup(census);
    info->title = strdup(title);
    info->rules = strdup(rules);
    info->ask = strdup(ask);
    info->grid = strdup(grid);
    info->params = json_dumps(params, JSON_COMPACT | JSON_SORT_KEYS);
    info->version = (unsigned)version;
    info->rows = (uint64_t)rows;
    info->part_rows = (uint64_t)part_rows;
    info->parts = (info->rows + info->part_rows - 1) / info->part_rows;
    strcpy(run, digest);
    return info->census && info->title && info->rules && info->ask &&
           info->grid && info->params;
}

void parts_info_release(struct parts_info *info)
{
    free(info->census);
    free(info->title);
    free(info->rules);
    free(info->ask);
    free(info->grid);
    free(info->params);
    free(info->has);
    *info = (struct parts_info){0};
}

enum status identity_read(const char *folder, struct parts_info *info,
                          char run[DIGEST_HEX])
{
    char *path = disk_path("%s/run.json", folder), *text = NULL;
    size_t length;
    *info = (struct parts_info){0};
    enum status st = path ? disk_read(path, &text, &length) : STATUS_NOMEM;
    if (st == STATUS_OK) {
        json_t *object = json_loadb(text, length, 0, NULL);
        const char *fault = check(object);
        if (!fault && !unpack(object, info, run))
            fault = "incomplete";
        if (fault)
            st = log_error(STATUS_FORMAT, "%s: %s", path, fault);
        json_decref(object);
    }
    if (st != STATUS_OK)
        parts_info_release(info);
    free(text);
    free(path);
    return st;
}

static bool same_params(const struct parts_info *old,
                        const struct run_identity *id)
{
    json_t *ours = load_params(id), *theirs = json_loads(old->params, 0, NULL);
    const bool same = ours && theirs && json_equal(ours, theirs);
    json_decref(ours);
    json_decref(theirs);
    return same;
}

enum status identity_of_folder(const char *folder,
                               const struct run_identity *id,
                               uint64_t *part_rows)
{
    struct parts_info old;
    char run[DIGEST_HEX], own[DIGEST_HEX];
    enum status st = identity_digest(id, own);
    *part_rows = 0;
    if (st == STATUS_OK)
        st = identity_read(folder, &old, run);
    if (st != STATUS_OK)
        return st;
    const struct {
        const char *what;
        bool equal;
    } checks[] = {
        {"another census", !strcmp(old.census, id->census)},
        {"another version of the census", old.version == id->version},
        {"other rules", !strcmp(old.rules, id->rules)},
        {"another value domain", !strcmp(old.ask, id->ask)},
        {"another grid", !strcmp(old.grid, id->grid) && old.rows == id->rows},
        {"other parameters", !strcmp(run, own) || same_params(&old, id)},
        {"other columns", !strcmp(run, own)},
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (st == STATUS_OK && !checks[i].equal)
            st = log_error(STATUS_FORMAT,
                           "%s: these parts belong to a run with %s", folder,
                           checks[i].what);
    *part_rows = old.part_rows;
    parts_info_release(&old);
    return st;
}

/* What is said of a run in root attributes, in the order of the file; `run` and
 * `params` (allocated) are filled in. Coverage is of archives only, as parts
 * may be of a program that did not write it. */
enum { ATTRIBUTES = 14, OPTIONAL = 2 };

static enum status describe(const struct run_identity *id, const char *format,
                            char run[DIGEST_HEX], char **params,
                            struct h5_attribute list[ATTRIBUTES], size_t *n)
{
    enum status st = identity_digest(id, run);
    *params = NULL;
    *n = 0;
    if (st != STATUS_OK)
        return st;
    json_t *object = load_params(id);
    *params = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(object);
    if (!*params)
        return log_error(STATUS_NOMEM, "out of memory for what is run");
    const struct h5_attribute all[ATTRIBUTES] = {
        {.name = "title", .text = id->title},
        {.name = "format", .text = format},
        {.name = "census", .text = id->census},
        {.name = "rules", .text = id->rules},
        {.name = "ask", .text = id->ask},
        {.name = "grid", .text = id->grid},
        {.name = "params", .text = *params},
        {.name = "run", .text = run},
        {.name = "order", .text = SCHEMA_ORDER},
        {.name = "format_version", .whole = DIGEST_FORMAT},
        {.name = "census_version", .whole = id->version},
        {.name = "rows", .whole = id->rows},
        {.name = "beside_grid", .text = id->beside},
        {.name = "coverage",
         .text = strcmp(format, "census-archive") ? NULL : id->coverage},
    };
    for (size_t i = 0; i < ATTRIBUTES; i++)
        if (i < ATTRIBUTES - OPTIONAL || all[i].text)
            list[(*n)++] = all[i];
    return STATUS_OK;
}

enum status identity_put(hid_t file, const struct run_identity *id,
                         const char *format)
{
    char run[DIGEST_HEX], *params;
    struct h5_attribute list[ATTRIBUTES];
    size_t n;
    enum status st = describe(id, format, run, &params, list, &n);
    if (st == STATUS_OK)
        st = h5_put_attributes(file, list, n);
    free(params);
    return st;
}

enum status identity_same(hid_t file, const struct run_identity *id,
                          const char *format)
{
    char run[DIGEST_HEX], *params;
    struct h5_attribute list[ATTRIBUTES];
    size_t n;
    enum status st = describe(id, format, run, &params, list, &n);
    if (st == STATUS_OK)
        st = h5_same_attributes(file, list, n);
    free(params);
    return st;
}
