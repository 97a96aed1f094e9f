/* pace.h - how many rows make a part of a run, by how fast they come.
 *
 * A kill loses the part in hand, and parts shorter than a chunk of the archive
 * are compressed twice. So a part is a 64th of the rows, or what about a second
 * solves if that is more, but then not longer than a chunk.
 *
 * Called by the main thread.
 */
#ifndef ENGINE_RUN_PACE_H
#define ENGINE_RUN_PACE_H

#include "engine/run/run.h"

/* Tries the first rows for a few hundredths of a second where it matters. Of
 * the options: threads, memo, recursion. What games, memos and rows say. */
enum status pace_part_rows(const struct plan *, const struct run_options *,
                           uint64_t *part_rows) MUST_CHECK;

#endif
