/* nimber.c - Grundy values: the mex of the options' values; sums by
 * exclusive-or (Sprague 1935, Grundy 1939).
 *
 * For impartial normal play without obligations only. Kayles heaps 0..12 are
 * worth 0 1 2 3 1 4 3 2 1 4 2 6 4.
 */
#include "engine/base/log.h"
#include "engine/value/domain.h"
#include "engine/value/nimber_text.h"

#include <stdlib.h>

enum { WORDS = 8 }; /* of the bit set that most positions need */

/* The least number that is not in the set. */
static uint64_t nimber_fold_set(const void *self, const uint64_t set[])
{
    size_t i = 0;
    (void)self;
    while (set[i] == UINT64_MAX)
        i++;
    return 64 * i + (uint64_t)__builtin_ctzll(~set[i]);
}

/* The least number that is not among values[n], using a set of `words` words,
 * at least n / 64 + 1. */
static uint64_t mex(const uint64_t values[], size_t n, uint64_t set[],
                    size_t words)
{
    for (size_t i = 0; i < n; i++)
        if (values[i] / 64 < words)
            set[values[i] / 64] |= 1ull << values[i] % 64;
    return nimber_fold_set(NULL, set);
}

static enum status nimber_fold(void *self, unsigned worker,
                               const uint64_t left[], size_t nleft,
                               const uint64_t right[], size_t nright,
                               uint64_t *value)
{
    (void)self;
    (void)worker;
    (void)right;
    (void)nright;
    const size_t words = nleft / 64 + 1; /* the mex is at most nleft */
    if (words <= WORDS) {
        uint64_t set[WORDS] = {0};
        *value = mex(left, nleft, set, words);
        return STATUS_OK;
    }
    uint64_t *set = calloc(words, sizeof *set);
    if (!set)
        return log_error(STATUS_NOMEM, "domain nimber: out of memory");
    *value = mex(left, nleft, set, words);
    free(set);
    return STATUS_OK;
}

static enum status nimber_sum(void *self, unsigned worker, uint64_t a,
                              uint64_t b, uint64_t *value)
{
    (void)self;
    (void)worker;
    *value = a ^ b;
    return STATUS_OK;
}

static size_t nimber_print(const void *self, uint64_t value, char out[],
                           size_t cap)
{
    (void)self;
    return nimber_text_print(value, out, cap);
}

static enum status nimber_parse(void *self, unsigned worker, const char *text,
                                uint64_t *value)
{
    (void)self;
    (void)worker;
    return nimber_text_parse(text, UINT32_MAX - 1, value)
               ? STATUS_OK
               : log_error(STATUS_USAGE,
                           "value '%s': not a nimber: 0, *, *2, *3, ...", text);
}

static unsigned nimber_outcome(const void *self, uint64_t value)
{
    (void)self;
    return value ? OUTCOME_N : OUTCOME_P;
}

/* Every smaller nimber is an option. */
static uint64_t nimber_most(const struct game *game, uint64_t moves)
{
    (void)game;
    return moves;
}

const struct domain_kind domain_nimber = {
    .name = "nimber",
    .summary = "Grundy values of impartial games without obligations",
    .refuses = GAME_PARTIZAN | GAME_OBLIGES | GAME_MISERE,
    .players = 2,
    .value_bytes = 4,
    .is_mex = true,
    .tells_value = true,
    .column = {.name = "value",
               .type = COLUMN_U32,
               .role = COLUMN_FACT,
               .width = 4,
               .unit = "nimber",
               .help = "k of the Nim heap *k of equal value"},
    .fold = nimber_fold,
    .most = nimber_most,
    .fold_set = nimber_fold_set,
    .print = nimber_print,
    .parse = nimber_parse,
    .outcome = nimber_outcome,
    .sum = nimber_sum,
};
