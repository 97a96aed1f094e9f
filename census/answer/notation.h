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
    struct archive *archive;
    const struct catalogue *known;
    bool added;   /* a column "position" is added, as the archive has none */
    bool unknown; /* its census or a ruleset is not known here */
    struct request *request; /* the census, once it is needed */
};

/* Finds out whether a column "position" is to be added. */
void notation_init(struct archive *, const struct catalogue *known,
                   struct notation *);
/* Opens what writes it, before the first text is asked for, with the rulesets
 * there are (request.h). Where the census or a ruleset is not known here, that
 * is logged and the positions stay empty. NOMEM, IO; logged. */
enum status notation_open(struct notation *) MUST_CHECK;
void notation_close(struct notation *);
/* The census, which stays open until then; NULL if it is not known here. */
enum status notation_request(struct notation *,
                             const struct request **) MUST_CHECK;

/* The position of a row, allocated; NULL if it is unknown. Only where it is
 * added. NOMEM, and what the game says; logged. */
enum status notation_text(const struct notation *, uint64_t row,
                          char **text) MUST_CHECK;

/* The row of a position in a census. USAGE: not a position of its game, with an
 * obligation, or not in its grid; logged. */
enum status notation_row(const struct request *, const char *position,
                         uint64_t *row) MUST_CHECK;

/* The text that the game itself would print, allocated. USAGE if it is none of
 * its positions, NOMEM; logged. */
enum status notation_canonical(const struct request *, const char *position,
                               char **text) MUST_CHECK;

/* The rows of a position, which may be several where a grid lists orders that
 * mean nothing to the game: what notation_keep needs, freed by free(). USAGE as
 * above, NOMEM; logged. The request must stay open. */
enum status notation_wanted(const struct request *, const char *position,
                            void **wanted) MUST_CHECK;
/* Of rows first + rows[0..n), ascending, keeps those (or, `others`, all but
 * those) of the position; returns their number. Any thread. */
size_t notation_keep(const void *wanted, bool others, uint64_t first,
                     uint32_t rows[], size_t n);

#endif
