/* custom.h - a census made on the command line from rules, domain and grid.
 *
 * Its columns are those asked for (columns.h), or: heaps (number of parts),
 * counters (their total), position (the notation, where it is at most
 * CUSTOM_TEXT_MAX characters at every point of the grid), the domain's own
 * column, and outcome if the domain tells it.
 */
#ifndef CENSUS_RUN_CUSTOM_H
#define CENSUS_RUN_CUSTOM_H

#include "census/run/columns.h"
#include "engine/catalogue/catalogue.h"
#include "engine/run/census.h"

enum { CUSTOM_TEXT_MAX = 48 };

#define CUSTOM_NAME "custom"
enum { CUSTOM_VERSION = 1 };

/* Owns what the census points to. */
struct custom {
    struct census census; /* first: a cell leads to it */
    struct column columns[COLUMNS_CHOSEN_MAX];
    struct columns_entry
        entries[COLUMNS_CHOSEN_MAX]; /* of the columns asked for */
    char *chosen; /* their names, separated by commas; NULL: none were */
    char rules[PARAM_SPEC_MAX], ask[PARAM_TEXT_MAX], grid[PARAM_SPEC_MAX];
};

/* Checks the grid, the domain's name, the ruleset and the columns
 * ("value,mean"; NULL: those above). USAGE, UNKNOWN, RANGE, NOMEM; logged. The
 * custom must not be moved. */
enum status custom_init(struct custom *, const char *rules, const char *ask,
                        const char *grid, const char *columns,
                        const struct catalogue *known) MUST_CHECK;
void custom_release(struct custom *);

#endif
