/* slice.h - which slice of a run is meant: --slice 3/10, or --slice slurm.
 *
 * Slices are counted from 0. A task of a Slurm array learns from its
 * environment which one it is: SLURM_ARRAY_TASK_ID, _MIN, _MAX, _COUNT, _STEP.
 */
#ifndef CENSUS_RUN_SLICE_H
#define CENSUS_RUN_SLICE_H

#include "engine/store/write/parts.h"

/* USAGE; logged. */
enum status slice_read(const char *text, struct parts_slice *) MUST_CHECK;

#endif
