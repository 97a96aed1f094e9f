/* coverage.h - what an archive holds all of, in words.
 *
 *   all multisets of heaps with a given total: counters in all heaps 0..40;
 * none of these 215308 is missing; as positions of top-entails (take one
 * counter, compelling the answer, or split a heap), reply=same,empty=free,...;
 * asked for outcome (N or P: ...)
 *
 * Made of what grid, ruleset and domain say of themselves, so that it is true
 * of those of a plug-in, too. The root attribute `coverage` of an archive.
 */
#ifndef ENGINE_RUN_COVERAGE_H
#define ENGINE_RUN_COVERAGE_H

#include "engine/run/plan.h"

/* Allocated; NULL: out of memory. The plan's grid and games are open. */
char *coverage_text(const struct plan *);

#endif
