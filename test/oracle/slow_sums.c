#include "test/oracle/slow_sums.h"

#include <assert.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct slow_entry {
    size_t n;
    int sizes[SLOW_HEAPS_MAX];
    unsigned value;
};

struct options {
    struct slow_sums *sums;
    const int *rest; /* the other heaps */
    size_t others, n;
    unsigned value[SLOW_OPTIONS_MAX];
};

static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int by_sizes(const void *a, const void *b)
{
    const struct slow_entry *x = a, *y = b;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    return memcmp(x->sizes, y->sizes, x->n * sizeof x->sizes[0]);
}

static void leave(struct options *o, int a, int b)
{
    int sizes[SLOW_HEAPS_MAX];
    size_t n = o->others;
    assert(n + 2 <= SLOW_HEAPS_MAX && o->n < SLOW_OPTIONS_MAX);
    memcpy(sizes, o->rest, n * sizeof sizes[0]);
    if (a)
        sizes[n++] = a;
    if (b)
        sizes[n++] = b;
    o->value[o->n++] = slow_value(o->sums, sizes, n);
}

static void move_heap(struct options *o, const char *game, int size)
{
    if (game[0] == '-') {
        for (const char *at = game; *at; at += strcspn(at + 1, ",") + 1)
            if (atoi(at + 1) <= size)
                leave(o, size - atoi(at + 1), 0);
        return;
    }
    for (int k = 0; k <= size; k++) {
        int digit = 0;
        if (game[0] == 'n')
            digit = k ? 3 : 0;
        else if (k == 0)
            digit = game[0] - '0';
        else if ((size_t)k + 1 < strlen(game))
            digit = game[k + 1] - '0';
        if (digit & 1 && k == size)
            leave(o, 0, 0);
        if (digit & 2 && k < size)
            leave(o, size - k, 0);
        for (int a = 1; digit & 4 && a < size - k; a++)
            if (a <= size - k - a)
                leave(o, a, size - k - a);
    }
}

unsigned slow_value(struct slow_sums *sums, const int sizes[], size_t n)
{
    struct slow_entry *e = calloc(1, sizeof *e);
    assert(e && n <= SLOW_HEAPS_MAX);
    e->n = n;
    memcpy(e->sizes, sizes, n * sizeof sizes[0]);
    qsort(e->sizes, n, sizeof e->sizes[0], by_size);
    struct slow_entry **found = tfind(e, &sums->known, by_sizes);
    if (found) {
        free(e);
        return (*found)->value;
    }
    struct options *o = calloc(1, sizeof *o);
    assert(o);
    for (size_t i = 0; i < n; i++) {
        int rest[SLOW_HEAPS_MAX];
        o->sums = sums;
        o->rest = rest;
        o->others = 0;
        for (size_t k = 0; k < n; k++)
            if (k != i)
                rest[o->others++] = e->sizes[k];
        move_heap(o, sums->game, e->sizes[i]);
    }
    e->value = sums->fold(o->value, o->n);
    free(o);
    assert(tsearch(e, &sums->known, by_sizes));
    return e->value;
}

void slow_release(struct slow_sums *sums)
{
    while (sums->known) {
        struct slow_entry *e = *(struct slow_entry **)sums->known;
        tdelete(e, &sums->known, by_sizes);
        free(e);
    }
}

unsigned slow_normal(const unsigned options[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (options[i] == 0)
            return 1;
    return 0;
}

unsigned slow_misere(const unsigned options[], size_t n)
{
    return n == 0 || slow_normal(options, n);
}

unsigned slow_grundy(const unsigned options[], size_t n)
{
    for (unsigned k = 0;; k++) {
        size_t i = 0;
        while (i < n && options[i] != k)
            i++;
        if (i == n)
            return k;
    }
}

/* The first winner in the order of preference that some option has. */
static unsigned prefer(const unsigned options[], size_t n,
                       const unsigned order[3])
{
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < n; i++)
            if ((options[i] + 1) % 3 == order[k])
                return order[k];
    return 2;
}

unsigned slow_upstream(const unsigned options[], size_t n)
{
    return prefer(options, n, (const unsigned[]){0, 1, 2});
}

unsigned slow_downstream(const unsigned options[], size_t n)
{
    return prefer(options, n, (const unsigned[]){0, 2, 1});
}

static unsigned lone(const unsigned options[], size_t n, unsigned end)
{
    unsigned wins = n ? 6 : end;
    for (size_t i = 0; i < n; i++) {
        if (options[i] & 4)
            wins |= 1;
        if (!(options[i] & 1))
            wins &= ~2u;
        if (!(options[i] & 2))
            wins &= ~4u;
    }
    return wins;
}

unsigned slow_lone(const unsigned options[], size_t n)
{
    return lone(options, n, 4);
}

unsigned slow_lone_misere(const unsigned options[], size_t n)
{
    return lone(options, n, 3);
}

unsigned slow_lone_loser(const unsigned options[], size_t n)
{
    return lone(options, n, 6);
}

static void extend(int sizes[], size_t n, size_t parts, int least, int size,
                   void (*visit)(void *, const int[], size_t), void *context)
{
    visit(context, sizes, n);
    for (int h = least; n < parts && h <= size; h++) {
        sizes[n] = h;
        extend(sizes, n + 1, parts, h, size, visit, context);
    }
}

void slow_multisets(size_t parts, int least, int size,
                    void (*visit)(void *, const int[], size_t), void *context)
{
    int sizes[SLOW_HEAPS_MAX] = {0};
    assert(parts <= SLOW_HEAPS_MAX);
    extend(sizes, 0, parts, least, size, visit, context);
}
