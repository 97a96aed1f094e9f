/* part_size.h - how many rows make a part of a run, by how fast they are
 * solved.
 *
 * A kill loses the part in hand, and parts shorter than a chunk of the archive
 * are compressed twice. So a part is a 64th of the rows, or what about a second
 * solves if that is more, but then not longer than a chunk. A chunk at least where
 * all is found before the first row (method.h, prepare).
 *
 * Called by the main thread.
 */
#ifndef ENGINE_RUN_PART_SIZE_H
#define ENGINE_RUN_PART_SIZE_H

#include "engine/run/run.h"

/* Solves the first rows for a few hundredths of a second where the part size
 * depends on it. Reads threads, memo and recursion of the options. Errors of
 * games, memos and rows. */
enum status part_size_rows(const struct plan *, const struct run_options *,
                           uint64_t *part_rows) MUST_CHECK;

#endif
