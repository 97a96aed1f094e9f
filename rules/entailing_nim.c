/* entailing_nim.c - Nim in which taking exactly one counter compels the
 * answer.
 *
 * Known: answered in the same heap, a heap of 7 is worth *4 and even heaps are
 * loony; answered elsewhere, it is Nim.
 */
#include "rules/heaps.h"
#include "rules/replies.h"

static enum status entailing_nim_open(const struct param_value v[],
                                      struct game *game)
{
    return replies_open(PART_ONE, v, game);
}

const struct ruleset rules_entailing_nim = {
    .name = "entailing-nim",
    .summary = "Nim; taking exactly one counter compels the answer",
    .params = replies_params,
    .nparams = REPLIES_PARAMS,
    .open = entailing_nim_open,
    REPLIES_SLOTS,
    .positions = "2+3, [1]+2, 3+*2",
};
