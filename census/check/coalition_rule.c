/* coalition_rule.c - one against two in Nim: only the number of heaps of two or
 * more and the number of ones modulo three count. Without large heaps the lone
 * player wins where the ones run out on him; with one, only as the mover and
 * unless the ones are one more than a multiple of three; with more, never.
 */
#include "census/check/check.h"

#include <string.h>

static bool coalition_rule_fits(const struct game *game)
{
    return !strcmp(game->rules->name, "nim") && game->players == 3;
}

static bool coalition_rule_predict(const struct game *game,
                                   const struct point *point, int64_t *value)
{
    uint32_t ones = 0, large = 0;
    (void)game;
    for (uint32_t i = 0; i < point->n; i++) {
        if (point->kind[i] != PART_OWN)
            return false;
        ones += point->size[i] == 1;
        large += point->size[i] > 1;
    }
    /* The player who takes the last of the ones is (ones - 1)-th after the
     * mover. */
    if (large == 0)
        *value = 1 << (ones + 2) % 3;
    else
        *value = large == 1 && ones % 3 != 1;
    return true;
}

const struct check check_coalition_rule = {
    .name = "coalition-rule",
    .summary = "Nim, one against two: ones modulo three and up to two large "
               "heaps decide",
    .column = "lone",
    .fits = coalition_rule_fits,
    .predict = coalition_rule_predict,
};
