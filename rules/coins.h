/* coins.h - graphs of coins and strings, for Strings-and-Coins (Winning Ways,
 * ch. 16): a string has two ends, each at a coin or at the ground.
 *
 * A graph is written as trails, a letter or digit for each coin and 0 for the
 * ground, with '/' between them: "0abc0" is a chain of three coins, "abcda" a
 * loop of four, "0ab0/a0" two coins and four strings. String i is the i-th pair
 * of neighbours. Several strings may join the same coins; a string may have
 * both ends at one coin, or at the ground.
 *
 * A position is the graph's text with a '-' for each string that is left and a
 * '.' for one that is cut, "0-a.b-c-0"; or the graph's own text: all are left.
 *
 * A file says the same in lines of two names (coins_file.c).
 *
 * Pure functions but coins_read, any thread.
 */
#ifndef RULES_COINS_H
#define RULES_COINS_H

#include "engine/base/param.h"
#include "rules/line_set.h"

#include <stdbool.h>

enum { COINS_MAX = 61, COINS_TEXT_MAX = PARAM_TEXT_MAX - 2, COINS_GROUND = 61 };

struct coins {
    uint32_t coins, strings;       /* 1 or more strings */
    uint8_t end[LINES_MAX][2];     /* coin, or COINS_GROUND */
    lines at[COINS_MAX];           /* the strings of each coin */
    char text[COINS_TEXT_MAX + 1]; /* the graph */
};

/* Trails. USAGE, RANGE; logged. */
enum status coins_parse(const char *text, struct coins *) MUST_CHECK;
/* The trails of the graph in a file. IO, FORMAT, RANGE; logged with the line.
 */
enum status coins_read(const char *path, char text[PARAM_TEXT_MAX]) MUST_CHECK;

/* The strings that are left of a position, and whether a '+' ends it. USAGE,
 * logged. */
enum status coins_parse_position(const struct coins *, const char *text,
                                 lines *left, bool *again) MUST_CHECK;
/* Like snprintf. */
size_t coins_print_position(const struct coins *, lines left, bool again,
                            char out[], size_t cap);

/* Has a coin at an end of this string, which is cut, no string left? */
bool coins_frees(const struct coins *, lines left, uint32_t cut);
/* The strings of `left` that hang together with its lowest, over coins. */
lines coins_component(const struct coins *, lines left);

#endif
