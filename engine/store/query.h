/* query.h - counting and listing the rows of an archive. Knows no game.
 *
 * A query filters rows by conditions that must all hold and then counts them
 * by columns, counts distinct values, finds extremes, or lists rows. It reads
 * in blocks and keeps only groups in memory, so an archive may be larger than
 * memory. One query runs on one thread; several may run at once.
 */
#ifndef ENGINE_STORE_QUERY_H
#define ENGINE_STORE_QUERY_H

#include "engine/store/archive.h"

struct query;

enum status query_open(struct archive *, struct query **) MUST_CHECK;
void query_close(struct query *);

/* "outcome=N", "not (heaps >= 3 or value!=2)": COLUMN OP VALUE with = == != <
 * <= > >=, joined by not, and, or (in this order) and brackets. Enumerations
 * compare with their labels (= and != only), text columns with text; a value
 * with a bracket or such a word in it stands in quotes. USAGE, UNKNOWN; logged
 * with the place, and with the names that exist. */
enum status query_where(struct query *, const char *condition) MUST_CHECK;

/* Rows per combination of values of the columns; sorted by value. cell() texts
 * are labels for enumerations. */
struct query_groups {
    size_t columns, groups;
    char **cells;   /* groups x columns texts */
    uint64_t *rows; /* per group */
};
enum status query_by(struct query *, const char *const columns[], size_t n,
                     struct query_groups *) MUST_CHECK;
void query_groups_release(struct query_groups *);

enum status query_count(struct query *, uint64_t *rows) MUST_CHECK;
enum status query_distinct(struct query *, const char *column,
                           uint64_t *distinct) MUST_CHECK;
/* Least and greatest value of a numeric column as text (cap 64 bytes each), or
 * "" if no row matches. */
enum status query_extremes(struct query *, const char *column, char min[64],
                           char max[64]) MUST_CHECK;

/* The first `limit` rows that match: calls visit with the row number and one
 * text per column of the archive, in the archive's order; stops early if visit
 * returns false. */
enum status query_rows(struct query *, uint64_t limit,
                       bool (*visit)(void *context, uint64_t row,
                                     const char *const cells[]),
                       void *context) MUST_CHECK;

/* True if the column's cells are numbers (not labels, not text): a writer of
 * JSON wants to know. */
bool query_numeric(const struct column *);

#endif
