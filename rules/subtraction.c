/* subtraction.c - subtraction games: take a number of counters that is in the
 * set, off one heap; subtraction:1,2,3.
 *
 * Known: with the set 1..k a heap of n has the Grundy value n mod (k + 1); the
 * Grundy values of every finite set are periodic (Winning Ways, ch. 4).
 */
#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/replies.h"
#include "rules/take_break.h"

#include <stdlib.h>
#include <string.h>

static const struct param params[] = {
    {.name = "set",
     .type = PARAM_REST,
     .help = "numbers of counters that may be taken, like 1,3,4"},
    TAKE_BREAK_PLAYERS,
    TAKE_BREAK_PLAY,
};

/* Reads one number of the set at *at and advances past it. */
static bool read_member(const char **at, struct take_break *code)
{
    char *end;
    const unsigned long k = strtoul(*at, &end, 10);
    if (end == *at || strspn(*at, "0123456789") != (size_t)(end - *at) ||
        k < 1 || k >= TAKE_BREAK_DIGITS || code->digit[k])
        return false;
    code->digit[k] = 3;
    if (code->n <= k)
        code->n = (uint32_t)k + 1;
    *at = end;
    return true;
}

static enum status subtraction_open(const struct param_value v[],
                                    struct game *game)
{
    struct take_break code = {.n = 1};
    const char *set = param_of(v, "set")->text, *at = set;
    bool good = read_member(&at, &code);
    while (good && *at == ',') {
        at++;
        good = read_member(&at, &code);
    }
    if (!good || *at)
        return log_error(STATUS_USAGE,
                         "subtraction set '%s': must be different numbers from "
                         "1 to %d, like 1,3,4",
                         set, TAKE_BREAK_DIGITS - 1);
    return take_break_open(&code, v, game);
}

const struct ruleset rules_subtraction = {
    .name = "subtraction",
    .summary = "take a number of counters that is in the set, off one heap",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = subtraction_open,
    TAKE_BREAK_SLOTS,
    .positions = "1+2+3",
    .example = "subtraction:1,3,4",
};
