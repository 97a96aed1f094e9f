/* wording.h - an archive's positions and values as people write them: what all
 * commands that list rows have in common. A board may be shown as a picture,
 * its rows, which '/' separates in the notation, one below another:
 *
 *   ../.#   ..
 *           .#
 *
 * One thread at a time, but for the filtering of rows (query.h).
 */
#ifndef CENSUS_ANSWER_WORDING_H
#define CENSUS_ANSWER_WORDING_H

#include "census/answer/notation.h"
#include "census/answer/values.h"
#include "engine/store/query/query.h"

struct wording {
    struct archive *archive;
    struct notation notation;
    struct values *values;
    struct query_names names; /* both, for conditions */
    char *position;           /* of the row in hand */
};

/* An open wording must not be moved. NOMEM, IO, FORMAT; logged. */
enum status wording_open(struct archive *, const struct catalogue *known,
                         enum values_form, struct wording *) MUST_CHECK;
void wording_close(struct wording *);

/* Opens a query whose conditions are read, and whose rows are to be shown, by
 * this wording. USAGE, UNKNOWN, NOMEM; logged. */
enum status wording_query(const struct wording *, char *const conditions[],
                          struct query **) MUST_CHECK;

/* Before the first row is shown. NOMEM, IO; logged. */
enum status wording_begin(struct wording *) MUST_CHECK;
/* How many cells a shown row has: the position, if the archive has none, and
 * the archive's columns. */
size_t wording_cells(const struct wording *);
/* The cells of a row, shown, from those that query.h hands over: the position
 * is NULL if it is not known. Valid until the next call. NOMEM, FORMAT, and
 * what the game says; logged. */
enum status wording_row(struct wording *, uint64_t row,
                        const char *const cells[],
                        const char *shown[]) MUST_CHECK;

/* The option of the commands that show pictures. */
#define ANSWER_PICTURE(flag)                                                   \
    {                                                                          \
        "picture", 0, POPT_ARG_NONE, &(flag), 0,                               \
            "boards as pictures, row below row", NULL                          \
    }

/* Has a column of this name positions? */
bool wording_is_position(const char *name);
/* The lines of a position, separated by newlines; allocated. NOMEM, logged. */
enum status wording_picture(const char *position, char **picture) MUST_CHECK;
/* Pictures are for tables: USAGE if another format is asked for, logged with
 * the command's name. */
enum status wording_draws(const char *command, bool table) MUST_CHECK;

#endif
