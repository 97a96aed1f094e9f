/* games_reader.h - the smallest values in a text: numbers, ups and nimbers; for
 * games_parse.c only.
 *
 * What fails is logged once, with the text and the place in it.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_READER_H
#define ENGINE_VALUE_GAMES_GAMES_READER_H

#include "engine/value/games/games.h"

/* What is read, and how deep in braces. */
struct games_reader {
    struct games_worker *w;
    const char *text, *at;
    unsigned depth;
    bool minus; /* a minus was read just before */
};

/* USAGE, logged: what is wrong where the reader stands. */
enum status games_reader_refuse(const struct games_reader *, const char *what);
void games_reader_skip(struct games_reader *); /* spaces */
/* Skips spaces, then the token if it is there. */
bool games_reader_eat(struct games_reader *, const char *token);
bool games_reader_at_digit(const struct games_reader *);
/* OK, or why there is no game. */
enum status games_reader_made(const struct games_reader *, uint32_t id);
/* *sum += part. */
enum status games_reader_add(struct games_reader *, uint32_t *sum,
                             uint32_t part);
/* [number] [arrows] [star], at least one: 1^2*3. A star between a number and
 * another value is left where it is: it is a product. */
enum status games_reader_together(struct games_reader *, uint32_t *sum);

#endif
