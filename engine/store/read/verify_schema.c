#include "engine/store/read/verify.h"

#include "engine/base/log.h"
#include "engine/base/text.h"
#include "engine/store/file/disk.h"
#include "engine/store/file/schema.h"

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
                             path, text_quoted(length), column, fields[i],
                             a ? a : "", b ? b : "");
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
                             text_quoted(strcspn(b, "|")), b);
        if (!b)
            return log_error(STATUS_FORMAT,
                             "%s: column %.*s is not in the schema", path,
                             text_quoted(strcspn(a, "|")), a);
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
static enum status describe(struct archive *a, char **text)
{
    const size_t n = archive_columns(a);
    char census[256], version[32];
    *text = NULL;
    enum status st = archive_attribute(a, "census", census, sizeof census);
    if (st == STATUS_OK)
        st = archive_attribute(a, "census_version", version, sizeof version);
    if (st != STATUS_OK)
        return st;
    struct column *columns = calloc(n + 1, sizeof *columns);
    for (size_t i = 0; columns && i < n; i++)
        columns[i] = *archive_column(a, i);
    if (columns)
        *text = schema_text(census, (unsigned)strtoul(version, NULL, 10),
                            columns, n);
    free(columns);
    return *text
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "%s: out of memory", archive_path(a));
}

enum status verify_schema(struct archive *a, const char *schema_path)
{
    char *ours = NULL, *theirs = NULL;
    size_t length;
    enum status st = describe(a, &ours);
    if (st == STATUS_OK)
        st = disk_read(schema_path, &theirs, &length);
    if (st == STATUS_OK)
        st = compare(archive_path(a), ours, theirs);
    free(ours);
    free(theirs);
    return st;
}
