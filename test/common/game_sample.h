/* game_sample.h - positions of every registered game, for contract tests.
 *
 * A game is opened with its defaults and in the variants of the table in
 * game_sample.c; the sample is what can be reached from a few small boards
 * (engine/game/contract.h). A new game needs a line there only if it has a
 * parameter without default or takes none of the boards.
 */
#ifndef TEST_COMMON_GAME_SAMPLE_H
#define TEST_COMMON_GAME_SAMPLE_H

#include "engine/game/contract.h"

/* Calls a promise for every game and variant; the test fails if it is broken.
 */
void game_sample_each(enum status (*promise)(const struct contract_sample *,
                                             char broken[]));

#endif
