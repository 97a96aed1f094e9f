#include "engine/grid/choose.h"

uint64_t choose_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    if (__builtin_mul_overflow(a, b, &product) || product > INT64_MAX)
        return UINT64_MAX;
    return product;
}

uint64_t choose_plus(uint64_t a, uint64_t b)
{
    uint64_t sum;
    if (__builtin_add_overflow(a, b, &sum) || sum > INT64_MAX)
        return UINT64_MAX;
    return sum;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t result = 1;
    if (k > n)
        return 0;
    k = k < n - k ? k : n - k;
    for (uint64_t i = 1; i <= k; i++) {
        /* result * (n - k + i) / i is whole; divide first, so that only a
         * result that is too large overflows. */
        uint64_t common = gcd(result, i);
        result = choose_times(result / common, (n - k + i) / (i / common));
        if (result == UINT64_MAX)
            return result;
    }
    return result;
}

uint64_t choose_multisets(uint64_t n, uint64_t k)
{
    if (k == 0)
        return 1;
    return n == 0 ? 0 : choose(n + k - 1, k);
}

void choose_unrank(uint64_t rank, uint32_t k, uint32_t items[])
{
    uint32_t below = UINT32_MAX;
    for (uint32_t i = k; i > 0; i--) {
        /* The largest b with C(b, i) <= rank, found by doubling. */
        uint32_t lo = i - 1, hi = i;
        while (hi < below && choose(hi, i) <= rank) {
            lo = hi;
            hi = hi < below / 2 ? 2 * hi : below;
        }
        while (hi - lo > 1) {
            uint32_t middle = lo + (hi - lo) / 2;
            if (choose(middle, i) <= rank)
                lo = middle;
            else
                hi = middle;
        }
        rank -= choose(lo, i);
        items[i - 1] = lo - (i - 1);
        below = lo;
    }
}

static void sort(uint32_t items[], uint32_t k)
{
    for (uint32_t i = 1; i < k; i++) {
        uint32_t item = items[i], j = i;
        for (; j > 0 && items[j - 1] > item; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

uint64_t choose_rank(uint32_t items[], uint32_t k)
{
    uint64_t rank = 0;
    sort(items, k);
    for (uint32_t i = 0; i < k; i++)
        rank += choose((uint64_t)items[i] + i, i + 1);
    return rank;
}
