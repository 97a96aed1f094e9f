/* confusion.h - rows counted by what a column holds and what is predicted, and
 * by other columns: a confusion table for each combination of their values.
 *
 * For columns of whole numbers and enumerations. One thread at a time.
 */
#ifndef CENSUS_ANSWER_CONFUSION_H
#define CENSUS_ANSWER_CONFUSION_H

#include "census/answer/sheet.h"
#include "census/answer/values.h"
#include "engine/store/query/tally.h"

#include <stdint.h>

enum { CONFUSION_BY_MAX = 32 };

struct confusion {
    const struct column *column;
    const struct column *by[CONFUSION_BY_MAX];
    size_t nby, by_words;
    struct tally cells; /* words of `by`, then found, predicted, silent */
    uint64_t *key;      /* room for one */
    /* How values are shown, and the numbers of the columns, of `by` first; NULL
     * after confusion_init: as they are stored. Borrowed. */
    struct values *values;
    const size_t *numbers;
};

/* NOMEM; logged. The columns stay where they are. */
enum status confusion_init(struct confusion *, const struct column *,
                           const struct column *const by[],
                           size_t nby) MUST_CHECK;
void confusion_release(struct confusion *);
/* Counts a row: the words of the `by` columns (scan.h) one after the other,
 * what was found, and what is predicted; NULL: nothing is. NOMEM; logged. */
enum status confusion_add(struct confusion *, const uint64_t by[],
                          int64_t found, const int64_t *predicted) MUST_CHECK;
/* Adds the columns, "found", "predicted" and "rows" to an empty sheet, sorted
 * by value; predicted is NULL where nothing is. NOMEM; logged. */
enum status confusion_sheet(const struct confusion *,
                            struct sheet *) MUST_CHECK;

#endif
