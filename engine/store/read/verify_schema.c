#include "engine/store/read/verify.h"

#include "engine/base/log.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/schema.h"
#include "engine/store/file/table.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the next line, or the next field of a line, off *text: NULL at the end.
 */
static char *next(char **text, const char *mark)
{
    return *text && **text ? strsep(text, mark) : NULL;
}

/* Logs the first difference of two lines that differ. */
static enum status report_field(const char *path, char *ours, char *theirs)
{
    static const char *const fields[] = {"name", "type", "role", "unit",
                                         "help"};
    const char *column = ours;
    size_t length = strcspn(ours, "|");
    for (size_t i = 0; i < 5; i++) {
        char *a = i < 4 ? strsep(&ours, "|") : ours;
        char *b = i < 4 ? strsep(&theirs, "|") : theirs;
        if (!a || !b || strcmp(a, b))
            return log_error(STATUS_FORMAT,
                             "%s: column %.*s: its %s is '%s', the schema says "
                             "'%s'",
                             path, (int)length, column, fields[i], a ? a : "",
                             b ? b : "");
    }
    return STATUS_OK;
}

static enum status compare(const char *path, char *ours, char *theirs)
{
    for (bool first = true;; first = false) {
        char *a = next(&ours, "\n"), *b = next(&theirs, "\n");
        if (!a && !b)
            return STATUS_OK;
        if (!a)
            return log_error(STATUS_FORMAT,
                             "%s: column %.*s of the schema is missing", path,
                             (int)strcspn(b, "|"), b);
        if (!b)
            return log_error(STATUS_FORMAT,
                             "%s: column %.*s is not in the schema", path,
                             (int)strcspn(a, "|"), a);
        if (!strcmp(a, b))
            continue;
        if (first)
            return log_error(STATUS_FORMAT,
                             "%s: it is of '%s', the schema of '%s'", path, a,
                             b);
        return report_field(path, a, b);
    }
}

/* The schema text that the file's own columns make. */
static enum status describe(const struct table *t, char **text)
{
    char *census = NULL;
    uint64_t version = 0;
    *text = NULL;
    enum status st = h5_get_text(t->file, "census", &census);
    if (st == STATUS_OK)
        st = h5_get_u64(t->file, "census_version", &version);
    if (st == STATUS_OK) {
        *text = schema_text(census, (unsigned)version, t->columns, t->ncolumns);
        if (!*text)
            st = log_error(STATUS_NOMEM, "%s: out of memory", t->path);
    }
    free(census);
    return st;
}

enum status verify_schema(const char *path, const char *schema_path)
{
    struct digest_head head;
    struct table *t = NULL;
    char *ours = NULL, *theirs = NULL;
    const char *why;
    size_t length;
    enum status st = digest_check(path, false, &head, &why);
    if (st != STATUS_OK)
        return log_error(st, "%s: %s", path, why);
    st = table_open(path, &t);
    if (st == STATUS_OK)
        st = describe(t, &ours);
    if (st == STATUS_OK)
        st = disk_read(schema_path, &theirs, &length);
    if (st == STATUS_OK)
        st = compare(path, ours, theirs);
    table_close(t);
    free(ours);
    free(theirs);
    return st;
}
