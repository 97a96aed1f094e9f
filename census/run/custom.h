/* custom.h - a census made on the command line from rules, domain and grid.
 *
 * Its columns: heaps (number of parts), counters (their total), position (the
 * notation, where it is at most CUSTOM_TEXT_MAX characters at every point of
 * the grid), the domain's own column, and outcome if the domain tells it.
 */
#ifndef CENSUS_RUN_CUSTOM_H
#define CENSUS_RUN_CUSTOM_H

#include "engine/catalogue/catalogue.h"
#include "engine/run/census.h"

enum { CUSTOM_TEXT_MAX = 48, CUSTOM_COLUMNS_MAX = 6 };

#define CUSTOM_NAME "custom"

/* Owns what the census points to. */
struct custom {
    struct census census;
    struct column columns[CUSTOM_COLUMNS_MAX];
    char rules[PARAM_SPEC_MAX], ask[PARAM_TEXT_MAX], grid[PARAM_SPEC_MAX];
};

/* Checks the grid, the domain's name and the ruleset. USAGE, UNKNOWN; logged.
 * The custom must not be moved. */
enum status custom_init(struct custom *, const char *rules, const char *ask,
                        const char *grid,
                        const struct catalogue *known) MUST_CHECK;

#endif
