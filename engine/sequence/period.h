/* period.h - is a sequence of values periodic for ever?
 *
 * The octal periodicity theorem (Guy and Smith, Proc. Cambridge Philos. Soc.
 * 52, 1956): let a game take at most t counters. If for some preperiod n0 and
 * period p
 *
 *     v(n + p) = v(n)   for all n with n0 <= n < 2 n0 + p + t
 *
 * then it is so for all n >= n0. Kayles (t = 2): n0 = 71, p = 12.
 *
 * A period that was found and its check share no code: period_find compares
 * the values backward from the last one, period_check forward as the theorem
 * says. Pure functions, any thread.
 */
#ifndef ENGINE_SEQUENCE_PERIOD_H
#define ENGINE_SEQUENCE_PERIOD_H

#include "engine/sequence/sequence.h"

struct period {
    uint32_t period, preperiod; /* the least such */
    uint32_t taken;             /* at most so many counters at a time */
};

enum { PERIOD_TEXT = 80 };

/* A period that the values known prove, the shortest; false if there is none,
 * or the game is none of the theorem's. */
bool period_find(const struct sequence *, const struct game *, struct period *);
/* The theorem's condition, value by value; false if it does not hold, or needs
 * values that are not known. */
bool period_check(const struct sequence *, const struct period *);
/* "v(n+12)=v(n) for 71<=n<156, taking at most 2"; like snprintf. */
size_t period_print(const struct period *, char out[], size_t cap);
/* Reads such a text back; false if it is none, or its end is not as the theorem
 * wants. */
bool period_parse(const char *text, struct period *);

#endif
