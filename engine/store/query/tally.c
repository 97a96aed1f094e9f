#include "engine/store/query/tally.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 64 };

void tally_init(struct tally *t, size_t words)
{
    assert(words > 0);
    *t = (struct tally){.words = words};
}

void tally_release(struct tally *t)
{
    free(t->keys);
    free(t->count);
    free(t->slots);
    *t = (struct tally){.words = t->words};
}

/* The finalizer of MurmurHash3 (public domain) over the words. */
static uint64_t hash(const uint64_t key[], size_t words)
{
    uint64_t h = 0;
    for (size_t i = 0; i < words; i++) {
        h = (h ^ key[i]) * 0xff51afd7ed558ccdULL;
        h ^= h >> 33;
        h *= 0xc4ceb9fe1a85ec53ULL;
        h ^= h >> 33;
    }
    return h;
}

static bool equal(const uint64_t a[], const uint64_t b[], size_t words)
{
    while (words && *a == *b)
        a++, b++, words--;
    return words == 0;
}

/* The slot of a key, or the empty one where it belongs. */
static size_t find(const struct tally *t, const uint64_t key[])
{
    size_t i = hash(key, t->words) & (t->nslots - 1);
    while (t->slots[i] &&
           !equal(t->keys + (t->slots[i] - 1) * t->words, key, t->words))
        i = (i + 1) & (t->nslots - 1);
    return i;
}

static enum status grow(struct tally *t)
{
    size_t cap = t->cap ? 2 * t->cap : FIRST_CAP;
    uint64_t *keys = realloc(t->keys, cap * t->words * sizeof *keys);
    if (keys)
        t->keys = keys;
    uint64_t *count = realloc(t->count, cap * sizeof *count);
    if (count)
        t->count = count;
    uint64_t *slots = calloc(2 * cap, sizeof *slots);
    if (!keys || !count || !slots) {
        free(slots);
        return log_error(STATUS_NOMEM, "out of memory with %zu groups", t->n);
    }
    free(t->slots);
    t->slots = slots;
    t->nslots = 2 * cap;
    t->cap = cap;
    for (size_t i = 0; i < t->n; i++)
        t->slots[find(t, t->keys + i * t->words)] = i + 1;
    return STATUS_OK;
}

enum status tally_add(struct tally *t, const uint64_t key[], size_t *number)
{
    if (t->n == t->cap) {
        enum status st = grow(t);
        if (st != STATUS_OK)
            return st;
    }
    size_t slot = find(t, key);
    if (!t->slots[slot]) {
        memcpy(t->keys + t->n * t->words, key, t->words * sizeof *key);
        t->count[t->n] = 0;
        t->slots[slot] = ++t->n;
    }
    *number = t->slots[slot] - 1;
    t->count[*number]++;
    return STATUS_OK;
}
