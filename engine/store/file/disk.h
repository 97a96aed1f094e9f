/* disk.h - files that are whole or not there, also after a power cut.
 *
 * Writing means: a temporary name, the bytes, fsync, rename, fsync of the
 * folder. All functions log what fails, with path and reason. Any thread, but
 * one at a time for one path.
 */
#ifndef ENGINE_STORE_FILE_DISK_H
#define ENGINE_STORE_FILE_DISK_H

#include "engine/base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A path put together like printf, allocated; NULL if out of memory. */
char *disk_path(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The folder of a path, allocated: "." if the path has no slash. */
char *disk_folder(const char *path);
bool disk_exists(const char *path);

/* A temporary name in a folder, allocated, that no other process uses and
 * nobody can guess: .NAME.RANDOM.HOST.PROCESS.tmp. NULL if out of memory;
 * logged. */
char *disk_temporary(const char *folder, const char *name);
/* Whose a file of this name is: of no such form; of a process that may still be
 * at work (alive here, or on another host); or of this one or one that has
 * ended. */
enum disk_owner { DISK_NOBODY, DISK_OTHER, DISK_ENDED };
enum disk_owner disk_owner(const char *name);

/* Which file it is, and in which state: what was read under a path may be
 * another file the next time. */
struct disk_stamp {
    uint64_t device, inode, size;
    int64_t seconds, nanoseconds; /* of the last change of its contents */
};
/* Of an open file; false: errno. */
bool disk_stamp(int fd, struct disk_stamp *);
bool disk_same(const struct disk_stamp *, const struct disk_stamp *);

/* fsync of a file or folder by name. IO. */
enum status disk_sync(const char *path) MUST_CHECK;
/* Syncs `from`, renames it to `to` (replacing it), syncs to's folder. IO. */
enum status disk_publish(const char *from, const char *to) MUST_CHECK;
/* The same, but EXISTS if there is something under that name, also if it came
 * just now. */
enum status disk_publish_new(const char *from, const char *to) MUST_CHECK;
/* Removes a file; one that is not there is fine. IO. */
enum status disk_remove(const char *path) MUST_CHECK;

/* Makes folder/name hold exactly `text`, by way of a temporary file beside it
 * (output.h). IO, NOMEM. */
enum status disk_write(const char *folder, const char *name,
                       const char *text) MUST_CHECK;
/* The same unless there is such a file, or comes one: that is fine, too. */
enum status disk_write_new(const char *folder, const char *name,
                           const char *text) MUST_CHECK;
/* All of a small file (16 MiB at most), allocated, with a zero behind it. IO,
 * NOMEM, FORMAT if it is longer. */
enum status disk_read(const char *path, char **text, size_t *length) MUST_CHECK;

#endif
