/* end_compare.c - the guess that an End-Nim row is decided by its two end
 * heaps: wrong for most rows of more than two.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool end_compare_predict(const struct game *game, const struct point *p,
                                int64_t *value)
{
    (void)game;
    if (!end_rows_point(p) || p->n < 2)
        return false;
    *value = end_rows_guess(p->size, p->n);
    return true;
}

const struct check check_end_compare = {
    .name = "end-compare",
    .summary = "End-Nim: the larger end heap wins, equal ones: P (a guess)",
    .column = "outcome",
    .guess = true,
    .fits = end_rows_fit,
    .predict = end_compare_predict,
};
