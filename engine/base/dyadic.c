#include "engine/base/dyadic.h"

#include <stdio.h>

/* Room for the sum of two numerators over one denominator. */
__extension__ typedef __int128 wide;

static bool reduce(wide num, unsigned exp, struct dyadic *out)
{
    for (; exp && num % 2 == 0; exp--)
        num /= 2;
    if (exp > DYADIC_EXP_MAX || num > INT64_MAX || num < -INT64_MAX)
        return false;
    *out = (struct dyadic){(int64_t)num, exp};
    return true;
}

static wide raised(struct dyadic a, unsigned exp)
{
    return (wide)a.num * ((wide)1 << (exp - a.exp));
}

bool dyadic_make(int64_t num, unsigned exp, struct dyadic *out)
{
    return reduce(num, exp, out);
}

bool dyadic_add(struct dyadic a, struct dyadic b, struct dyadic *out)
{
    const unsigned exp = a.exp > b.exp ? a.exp : b.exp;
    return reduce(raised(a, exp) + raised(b, exp), exp, out);
}

bool dyadic_subtract(struct dyadic a, struct dyadic b, struct dyadic *out)
{
    return dyadic_add(a, dyadic_negate(b), out);
}

bool dyadic_half(struct dyadic a, struct dyadic *out)
{
    return reduce(a.num, a.exp + 1, out);
}

int dyadic_compare(struct dyadic a, struct dyadic b)
{
    const unsigned exp = a.exp > b.exp ? a.exp : b.exp;
    const wide x = raised(a, exp), y = raised(b, exp);
    return (x > y) - (x < y);
}

int64_t dyadic_floor(struct dyadic a)
{
    const int64_t whole = (int64_t)1 << a.exp;
    return a.num / whole - (a.num % whole < 0);
}

size_t dyadic_text(struct dyadic a, char out[], size_t cap)
{
    const int n = a.exp ? snprintf(out, cap, "%lld/%llu", (long long)a.num,
                                   (unsigned long long)(UINT64_C(1) << a.exp))
                        : snprintf(out, cap, "%lld", (long long)a.num);
    return n > 0 ? (size_t)n : 0;
}
