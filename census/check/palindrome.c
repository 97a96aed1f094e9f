/* palindrome.c - the nimber that an End-Nim palindrome is worth: proved to be 0
 * in one case, conjectured in the others.
 */
#include "census/check/check.h"
#include "rules/end_rows.h"

static bool palindrome_predict(const struct game *game, const struct point *p,
                               int64_t *value)
{
    (void)game;
    if (!end_rows_point(p) || !end_rows_palindrome(p->size, p->n))
        return false;
    *value = end_rows_nimber(p->size, p->n);
    return true;
}

const struct check check_palindrome = {
    .name = "palindrome",
    .summary = "End-Nim palindromes: nimber by thresholds (a conjecture)",
    .column = "nimber",
    .fits = end_rows_fit,
    .predict = palindrome_predict,
};
