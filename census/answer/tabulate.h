/* tabulate.h - the answers of `census query` and `census sql`, each printed to
 * stdout.
 *
 *   groups     rows counted and measured by columns
 *   listing    rows themselves, with their positions
 *   confusion  rows counted by a column's value and a check's prediction
 *
 * Positions and values are shown as the wording of the archive says;
 * predictions need a game, which is found among the rulesets there are
 * (request.h). Called by the main thread only.
 */
#ifndef CENSUS_ANSWER_TABULATE_H
#define CENSUS_ANSWER_TABULATE_H

#include "census/answer/sheet.h"
#include "census/answer/tables.h"
#include "census/answer/wording.h"
#include "engine/catalogue/catalogue.h"
#include "engine/store/query/query.h"

/* Groups. Without columns to group by, a single measure is printed alone. */
enum status tabulate_groups(struct wording *, struct query *,
                            const struct query_plan *,
                            enum sheet_format) MUST_CHECK;

/* The first rows; in the order of a column if sort is not NULL. */
struct tabulate_order {
    uint64_t limit;
    const char *sort;
    bool descending;
    bool pictures; /* of positions, as wording.h says */
};
enum status tabulate_rows(struct wording *, struct query *,
                          const struct tabulate_order *,
                          enum sheet_format) MUST_CHECK;

/* One row, a line for each column, its position perhaps as a picture; or as a
 * JSON object. */
enum status tabulate_row(struct wording *, uint64_t row, bool json,
                         bool picture) MUST_CHECK;

/* The columns of the plan's `by` x found x predicted -> rows, sorted by value;
 * predicted is empty where the check makes no prediction. The rest of the plan
 * is not used. USAGE, UNKNOWN; logged. */
enum status tabulate_confusion(struct wording *, struct query *,
                               const struct catalogue *known,
                               const struct query_plan *, const char *rule,
                               enum sheet_format) MUST_CHECK;

/* The answer to an SQL question, row by row but for a table. USAGE, and the
 * failures of the archives; logged. */
enum status tabulate_sql(struct tables *, const char *question,
                         enum sheet_format) MUST_CHECK;

/* The columns there are. */
enum status tabulate_columns(struct archive *, enum sheet_format) MUST_CHECK;

#endif
