/* query.h - counting and listing the rows of an archive. Knows no game.
 *
 * A query filters rows by conditions that must all hold and then counts them
 * by columns, counts distinct values, finds extremes, or lists rows. It reads
 * in blocks and keeps only groups in memory, so an archive may be larger than
 * memory. One query is asked by one thread at a time; several
 * queries may be asked at once.
 */
#ifndef ENGINE_STORE_QUERY_QUERY_H
#define ENGINE_STORE_QUERY_QUERY_H

#include "engine/store/read/archive.h"

struct query;

enum status query_open(struct archive *, struct query **) MUST_CHECK;
void query_close(struct query *);
/* Groups are counted on `threads` threads from now on, at least 1; each opens
 * the file once more. At first 1. The answers are the same for any number. */
void query_threads(struct query *, unsigned threads);

/* How texts in conditions are read that the file alone does not explain. Plain
 * functions of a caller that knows more; all OPTIONAL. */
struct query_names {
    void *context;
    /* The text that a column holds where people write `text`, allocated; NULL:
     * the text itself. ordered: it is compared by < or >. USAGE; logged. */
    enum status (*stored)(void *context, size_t column, bool ordered,
                          const char *text, char **out);
    /* For files without a column "position": what is to be known of a position
     * to find its rows; freed by free(). USAGE; logged. */
    enum status (*position)(void *context, const char *text, void **wanted);
    /* Of rows first + rows[0..n), ascending, keeps those of the position (or,
     * `others`, those that are not), and returns their number. Any thread. */
    size_t (*keep)(const void *wanted, bool others, uint64_t first,
                   uint32_t rows[], size_t n);
};
/* For the conditions that are added from now on; must live longer. */
void query_read_names(struct query *, const struct query_names *);

/* "outcome=N", "not (heaps >= 3 or value!=2)": COLUMN OP VALUE with = == != <
 * <= > >=, joined by not, and, or (in this order) and brackets. Enumerations
 * compare with their labels (= and != only), text columns with text; a value
 * with a bracket or such a word in it stands in quotes. USAGE, UNKNOWN; logged
 * with the place, and with the names that exist. */
enum status query_where(struct query *, const char *condition) MUST_CHECK;

struct filter;
/* The conditions so far, n of them, for another reader of the same rows; they
 * go with the query. */
const struct filter *query_filters(const struct query *, size_t *n);

/* X(name, text): aggregates of a column over many rows. */
#define QUERY_FOLDS(X)                                                         \
    X(SUM, "sum")                                                              \
    X(MEAN, "mean")                                                            \
    X(MIN, "min")                                                              \
    X(MAX, "max")                                                              \
    X(DISTINCT, "distinct")

enum query_fold {
#define X(name, text) QUERY_##name,
    QUERY_FOLDS(X)
#undef X
        QUERY_FOLD_COUNT
};
extern const char *const query_fold_names[]; /* by enum query_fold */

/* All but DISTINCT need a column of numbers. */
struct query_measure {
    enum query_fold fold;
    const char *column;
};

struct query_plan {
    const char *const *by; /* columns; none: all rows are one group */
    size_t nby;
    const struct query_measure *measures;
    size_t nmeasures;
    /* NULL: by value. Else "rows", a column of `by`, or a measure as
     * "mean_heaps"; equal ones by value. */
    const char *sort;
    bool descending;
    uint64_t limit; /* groups; 0: all */
};

/* Rows per combination of values of the columns. Cells are texts: labels for
 * enumerations; a sum is exact for integers; "" is a measure of no rows. */
struct query_groups {
    size_t columns, measures, groups;
    char **cells;    /* groups x columns */
    char **measured; /* groups x measures */
    uint64_t *rows;  /* per group */
};
/* USAGE, UNKNOWN, NOMEM, IO, FORMAT; logged. */
enum status query_group(struct query *, const struct query_plan *,
                        struct query_groups *) MUST_CHECK;
/* Only counts, sorted by value. */
enum status query_by(struct query *, const char *const columns[], size_t n,
                     struct query_groups *) MUST_CHECK;
void query_groups_release(struct query_groups *);

enum status query_count(struct query *, uint64_t *rows) MUST_CHECK;
/* Least and greatest value of a numeric column as text (cap 64 bytes each), or
 * "" if no row matches. */
enum status query_extremes(struct query *, const char *column, char min[64],
                           char max[64]) MUST_CHECK;

/* Called with a row: its number and one text per column of the archive, in the
 * archive's order. False: no more rows. */
typedef bool query_row_visit(void *context, uint64_t row,
                             const char *const cells[]);

/* The first `limit` rows that match. */
enum status query_rows(struct query *, uint64_t limit, query_row_visit *visit,
                       void *context) MUST_CHECK;
/* The first `limit` in the order of a column; equal ones by row. Keeps no more
 * than these in memory. */
enum status query_rows_sorted(struct query *, const char *column,
                              bool descending, uint64_t limit,
                              query_row_visit *visit, void *context) MUST_CHECK;
/* One row of an archive, found without reading the others. */
enum status query_row(struct archive *, uint64_t row, query_row_visit *visit,
                      void *context) MUST_CHECK;

/* A whole number (labels as theirs) of every row that matches. USAGE if the
 * column holds none. */
typedef enum status query_values_visit(void *context, uint64_t row,
                                       int64_t value);
enum status query_values(struct query *, const char *column,
                         query_values_visit *visit, void *context) MUST_CHECK;
/* The words (scan.h) of some columns, one after the other, of every row that
 * matches. */
typedef enum status query_words_visit(void *context, uint64_t row,
                                      const uint64_t words[]);
enum status query_words(struct query *, const size_t columns[], size_t n,
                        query_words_visit *visit, void *context) MUST_CHECK;

#endif
