/* explain.h - the simplest rule that predicts a column from given features, or
 * the smallest pair of rows that no such rule can tell apart.
 *
 * Features are SQL expressions over the table `rows` of tables.h, each with one
 * value for each row (decision.h does the rest). A pair is smaller if its
 * greater row is, then if its smaller row is. Called by the main thread only.
 */
#ifndef CENSUS_ANSWER_EXPLAIN_H
#define CENSUS_ANSWER_EXPLAIN_H

#include "census/answer/tables.h"

enum {
    EXPLAIN_LINES_MAX = 64
}; /* of a decision table; a longer one is left out */

/* Prints what is found about a column of the (only) archive, whose rows are
 * `rows` in number; features are separated by commas. DISAGREE if they do not
 * determine the column (not logged), STOPPED (not logged) if stop() is true,
 * which is asked now and then; USAGE for mistakes in the features, IO, FORMAT,
 * NOMEM; logged. */
enum status explain_column(struct tables *, size_t column, const char *features,
                           uint64_t rows, bool (*stop)(void *context),
                           void *context, bool json) MUST_CHECK;

#endif
