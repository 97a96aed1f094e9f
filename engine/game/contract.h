/* contract.h - does a ruleset keep the promises of ruleset.h?
 *
 * A sample is what can be reached from a few positions of an opened game, in
 * the order of discovery, up to a limit. A promise is a function that examines
 * all of it: OK if it is kept, DISAGREE with the first position at which it is
 * broken, as text. What a game promises by a slot or trait that it does not
 * have, it can neither keep nor break: such a promise is not applicable, and
 * says why. A game that keeps every promise may still not be the game that its
 * author meant.
 *
 * Arrays that a ruleset fills have marked places behind them, so one that
 * writes a little past their end is found out; further, it ends the process
 * (census/run/promises.h examines in another one).
 *
 * Bad notation is among what is tried, so a ruleset logs refusals on the way.
 * A sample belongs to one thread.
 */
#ifndef ENGINE_GAME_CONTRACT_H
#define ENGINE_GAME_CONTRACT_H

#include "engine/game/ruleset.h"

#include <stddef.h>

enum { CONTRACT_POSITIONS = 6000, CONTRACT_TEXT = 1024 };

struct contract_sample {
    const struct game *game;
    size_t most; /* positions to gather, at most CONTRACT_POSITIONS */
    size_t n;
    struct position at[CONTRACT_POSITIONS];
};

/* Fills a sample from positions in notation (NULL at the end), or from small
 * boards if starts is NULL. DISAGREE with text if options() breaks its promise
 * on the way; USAGE with text if there is nothing to start from; NOMEM. */
enum status contract_gather(const struct game *, const char *const starts[],
                            struct contract_sample *,
                            char broken[CONTRACT_TEXT]) MUST_CHECK;
/* The same from small boards and n positions, up to `most`. */
enum status contract_gather_from(const struct game *,
                                 const struct position starts[], size_t n,
                                 size_t most, struct contract_sample *,
                                 char broken[CONTRACT_TEXT]) MUST_CHECK;

struct contract_promise {
    const char *name, *summary;
    enum status (*check)(const struct contract_sample *,
                         char broken[CONTRACT_TEXT]);
    /* Why a game does not promise it; NULL if it does. NULL: all games do. */
    const char *(*idle)(const struct game *);
};

extern const struct contract_promise contract_promises[]; /* name NULL ends */

/* What is no lie and yet a mistake; NULL: nothing. */
const char *contract_warning(const struct game *);

/* DISAGREE if a required slot of a ruleset is empty. */
enum status contract_slots(const struct ruleset *, char broken[CONTRACT_TEXT]);

/* The promises. NOMEM, logged. */
enum status contract_traits(const struct contract_sample *, char broken[]);
enum status contract_moves(const struct contract_sample *, char broken[]);
enum status contract_notation(const struct contract_sample *, char broken[]);
enum status contract_refusals(const struct contract_sample *, char broken[]);
enum status contract_states(const struct contract_sample *, char broken[]);
enum status contract_parts(const struct contract_sample *, char broken[]);
enum status contract_split(const struct contract_sample *, char broken[]);
enum status contract_bits(const struct contract_sample *, char broken[]);
enum status contract_searchable(const struct contract_sample *, char broken[]);
enum status contract_movable(const struct contract_sample *, char broken[]);
enum status contract_shrinks(const struct contract_sample *, char broken[]);
enum status contract_heaps(const struct contract_sample *, char broken[]);
enum status contract_code(const struct contract_sample *, char broken[]);
enum status contract_obliging(const struct contract_sample *, char broken[]);
enum status contract_mirror(const struct contract_sample *, char broken[]);
enum status contract_boards(const struct contract_sample *, char broken[]);
enum status contract_sets(const struct contract_sample *, char broken[]);

/* Helpers for the functions that check promises. */

/* 2 if the players have different options, else 1: movers to ask about. */
unsigned contract_movers(const struct game *);
/* The options of p, allocated; DISAGREE with text if there are more than
 * options_max says. None of a position that is not movable. NOMEM, logged. */
enum status contract_options(const struct game *, struct position p, enum mover,
                             struct position **out, size_t *n,
                             char broken[]) MUST_CHECK;
/* Calls check with the options of every position for every mover, until it
 * reports a fault. NOMEM, logged. */
enum status contract_each(const struct contract_sample *,
                          enum status (*check)(const struct game *,
                                               struct position p,
                                               const struct position out[],
                                               size_t n, char broken[]),
                          char broken[]) MUST_CHECK;
/* Room for n positions, marked places behind it; NULL: out of memory, logged.
 * contract_spoilt: was one of the places behind it written to? */
struct position *contract_room(size_t n);
bool contract_spoilt(const struct position room[], size_t n);
/* Calls check with positions that are larger than a sample's: equal parts, and
 * parts that differ by a step, as many as start() takes. options: theirs are to
 * be examined, too; so for 2^k parts and the longest list. Stops at a fault. */
enum status contract_probe(const struct game *,
                           enum status (*check)(const struct game *,
                                                struct position p, bool options,
                                                char broken[]),
                           char broken[]) MUST_CHECK;
/* Writes "SPEC: POSITION: what", and returns DISAGREE. */
enum status contract_broken(const struct game *, struct position,
                            char broken[CONTRACT_TEXT], const char *what);

#endif
