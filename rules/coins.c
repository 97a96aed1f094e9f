#include "rules/coins.h"

#include "engine/base/log.h"
#include "engine/base/text.h"

#include <string.h>

/* Every name of a coin, and the ground's. */
static const char names[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890";
_Static_assert(sizeof names == COINS_MAX + 2, "a name for each, and the zero");

/* Is there a string between this name and the next? */
static bool begins_string(const char *name)
{
    return *name != '/' && name[1] && name[1] != '/';
}

static enum status bad_text(const char *text, size_t at, const char *why)
{
    return log_error(STATUS_USAGE, "graph '%.*s', character %zu: %s",
                     text_quoted(strlen(text)), text, at + 1, why);
}

/* Are these trails of two names or more? */
static enum status check_trails(const char *text)
{
    size_t length = 0;
    if (strlen(text) > COINS_TEXT_MAX)
        return log_error(STATUS_RANGE,
                         "graph of %zu characters: at most %d are possible",
                         strlen(text), COINS_TEXT_MAX);
    for (size_t i = 0;; i++) {
        if (text[i] && text[i] != '/') {
            if (!strchr(names, text[i]))
                return bad_text(text, i,
                                "a coin is a letter or a digit, the ground is "
                                "0, and '/' is between trails");
            length++;
            continue;
        }
        if (length < 2)
            return bad_text(text, i,
                            "a trail has two ends or more: \"ab\" is a "
                            "string from a to b");
        length = 0;
        if (!text[i])
            return STATUS_OK;
    }
}

static uint8_t coin_number(struct coins *c, char name, uint8_t number[])
{
    const size_t i = (size_t)(strchr(names, name) - names);
    if (i == COINS_GROUND)
        return COINS_GROUND;
    if (number[i] == COINS_GROUND)
        number[i] = (uint8_t)c->coins++;
    return number[i];
}

enum status coins_parse(const char *text, struct coins *c)
{
    uint8_t number[COINS_MAX];
    enum status st = check_trails(text);
    if (st)
        return st;
    memset(number, COINS_GROUND, sizeof number);
    memset(c, 0, sizeof *c);
    strcpy(c->text, text);
    for (const char *name = text; *name; name++) {
        if (!begins_string(name))
            continue;
        for (int e = 0; e < 2; e++) {
            const uint8_t coin = coin_number(c, name[e], number);
            c->end[c->strings][e] = coin;
            if (coin != COINS_GROUND)
                c->at[coin] |= line(c->strings);
        }
        c->strings++;
    }
    return STATUS_OK;
}

static enum status bad_position(const struct coins *c, const char *text,
                                const char *at)
{
    return log_error(STATUS_USAGE,
                     "position '%.*s', character %zu: must be the graph, %s, "
                     "with '-' between the ends of a string that is left and "
                     "'.' of one that is cut",
                     text_quoted(strlen(text)), text, (size_t)(at - text) + 1,
                     c->text);
}

enum status coins_parse_position(const struct coins *c, const char *text,
                                 lines *left, bool *again)
{
    const size_t whole = strlen(c->text);
    const char *at = text;
    uint32_t i = 0;
    *left = 0;
    *again = false;
    if (!strncmp(text, c->text, whole) &&
        (!text[whole] || text[whole] == '+')) {
        *left = line(c->strings) - 1;
        at += whole;
    } else {
        for (const char *g = c->text; *g; g++) {
            if (*at != *g)
                return bad_position(c, text, at);
            at++;
            if (!begins_string(g))
                continue;
            if (*at != '-' && *at != '.')
                return bad_position(c, text, at);
            if (*at++ == '-')
                *left |= line(i);
            i++;
        }
    }
    if (*at == '+') {
        *again = true;
        at++;
    }
    return *at ? bad_position(c, text, at) : STATUS_OK;
}

size_t coins_print_position(const struct coins *c, lines left, bool again,
                            char out[], size_t cap)
{
    char text[2 * COINS_TEXT_MAX + 2];
    size_t n = 0;
    uint32_t i = 0;
    for (const char *g = c->text; *g; g++) {
        text[n++] = *g;
        if (begins_string(g))
            text[n++] = left >> i++ & 1 ? '-' : '.';
    }
    if (again)
        text[n++] = '+';
    for (size_t k = 0; k < n && k + 1 < cap; k++)
        out[k] = text[k];
    if (cap)
        out[n < cap ? n : cap - 1] = 0;
    return n;
}

static bool is_free(const struct coins *c, lines left, uint8_t coin)
{
    return coin != COINS_GROUND && !(c->at[coin] & left);
}

bool coins_frees(const struct coins *c, lines left, uint32_t cut)
{
    return is_free(c, left, c->end[cut][0]) || is_free(c, left, c->end[cut][1]);
}

lines coins_component(const struct coins *c, lines left)
{
    lines all = line(lines_lowest(left)), before;
    do {
        before = all;
        for (uint32_t i = 0; i < c->coins; i++)
            all |= c->at[i] & all ? c->at[i] & left : 0;
    } while (all != before);
    return all;
}
