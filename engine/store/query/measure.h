/* measure.h - sums, means, extremes and distinct values of a column, for many
 * groups at a time; what grouping.h computes beside the counts.
 *
 * Groups are numbered 0, 1, 2 ... in order of first occurrence. Integers are
 * summed exactly in 128 bits, real numbers with compensated rounding errors
 * (Neumaier, Zeitschrift fuer Angewandte Mathematik und Mechanik 54, 1974), so
 * the order of rows hardly matters. One thread at a time for one measure.
 */
#ifndef ENGINE_STORE_QUERY_MEASURE_H
#define ENGINE_STORE_QUERY_MEASURE_H

#include "engine/store/query/query.h"
#include "engine/store/query/scan.h"
#include "engine/store/query/tally.h"

__extension__ typedef __int128 measure_wide;

struct measure {
    enum query_fold fold;
    size_t column;
    struct measure_state {
        uint64_t rows;
        uint64_t word;      /* MIN, MAX: so far; DISTINCT: their number */
        measure_wide whole; /* SUM, MEAN of integers */
        double real, carry; /* SUM, MEAN of real numbers */
    } * states;             /* per group */
    size_t n, cap;
    struct tally seen; /* DISTINCT: group and value */
};

/* USAGE if the column holds no numbers but must, UNKNOWN; logged. */
enum status measure_init(const struct archive *, const struct query_measure *,
                         struct measure *) MUST_CHECK;
/* The same measure, of no rows yet. */
void measure_like(struct measure *, const struct measure *);
void measure_release(struct measure *);
/* Adds all matches of a block, of which the i-th is in group[i]; there are n
 * groups by now. NOMEM, IO, FORMAT. */
enum status measure_add(struct measure *, struct scan *, const size_t group[],
                        size_t n) MUST_CHECK;
/* Adds the groups of another measure of the same kind, whose group i is group
 * number[i] here; there are n groups by now. NOMEM. */
enum status measure_merge(struct measure *, const struct column *,
                          const struct measure *from, const size_t number[],
                          size_t n) MUST_CHECK;
/* True if the order of rows never matters: all but sums of real numbers. */
bool measure_exact(const struct measure *, const struct column *);
/* -1, 0, 1 for two groups. */
int measure_compare(const struct measure *, const struct column *, size_t a,
                    size_t b);
/* The result as text, allocated; NULL if out of memory. */
char *measure_text(const struct measure *, const struct column *, size_t group);

#endif
