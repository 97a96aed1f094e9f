/* position.h - positions as values.
 *
 * A position is 128 plain bits; only the ruleset that made it knows what they
 * mean, and the obligation on the player to move, if any, is among them. It is
 * copied, compared and hashed, never pointed to. Memo tables keep the whole
 * key, so a hash collision costs time and never correctness.
 */
#ifndef ENGINE_GAME_POSITION_H
#define ENGINE_GAME_POSITION_H

#include <stdbool.h>
#include <stdint.h>

struct position {
    uint64_t lo, hi; /* hi is 0 whenever the position fits in 64 bits */
};

static inline bool position_equal(struct position a, struct position b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* The finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection
 * of 64 bits. position_mix(1) == 0x5692161d100b05e5. */
static inline uint64_t position_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static inline uint64_t position_hash(struct position p)
{
    return position_mix(p.lo ^ position_mix(p.hi + 0x9e3779b97f4a7c15u));
}

#endif
