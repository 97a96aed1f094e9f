/* length.c - the longest play: how many moves there can be, whoever wins.
 *
 * One more than the longest play of an option; of a sum, that of its components
 * together. Where the players have different moves, or the rules say where to
 * answer, the longest play is not to be had from the options' alone, so such
 * games are refused.
 *
 * Nim 3 + 4 lasts up to 7 moves.
 */
#include "engine/base/log.h"
#include "engine/value/domain.h"

#include <stdio.h>

static enum status length_fold(void *self, unsigned worker,
                               const uint64_t left[], size_t nleft,
                               const uint64_t right[], size_t nright,
                               uint64_t *value)
{
    (void)self;
    (void)worker;
    (void)right;
    (void)nright;
    *value = 0;
    for (size_t i = 0; i < nleft; i++)
        *value = left[i] + 1 > *value ? left[i] + 1 : *value;
    return *value < UINT32_MAX
               ? STATUS_OK
               : log_error(STATUS_RANGE, "domain length: too long a play");
}

static enum status length_sum(void *self, unsigned worker, uint64_t a,
                              uint64_t b, uint64_t *value)
{
    (void)self;
    (void)worker;
    *value = a + b;
    return *value < UINT32_MAX
               ? STATUS_OK
               : log_error(STATUS_RANGE, "domain length: too long a play");
}

static size_t length_print(const void *self, uint64_t value, char out[],
                           size_t cap)
{
    (void)self;
    return (size_t)snprintf(out, cap, "%llu", (unsigned long long)value);
}

static unsigned length_outcome(const void *self, uint64_t value)
{
    (void)self;
    (void)value;
    return OUTCOME_UNSET;
}

const struct domain_kind domain_length = {
    .name = "length",
    .summary = "moves of the longest play, whoever wins",
    .refuses = GAME_PARTIZAN | GAME_OBLIGES,
    .value_bytes = 4,
    .column = {.name = "longest",
               .type = COLUMN_U32,
               .role = COLUMN_FACT,
               .width = 4,
               .unit = "moves",
               .help = "moves of the longest play"},
    .fold = length_fold,
    .print = length_print,
    .outcome = length_outcome,
    .sum = length_sum,
};
