/* two_ahead.c - who is two ahead in atomic weight wins, who is one ahead wins
 * moving first (Winning Ways, ch. 8).
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool two_ahead_predict(const struct game *game, const struct point *p,
                              int64_t *value)
{
    (void)game;
    if (!end_rows_point(p))
        return false;
    *value = 1;
    return true;
}

const struct check check_two_ahead = {
    .name = "two-ahead",
    .summary = "End-Nim: an atomic weight of 2 wins, of 1 wins moving first",
    .column = "two_ahead",
    .fits = end_rows_fit,
    .predict = two_ahead_predict,
};
