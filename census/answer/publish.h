/* publish.h - a file that a user asked for, made whole and then renamed.
 *
 * Until it is complete, what is under the path stays. Called by the main
 * thread.
 */
#ifndef CENSUS_ANSWER_PUBLISH_H
#define CENSUS_ANSWER_PUBLISH_H

#include "engine/base/status.h"

#include <stdbool.h>

/* May a file be put here? EXISTS unless `force`, IO if it is no regular file;
 * logged. */
enum status publish_check(const char *path, bool force) MUST_CHECK;

/* Calls write(context, temporary path), and renames what it made. The same
 * failures, and those of write; nothing is left of it then. */
enum status publish_file(const char *path, bool force,
                         enum status (*write)(void *context, const char *path),
                         void *context) MUST_CHECK;

#endif
