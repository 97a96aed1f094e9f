/* quotient_file.h - quotients as files, with all that a checker needs.
 *
 *   {"format": "census quotient 1",
 *    "game": "octal:code=0.77,players=2,play=misere", "rule": "misere",
 *    "heaps": 5, "order": 12, "identity": 0, "zero": null,
 *    "image": [0, 1, ...],          image of heap 0, 1, ... heaps
 *    "outcome": [1, 0, ...],        of each element
 *    "times": [[0, 1, ...], ...]}   row x holds x * 0, x * 1, ...
 *
 * Reading checks that everything is there and in range, nothing else: what the
 * table claims is checked by quotient_check.h. Any thread.
 */
#ifndef ENGINE_THEORY_QUOTIENT_QUOTIENT_FILE_H
#define ENGINE_THEORY_QUOTIENT_QUOTIENT_FILE_H

#include "engine/theory/quotient/quotient.h"

/* Written under a temporary name, synced, renamed: a file of this name is
 * whole. IO, NOMEM; logged. */
enum status quotient_write(const char *path, const char *game,
                           const struct quotient *) MUST_CHECK;
/* game[] is the ruleset text. IO, FORMAT, NOMEM; logged. The caller releases
 * the quotient. */
enum status quotient_read(const char *path, char game[PARAM_SPEC_MAX],
                          struct quotient *) MUST_CHECK;

#endif
