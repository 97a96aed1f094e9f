/* label.h - how a row of an archive is cited:
 * top-entails-partitions.44:3+3+1+1.
 *
 * Before the colon the census with its parameters' values, or of a custom one
 * the beginning of its identity (FORMAT.md); behind it the position. Main
 * thread.
 */
#ifndef CENSUS_RUN_LABEL_H
#define CENSUS_RUN_LABEL_H

#include "engine/store/read/archive.h"

/* What all labels of an archive begin with, without the colon, allocated.
 * FORMAT, NOMEM; logged. */
enum status label_archive(struct archive *, char **name) MUST_CHECK;

/* The position of a label, or of what is none, a position by itself. USAGE,
 * logged, if it is the label of a row of another archive. */
enum status label_position(struct archive *, const char *label,
                           const char **position) MUST_CHECK;

#endif
