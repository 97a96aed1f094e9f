/* values.h - the values of an archive as people write them.
 *
 *   stored                               shown
 *   e436f2ad07bb59cc4527c0ba533acaaf     0           joined from /values
 *   2147483647                           loony
 *   3                                    3           a nimber stays a number
 *
 * A domain whose column holds names has its values rebuilt from their options
 * in /values, each when it is first shown, so texts are in today's notation and
 * have no greatest length. Only the column of the domain that the archive's
 * first game is asked in is translated. One thread at a time.
 */
#ifndef CENSUS_ANSWER_VALUES_H
#define CENSUS_ANSWER_VALUES_H

#include "engine/base/status.h"
#include "engine/store/read/archive.h"
#include "engine/value/domain.h"

#include <stdbool.h>
#include <stddef.h>

enum values_form {
    VALUES_SHORT, /* at most VALUES_SHORT_MAX bytes of text, or its beginning
                     and the value's name: "{{0 | *3, {0… 0123..def" */
    VALUES_WHOLE, /* up to a million bytes */
    VALUES_NAME,  /* as it is stored */
};
enum { VALUES_SHORT_MAX = 80 };

/* The option of commands that show values: char *text, NULL at first. */
#define ANSWER_VALUES(text)                                                    \
    {                                                                          \
        "values", 0, POPT_ARG_STRING, &(text), 0,                              \
            "values as text (long ones cut, and their name), whole, or name",  \
            "FORM"                                                             \
    }

struct values;

/* "text", "whole" or "name"; NULL: "text". USAGE; logged with the command's
 * name. */
enum status values_read_form(const char *command, const char *text,
                             enum values_form *) MUST_CHECK;

/* A value of an opened domain as text, allocated; texts are cut and names are
 * there only in domains that name their values. NOMEM; logged. */
enum status values_print(const struct domain *, enum values_form,
                         uint64_t value, char **text) MUST_CHECK;

/* The domain is looked up in a NULL-terminated list; of one that is not there
 * values are shown as they are stored. Reads the file's attributes only. NOMEM,
 * FORMAT; logged. */
enum status values_open(struct archive *,
                        const struct domain_kind *const domains[],
                        enum values_form, struct values **) MUST_CHECK;
void values_close(struct values *);

/* Is this a column whose cells are shown otherwise than they are stored? */
bool values_shown(const struct values *, size_t column);

/* A cell of such a column as it is shown, valid until the next call; of other
 * columns the cell itself. FORMAT, NOMEM; logged. */
enum status values_text(struct values *, size_t column, const char *stored,
                        const char **text) MUST_CHECK;

/* What a column holds where people write `text` (in any form that is shown, or
 * that the domain reads), allocated; NULL: the text itself. ordered: it is to
 * be compared by < or >, and names have no order. USAGE, NOMEM; logged. */
enum status values_stored(struct values *, size_t column, bool ordered,
                          const char *text, char **stored) MUST_CHECK;

/* The domain whose values a column holds, and that column; NULL if none does.
 */
const struct domain_kind *values_domain(const struct values *, size_t *column);
/* The value that the domain, which has a book, has for a stored name: in
 * *domain, which is open until these values are closed. DOMAIN_UNKNOWN if
 * /values has no such name. FORMAT, NOMEM; logged. */
enum status values_find(struct values *, const char *stored,
                        const struct domain **domain,
                        uint64_t *value) MUST_CHECK;

#endif
