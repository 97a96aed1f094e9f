/* dyadic.h - dyadic rationals num / 2^exp, exact.
 *
 * In lowest terms: num is odd or exp is 0, so equal numbers are equal fields.
 * |num| <= INT64_MAX and exp <= DYADIC_EXP_MAX; what does not fit is told,
 * never rounded. No state: any thread.
 */
#ifndef ENGINE_BASE_DYADIC_H
#define ENGINE_BASE_DYADIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DYADIC_EXP_MAX = 62, DYADIC_TEXT = 48 };

struct dyadic {
    int64_t num;
    unsigned exp;
};

/* The integer n; n > INT64_MIN. */
static inline struct dyadic dyadic_integer(int64_t n)
{
    return (struct dyadic){n, 0};
}

static inline struct dyadic dyadic_negate(struct dyadic a)
{
    return (struct dyadic){-a.num, a.exp};
}

/* num / 2^exp in lowest terms. False if it does not fit: 6 / 2^3 is 3 / 2^2. */
bool dyadic_make(int64_t num, unsigned exp, struct dyadic *);
/* a + b, a - b, a / 2. False if it does not fit. */
bool dyadic_add(struct dyadic a, struct dyadic b, struct dyadic *);
bool dyadic_subtract(struct dyadic a, struct dyadic b, struct dyadic *);
bool dyadic_half(struct dyadic a, struct dyadic *);
/* < 0, 0 or > 0 as a is less than, equal to or greater than b. */
int dyadic_compare(struct dyadic a, struct dyadic b);
/* The greatest integer that is not above a: -2 of -3/2. */
int64_t dyadic_floor(struct dyadic a);
/* "-3", "3/4"; like snprintf, and DYADIC_TEXT bytes are enough. */
size_t dyadic_text(struct dyadic, char out[], size_t cap);

#endif
