/* prime.h - primes, and division by a fixed number.
 *
 * Tables have a prime number of lines, so that any step visits all of them
 * before it comes back. Pure functions.
 */
#ifndef ENGINE_MEMO_TABLE_PRIME_H
#define ENGINE_MEMO_TABLE_PRIME_H

#include <stdint.h>

/* The smallest prime >= n; 2 <= n < 2^32. */
uint64_t prime_from(uint64_t n);

struct divisor {
    uint64_t n;          /* 2..2^32 */
    uint64_t reciprocal; /* floor(2^64 / n) */
};

static inline struct divisor divisor_of(uint64_t n)
{
    uint64_t less = UINT64_MAX / n; /* one too small if n divides 2^64 */
    return (struct divisor){n, less + (UINT64_MAX - less * n == n - 1)};
}

static inline uint64_t mul_high(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)a * b >> 64);
}

/* x / n, and x % n in *rest. The estimate is at most one too small, because
 * the reciprocal is less than one too small and x < 2^64. */
static inline uint64_t divide(uint64_t x, struct divisor d, uint64_t *rest)
{
    uint64_t q = mul_high(x, d.reciprocal);
    uint64_t r = x - q * d.n;
    uint64_t more = r >= d.n;
    *rest = r - (d.n & -more);
    return q + more;
}

#endif
