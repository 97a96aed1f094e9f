/* reverse_negates.c - reading an End-Nim row backwards exchanges the players.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool reverse_negates_predict(const struct game *game,
                                    const struct point *p, int64_t *value)
{
    (void)game;
    if (!end_rows_point(p))
        return false;
    *value = 1;
    return true;
}

const struct check check_reverse_negates = {
    .name = "reverse-negates",
    .summary = "End-Nim: the reversed row is the negative",
    .column = "reversed",
    .fits = end_rows_fit,
    .predict = reverse_negates_predict,
};
