/* top_entails.c - Top Entails: take the top counter of a heap, which compels
 * the answer, or split a heap in two (Winning Ways, ch. 12).
 *
 * Known: with empty=lose just the heaps of 1, 3, 2403, 2505 and 33243 counters
 * up to 600,000 are loony (West, Games of No Chance, 1996). With empty=free a
 * position is P iff all its heaps are odd and an even number of them are ones.
 */
#include "rules/heaps.h"
#include "rules/replies.h"

static enum status top_entails_open(const struct param_value v[],
                                    struct game *game)
{
    return replies_open(PART_TOP, v, game);
}

const struct ruleset rules_top_entails = {
    .name = "top-entails",
    .summary = "take one counter, compelling the answer, or split a heap",
    .params = replies_params,
    .nparams = REPLIES_PARAMS,
    .open = top_entails_open,
    REPLIES_SLOTS,
    .positions = "2+3, [1]+2, 3+*2",
};
