/* census.h - what the engine needs to know about a census.
 *
 * A census is a grid, one or more games with the value domains they are asked
 * in, and a row of columns for each grid point. Row i answers grid point i.
 * One file census/named/<name>.c (dashes as underscores) with a constant
 * census_<name> at its foot.
 */
#ifndef ENGINE_RUN_CENSUS_H
#define ENGINE_RUN_CENSUS_H

#include "engine/base/column.h"
#include "engine/grid/grid.h"
#include "engine/run/cell.h"
#include "engine/store/read/archive.h"

enum { CENSUS_GAMES_MAX = CELL_GAMES_MAX };

/* A game of a census and the domain it is asked in. */
struct census_game {
    const char *rules, *ask;
};

/* A figure recomputed from the rows of an archive. compute() writes the figure
 * as text in the form of `printed`. */
struct claim {
    const char *id;      /* "E1.5" */
    const char *text;    /* what is claimed */
    const char *printed; /* the figure as the essay prints it */
    const char *truth;   /* the true figure; NULL: as printed */
    const char *note;    /* the erratum, if truth is not NULL; else NULL or a
                            remark */
    enum status (*compute)(struct archive *, char out[], size_t cap);
};

struct census {
    const char *name, *summary;
    unsigned version; /* raised when a column or the grid changes meaning */
    struct census_game games[CENSUS_GAMES_MAX]; /* ends at rules == NULL */
    const char *grid; /* a grid spec; "{total}" stands for a parameter */
    const struct param *params; /* INTEGER parameters: --total 60 */
    size_t nparams;

    const struct column *columns;
    size_t ncolumns, row_size;

    /* OPTIONAL, both or none. What all rows share beyond the memos, made before
     * the first of them is asked for; the row function must use it safely from
     * several threads. NOMEM; logged. */
    enum status (*open)(const int64_t params[], void **shared);
    void (*close)(void *shared);

    /* Rows ask for the values of positions that are no states of their point:
     * methods that find no others do not serve. */
    bool beyond;

    /* Fills a zeroed row. */
    enum status (*row)(const struct cell *, void *row);
    /* row asks for cell_value of the point only, not for its other states. */
    bool free_only;
    /* OPTIONAL, with free_only and one game: the same for n rows that follow
     * each other, from nothing but the number of parts and their total, equal
     * in all, and that value of each. */
    void (*rows_of_values)(const struct cell *, uint32_t parts, uint64_t total,
                           const uint64_t values[], size_t n, void *rows);
    /* OPTIONAL. Puts the values of a finished row into the memos, so that a
     * resumed run need not solve them again. */
    enum status (*recall)(const struct cell *, const void *row);
    /* OPTIONAL. What a finished row says a state of its point is worth in game
     * number `game`: state 0 has no obligation, the others are the ruleset's
     * states() in order. Reads FACT columns only, and no TEXT. False if the
     * row does not say. */
    bool (*fact)(const void *row, size_t game, size_t state, uint64_t *value);

    const struct claim *claims;
    size_t nclaims;
};

#endif
