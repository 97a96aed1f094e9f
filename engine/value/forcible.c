/* forcible.c - which of three players, if any, can force the last move against
 * whatever the other two do.
 *
 * At most one can. The mover can if some option leaves it to him as the
 * previous player; another can if every option leaves it to him. Known: Nim,
 * heaps 1 + 1: the next player; 2 + 2: nobody.
 */
#include "engine/value/domain.h"

#include <stdio.h>

enum { NOBODY = 1, MOVER, NEXT, PREVIOUS };

static const char *const labels[] = {"UNSET", "nobody",   "mover",
                                     "next",  "previous", NULL};

static enum status forcible_open(const struct game *game, unsigned threads,
                                 void **self)
{
    (void)game;
    (void)threads;
    *self = NULL;
    return STATUS_OK;
}

static void forcible_close(void *self)
{
    (void)self;
}

static enum status forcible_fold(void *self, unsigned worker,
                                 const uint64_t left[], size_t nleft,
                                 const uint64_t right[], size_t nright,
                                 uint64_t *value)
{
    size_t count[PREVIOUS + 1] = {0};
    (void)self;
    (void)worker;
    (void)right;
    (void)nright;
    for (size_t i = 0; i < nleft; i++)
        count[left[i]]++;
    *value = count[PREVIOUS]         ? MOVER
             : count[NEXT] == nleft  ? PREVIOUS /* also without a move */
             : count[MOVER] == nleft ? NEXT
                                     : NOBODY;
    return STATUS_OK;
}

static size_t forcible_print(const void *self, uint64_t value, char out[],
                             size_t cap)
{
    (void)self;
    return (size_t)snprintf(out, cap, "%s", labels[value]);
}

static unsigned forcible_outcome(const void *self, uint64_t value)
{
    (void)self;
    (void)value;
    return OUTCOME_UNSET;
}

static bool forcible_decides(const void *self, enum mover mover,
                             uint64_t option)
{
    (void)self;
    (void)mover;
    return option == PREVIOUS;
}

static bool forcible_legal(uint64_t value)
{
    return value >= NOBODY && value <= PREVIOUS;
}

static unsigned forcible_bits(const struct game *game)
{
    (void)game;
    return 3;
}

const struct domain_kind domain_forcible = {
    .name = "forcible",
    .summary = "which of three players can force the last move",
    .refuses = GAME_PARTIZAN | GAME_MISERE,
    .players = 3,
    .value_bytes = 1,
    .value_bits = forcible_bits,
    .column = {.name = "forcible",
               .type = COLUMN_U8,
               .role = COLUMN_FACT,
               .width = 1,
               .unit = "",
               .help = "who can force the last move against the other two",
               .labels = labels},
    .open = forcible_open,
    .close = forcible_close,
    .fold = forcible_fold,
    .print = forcible_print,
    .outcome = forcible_outcome,
    .decides = forcible_decides,
    .legal = forcible_legal,
};
