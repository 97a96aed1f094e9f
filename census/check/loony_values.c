/* loony_values.c - Top Entails, reply in the same heap: a position without
 * obligation is N if some heap is loony, else if the nim-sum of its heaps'
 * values is not 0 (Winning Ways, ch. 12).
 */
#include "census/check/check.h"
#include "engine/base/column.h"
#include "rules/top_entails_stacks.h"

#include <string.h>

static bool loony_values_fits(const struct game *game)
{
    return !strcmp(game->rules->name, "top-entails") &&
           strstr(game->spec, "reply=same") &&
           strstr(game->spec, "play=normal");
}

static enum stacks_empty reading(const struct game *game)
{
    if (strstr(game->spec, "empty=lose"))
        return STACKS_LOSE;
    return strstr(game->spec, "empty=illegal") ? STACKS_ILLEGAL : STACKS_FREE;
}

static bool loony_values_predict(const struct game *game,
                                 const struct point *point, int64_t *value)
{
    struct top_entails_stacks *stacks;
    uint32_t largest = 1, sum = 0;
    bool loony = false;
    for (uint32_t i = 0; i < point->n; i++) {
        if (point->kind[i] != PART_OWN)
            return false;
        largest = point->size[i] > largest ? point->size[i] : largest;
    }
    if (top_entails_stacks_open(reading(game), largest, &stacks))
        return false;
    top_entails_stacks_extend(stacks, largest);
    for (uint32_t i = 0; i < point->n; i++) {
        const struct stack stack =
            top_entails_stacks_get(stacks, point->size[i]);
        loony = loony || stack.loony;
        sum ^= stack.nimber;
    }
    top_entails_stacks_close(stacks);
    *value = loony || sum ? OUTCOME_N : OUTCOME_P;
    return true;
}

const struct check check_loony_values = {
    .name = "loony-values",
    .summary =
        "Top Entails, reply in the same heap: a loony heap, or a nim-sum "
        "of heap values that is not 0: N; else P",
    .column = "outcome",
    .fits = loony_values_fits,
    .predict = loony_values_predict,
};
