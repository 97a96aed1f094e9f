#include "engine/value/games/games_reader.h"
#include "engine/value/games/games_algebra.h"
#include "engine/value/games/games_facts.h"

#include "engine/base/log.h"

#include <string.h>

static enum status complain(const struct games_reader *r, enum status st,
                            const char *what)
{
    return log_error(st, "value '%s': %s at character %zu", r->text, what,
                     (size_t)(r->at - r->text) + 1);
}

enum status games_reader_refuse(const struct games_reader *r, const char *what)
{
    return complain(r, STATUS_USAGE, what);
}

void games_reader_skip(struct games_reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

bool games_reader_eat(struct games_reader *r, const char *token)
{
    games_reader_skip(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n))
        return false;
    r->at += n;
    return true;
}

bool games_reader_at_digit(const struct games_reader *r)
{
    return *r->at >= '0' && *r->at <= '9';
}

enum status games_reader_made(const struct games_reader *r, uint32_t id)
{
    return id == GAMES_NONE ? games_failure(r->w) : STATUS_OK;
}

/* A number of at most `most`. */
static enum status read_count(struct games_reader *r, uint64_t most,
                              uint64_t *count)
{
    const char *start = r->at;
    if (!games_reader_at_digit(r))
        return games_reader_refuse(r, "a number is missing");
    for (*count = 0; games_reader_at_digit(r); r->at++) {
        const uint64_t digit = (uint64_t)(*r->at - '0');
        if (*count > (most - digit) / 10) {
            r->at = start;
            return complain(r, STATUS_RANGE, "a number too large");
        }
        *count = *count * 10 + digit;
    }
    return STATUS_OK;
}

/* 3, 3/4. */
static enum status read_number(struct games_reader *r, uint32_t *number)
{
    const char *start = r->at;
    uint64_t num, den = 1;
    struct dyadic x;
    enum status st = read_count(r, INT64_MAX, &num);
    if (!st && *r->at == '/') {
        r->at++;
        st = read_count(r, UINT64_C(1) << DYADIC_EXP_MAX, &den);
    }
    if (st)
        return st;
    if (!den || (den & (den - 1)))
        return games_reader_refuse(r, "a denominator that is no power of two");
    const unsigned exp = (unsigned)__builtin_ctzll(den);
    if (!dyadic_make((int64_t)num, exp, &x) || !games_number_fits(x)) {
        r->at = start;
        return complain(r, STATUS_RANGE,
                        "a number whose birthday is above 65535");
    }
    *number = games_number(r->w, x.num, x.exp);
    return games_reader_made(r, *number);
}

enum status games_reader_add(struct games_reader *r, uint32_t *sum,
                             uint32_t part)
{
    enum status st = games_reader_made(r, part);
    if (!st) {
        *sum = games_add(r->w, *sum, part);
        st = games_reader_made(r, *sum);
    }
    return st;
}

/* What follows a single arrow in brackets: a power from 1 on. */
static enum status read_power(struct games_reader *r, const char *end,
                              uint64_t *n)
{
    enum status st = read_count(r, GAMES_POWER_MAX, n);
    if (!st && !*n)
        return games_reader_refuse(r, "a power below 1");
    return st || games_reader_eat(r, end)
               ? st
               : games_reader_refuse(r, "the power does not end");
}

static const char *const raised[] = {"\u00b9", "\u00b2", "\u00b3",
                                     "\u2074", "\u2075", "\u2076",
                                     "\u2077", "\u2078", "\u2079"};

/* ^<2> is a power, ^<2 a comparison. */
static bool at_power(const struct games_reader *r)
{
    const char *at = r->at + 1;
    if (*r->at != '<')
        return false;
    while (*at >= '0' && *at <= '9')
        at++;
    return at > r->at + 1 && *at == '>';
}

/* What one arrow says: ^3, ^[3], ^<3> and its like. */
static enum status read_arrow(struct games_reader *r, int sign, uint32_t *sum)
{
    const uint32_t up = games_up(r->w, sign, 0);
    uint64_t n = 0;
    size_t k = 0;
    enum status st = games_reader_made(r, up);
    if (st)
        return st;
    if (games_reader_at_digit(r)) {
        st = read_count(r, GAMES_BIRTHDAY_MAX / 2, &n);
        return st ? st
                  : games_reader_add(r, sum, games_up(r->w, sign * (int)n, 0));
    }
    const bool power = at_power(r), power_to = *r->at == '[';
    while (k < sizeof raised / sizeof raised[0] &&
           !games_reader_eat(r, raised[k]))
        k++;
    if (k < sizeof raised / sizeof raised[0])
        n = k + 1;
    else if (power || power_to) {
        r->at++;
        st = read_power(r, power ? ">" : "]", &n);
    }
    if (st || !n)
        return st ? st : games_reader_add(r, sum, up);
    const uint32_t one = games_up(r->w, 1, 0);
    const uint32_t x = power_to ? games_power_to(r->w, one, (unsigned)n)
                                : games_power(r->w, one, (unsigned)n);
    return games_reader_add(r, sum,
                            x != GAMES_NONE && sign < 0 ? games_negate(x) : x);
}

static const struct {
    const char *token;
    int ups;
} arrows[] = {{"^", 1},       {"v", -1},     {"\u2191", 1},
              {"\u2193", -1}, {"\u21d1", 2}, {"\u21d3", -2}};
enum { ARROWS = sizeof arrows / sizeof arrows[0], ASCII = 2, SINGLE = 4 };

static size_t eat_arrow(struct games_reader *r)
{
    size_t i = 0;
    while (i < ARROWS && !games_reader_eat(r, arrows[i].token))
        i++;
    return i;
}

/* Arrows, if there are any: ^^, v3, mixed as they come. What follows the last
 * of several equal ones is not theirs: ^^2 is no value. */
static enum status read_arrows(struct games_reader *r, bool number,
                               uint32_t *sum, bool *found)
{
    enum status st = STATUS_OK;
    size_t before = ARROWS, i;
    int ups = 0; /* of plain arrows */
    while (!st && (i = eat_arrow(r)) < ARROWS) {
        if (number && i >= ASCII)
            return games_reader_refuse(
                r, "a number before an arrow is read two ways (^3 or 3+^)");
        if (ups > GAMES_BIRTHDAY_MAX / 2 || ups < -GAMES_BIRTHDAY_MAX / 2)
            return complain(r, STATUS_RANGE, "too many arrows");
        if (i >= SINGLE || i == before || *r->at == *arrows[i].token)
            ups += arrows[i].ups;
        else
            st = read_arrow(r, arrows[i].ups, sum);
        before = i;
        *found = true;
    }
    return st || !ups ? st : games_reader_add(r, sum, games_up(r->w, ups, 0));
}

static bool starts_value(const struct games_reader *r)
{
    static const char *const starts[] = {
        "{",      "(",      "^",      "v",      "*",      "tiny",  "miny",
        "\u2191", "\u2193", "\u21d1", "\u21d3", "\u29fe", "\u29ff"};
    const char *at = r->at;
    while (*at == ' ')
        at++;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (!strncmp(at, starts[i], strlen(starts[i])))
            return true;
    return false;
}

/* A star that is no product. */
static bool eat_star(struct games_reader *r, bool number)
{
    const char *start = r->at;
    if (!games_reader_eat(r, "*"))
        return false;
    if (number && !games_reader_at_digit(r) && starts_value(r)) {
        r->at = start;
        return false;
    }
    return true;
}

/* [number] [arrows] [star], at least one. */
enum status games_reader_together(struct games_reader *r, uint32_t *sum)
{
    enum status st = STATUS_OK;
    bool found = false;
    uint64_t heap = 1;
    *sum = GAMES_ZERO;
    games_reader_skip(r);
    const bool number = games_reader_at_digit(r), minus = r->minus;
    r->minus = false;
    if (number)
        st = read_number(r, sum);
    st = st ? st : read_arrows(r, number, sum, &found);
    if (!st && number && minus && found)
        return games_reader_refuse(
            r, "a minus before a number and an arrow is read two ways "
               "(-1+^ or -(1+^))");
    if (!st && eat_star(r, number && !found)) {
        found = true;
        if (games_reader_at_digit(r))
            st = read_count(r, GAMES_NIMBER_MAX, &heap);
        st = st ? st
                : games_reader_add(r, sum, games_nimber(r->w, (unsigned)heap));
    }
    if (!st && !number && !found)
        return games_reader_refuse(r, "a value is missing");
    return st;
}
