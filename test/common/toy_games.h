/* toy_games.h - two games that no census plays, as long as a test wants, whose
 * answers are plain from their rules. Positions are two numbers, lo and hi.
 *
 *   chain     from lo to lo - 1 and nowhere else: N iff lo is odd
 *   thieves   Left spends any part of her purse lo, or 1 of it to make away
 *             with all of hi; Right likewise. Two full purses: N; one: its
 *             owner wins; none: P
 */
#ifndef TEST_COMMON_TOY_GAMES_H
#define TEST_COMMON_TOY_GAMES_H

#include "engine/game/ruleset.h"

extern const struct ruleset *const toy_games[]; /* NULL at the end */

#endif
