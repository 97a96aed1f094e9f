/* explain.h - the sums of an archive, for the question whether nimbers explain
 * their outcomes (engine/theory/assign.h).
 *
 * Main thread.
 */
#ifndef CENSUS_NAMED_SHARED_EXPLAIN_H
#define CENSUS_NAMED_SHARED_EXPLAIN_H

#include "engine/store/read/archive.h"
#include "engine/theory/assign.h"

struct explain {
    struct assign_sum *sums;
    size_t n;
    unsigned heaps; /* the largest heap */
};

/* Takes the grid points of an archive whose heaps are at most `largest` and
 * not more than `parts` (0: any), with the outcomes in `column`. USAGE if it
 * holds other outcomes than N and P, or heaps of several kinds, or too large
 * ones; logged. */
enum status explain_read(struct archive *, const char *column, unsigned parts,
                         unsigned largest, struct explain *) MUST_CHECK;
void explain_release(struct explain *);

/* "1+1+3" */
void explain_print(const struct assign_sum *, char out[], size_t cap);

#endif
