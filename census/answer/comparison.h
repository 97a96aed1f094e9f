/* comparison.h - a column of an archive against predictions: how many rows
 * agree, the first that do not, and the confusion table.
 *
 * Predictions come from a named check or from an SQL expression (says.h). One
 * thread at a time.
 */
#ifndef CENSUS_ANSWER_COMPARISON_H
#define CENSUS_ANSWER_COMPARISON_H

#include "census/answer/confusion.h"
#include "engine/store/read/archive.h"

enum { COMPARISON_FIRST_MAX = 100 };

struct comparison {
    const char *name; /* of the rule */
    const struct column *column;
    struct values *values; /* NULL: values are shown as they are stored */
    size_t number;         /* of the column */
    size_t keep;           /* so many rows that disagree */
    uint64_t agree, disagree, silent; /* silent: nothing is predicted */
    struct comparison_miss {
        uint64_t row;
        char *predicted, *found;
    } first[COMPARISON_FIRST_MAX];
    size_t nfirst;
    bool counts; /* the confusion table is kept: no texts, no real numbers */
    struct confusion confusion;
};

/* keep <= COMPARISON_FIRST_MAX. NOMEM; logged. Name and column stay. */
enum status comparison_init(struct comparison *, const char *name,
                            const struct column *, size_t keep) MUST_CHECK;
void comparison_release(struct comparison *);
/* Column number `number` of the archive is shown as these values say, which are
 * borrowed; the comparison stays where it is. */
void comparison_show(struct comparison *, struct values *, size_t number);

/* A row of a column of whole numbers or of an enumeration; NULL: nothing is
 * predicted. NOMEM; logged. */
enum status comparison_add(struct comparison *, uint64_t row, int64_t found,
                           const int64_t *predicted) MUST_CHECK;
/* A row of any other column; the texts are shown as values are. */
enum status comparison_add_text(struct comparison *, uint64_t row, bool agrees,
                                const char *found,
                                const char *predicted) MUST_CHECK;

/* The position of a row, allocated; NULL: unknown. */
typedef char *comparison_position(void *context, uint64_t row);
/* Prints counts and the first rows that disagree; the confusion table if there
 * are such rows, in JSON always. NOMEM, IO; logged. */
enum status comparison_print(const struct comparison *,
                             comparison_position *position, void *context,
                             bool json) MUST_CHECK;

#endif
