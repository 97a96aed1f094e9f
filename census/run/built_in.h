/* built_in.h - what the program has without plug-ins. */
#ifndef CENSUS_RUN_BUILT_IN_H
#define CENSUS_RUN_BUILT_IN_H

#include "engine/catalogue/catalogue.h"

extern const struct catalogue built_in;

#endif
