/* view_inner.h - the parts of a page's data; for view*.c only. */
#ifndef CENSUS_VIEW_VIEW_INNER_H
#define CENSUS_VIEW_VIEW_INNER_H

#include "census/cli/cli.h"
#include "census/view/view.h"

/* Partizan values that a page describes, and what their options may be. */
enum { VIEW_VALUES_MOST = 2000, VIEW_OPTIONS_MOST = 40 };

/* Adds "archive", "run", "columns", "rows", "counts" to `to`, and the names of
 * partizan values that the rows have to `names`, an object. IO, FORMAT, NOMEM;
 * logged. */
enum status view_rows(struct view *, json_t *to, json_t *names) MUST_CHECK;

/* The column of partizan values, or the archive's number of columns. */
size_t view_value_column(const struct view *);

/* Adds "values": for the text of each of these values, at most
 * VIEW_VALUES_MOST, what is known of it. IO, FORMAT, NOMEM; logged. */
enum status view_values(struct view *, const json_t *names,
                        json_t *to) MUST_CHECK;

#endif
