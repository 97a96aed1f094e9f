/* check.h - the checks of the program, and checks against archives.
 *
 * One file census/check/<name>.c with a constant check_<name> at its foot
 * (engine/game/check.h).
 */
#ifndef CENSUS_CHECK_CHECK_H
#define CENSUS_CHECK_CHECK_H

#include "engine/game/check.h"
#include "engine/store/read/archive.h"

extern const struct check *const checks[]; /* NULL at the end */

/* The column of an archive of this game that the check predicts. USAGE if it
 * does not apply to the game or there is no such column; logged. */
enum status check_column(const struct check *, const struct game *,
                         const struct archive *, size_t *column) MUST_CHECK;

#endif
