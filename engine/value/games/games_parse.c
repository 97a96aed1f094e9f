#include "engine/value/games/games_facts.h"
#include "engine/value/games/games_text.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 1000, COUNT_MAX = 1000 };

/* What is read, and how deep in braces. */
struct reader {
    struct games_worker *w;
    const char *text, *at;
    unsigned depth;
};

static enum status refuse(const struct reader *r, const char *what)
{
    return log_error(STATUS_USAGE, "value '%s': %s at character %zu", r->text,
                     what, (size_t)(r->at - r->text) + 1);
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool eat(struct reader *r, const char *token)
{
    skip_blanks(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n))
        return false;
    r->at += n;
    return true;
}

static bool at_digit(const struct reader *r)
{
    return *r->at >= '0' && *r->at <= '9';
}

/* A count of at most COUNT_MAX. */
static enum status read_count(struct reader *r, unsigned *count)
{
    if (!at_digit(r))
        return refuse(r, "a number is missing");
    for (*count = 0; at_digit(r); r->at++) {
        *count = *count * 10 + (unsigned)(*r->at - '0');
        if (*count > COUNT_MAX)
            return refuse(r, "a number too large");
    }
    return STATUS_OK;
}

static enum status made(uint32_t id)
{
    return id == GAMES_NONE ? STATUS_NOMEM : STATUS_OK;
}

static enum status add_to(struct reader *r, uint32_t *sum, uint32_t part)
{
    enum status st = made(part);
    if (!st) {
        *sum = games_add(r->w, *sum, part);
        st = made(*sum);
    }
    return st;
}

/* {0 | down and *}. */
static uint32_t second_up(struct games_worker *w)
{
    const uint32_t zero = GAMES_ZERO;
    uint32_t down_star = games_up(w, -1, 1);
    return down_star == GAMES_NONE ? GAMES_NONE
                                   : games_make(w, &zero, 1, &down_star, 1);
}

/* Arrows, if there are any: `count` times what they say. */
static enum status read_arrows(struct reader *r, unsigned count, uint32_t *sum,
                               bool *found)
{
    static const struct {
        const char *token;
        int ups;
    } arrows[] = {{"^", 1},       {"v", -1},     {"\u2191", 1},
                  {"\u2193", -1}, {"\u21d1", 2}, {"\u21d3", -2}};
    int ups = 0;
    *found = false;
    for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
        while (eat(r, arrows[i].token)) {
            ups += arrows[i].ups;
            *found = true;
        }
    if (!*found)
        return STATUS_OK;
    bool second = eat(r, "<2>") || eat(r, "\u00b2");
    if (!second)
        return add_to(r, sum, games_up(r->w, ups * (int)count, 0));
    if (count != 1 || (ups != 1 && ups != -1))
        return refuse(r, "only one arrow may be squared");
    uint32_t x = second_up(r->w);
    return add_to(r, sum, ups < 0 && x != GAMES_NONE ? games_negate(x) : x);
}

/* A fraction's denominator after '/': a power of two. */
static enum status read_exponent(struct reader *r, unsigned *exp)
{
    unsigned den;
    *exp = 0;
    if (!eat(r, "/"))
        return STATUS_OK;
    enum status st = read_count(r, &den);
    if (st)
        return st;
    if (!den || (den & (den - 1)))
        return refuse(r, "a denominator that is no power of two");
    *exp = (unsigned)__builtin_ctz(den);
    return STATUS_OK;
}

static enum status read_number(struct reader *r, uint32_t *number)
{
    unsigned num, exp;
    skip_blanks(r);
    enum status st = read_count(r, &num);
    st = st ? st : read_exponent(r, &exp);
    if (st)
        return st;
    *number = games_number(r->w, num, exp);
    return made(*number);
}

/* [number] [arrows] [star], at least one; 3^ is three ups. */
static enum status read_sum(struct reader *r, uint32_t *sum)
{
    const char *start = r->at;
    unsigned count = 1;
    bool found = false;
    enum status st = STATUS_OK;
    *sum = GAMES_ZERO;
    if (at_digit(r))
        st = read_count(r, &count);
    bool number = r->at > start;
    st = st ? st : read_arrows(r, count, sum, &found);
    if (!st && number && !found) {
        r->at = start;
        st = read_number(r, sum);
    }
    if (!st && eat(r, "*")) {
        count = 1;
        found = true;
        if (at_digit(r))
            st = read_count(r, &count);
        st = st ? st : add_to(r, sum, games_nimber(r->w, count));
    }
    if (!st && !number && !found)
        return refuse(r, "a value is missing");
    return st;
}

/* tiny(x) = {0 | {0 | -x}}. */
static enum status read_tiny(struct reader *r, bool miny, uint32_t *game)
{
    const uint32_t zero = GAMES_ZERO;
    bool bracket = eat(r, "(");
    uint32_t x;
    enum status st = read_number(r, &x);
    if (!st && bracket && !eat(r, ")"))
        return refuse(r, "')' is missing");
    if (st)
        return st;
    x = games_negate(x);
    uint32_t threat = games_make(r->w, &zero, 1, &x, 1);
    st = made(threat);
    if (st)
        return st;
    *game = games_make(r->w, &zero, 1, &threat, 1);
    *game = miny && *game != GAMES_NONE ? games_negate(*game) : *game;
    return made(*game);
}

static enum status read_switch(struct reader *r, uint32_t *game)
{
    uint32_t x;
    enum status st = read_number(r, &x);
    if (st)
        return st;
    uint32_t minus = games_negate(x);
    *game = games_make(r->w, &x, 1, &minus, 1);
    return made(*game);
}

static enum status read_value(struct reader *r, uint32_t *game);

/* Values up to `end`, which is eaten. */
static enum status read_side(struct reader *r, const char *end, uint32_t **list,
                             size_t *n)
{
    *n = 0;
    if (eat(r, end))
        return STATUS_OK;
    for (;;) {
        uint32_t *longer = realloc(*list, (*n + 1) * sizeof *longer);
        if (!longer)
            return log_error(STATUS_NOMEM, "no memory for a value");
        *list = longer;
        enum status st = read_value(r, &(*list)[*n]);
        if (st)
            return st;
        ++*n;
        if (eat(r, end))
            return STATUS_OK;
        if (!eat(r, ","))
            return refuse(r, "',', '|' or '}' is missing");
    }
}

static enum status read_braces(struct reader *r, uint32_t *game)
{
    uint32_t *left = NULL, *right = NULL;
    size_t nleft, nright;
    if (++r->depth > DEPTH_MAX)
        return refuse(r, "braces too deep");
    enum status st = read_side(r, "|", &left, &nleft);
    st = st ? st : read_side(r, "}", &right, &nright);
    if (!st) {
        *game = games_make(r->w, left, nleft, right, nright);
        st = made(*game);
    }
    r->depth--;
    free(left);
    free(right);
    return st;
}

static enum status read_value(struct reader *r, uint32_t *game)
{
    if (eat(r, "{"))
        return read_braces(r, game);
    if (eat(r, "tiny") || eat(r, "\u29fe"))
        return read_tiny(r, false, game);
    if (eat(r, "miny") || eat(r, "\u29ff"))
        return read_tiny(r, true, game);
    if (eat(r, "+-") || eat(r, "\u00b1"))
        return read_switch(r, game);
    if (!eat(r, "-"))
        return read_sum(r, game);
    if (++r->depth > DEPTH_MAX)
        return refuse(r, "signs too deep");
    enum status st = read_value(r, game);
    r->depth--;
    if (!st)
        *game = games_negate(*game);
    return st;
}

enum status games_parse(struct games_worker *w, const char *text,
                        uint32_t *game)
{
    struct reader r = {w, text, text, 0};
    enum status st = read_value(&r, game);
    skip_blanks(&r);
    if (!st && *r.at)
        return refuse(&r, "something else follows the value");
    return st;
}
