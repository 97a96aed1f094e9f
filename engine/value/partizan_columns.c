/* partizan_columns.c - facts of partizan values as columns.
 *
 * Numbers are dyadic rationals. A column holds them as 64-bit floats, and only
 * exactly: one that needs more than 53 bits is refused, never rounded. What has
 * no number is NaN.
 */
#include "engine/value/partizan_columns.h"

#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_thermograph.h"

#include <math.h>
#include <string.h>

/* The store, and the value as a game in it. */
struct asked {
    struct games_worker *worker;
    const struct games *games;
    uint32_t id;
};

static struct asked ask(void *self, unsigned worker, uint64_t value)
{
    return (struct asked){games_worker(self, worker), self, (uint32_t)value};
}

static enum status put_real(double real, void *field)
{
    memcpy(field, &real, sizeof real);
    return STATUS_OK;
}

static enum status put_dyadic(struct dyadic d, void *field)
{
    const double real = ldexp((double)d.num, -(int)d.exp);
    if ((int64_t)(double)d.num != d.num)
        return STATUS_RANGE;
    return put_real(real, field);
}

static enum status put_u32(size_t number, void *field)
{
    const uint32_t narrow = (uint32_t)number;
    memcpy(field, &narrow, sizeof narrow);
    return STATUS_OK;
}

static enum status put_flag(bool flag, void *field)
{
    *(uint8_t *)field = flag;
    return STATUS_OK;
}

/* What a column's function is handed; `a`: what is asked. */
#define ARGUMENTS void *self, unsigned worker, uint64_t value, void *field
#define ASK const struct asked a = ask(self, worker, value)

static enum status put_birthday(ARGUMENTS)
{
    ASK;
    return put_u32(games_birthday(a.games, a.id), field);
}

static enum status put_lefts(ARGUMENTS)
{
    ASK;
    return put_u32(games_lefts(a.games, a.id), field);
}

static enum status put_rights(ARGUMENTS)
{
    ASK;
    return put_u32(games_rights(a.games, a.id), field);
}

static enum status put_temperature(ARGUMENTS)
{
    ASK;
    struct dyadic d;
    enum status st = games_temperature(a.worker, a.id, &d);
    return st ? st : put_dyadic(d, field);
}

static enum status put_mean(ARGUMENTS)
{
    ASK;
    struct dyadic d;
    enum status st = games_mean(a.worker, a.id, &d);
    return st ? st : put_dyadic(d, field);
}

static enum status put_left_stop(ARGUMENTS)
{
    ASK;
    struct dyadic left, right;
    enum status st = games_stops(a.worker, a.id, &left, &right);
    return st ? st : put_dyadic(left, field);
}

static enum status put_right_stop(ARGUMENTS)
{
    ASK;
    struct dyadic left, right;
    enum status st = games_stops(a.worker, a.id, &left, &right);
    return st ? st : put_dyadic(right, field);
}

/* NaN: not all-small, or the weight is no number. */
static enum status put_atomic_weight(ARGUMENTS)
{
    ASK;
    struct dyadic d = {0};
    if (!games_is_all_small(a.games, a.id))
        return put_real(NAN, field);
    const uint32_t weight = games_atomic_weight(a.worker, a.id);
    if (weight == GAMES_NONE)
        return games_failure(a.worker);
    if (!games_is_number(a.games, weight))
        return put_real(NAN, field);
    return games_dyadic(a.games, weight, &d.num, &d.exp) ? put_dyadic(d, field)
                                                         : STATUS_RANGE;
}

static enum status put_number(ARGUMENTS)
{
    ASK;
    return put_flag(games_is_number(a.games, a.id), field);
}

static enum status put_integer(ARGUMENTS)
{
    ASK;
    return put_flag(
        games_is_number(a.games, a.id) &&
            !(games_lefts(a.games, a.id) && games_rights(a.games, a.id)),
        field);
}

static enum status put_nimber(ARGUMENTS)
{
    ASK;
    return put_real(games_is_nimber(a.games, a.id)
                        ? (double)games_lefts(a.games, a.id)
                        : NAN,
                    field);
}

static enum status put_all_small(ARGUMENTS)
{
    ASK;
    return put_flag(games_is_all_small(a.games, a.id), field);
}

static enum status put_infinitesimal(ARGUMENTS)
{
    ASK;
    return put_flag(games_is_infinitesimal(a.worker, a.id), field);
}

#define ENTRY(name_, type_, width_, unit_, help_)                              \
    {                                                                          \
        {.name = #name_,                                                       \
         .type = type_,                                                        \
         .role = COLUMN_FACT,                                                  \
         .width = width_,                                                      \
         .unit = unit_,                                                        \
         .help = help_},                                                       \
            put_##name_                                                        \
    }
#define REAL(name, unit, help) ENTRY(name, COLUMN_F64, 8, unit, help)
#define COUNT(name, unit, help) ENTRY(name, COLUMN_U32, 4, unit, help)
#define FLAG(name, help) ENTRY(name, COLUMN_U8, 1, "", help)

const struct domain_column partizan_columns[PARTIZAN_COLUMNS] = {
    COUNT(birthday, "moves", "height of the canonical form"),
    COUNT(lefts, "options", "Left's options in the canonical form"),
    COUNT(rights, "options", "Right's options in the canonical form"),
    REAL(temperature, "moves",
         "temperature, exact: -1 of an integer, -1/2 of 1/2, 0 of *"),
    REAL(mean, "moves", "mean value, exact"),
    REAL(left_stop, "moves",
         "where play stops at a number if Left moves first, exact"),
    REAL(right_stop, "moves",
         "where play stops at a number if Right moves first, exact"),
    REAL(atomic_weight, "ups",
         "atomic weight, exact; NaN if it is no number, or the value is not "
         "all-small"),
    FLAG(number, "1: the value is a number"),
    FLAG(integer, "1: the value is an integer"),
    REAL(nimber, "nimber", "k if the value is *k, NaN if it is no nimber"),
    FLAG(all_small, "1: the value is all-small"),
    FLAG(infinitesimal, "1: both stops are 0"),
};
