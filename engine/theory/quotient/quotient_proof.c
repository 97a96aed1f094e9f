#include "engine/theory/quotient/quotient_proof.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One pair (x, W) and the sum that led to it: the parent's sum and a heap. */
struct pair {
    uint32_t parent, next; /* next: of the same x, younger to older */
    uint16_t x;
    uint8_t heap;
    bool dropped; /* a smaller W has been found since */
};

enum { NONE = UINT32_MAX };

struct proof {
    const struct quotient_candidate *c;
    struct quotient_flaw *flaw;
    const struct quotient_limits *limits;
    uint64_t extended;     /* pairs by a heap, for all clauses */
    uint8_t need, witness; /* of the clause at hand */

    size_t words;       /* of a set of elements, 64 to a word */
    uint64_t *set;      /* W of each heap, then a scratch set */
    bool *skip;         /* heaps that add no obligation */
    uint32_t *youngest; /* pair of each x, or NONE */

    struct pair *pair;
    uint64_t *w; /* pairs x words */
    size_t pairs, room;
};

static bool has(const uint64_t set[], unsigned x)
{
    return set[x / 64] >> x % 64 & 1;
}

static bool subset(const uint64_t a[], const uint64_t b[], size_t words)
{
    uint64_t extra = 0;
    for (size_t i = 0; i < words; i++)
        extra |= a[i] & ~b[i];
    return !extra;
}

static const uint16_t *row(const struct proof *p, unsigned x)
{
    return p->c->q->times + (size_t)x * p->c->q->order;
}

static uint64_t *heap_set(const struct proof *p, unsigned h)
{
    return p->set + h * p->words;
}

static void found(struct proof *p, const uint8_t sum[])
{
    memcpy(p->flaw->sum, sum, p->c->q->top + 1);
    p->flaw->found = true;
}

/* W(h), and obligation (3) on the way. */
static void find_heap_set(struct proof *p, unsigned h)
{
    const struct quotient *q = p->c->q;
    const struct heap_moves *m = p->c->moves;
    uint64_t *set = heap_set(p, h);
    memset(set, 0, p->words * sizeof *set);
    for (uint32_t i = m->first[h]; i < m->first[h + 1]; i++) {
        const uint8_t *option = m->option[i];
        unsigned x =
            quotient_times(q, q->image[option[0]], q->image[option[1]]);
        for (unsigned r = 0; r < q->order; r++)
            if (quotient_in(p->witness, q->outcome[row(p, x)[r]]))
                set[r / 64] |= (uint64_t)1 << r % 64;
    }
    for (unsigned r = 0; r < q->order && !p->flaw->found; r++) {
        uint8_t sum[HEAP_MOVES_TOP + 1];
        if (!has(set, r) ||
            quotient_in(p->need, q->outcome[row(p, q->image[h])[r]]))
            continue;
        memcpy(sum, p->c->word + (size_t)r * (q->top + 1), q->top + 1);
        sum[h]++;
        found(p, sum);
    }
}

/* If image(g) = image(h) and W(g) is a subset of W(h), replacing h by g in a
 * sum gives the same element with a smaller W; so h adds no obligation. */
static void find_superfluous(struct proof *p)
{
    const struct quotient *q = p->c->q;
    for (unsigned h = 1; h <= q->top; h++) {
        p->skip[h] = p->c->moves->isomorphic[h] != h;
        for (unsigned g = 1; g <= q->top && !p->skip[h]; g++) {
            if (g == h || q->image[g] != q->image[h] || p->skip[g] ||
                p->c->moves->isomorphic[g] != g ||
                !subset(heap_set(p, g), heap_set(p, h), p->words))
                continue;
            /* Of two equivalent heaps the smaller is kept. */
            p->skip[h] =
                g < h || !subset(heap_set(p, h), heap_set(p, g), p->words);
        }
    }
}

static enum status reserve(struct proof *p)
{
    if (p->pairs < p->room)
        return STATUS_OK;
    size_t room = p->room ? 2 * p->room : 1024;
    void *pair = realloc(p->pair, room * sizeof *p->pair);
    if (pair)
        p->pair = pair;
    void *w = realloc(p->w, room * p->words * sizeof *p->w);
    if (w)
        p->w = w;
    if (!pair || !w || room >= NONE)
        return log_error(STATUS_NOMEM, "proof with %zu pairs", room);
    p->room = room;
    return STATUS_OK;
}

static void spell(const struct proof *p, uint32_t i, uint8_t sum[])
{
    for (; i != NONE; i = p->pair[i].parent)
        sum[p->pair[i].heap]++;
}

/* Adds (x, set), reached from `parent` by `heap`, unless a listed pair covers
 * it. */
static enum status add(struct proof *p, unsigned x, const uint64_t set[],
                       uint32_t parent, unsigned heap)
{
    const struct quotient *q = p->c->q;
    for (uint32_t i = p->youngest[x]; i != NONE; i = p->pair[i].next)
        if (subset(p->w + i * p->words, set, p->words))
            return STATUS_OK;
    uint32_t *link = &p->youngest[x];
    while (*link != NONE) {
        struct pair *old = &p->pair[*link];
        old->dropped = subset(set, p->w + *link * p->words, p->words);
        if (old->dropped)
            *link = old->next;
        else
            link = &old->next;
    }
    if (p->limits->effort && p->flaw->pairs >= p->limits->effort)
        return STATUS_RANGE;
    enum status st = reserve(p);
    if (st)
        return st;
    uint32_t i = (uint32_t)p->pairs++;
    p->flaw->pairs++;
    memcpy(p->w + i * p->words, set, p->words * sizeof *set);
    p->pair[i] = (struct pair){parent, p->youngest[x], (uint16_t)x,
                               (uint8_t)heap, false};
    p->youngest[x] = i;
    if (quotient_in(p->need, q->outcome[x]) && !has(set, 0)) {
        uint8_t sum[HEAP_MOVES_TOP + 1] = {0};
        spell(p, i, sum);
        found(p, sum);
    }
    return STATUS_OK;
}

/* The pair of one more heap h, by the formula of quotient.h. */
static enum status extend(struct proof *p, uint32_t i, unsigned h)
{
    const struct quotient *q = p->c->q;
    if (quotient_stops(p->limits, ++p->extended))
        return STATUS_STOPPED;
    unsigned x = p->pair[i].x, image = q->image[h];
    const uint64_t *w = p->w + i * p->words, *wh = heap_set(p, h);
    const uint16_t *by_image = row(p, image), *by_x = row(p, x);
    uint64_t *set = heap_set(p, q->top + 1);
    memset(set, 0, p->words * sizeof *set);
    for (unsigned r = 0; r < q->order; r++) {
        uint64_t in = has(w, by_image[r]) | has(wh, by_x[r]);
        set[r / 64] |= in << r % 64;
    }
    return add(p, by_x[image], set, i, h);
}

/* Obligations (3) and (4) for one clause. The pairs are made in order of the
 * number of heaps, so the sum found is a short one. */
static enum status prove_clause(struct proof *p, unsigned clause)
{
    const struct quotient *q = p->c->q;
    p->need = quotient_clauses[q->rule].need[clause];
    p->witness = quotient_clauses[q->rule].witness[clause];
    p->pairs = 0;
    for (unsigned x = 0; x < q->order; x++)
        p->youngest[x] = NONE;
    for (unsigned h = 1; h <= q->top && !p->flaw->found; h++)
        find_heap_set(p, h);
    if (p->flaw->found)
        return STATUS_OK;
    find_superfluous(p);
    enum status st = STATUS_OK;
    for (unsigned h = 1; !st && h <= q->top; h++)
        if (!p->skip[h] && !p->flaw->found)
            st = add(p, q->image[h], heap_set(p, h), NONE, h);
    for (uint32_t i = 0; !st && i < p->pairs; i++)
        for (unsigned h = 1; !st && h <= q->top; h++) {
            if (p->flaw->found)
                return STATUS_OK;
            if (!p->skip[h] && !p->pair[i].dropped)
                st = extend(p, i, h);
        }
    return st;
}

enum status quotient_prove(const struct quotient_candidate *c,
                           const struct quotient_limits *limits,
                           struct quotient_flaw *flaw)
{
    const struct quotient *q = c->q;
    struct proof p = {
        .c = c, .flaw = flaw, .limits = limits, .words = (q->order + 63) / 64};
    *flaw = (struct quotient_flaw){0};
    assert(q->outcome[0] == quotient_clauses[q->rule].end);
    p.set = calloc((q->top + 2) * p.words, sizeof *p.set);
    p.skip = calloc(q->top + 1, sizeof *p.skip);
    p.youngest = calloc(q->order, sizeof *p.youngest);
    enum status st = STATUS_OK;
    if (!p.set || !p.skip || !p.youngest)
        st = log_error(STATUS_NOMEM, "proof of order %u", q->order);
    for (unsigned t = 0;
         !st && !flaw->found && t < quotient_clauses[q->rule].clauses; t++)
        st = prove_clause(&p, t);
    free(p.set);
    free(p.skip);
    free(p.youngest);
    free(p.pair);
    free(p.w);
    return st;
}
