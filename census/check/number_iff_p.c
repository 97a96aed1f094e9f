/* number_iff_p.c - an End-Nim row is all-small, so the only number it can be is
 * 0.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool number_iff_p_predict(const struct game *game, const struct point *p,
                                 int64_t *value)
{
    (void)game;
    if (!end_rows_point(p))
        return false;
    *value = end_rows_threshold(p->size, p->n) == OUTCOME_P;
    return true;
}

const struct check check_number_iff_p = {
    .name = "number-iff-P",
    .summary = "End-Nim: a row is a number iff it is P",
    .column = "number",
    .fits = end_rows_fit,
    .predict = number_iff_p_predict,
};
