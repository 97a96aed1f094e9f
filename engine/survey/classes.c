#include "engine/survey/classes.h"

#include "engine/base/log.h"
#include "engine/game/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, NO_CLASS = UINT32_MAX };

enum status classes_init(struct classes *c, const struct classes_question *ask)
{
    const size_t n = ask->positions;
    *c = (struct classes){.ask = *ask};
    if (ask->positions >= UINT32_MAX)
        return log_error(STATUS_RANGE, "classes of %llu positions",
                         (unsigned long long)ask->positions);
    c->class = calloc(n + 1, sizeof *c->class);
    c->first = calloc(n + 1, sizeof *c->first);
    c->size = calloc(n + 1, sizeof *c->size);
    c->hash = calloc(n + 1, sizeof *c->hash);
    c->renamed = calloc(n + 1, sizeof *c->renamed);
    c->odd = calloc(n + 1, sizeof *c->odd);
    if (c->class && c->first && c->size && c->hash && c->renamed && c->odd)
        return STATUS_OK;
    classes_release(c);
    return log_error(STATUS_NOMEM, "classes of %llu positions",
                     (unsigned long long)ask->positions);
}

void classes_release(struct classes *c)
{
    free(c->class);
    free(c->first);
    free(c->size);
    free(c->hash);
    free(c->renamed);
    free(c->odd);
    *c = (struct classes){0};
}

/* Two lanes of mixing, each fed the whole signature; the second is fed every
 * value rotated, so that both do not collide at once. */
static void mix_in(uint64_t hash[2], uint64_t value)
{
    hash[0] = position_mix(hash[0] ^ value) + 0x9e3779b97f4a7c15u;
    hash[1] = position_mix(hash[1] + (value << 32 | value >> 32)) ^
              0xd1b54a32d192ed03u;
}

static void narrow(uint64_t hash[2], unsigned bits)
{
    if (bits && bits < 64)
        hash[0] &= ((uint64_t)1 << bits) - 1;
    if (bits && bits < 128)
        hash[1] = bits <= 64 ? 0 : hash[1] & (((uint64_t)1 << (bits - 64)) - 1);
}

enum status classes_sign(struct classes *c, unsigned worker, uint64_t first,
                         uint64_t n)
{
    const struct classes_question *ask = &c->ask;
    uint64_t values[BLOCK];
    enum status st = STATUS_OK;
    for (uint64_t p = first; !st && p < first + n; p++) {
        uint64_t hash[2] = {1, 2};
        for (uint64_t t = 0; !st && t < ask->tests; t += BLOCK) {
            size_t some =
                ask->tests - t < BLOCK ? (size_t)(ask->tests - t) : BLOCK;
            st = ask->values(ask->context, worker, p, t, some, values);
            for (size_t i = 0; !st && i < some; i++)
                mix_in(hash, values[i]);
        }
        narrow(hash, ask->hash_bits);
        memcpy(c->hash[p], hash, sizeof hash);
    }
    return st;
}

/* Puts each position into the class of the first with its hash: open addresses
 * into a table of positions. */
enum status classes_group(struct classes *c)
{
    size_t slots = 16;
    while (slots < 2 * c->ask.positions)
        slots *= 2;
    uint32_t *slot = malloc(slots * sizeof *slot);
    if (!slot)
        return log_error(STATUS_NOMEM, "classes of %llu positions",
                         (unsigned long long)c->ask.positions);
    for (size_t i = 0; i < slots; i++)
        slot[i] = NO_CLASS;
    c->n = 0;
    for (uint32_t p = 0; p < c->ask.positions; p++) {
        size_t at = position_mix(c->hash[p][0]) & (slots - 1);
        while (slot[at] != NO_CLASS &&
               memcmp(c->hash[slot[at]], c->hash[p], sizeof c->hash[p]))
            at = (at + 1) & (slots - 1);
        if (slot[at] == NO_CLASS) {
            slot[at] = p;
            c->first[c->n] = p;
            c->class[p] = (uint32_t)c->n++;
        } else {
            c->class[p] = c->class[slot[at]];
        }
    }
    free(slot);
    return STATUS_OK;
}

enum status classes_separate(const struct classes *c, unsigned worker,
                             uint64_t a, uint64_t b, uint64_t *test)
{
    const struct classes_question *ask = &c->ask;
    uint64_t of_a[BLOCK], of_b[BLOCK];
    enum status st = STATUS_OK;
    for (*test = 0; *test < ask->tests; *test += BLOCK) {
        const uint64_t left = ask->tests - *test;
        size_t some = left < BLOCK ? (size_t)left : BLOCK;
        st = ask->values(ask->context, worker, a, *test, some, of_a);
        if (!st)
            st = ask->values(ask->context, worker, b, *test, some, of_b);
        for (size_t i = 0; !st && i < some; i++)
            if (of_a[i] != of_b[i]) {
                *test += i;
                return STATUS_OK;
            }
        if (st)
            return st;
    }
    *test = ask->tests;
    return STATUS_OK;
}

/* A position that opened its class has nothing to be compared with. */
enum status classes_confirm(struct classes *c, unsigned worker, uint64_t first,
                            uint64_t n)
{
    enum status st = STATUS_OK;
    for (uint64_t p = first; !st && p < first + n; p++) {
        const uint32_t leader = c->first[c->class[p]];
        uint64_t test = c->ask.tests;
        if (leader != p)
            st = classes_separate(c, worker, leader, p, &test);
        c->odd[p] = test < c->ask.tests;
    }
    return st;
}

/* Numbers the classes by their first positions, and counts. */
static void number(struct classes *c)
{
    uint32_t *renamed = c->renamed;
    uint64_t n = 0;
    for (uint64_t k = 0; k < c->n; k++)
        renamed[k] = NO_CLASS;
    for (uint32_t p = 0; p < c->ask.positions; p++) {
        uint32_t *name = &renamed[c->class[p]];
        if (*name == NO_CLASS) {
            *name = (uint32_t)n;
            c->size[n] = 0;
            c->first[n++] = p;
        }
        c->class[p] = *name;
        c->size[*name]++;
    }
    assert(n == c->n);
}

/* The positions of a class that failed make one new class, to be confirmed in
 * the next round: every round settles at least the first of each. */
void classes_settle(struct classes *c, bool *done)
{
    const uint64_t before = c->n;
    uint32_t *renamed = c->renamed;
    *done = true;
    for (uint64_t k = 0; k < before; k++)
        renamed[k] = NO_CLASS;
    for (uint32_t p = 0; p < c->ask.positions; p++) {
        if (!c->odd[p])
            continue;
        uint32_t *name = &renamed[c->class[p]];
        if (*name == NO_CLASS) {
            *name = (uint32_t)c->n;
            c->first[c->n++] = p;
        }
        c->class[p] = *name;
        *done = false;
    }
    if (*done)
        number(c);
}

enum status classes_find(struct classes *c)
{
    const uint64_t all = c->ask.positions;
    bool done = false;
    enum status st = classes_sign(c, 0, 0, all);
    if (!st)
        st = classes_group(c);
    while (!st && !done) {
        st = classes_confirm(c, 0, 0, all);
        if (!st)
            classes_settle(c, &done);
    }
    return st;
}
