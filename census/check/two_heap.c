/* two_heap.c - End-Nim rows of two heaps: the larger heap wins.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool two_heap_predict(const struct game *game, const struct point *p,
                             int64_t *value)
{
    (void)game;
    if (!end_rows_point(p) || p->n != 2)
        return false;
    *value = end_rows_guess(p->size, p->n);
    return true;
}

const struct check check_two_heap = {
    .name = "two-heap",
    .summary = "End-Nim, two heaps: the larger one wins, equal ones: P",
    .column = "outcome",
    .fits = end_rows_fit,
    .predict = two_heap_predict,
};
