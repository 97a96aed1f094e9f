/* games.h - partizan games in canonical form, each stored once.
 *
 * A game is a 32-bit id. Two ids are equal if and only if the games have equal
 * values: every game is kept in canonical form (no dominated and no reversible
 * option, options canonical) and hash-consed in a store that all threads share.
 *
 *   id     index << 2 | signed << 1 | negative
 *   record of the index: options of the positive one, one run in an arena
 *          [ left ids, ascending | right ids, ascending ]
 *   The negative of a signed game has no record: its Left options are the
 *   negatives of the other's Right options. A game with signed = 0 is its own
 *   negative (0 and the nimbers are). So negation is one instruction.
 *
 * Ids depend on the order in which threads meet games. What does not depend on
 * it is the name: a 128-bit hash of the canonical form, the same in every run
 * and on every machine (games_name).
 *
 * Threads: a worker is used by one thread at a time; functions that take a
 * worker may run at the same time with different workers. Functions that take
 * the store only read what never changes and may run at any time, with ids
 * obtained through a happens-before edge (memo, join, barrier). Nothing locks
 * on reading; a new game locks one of 256 stripes. Stored games stay until
 * games_close.
 *
 * Source: A. N. Siegel, Combinatorial Game Theory (2013), II.2 and II.3.
 */
#ifndef ENGINE_VALUE_GAMES_GAMES_H
#define ENGINE_VALUE_GAMES_GAMES_H

#include "engine/base/column.h"
#include "engine/base/status.h"

#include <stdbool.h>

#define GAMES_ZERO UINT32_C(0)
#define GAMES_NONE UINT32_MAX /* no game; why is logged: games_failure */

enum {
    GAMES_NAME_TEXT = 32,
    GAMES_BIRTHDAY_MAX = UINT16_MAX,
    GAMES_NIMBER_MAX = 4095, /* k of the largest *k that can be asked for */
};

struct games;
struct games_worker;

struct games_name {
    uint64_t hi, lo;
};

struct games_stats {
    uint64_t games;       /* values stored; G and -G count as two */
    uint64_t game_bytes;  /* records, options, hash tables and facts */
    uint64_t cache_bytes; /* comparison and sum caches: bounded, lossy */
    uint64_t made;        /* calls of games_make */
    uint64_t opened;      /* comparisons that the probes left open */
    uint64_t computed;    /* of these, not found in the cache */
};

/* A store for workers 0..threads-1. NOMEM, logged. */
enum status games_open(unsigned threads, struct games **) MUST_CHECK;
void games_close(struct games *);
struct games_worker *games_worker(struct games *, unsigned number);
struct games *games_store(struct games_worker *);
void games_stats(const struct games *, struct games_stats *); /* when quiet */
/* game_bytes and cache_bytes together, at any time. */
uint64_t games_bytes(const struct games *);

/* Why the worker's last answer was GAMES_NONE: NOMEM, or RANGE if the game is
 * too tall. */
enum status games_failure(const struct games_worker *);

/* The game { left | right }: its value's only id. Options in any order, any
 * number of times, dominated and reversible ones among them; they are not
 * changed. GAMES_NONE if memory is short.
 * { 0 | 0 } is *, { *, 0 | *, 0 } is *2, { 0, * | *2 } is { 0 | *2 }. */
uint32_t games_make(struct games_worker *, const uint32_t left[], size_t nleft,
                    const uint32_t right[], size_t nright);

/* a <= b: no Left option of a is >= b and no Right option of b is <= a.
 * 0 <= {0|*}, but not 0 <= *. */
bool games_le(struct games_worker *, uint32_t a, uint32_t b);

/* a + b; GAMES_NONE if memory is short. * + *2 is *3. */
uint32_t games_add(struct games_worker *, uint32_t a, uint32_t b);

/* -a. */
static inline uint32_t games_negate(uint32_t a)
{
    return a ^ (a >> 1 & 1);
}

/* The options of the canonical form: their number, and each, 0..number-1, in
 * an order that may differ from run to run. */
size_t games_lefts(const struct games *, uint32_t);
size_t games_rights(const struct games *, uint32_t);
uint32_t games_left(const struct games *, uint32_t, size_t i);
uint32_t games_right(const struct games *, uint32_t, size_t i);

/* The name; games_name.c defines it. Never twice in a store: a store that met
 * two games of one name would stop the program. */
struct games_name games_name(const struct games *, uint32_t);
/* The 32 hex digits of a name, without a final 0. The game 0 is
 * e436f2ad07bb59cc4527c0ba533acaaf. */
void games_name_text(struct games_name, char out[GAMES_NAME_TEXT]);

/* N, P, L, R. */
enum outcome games_outcome(const struct games *, uint32_t);
/* Height of the canonical form: 0 for 0, 1 for 1, -1 and *. */
unsigned games_birthday(const struct games *, uint32_t);

#endif
