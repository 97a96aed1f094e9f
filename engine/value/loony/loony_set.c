#include "engine/value/loony/loony_set.h"

#include "engine/game/position.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Word i of a set, whether it is stored or not. */
static uint64_t word_at(const struct loony_set *s, size_t i)
{
    if (i < s->n)
        return s->word[i];
    return s->rest ? UINT64_MAX : 0;
}

bool loony_set_has(const struct loony_set *s, uint64_t k)
{
    return word_at(s, k / 64) >> k % 64 & 1;
}

uint64_t loony_set_least(const struct loony_set *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->word[i])
            return 64 * i + (uint64_t)__builtin_ctzll(s->word[i]);
    return s->rest ? 64 * s->n : LOONY_SET_EMPTY;
}

bool loony_set_equal(const struct loony_set *a, const struct loony_set *b)
{
    return a->rest == b->rest && a->n == b->n &&
           (a->n == 0 || !memcmp(a->word, b->word, a->n * sizeof *a->word));
}

uint64_t loony_set_hash(const struct loony_set *s)
{
    uint64_t hash = s->rest;
    for (size_t i = 0; i < s->n; i++)
        hash = position_mix(hash + s->word[i]) + i;
    return hash;
}

void loony_set_add(struct loony_set *s, uint64_t k)
{
    assert(k / 64 < s->n);
    s->word[k / 64] |= UINT64_C(1) << k % 64;
}

void loony_set_join(struct loony_set *into, const struct loony_set *from)
{
    assert(into->n >= from->n);
    for (size_t i = 0; i < (from->rest ? into->n : from->n); i++)
        into->word[i] |= word_at(from, i);
    into->rest = into->rest || from->rest;
}

void loony_set_complement(struct loony_set *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->word[i] = ~s->word[i];
    s->rest = !s->rest;
}

void loony_set_trim(struct loony_set *s)
{
    while (s->n && s->word[s->n - 1] == (s->rest ? UINT64_MAX : 0))
        s->n--;
}

/* Shifting exchanges words whose numbers differ by by / 64; so the words must
 * be as many as a power of two above both. */
size_t loony_set_shifted(const struct loony_set *s, uint64_t by)
{
    size_t n = 1;
    while (n < s->n || n <= by / 64)
        n *= 2;
    return n;
}

/* Bit k of the result is bit k xor `by` of the word, by < 64: for each bit of
 * `by`, neighbouring blocks of that many bits change places. */
static uint64_t shift_word(uint64_t word, unsigned by)
{
    static const uint64_t low[] = {0x5555555555555555, 0x3333333333333333,
                                   0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                   0x0000ffff0000ffff, 0x00000000ffffffff};
    for (unsigned bit = 0; bit < 6; bit++)
        if (by >> bit & 1)
            word = (word & low[bit]) << (1u << bit) |
                   (word >> (1u << bit) & low[bit]);
    return word;
}

void loony_set_shift(const struct loony_set *s, uint64_t by,
                     struct loony_set *out)
{
    assert(out->n >= loony_set_shifted(s, by));
    for (size_t i = 0; i < out->n; i++)
        out->word[i] = shift_word(word_at(s, i ^ by / 64), by % 64);
    out->rest = s->rest;
}

/* Appends like snprintf and keeps counting past the end. */
static void put(char out[], size_t cap, size_t *used, const char *text)
{
    for (; *text; text++, ++*used)
        if (*used + 1 < cap)
            out[*used] = *text;
}

size_t loony_set_print(const struct loony_set *s, char out[], size_t cap)
{
    size_t used = 0, listed = 0;
    struct loony_set trimmed = *s;
    loony_set_trim(&trimmed);
    put(out, cap, &used, s->rest ? "all" : "{");
    for (uint64_t k = 0; k < 64 * trimmed.n; k++) {
        char text[32];
        if (loony_set_has(s, k) == s->rest)
            continue;
        snprintf(text, sizeof text, "%s%llu",
                 listed++ ? "," : (s->rest ? " but {" : ""),
                 (unsigned long long)k);
        put(out, cap, &used, text);
    }
    if (listed || !s->rest)
        put(out, cap, &used, "}");
    if (cap)
        out[used < cap ? used : cap - 1] = 0;
    return used;
}
