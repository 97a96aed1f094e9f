/* threads.h - can the system give the threads that are asked for?
 *
 * OpenMP ends the program where it cannot make a thread, and a stack that is
 * too small ends it, too: so ask before. OMP_STACKSIZE and the system's limit
 * on stacks set the size. Called by the main thread, but for threads_stack.
 */
#ifndef ENGINE_RUN_THREADS_H
#define ENGINE_RUN_THREADS_H

#include "engine/base/status.h"

#include <stdint.h>

/* Are there to be had as many threads as are missing to `threads`, this one and
 * idle ones included? NOMEM, logged. */
enum status threads_probe(unsigned threads) MUST_CHECK;
/* Bytes of this thread's stack. Any thread. */
uint64_t threads_stack(void);
/* Is the smallest stack large enough? NOMEM, logged. */
enum status threads_fit(uint64_t smallest) MUST_CHECK;

#endif
