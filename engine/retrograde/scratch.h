/* scratch.h - a file for what does not fit into memory, in a run's folder.
 *
 * It has no name once it is made, so that nothing is left of it however the run
 * ends; and all its blocks are allocated, so that the disk cannot be full
 * later. Any thread.
 */
#ifndef ENGINE_RETROGRADE_SCRATCH_H
#define ENGINE_RETROGRADE_SCRATCH_H

#include "engine/base/status.h"

#include <stdint.h>

/* A file of so many zeros for `what`, a word for the message. The descriptor,
 * which the caller closes; -1 on failure. IO, logged: there is no room. */
enum status scratch_open(const char *folder, const char *what, uint64_t bytes,
                         int *file) MUST_CHECK;

#endif
