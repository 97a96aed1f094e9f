/* memo_keys.h - keys and values for the tests of memo tables.
 *
 * Any number i has one key for a given spec, and any key one value, so a test
 * needs no list of what it stored. Pure functions; any thread.
 */
#ifndef TEST_COMMON_MEMO_KEYS_H
#define TEST_COMMON_MEMO_KEYS_H

#include "engine/memo/memo.h"

/* The i-th key: distinct for distinct i (below the universe, if there is
 * one), without any pattern, and below 2^key_bits. */
struct position keys_number(const struct memo_spec *, uint64_t i);

/* The value of a key; over many keys every value of a byte turns up, and the
 * largest that the spec allows, whatever its width. */
uint64_t keys_value(const struct memo_spec *, struct position);

uint64_t keys_largest(const struct memo_spec *); /* value that is legal */

/* The first half x of a key whose position_hash, with `hi` as its other
 * half, is `hash`. */
uint64_t keys_with_hash(uint64_t hash, uint64_t hi);

/* May the strategy refuse this spec? */
bool keys_refusable(const struct memo_kind *, const struct memo_spec *);

#endif
