/* archive_sums.h - the sums of an archive, for the question whether nimbers
 * explain their outcomes (engine/theory/assign.h).
 *
 * Main thread.
 */
#ifndef CENSUS_NAMED_SHARED_ARCHIVE_SUMS_H
#define CENSUS_NAMED_SHARED_ARCHIVE_SUMS_H

#include "engine/store/read/archive.h"
#include "engine/theory/assign.h"

struct archive_sums {
    struct assign_sum *sums;
    size_t n;
    unsigned heaps; /* the largest heap */
};

/* Reads the grid points of an archive whose heaps are at most `largest` and not
 * more than `parts` (0: any), with the outcomes in `column`. USAGE if it holds
 * other outcomes than N and P, or heaps of several kinds, or too large ones;
 * logged. */
enum status archive_sums_read(struct archive *, const char *column,
                              unsigned parts, unsigned largest,
                              struct archive_sums *) MUST_CHECK;
void archive_sums_release(struct archive_sums *);

/* "1+1+3" */
void archive_sums_print(const struct assign_sum *, char out[], size_t cap);

#endif
