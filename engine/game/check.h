/* check.h - a named rule that predicts a column of an archive.
 *
 * A check knows games, never rows: it is given a grid point and predicts the
 * column; `census check` compares. Its functions are pure; any thread.
 */
#ifndef ENGINE_GAME_CHECK_H
#define ENGINE_GAME_CHECK_H

#include "engine/game/ruleset.h"

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

/* The check of this name in a NULL-terminated list; NULL: none. */
const struct check *check_find(const struct check *const checks[],
                               const char *name);

#endif
