/* toy_games.h - two games that no census plays, as long as a test wants, whose
 * answers are plain from their rules. Positions are two numbers, lo and hi.
 *
 *   chain    from lo to lo - 1 and nowhere else: N iff lo is odd
 *   purses   Left spends 1 of lo, Right 1 of hi: worth lo - hi
 */
#ifndef TEST_TOY_GAMES_H
#define TEST_TOY_GAMES_H

#include "engine/ruleset.h"

extern const struct ruleset *const toy_games[]; /* NULL at the end */

#endif
