/* game_sample.h - positions of every registered game, for contract tests.
 *
 * A game is opened with its defaults and in the variants of the table in
 * game_sample.c; the sample is what can be reached from a few small boards, in
 * the order in which it is met. A new game needs a line there only if it has a
 * parameter without default or takes none of the boards.
 */
#ifndef TEST_GAME_SAMPLE_H
#define TEST_GAME_SAMPLE_H

#include "engine/ruleset.h"

enum { GAME_SAMPLE_MAX = 6000, GAME_SAMPLE_TEXT = 512 };

struct game_sample {
    struct game game;
    size_t n;
    struct position at[GAME_SAMPLE_MAX];
};

/* Calls check for every game and variant. */
void game_sample_each(void (*check)(const struct game_sample *));

/* 2 if the players have different options, else 1: movers to ask about. */
unsigned game_sample_movers(const struct game *);
/* The options of p, allocated; checks that they keep within options_max. */
struct position *game_sample_options(const struct game *, struct position p,
                                     enum mover, size_t *n);
/* The position in notation, for messages; returns text. */
const char *game_sample_text(const struct game *, struct position,
                             char text[GAME_SAMPLE_TEXT]);

#endif
