#include "engine/memo/table/prime.h"

#include <assert.h>
#include <stdbool.h>

static bool is_prime(uint64_t n)
{
    if (n % 2 == 0)
        return n == 2;
    for (uint64_t d = 3; d * d <= n; d += 2)
        if (n % d == 0)
            return false;
    return n > 1;
}

uint64_t prime_from(uint64_t n)
{
    assert(n >= 2 && n < 1ull << 32);
    while (!is_prime(n))
        n++;
    return n;
}
