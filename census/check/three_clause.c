/* three_clause.c - Top Entails with empty=free, outcome of every position:
 * some heap is even: N; else the number of heaps of exactly one counter is
 * odd: N; else P.
 */
#include "census/check/check.h"
#include "engine/base/column.h"

#include <string.h>

static bool three_clause_fits(const struct game *game)
{
    return !strcmp(game->rules->name, "top-entails") &&
           strstr(game->spec, "reply=same,empty=free") &&
           strstr(game->spec, "play=normal");
}

static bool three_clause_predict(const struct game *game,
                                 const struct point *point, int64_t *value)
{
    bool even = false, odd_ones = false;
    (void)game;
    for (uint32_t i = 0; i < point->n; i++) {
        if (point->kind[i] != PART_OWN)
            return false;
        even = even || point->size[i] % 2 == 0;
        odd_ones ^= point->size[i] == 1;
    }
    *value = even || odd_ones ? OUTCOME_N : OUTCOME_P;
    return true;
}

const struct check check_three_clause = {
    .name = "three-clause",
    .summary = "Top Entails, empty=free: an even heap, or an odd number of "
               "ones: N; else P",
    .column = "outcome",
    .fits = three_clause_fits,
    .predict = three_clause_predict,
};
