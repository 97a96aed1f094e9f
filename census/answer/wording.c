#include "census/answer/wording.h"

#include "census/cli/cli.h"
#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

/* A position in the file stands there as its game prints it. */
static enum status stored_position(struct wording *w, const char *text,
                                   char **out)
{
    const struct request *request;
    enum status st = notation_request(&w->notation, &request);
    return st || !request ? st : notation_canonical(request, text, out);
}

static enum status stored(void *context, size_t column, bool ordered,
                          const char *text, char **out)
{
    struct wording *w = context;
    *out = NULL;
    if (!ordered &&
        wording_is_position(archive_column(w->archive, column)->name))
        return stored_position(w, text, out);
    return values_stored(w->values, column, ordered, text, out);
}

static enum status position(void *context, const char *text, void **wanted)
{
    struct wording *w = context;
    enum status st = notation_open(&w->notation);
    if (!st && !w->notation.request)
        st = log_error(STATUS_UNKNOWN,
                       "%s: the positions of its rows are not known here",
                       archive_path(w->archive));
    return st ? st : notation_wanted(w->notation.request, text, wanted);
}

enum status wording_open(struct archive *a, const struct catalogue *known,
                         enum values_form form, struct wording *w)
{
    *w = (struct wording){.archive = a};
    notation_init(a, known, &w->notation);
    enum status st = values_open(a, known->domains, form, &w->values);
    w->names = (struct query_names){
        .context = w,
        .stored = stored,
        .position = position,
        .keep = notation_keep,
    };
    if (st)
        wording_close(w);
    return st;
}

void wording_close(struct wording *w)
{
    values_close(w->values);
    notation_close(&w->notation);
    free(w->position);
    w->values = NULL;
    w->position = NULL;
}

enum status wording_query(const struct wording *w, char *const conditions[],
                          struct query **q)
{
    enum status st = query_open(w->archive, q);
    if (st)
        return st;
    query_read_names(*q, &w->names);
    for (char *const *c = conditions; c && *c && !st; c++)
        st = query_where(*q, *c);
    if (st) {
        query_close(*q);
        *q = NULL;
    }
    return st;
}

enum status wording_begin(struct wording *w)
{
    return notation_open(&w->notation);
}

size_t wording_cells(const struct wording *w)
{
    return archive_columns(w->archive) + w->notation.added;
}

enum status wording_row(struct wording *w, uint64_t row,
                        const char *const cells[], const char *shown[])
{
    enum status st = STATUS_OK;
    if (w->notation.added) {
        free(w->position);
        st = notation_text(&w->notation, row, &w->position);
        *shown++ = w->position;
    }
    for (size_t c = 0; c < archive_columns(w->archive) && !st; c++)
        st = values_text(w->values, c, cells[c], &shown[c]);
    return st;
}

bool wording_is_position(const char *name)
{
    return !strcmp(name, "position");
}

enum status wording_picture(const char *position, char **picture)
{
    *picture = strdup(position);
    if (!*picture)
        return cli_no_memory();
    for (char *c = *picture; (c = strchr(c, '/')); c++)
        *c = '\n';
    return STATUS_OK;
}

enum status wording_draws(const char *command, bool table)
{
    return table ? STATUS_OK
                 : log_error(STATUS_USAGE, "%s: --picture is for tables only",
                             command);
}
