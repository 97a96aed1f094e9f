/* output.h - files that are written under names that a user chose.
 *
 * A file is written whole under a temporary name beside it and then renamed.
 * The temporary name cannot be guessed, is new, and follows no link, so that
 * nobody who may write into the folder can have another file overwritten. What
 * is no regular file (a folder, a device, a link) is never replaced. Any
 * thread.
 */
#ifndef ENGINE_BASE_OUTPUT_H
#define ENGINE_BASE_OUTPUT_H

#include "engine/base/status.h"

#include <stdbool.h>

/* Makes and opens for writing FOLDER/.NAME.<random>.tmp for the file
 * FOLDER/NAME. The descriptor, and the path, allocated; -1 and errno if it
 * cannot be made, the path is NULL then. */
int output_temporary(const char *path, char **temporary);

/* Whether something is under this path that must not be replaced: why, a
 * constant, or NULL if there is nothing or a regular file. */
const char *output_fault(const char *path);

/* The path of the same file without ".", ".." and links, allocated; what does
 * not exist yet is kept as it is written. Equal for paths that name one file.
 * NULL: out of memory. */
char *output_canonical(const char *path);

#endif
