#include "test/common/toy_games.h"

#include "engine/base/log.h"

#include <stdio.h>

static enum status chain_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = 0;
    return STATUS_OK;
}

static enum status thieves_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = GAME_PARTIZAN;
    return STATUS_OK;
}

static void nothing_to_close(void *self)
{
    (void)self;
}

static enum status no_start(const void *self, const struct point *point,
                            struct position *p)
{
    (void)self;
    (void)point;
    (void)p;
    return log_error(STATUS_USAGE, "no grid points in this game");
}

static enum status no_parse(const void *self, const char *text,
                            struct position *p)
{
    (void)self;
    (void)p;
    return log_error(STATUS_USAGE, "no notation in this game: '%s'", text);
}

static size_t print_numbers(const void *self, struct position p, char out[],
                            size_t cap)
{
    (void)self;
    return (size_t)snprintf(out, cap, "%llu %llu", (unsigned long long)p.lo,
                            (unsigned long long)p.hi);
}

static size_t chain_options_max(const void *self, struct position p)
{
    (void)self;
    return p.lo > 0;
}

static size_t chain_options(const void *self, struct position p,
                            enum mover mover, struct position out[])
{
    (void)self;
    (void)mover;
    out[0] = (struct position){p.lo - 1, 0};
    return p.lo > 0;
}

static size_t thieves_options_max(const void *self, struct position p)
{
    (void)self;
    return (size_t)(p.lo > p.hi ? p.lo : p.hi) + 1;
}

static size_t thieves_options(const void *self, struct position p,
                              enum mover mover, struct position out[])
{
    (void)self;
    const uint64_t own = mover == LEFT ? p.lo : p.hi;
    const uint64_t other = mover == LEFT ? p.hi : p.lo;
    size_t n = 0;
    if (own && other)
        out[n++] = mover == LEFT ? (struct position){own - 1, 0}
                                 : (struct position){0, own - 1};
    for (uint64_t rest = 0; rest < own; rest++)
        out[n++] = mover == LEFT ? (struct position){rest, other}
                                 : (struct position){other, rest};
    return n;
}

static uint64_t all_money(const void *self, struct position p)
{
    (void)self;
    return p.lo + p.hi;
}

#define TOY_GAME(prefix)                                                       \
    {                                                                          \
        .name = #prefix, .summary = "a game of the tests",                     \
        .open = prefix##_open, .close = nothing_to_close, .start = no_start,   \
        .parse = no_parse, .print = print_numbers,                             \
        .options_max = prefix##_options_max, .options = prefix##_options,      \
        .measure = all_money                                                   \
    }

static const struct ruleset chain = TOY_GAME(chain);
static const struct ruleset thieves = TOY_GAME(thieves);
const struct ruleset *const toy_games[] = {&chain, &thieves, NULL};
