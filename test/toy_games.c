#include "test/toy_games.h"

#include "engine/log.h"

#include <stdio.h>

static enum status chain_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = 0;
    return STATUS_OK;
}

static enum status purses_open(const struct param_value v[], struct game *game)
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

static size_t one_option(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return 1;
}

static size_t spend(const void *self, struct position p, enum mover mover,
                    struct position out[])
{
    (void)self;
    uint64_t *purse = mover == LEFT ? &p.lo : &p.hi;
    if (!*purse)
        return 0;
    --*purse;
    out[0] = p;
    return 1;
}

static uint64_t all_money(const void *self, struct position p)
{
    (void)self;
    return p.lo + p.hi;
}

#define TEST_GAME(game_name, opener)                                           \
    {                                                                          \
        .name = game_name, .summary = "a game of the tests", .open = opener,   \
        .close = nothing_to_close, .start = no_start, .parse = no_parse,       \
        .print = print_numbers, .options_max = one_option, .options = spend,   \
        .measure = all_money                                                   \
    }

static const struct ruleset chain = TEST_GAME("chain", chain_open);
static const struct ruleset purses = TEST_GAME("purses", purses_open);
const struct ruleset *const toy_games[] = {&chain, &purses, NULL};
