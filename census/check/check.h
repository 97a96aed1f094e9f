/* check.h - named rules that predict a column of an archive.
 *
 * One file census/check/<name>.c with a constant check_<name> at its foot. A
 * check knows games, never rows: it is given a position and predicts the
 * column; `census check` compares.
 */
#ifndef CENSUS_CHECK_CHECK_H
#define CENSUS_CHECK_CHECK_H

#include "engine/game/ruleset.h"
#include "engine/store/read/archive.h"

struct check {
    const char *name, *summary;
    const char *column; /* that it predicts */
    bool guess; /* known to be wrong of some rows; kept to show how far it
                   goes */
    /* Does the rule apply to this game? */
    bool (*fits)(const struct game *);
    /* The column's number at a grid point; false: no prediction. */
    bool (*predict)(const struct game *, const struct point *, int64_t *value);
};

extern const struct check *const checks[]; /* NULL at the end */

const struct check *check_find(const char *name); /* NULL: none */

/* The column of an archive of this game that the check predicts. USAGE if it
 * does not apply to the game or there is no such column; logged. */
enum status check_column(const struct check *, const struct game *,
                         const struct archive *, size_t *column) MUST_CHECK;

#endif
