/* export.h - rows of an archive in formats of other programs.
 *
 *   row       number of the row
 *   position  in notation, if the archive has none; empty (NULL) if its game
 *             is not known here
 *   ...       the columns of the archive; labels of enumerations and values as
 *             text
 *
 * One row at a time is in memory. After a failure the caller removes the
 * incomplete file. Called by the main thread only.
 */
#ifndef CENSUS_ANSWER_EXPORT_H
#define CENSUS_ANSWER_EXPORT_H

#include "census/answer/wording.h"
#include "engine/store/query/query.h"

struct export
{
    struct archive *archive;
    struct query *query; /* which rows */
    struct wording *wording;
    const char *path;   /* of the file to be made; nothing is there */
    const char *column; /* the terms of a sequence; NULL: the only one */
    uint64_t rows;      /* written */
};

/* CSV (RFC 4180) with a header line. IO, FORMAT, NOMEM; logged. */
enum status export_csv(struct export *) MUST_CHECK;

/* An SQLite database: a table `rows`, whose primary key is the number of the
 * row, and a table `archive` of the archive's attributes. A column with whole
 * numbers above 2^63, which SQLite lacks, holds them as text; NaN is NULL. IO,
 * FORMAT, NOMEM; logged. */
enum status export_sqlite(struct export *) MUST_CHECK;

/* A b-file of the OEIS: lines "n a(n)" that end in a line feed, n going up by
 * 1. n is the first key that does so from row to row, a(n) the column that is
 * named, else `value`, else the only fact of whole numbers. USAGE if the rows
 * are no such sequence or a term is no whole number; IO, FORMAT; logged. */
enum status export_oeis(struct export *) MUST_CHECK;

/* The name of the column with the row's number: "row" if it is free. */
const char *export_row_name(const struct archive *);

#endif
