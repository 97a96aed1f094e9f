/* threshold.c - the outcome of every End-Nim row by thresholds.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool threshold_predict(const struct game *game, const struct point *p,
                              int64_t *value)
{
    (void)game;
    if (!end_rows_point(p))
        return false;
    *value = end_rows_threshold(p->size, p->n);
    return true;
}

const struct check check_threshold = {
    .name = "threshold",
    .summary = "End-Nim: outcome by thresholds",
    .column = "outcome",
    .fits = end_rows_fit,
    .predict = threshold_predict,
};
