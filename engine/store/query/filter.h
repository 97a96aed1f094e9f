/* filter.h - conditions on rows, parsed from text.
 *
 *   outcome = N and (heaps >= 3 or not word = 'a and b')
 *
 *         and
 *        /   \          Nodes lie behind their children; the last is the root.
 *   outcome   or        not binds closest, then and, then or.
 *            /  \
 *        heaps   not
 *                 |
 *                word
 *
 * A filter knows columns, not values; scan.h applies it. Immutable once parsed;
 * any thread may read it.
 */
#ifndef ENGINE_STORE_QUERY_FILTER_H
#define ENGINE_STORE_QUERY_FILTER_H

#include "engine/store/query/query.h"

/* COLUMN OP VALUE. The value stands in the form of the column's words. */
struct condition {
    size_t column;
    bool less, equal, greater; /* which orders of row and value pass */
    bool negative;             /* of U64: the value is below every row */
    bool huge;                 /* of I64: the value is above every row */
    uint64_t word;
    char *text; /* of TEXT columns: width bytes and one more */
};

/* Rows of one position, or all others. */
struct filter_rows {
    const struct query_names *names;
    void *wanted;
    bool others;
};

enum filter_kind {
    FILTER_CONDITION,
    FILTER_ROWS,
    FILTER_NOT,
    FILTER_AND,
    FILTER_OR
};

struct filter {
    struct filter_node {
        enum filter_kind kind;
        size_t left, right; /* numbers of nodes; NOT has only the left one */
        struct condition condition;
        struct filter_rows rows;
    } * nodes;
    size_t n;
};

/* names: NULL, or how texts are read that the file does not explain. USAGE,
 * UNKNOWN, NOMEM; logged with the place in the text. */
enum status filter_read(const struct archive *, const struct query_names *names,
                        const char *text, struct filter *) MUST_CHECK;
void filter_release(struct filter *);

/* Fills in what compares with `value`; column and orders are there already.
 * What is wrong is logged with the text and the place `at` in it. */
enum status condition_read(const struct column *, const char *text, size_t at,
                           const char *value, struct condition *) MUST_CHECK;
/* Logs "condition 'TEXT', character 5: ..."; returns the status. */
enum status condition_fail(enum status, const char *text, size_t at,
                           const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
