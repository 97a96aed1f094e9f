/* view.h - an archive as one HTML page.
 *
 * The page needs no network and no other file. It holds what the archive says
 * of itself, its columns and rows, and, of partizan values, their options and
 * thermographs. Of more rows than fit it holds a sample, equal in every call:
 * one row, drawn at random, of each of as many equal stretches as there is
 * room for. Counts of columns with few values are those of all rows.
 *
 * Called by the main thread only.
 */
#ifndef CENSUS_VIEW_VIEW_H
#define CENSUS_VIEW_VIEW_H

#include "census/answer/wording.h"
#include "engine/store/query/query.h"

enum { VIEW_ROWS = 10000, VIEW_ROWS_MOST = 200000 };

struct view {
    struct archive *archive;
    struct query *query; /* which rows */
    struct wording *wording;
    char *const *conditions; /* of the query, as they were written; or NULL */
    uint64_t most;           /* rows on the page, 1 to VIEW_ROWS_MOST */
    uint64_t matched, rows;  /* set: rows of the query, and on the page */
};

/* Writes the page into the file at this path, which exists. After a failure
 * the caller removes it. IO, FORMAT, NOMEM; logged. */
enum status view_write(struct view *, const char *path) MUST_CHECK;

#endif
