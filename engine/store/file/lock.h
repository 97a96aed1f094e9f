/* lock.h - one run at a time for one folder.
 *
 * The lock is held on an open file and vanishes with the process, however that
 * ends. The file says who holds it. One thread at a time.
 */
#ifndef ENGINE_STORE_FILE_LOCK_H
#define ENGINE_STORE_FILE_LOCK_H

#include "engine/base/status.h"

#include <stdbool.h>

enum { LOCK_HOLDER_MAX = 128 };

/* Takes the lock file `path`. LOCKED, naming the holder; IO. Logged. */
enum status lock_take(const char *path, int *fd) MUST_CHECK;
/* Releases it; the file stays. */
void lock_drop(int fd);
/* Is it held, and by whom? Does not keep it. */
bool lock_held(const char *path, char holder[LOCK_HOLDER_MAX]);

#endif
