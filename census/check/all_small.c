/* all_small.c - in End-Nim both players always run out of moves together.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool all_small_predict(const struct game *game, const struct point *p,
                              int64_t *value)
{
    (void)game;
    if (!end_rows_point(p))
        return false;
    *value = 1;
    return true;
}

const struct check check_all_small = {
    .name = "all-small",
    .summary = "End-Nim: every row is all-small",
    .column = "all_small",
    .fits = end_rows_fit,
    .predict = all_small_predict,
};
