/* grid_sample.h - every registered grid, opened small, for contract tests.
 *
 * A grid without a line in the table in grid_sample.c is opened with its
 * defaults, and with small numbers where it has none.
 */
#ifndef TEST_COMMON_GRID_SAMPLE_H
#define TEST_COMMON_GRID_SAMPLE_H

#include "engine/grid/grid.h"

enum { GRID_SAMPLE_POINTS = 20000 };

/* Calls check for every grid and the number of points it has to have, counted
 * by other means; 0: not known. */
void grid_sample_each(void (*check)(const struct grid *, uint64_t count));

/* Opens a grid, and the game that it is for: of a grid of positions the first
 * ruleset that has such positions, else any. False if there is none. */
bool grid_sample_open(const char *spec, struct game *, struct grid *);

/* The step between points to look at: 1 in a grid of up to
 * GRID_SAMPLE_POINTS. */
uint64_t grid_sample_stride(const struct grid *);

#endif
