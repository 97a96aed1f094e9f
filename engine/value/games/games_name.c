/* Names: 128-bit hashes of canonical forms.
 *
 * With m = position_mix (position.h) and all sums modulo 2^64:
 *   an option (hi, lo) on side s (Left 0, Right 1) weighs
 *     u = m(hi + SEED[s]) + lo,  v = m(u + SEED[2 + s]),  w = m(v + lo);
 *   V, W: the sums of v, w over the Left options; V', W' over the Right ones;
 *   hi = m(V + m(V' + SEED[4])),  lo = m(W + m(W' + hi)).
 * Sums do not depend on the order of the options. Equal names of different
 * games would be found when the second is stored (games_intern compares the
 * options): the program stops.
 *   0  e436f2ad07bb59cc4527c0ba533acaaf
 *   *  96fca557e3c845dd4a8978a07be3b4a3
 *   1  2378e7bd28dc0db133bf8fa70f0f607d
 */
#include "engine/value/games/games_inner.h"

#include "engine/game/position.h"

static const uint64_t seed[] = {0x243f6a8885a308d3, 0x13198a2e03707344,
                                0xa4093822299f31d0, 0x082efa98ec4e6c89,
                                0x452821e638d01377}; /* digits of pi */

struct sums {
    uint64_t v, w;
};

static void add(struct sums *sums, struct games_name option, unsigned side)
{
    uint64_t u = position_mix(option.hi + seed[side]) + option.lo;
    uint64_t v = position_mix(u + seed[2 + side]);
    sums->v += v;
    sums->w += position_mix(v + option.lo);
}

static struct games_name join(struct sums left, struct sums right)
{
    struct games_name name;
    name.hi = position_mix(left.v + position_mix(right.v + seed[4]));
    name.lo = position_mix(left.w + position_mix(right.w + name.hi));
    return name;
}

struct games_name games_name(const struct games *g, uint32_t id)
{
    const struct games_record *r = games_record(g, id);
    return id & 1 ? r->negative : r->name;
}

void games_name_of(const struct games *g, const uint32_t left[], size_t nleft,
                   const uint32_t right[], size_t nright,
                   struct games_name *name, struct games_name *negative)
{
    struct sums sums[2][2] = {{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}};
    for (size_t i = 0; i < nleft + nright; i++) {
        unsigned side = i >= nleft;
        uint32_t option = side ? right[i - nleft] : left[i];
        add(&sums[0][side], games_name(g, option), side);
        add(&sums[1][!side], games_name(g, games_negate(option)), !side);
    }
    *name = join(sums[0][0], sums[0][1]);
    *negative = join(sums[1][0], sums[1][1]);
}

/* The 8 digits of a word, the highest first: a digit for each byte of x. */
static void put_digits(uint32_t word, char out[8])
{
    static const uint64_t ones = 0x0101010101010101;
    uint64_t x = word;
    x = (x << 16 | x) & 0x0000ffff0000ffff;
    x = (x << 8 | x) & 0x00ff00ff00ff00ff;
    x = (x << 4 | x) & 0x0f0f0f0f0f0f0f0f;
    const uint64_t letters = (x + 6 * ones) >> 4 & ones;
    x += '0' * ones + letters * ('a' - '0' - 10);
    for (unsigned i = 0; i < 8; i++)
        out[i] = (char)(x >> (56 - 8 * i));
}

void games_name_text(struct games_name name, char out[GAMES_NAME_TEXT])
{
    put_digits((uint32_t)(name.hi >> 32), out);
    put_digits((uint32_t)name.hi, out + 8);
    put_digits((uint32_t)(name.lo >> 32), out + 16);
    put_digits((uint32_t)name.lo, out + 24);
}
