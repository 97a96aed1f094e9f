/* lock.h - one run at a time for one folder, or several that share it.
 *
 * The lock is held on an open file and vanishes with the process, however that
 * ends. The file says who holds it; of several, the latest. Some file systems
 * of clusters have no locks, or locks that other machines do not see: what is
 * guarded must not be damaged without them. One thread at a time.
 */
#ifndef ENGINE_STORE_FILE_LOCK_H
#define ENGINE_STORE_FILE_LOCK_H

#include "engine/base/status.h"

#include <stdbool.h>

enum { LOCK_HOLDER_MAX = 128 };

/* Takes the lock file `path`. LOCKED, naming the holder; IO. Logged. Where the
 * file system has no locks a note says so, and it is taken. */
enum status lock_take(const char *path, int *fd) MUST_CHECK;
/* Takes a share of it: refused, and refuses others, only if they want all. */
enum status lock_share(const char *path, int *fd) MUST_CHECK;
/* Releases it; the file stays. */
void lock_drop(int fd);
/* Is it held, and by whom? Does not keep it. */
bool lock_held(const char *path, char holder[LOCK_HOLDER_MAX]);

#endif
