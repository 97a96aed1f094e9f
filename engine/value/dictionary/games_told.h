/* games_told.h - values told by one process to others, whose stores give them
 * other ids: each once, with its options, as words.
 *
 *   known      games told before this message
 *   new        games in it, and for each, after those that it refers to:
 *   .. lefts, rights, name (4 words), references to its options
 *   values     references
 *
 *   reference  number of a game << 1 | negative
 *
 * Every game has a number when it is told, the same in all processes, as all of
 * them hear the same messages in the same order, their own too. Messages of one
 * round are written before any of them is heard: numbers from `known` on are
 * the message's own, counted from there.
 *
 * One thread, while nobody stores games.
 */
#ifndef ENGINE_VALUE_DICTIONARY_GAMES_TOLD_H
#define ENGINE_VALUE_DICTIONARY_GAMES_TOLD_H

#include "engine/base/message.h"
#include "engine/value/games/games.h"

/* What all processes have heard; all zero at first. */
struct games_told {
    uint32_t *number; /* by a game's place in the store: its number + 1; 0 */
    size_t places;
    uint32_t *ids; /* by number */
    size_t n, cap;
};

void games_told_release(struct games_told *);

/* Appends a message: the values of ids[n]. NOMEM, logged. */
enum status games_told_write(struct games_told *, const struct games *,
                             const uint32_t ids[], size_t n,
                             struct message *) MUST_CHECK;

/* The values of a message, ids[n] here. FORMAT if it is no such message, or if
 * a game has another name here; NOMEM; logged. */
enum status games_told_read(struct games_told *, struct games_worker *,
                            const uint32_t message[], size_t length,
                            uint32_t ids[], size_t n) MUST_CHECK;

#endif
