#include "test/common/memo_keys.h"

#include <string.h>

struct position keys_number(const struct memo_spec *spec, uint64_t i)
{
    struct position p = {position_mix(i + 1), 0};
    if (spec->universe) {
        /* Odd times i is a permutation of any power of two. */
        p.lo = i * 0x9e3779b97f4a7c15u & (spec->universe - 1);
        return p;
    }
    if (spec->key_bits < 64)
        p.lo = i * 0x9e3779b97f4a7c15u & ((1ull << spec->key_bits) - 1);
    if (spec->key_bits > 64)
        p.hi = position_mix(i ^ 0x5555) >> (128 - spec->key_bits);
    return p;
}

uint64_t keys_largest(const struct memo_spec *spec)
{
    unsigned bits = spec->value_bits ? spec->value_bits : 8 * spec->value_bytes;
    return (UINT64_MAX >> (64 - bits)) - 1;
}

uint64_t keys_value(const struct memo_spec *spec, struct position p)
{
    unsigned bits = spec->value_bits ? spec->value_bits : 8 * spec->value_bytes;
    uint64_t most = (UINT64_MAX >> (64 - bits)) - 1;
    uint64_t x = position_mix(p.lo * 3 + p.hi * 5 + 7);
    if (x % 16 == 0)
        return most;
    return most == UINT64_MAX - 1 ? x >> 1 : x % (most + 1);
}

static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd; /* right in 3 bits; each step doubles that */
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t unmix(uint64_t x)
{
    x = (x ^ x >> 31 ^ x >> 62) * inverse(0x94d049bb133111ebu);
    x = (x ^ x >> 27 ^ x >> 54) * inverse(0xbf58476d1ce4e5b9u);
    return x ^ x >> 30 ^ x >> 60;
}

uint64_t keys_with_hash(uint64_t hash, uint64_t hi)
{
    return unmix(hash) ^ position_mix(hi + 0x9e3779b97f4a7c15u);
}

bool keys_refusable(const struct memo_kind *kind, const struct memo_spec *spec)
{
    if (!strcmp(kind->name, "dense"))
        return !spec->universe;
    unsigned values =
        spec->value_bits ? spec->value_bits : 8 * spec->value_bytes;
    if (!strcmp(kind->name, "line"))
        return spec->key_bits > 64;
    /* What a place does not say of a key must fit beside the value. */
    const bool ranks = spec->universe && !spec->rank;
    unsigned said = ranks ? 32 : spec->key_bits < 64 ? spec->key_bits : 64;
    if (!strcmp(kind->name, "packed"))
        return (spec->key_bits > 64 && !ranks) || said + values > 77;
    if (!strcmp(kind->name, "wide"))
        return said + values > 77;
    return false;
}
