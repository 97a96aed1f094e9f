/* notation.h - the positions of an archive, as people write them.
 *
 * Rows are numbers; only the game can write them as positions, and find the row
 * of one. It is opened from the attributes of the file. One thread at a time.
 */
#ifndef CENSUS_ANSWER_NOTATION_H
#define CENSUS_ANSWER_NOTATION_H

#include "census/run/request.h"
#include "engine/store/read/archive.h"

#include <stdbool.h>

struct notation {
    struct request *request; /* NULL: there is nothing to add, or the file's
                                census is unknown here (logged) */
};

/* Opens what is needed to add a column "position" to an archive that has none,
 * with the rulesets there are (request.h). NOMEM. */
enum status notation_open(struct archive *, const struct catalogue *known,
                          struct notation *) MUST_CHECK;
void notation_close(struct notation *);

/* The position of a row, allocated; NULL if out of memory or not a position.
 * Only with a request. */
char *notation_text(const struct notation *, uint64_t row);

/* The row of a position in a census. USAGE: not a position of its game, with an
 * obligation, or not in its grid; logged. */
enum status notation_row(const struct request *, const char *position,
                         uint64_t *row) MUST_CHECK;

#endif
