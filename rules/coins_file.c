/* coins_file.c - graphs of coins and strings from a text file.
 *
 *     # a triangle that hangs on one string
 *     a b
 *     b c
 *     c a
 *     a ground
 *
 * A line is a string: the names of its two ends, letters, digits and '_';
 * "ground" or "0" is the ground. What follows '#' is a comment. If every coin's
 * name is one letter or a digit of 1 to 9, the coins keep their names; else
 * they are called a, b, c, ... in the order in which the file has them.
 *
 * After a line "boxes" the rest is a picture of a board of Dots and Boxes of
 * any shape, 'o' for a box and '.' for none: its lines are strings, from box to
 * box or from a box to the ground.
 *
 *     boxes
 *     oo
 *     o.
 *
 * Both become trails (coins.h): from the first string on, on at its end, then
 * back from its beginning, always with the first string of the file that fits.
 */
#include "engine/base/log.h"
#include "engine/base/text.h"
#include "rules/coins.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { COIN_NAME_MAX = 24, FILE_MAX = 1 << 16 };

/* What was read so far. */
struct reading {
    const char *path;
    unsigned number; /* of the line */
    uint32_t coins, strings;
    uint8_t end[LINES_MAX][2];
    char name[COINS_MAX][COIN_NAME_MAX + 1];
    /* Of a picture the row above the one in hand: coin numbers. */
    bool picture;
    size_t width;
    uint8_t above[COINS_MAX + 1];
};

#define BAD(r, status, ...) bad((r), (status), (char[160]){0}, 160, __VA_ARGS__)

__attribute__((format(printf, 5, 6))) static enum status
bad(const struct reading *r, enum status st, char why[], size_t cap,
    const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, cap, format, list);
    va_end(list);
    return log_error(st, "%s, line %u: %s", r->path, r->number, why);
}

static enum status add_string(struct reading *r, uint8_t a, uint8_t b)
{
    /* A trail has a name more than strings. */
    if (r->strings == COINS_TEXT_MAX - 1)
        return BAD(r, STATUS_RANGE, "more than %d strings", COINS_TEXT_MAX - 1);
    r->end[r->strings][0] = a;
    r->end[r->strings++][1] = b;
    return STATUS_OK;
}

static enum status add_coin(struct reading *r, const char *name, size_t n,
                            uint8_t *coin)
{
    if (r->coins == COINS_MAX)
        return BAD(r, STATUS_RANGE, "more than %d coins", COINS_MAX);
    memcpy(r->name[r->coins], name, n);
    *coin = (uint8_t)r->coins++;
    return STATUS_OK;
}

static enum status find_end(struct reading *r, const char *name, size_t n,
                            uint8_t *coin)
{
    *coin = COINS_GROUND;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return BAD(r, STATUS_FORMAT,
                       "'%.*s': a name has letters, digits and '_'",
                       text_quoted(n), name);
    if (n > COIN_NAME_MAX)
        return BAD(r, STATUS_FORMAT,
                   "'%.*s...': a name has at most %d "
                   "characters",
                   COIN_NAME_MAX, name, COIN_NAME_MAX);
    if ((n == 1 && *name == '0') || (n == 6 && !memcmp(name, "ground", 6)))
        return STATUS_OK;
    for (uint32_t i = 0; i < r->coins; i++)
        if (strlen(r->name[i]) == n && !memcmp(r->name[i], name, n)) {
            *coin = (uint8_t)i;
            return STATUS_OK;
        }
    return add_coin(r, name, n, coin);
}

/* A line of two names. */
static enum status read_string(struct reading *r, char *text)
{
    char *rest, *word[3] = {strtok_r(text, " \t", &rest)};
    uint8_t end[2];
    for (int i = 1; i < 3; i++)
        word[i] = strtok_r(NULL, " \t", &rest);
    if (!word[1] && !strcmp(word[0], "boxes")) {
        r->picture = true;
        if (r->strings)
            return BAD(r, STATUS_FORMAT,
                       "a picture of boxes stands alone, without strings");
        return STATUS_OK;
    }
    if (!word[1] || word[2])
        return BAD(r, STATUS_FORMAT, "a string has two ends: two names%s",
                   word[1] ? ", and there are more" : "");
    enum status st = STATUS_OK;
    for (int i = 0; i < 2 && !st; i++)
        st = find_end(r, word[i], strlen(word[i]), &end[i]);
    return st ? st : add_string(r, end[0], end[1]);
}

/* A line between two squares, if it is one. */
static enum status add_between(struct reading *r, uint8_t a, uint8_t b)
{
    return a == COINS_GROUND && b == COINS_GROUND ? STATUS_OK
                                                  : add_string(r, a, b);
}

/* A row of a picture; of width 0: the end. */
static enum status read_boxes(struct reading *r, const char *text, size_t width)
{
    uint8_t row[COINS_MAX + 1];
    enum status st = STATUS_OK;
    memset(row, COINS_GROUND, sizeof row);
    if (!r->width)
        memset(r->above, COINS_GROUND, sizeof r->above);
    if (width > COINS_MAX)
        return BAD(r, STATUS_RANGE, "a row of more than %d boxes", COINS_MAX);
    if (width && strspn(text, "o.") != width)
        return BAD(r, STATUS_FORMAT,
                   "a row of boxes has 'o' for a box and '.' for none");
    r->width = width > r->width ? width : r->width;
    for (size_t i = 0; i < width && !st; i++)
        if (text[i] == 'o')
            st = add_coin(r, "__", 2, &row[i]);
    for (size_t i = 0; i < r->width && !st; i++)
        st = add_between(r, r->above[i], row[i]);
    for (size_t i = 0; i <= width && width && !st; i++)
        st = add_between(r, i ? row[i - 1] : COINS_GROUND,
                         i < width ? row[i] : COINS_GROUND);
    memcpy(r->above, row, sizeof row);
    return st;
}

static enum status read_line(struct reading *r, char *text)
{
    text[strcspn(text, "#\r")] = 0;
    size_t n = strlen(text);
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        text[--n] = 0;
    text += strspn(text, " \t");
    if (!*text)
        return STATUS_OK;
    return r->picture ? read_boxes(r, text, strlen(text))
                      : read_string(r, text);
}

/* The whole of a file that is text, to be freed. */
static enum status read_whole(const char *path, char **out)
{
    struct stat info;
    const bool there = !stat(path, &info);
    if (there && !S_ISREG(info.st_mode))
        return log_error(STATUS_IO, "%s: no regular file", path);
    FILE *file = there ? fopen(path, "rb") : NULL;
    if (!file)
        return log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    char *text = malloc(FILE_MAX + 1);
    size_t n = text ? fread(text, 1, FILE_MAX + 1, file) : 0;
    enum status st = STATUS_OK;
    if (!text)
        st = log_error(STATUS_NOMEM, "%s: out of memory", path);
    else if (ferror(file))
        st = log_error(STATUS_IO, "%s: %s", path, strerror(errno));
    else if (n > FILE_MAX)
        st = log_error(STATUS_FORMAT, "%s: longer than %d bytes", path,
                       FILE_MAX);
    fclose(file);
    for (size_t i = 0; i < n && !st; i++)
        if ((unsigned char)text[i] >= 0x7f ||
            (text[i] < ' ' && !strchr("\n\r\t", text[i])) || !text[i])
            st = log_error(STATUS_FORMAT, "%s, byte %zu: not plain text", path,
                           i + 1);
    if (st) {
        free(text);
        return st;
    }
    text[n] = 0;
    *out = text;
    return STATUS_OK;
}

/* Do all coins have names of one character? */
static bool short_names(const struct reading *r)
{
    for (uint32_t i = 0; i < r->coins; i++)
        if (r->name[i][1] || r->name[i][0] == '_')
            return false;
    return true;
}

static char name_of(const struct reading *r, uint8_t coin, bool keep)
{
    return coin == COINS_GROUND ? '0'
           : keep               ? r->name[coin][0]
           : coin < 26          ? (char)('a' + coin)
           : coin < 52          ? (char)('A' + coin - 26)
                                : (char)('1' + coin - 52);
}

/* The first string that is not written yet and has an end there. */
static bool take_string(const struct reading *r, lines *written, uint8_t *coin)
{
    for (uint32_t i = 0; i < r->strings; i++)
        for (int e = 0; e < 2 && !(*written >> i & 1); e++)
            if (r->end[i][e] == *coin) {
                *written |= line(i);
                *coin = r->end[i][1 - e];
                return true;
            }
    return false;
}

/* The trail that begins with string i; returns its length in coins. */
static size_t trail(const struct reading *r, uint32_t i, lines *written,
                    uint8_t out[])
{
    uint8_t back[LINES_MAX + 1] = {0}, coin = r->end[i][1];
    size_t n = 0, before = 0;
    *written |= line(i);
    out[n++] = r->end[i][0];
    do
        out[n++] = coin;
    while (take_string(r, written, &coin));
    coin = out[0];
    while (take_string(r, written, &coin))
        back[before++] = coin;
    memmove(out + before, out, n);
    for (size_t k = 0; k < before; k++)
        out[k] = back[before - 1 - k];
    return n + before;
}

static enum status write_trails(const struct reading *r, char text[])
{
    const bool keep = short_names(r);
    uint8_t coins[LINES_MAX + 1];
    lines written = 0;
    size_t used = 0;
    for (uint32_t i = 0; i < r->strings; i++) {
        if (written >> i & 1)
            continue;
        const size_t n = trail(r, i, &written, coins);
        if (used + n + (used > 0) > COINS_TEXT_MAX)
            return log_error(STATUS_RANGE,
                             "%s: too large: the graph's trails need more than "
                             "%d characters",
                             r->path, COINS_TEXT_MAX);
        if (used)
            text[used++] = '/';
        for (size_t k = 0; k < n; k++)
            text[used++] = name_of(r, coins[k], keep);
    }
    text[used] = 0;
    return STATUS_OK;
}

enum status coins_read(const char *path, char text[PARAM_TEXT_MAX])
{
    struct reading r = {.path = path};
    char *whole = NULL, *at;
    enum status st = read_whole(path, &whole);
    if (st)
        return st;
    at = whole;
    for (char *next; (next = strsep(&at, "\n")) && !st;) {
        r.number++;
        st = read_line(&r, next);
    }
    if (!st && r.picture)
        st = read_boxes(&r, "", 0);
    free(whole);
    if (!st && !r.strings)
        st = log_error(STATUS_FORMAT, "%s: no string is in it", path);
    return st ? st : write_trails(&r, text);
}
