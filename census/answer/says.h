/* says.h - a rule of one's own: an SQL expression that predicts a column.
 *
 * The expression is evaluated once for each row, over the table `rows` of
 * tables.h. It must give a value that the column can hold, for every row: NULL,
 * a name that the enumeration lacks, or a text where numbers belong is a
 * mistake of the rule, never agreement. A column of value names takes the
 * usual notation (value_text), too. Called by the main thread only.
 */
#ifndef CENSUS_ANSWER_SAYS_H
#define CENSUS_ANSWER_SAYS_H

#include "census/answer/comparison.h"
#include "census/answer/tables.h"

/* The number of the named column; without a name, of the only fact there is.
 * USAGE, UNKNOWN; logged with the columns there are. */
enum status says_column(const struct archive *, const char *name,
                        size_t *column) MUST_CHECK;

/* Compares all rows of the (only) archive, which are `rows` in number. USAGE
 * for mistakes of the rule, IO, FORMAT, NOMEM; logged. */
enum status says_compare(struct tables *, const char *expression, size_t column,
                         uint64_t rows, struct comparison *) MUST_CHECK;

/* The position of a row (comparison_position); context is the tables. */
char *says_position(void *tables, uint64_t row);

#endif
