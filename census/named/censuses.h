/* censuses.h - every named census of the program, as one list. */
#ifndef CENSUS_NAMED_CENSUSES_H
#define CENSUS_NAMED_CENSUSES_H

#include "engine/run/census.h"

extern const struct census *const censuses[]; /* NULL at the end */

const struct census *census_find(const char *name); /* NULL: none */

#endif
