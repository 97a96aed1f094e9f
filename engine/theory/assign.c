/* Values of the Nim kind are linear. Write a sum as the vector over GF(2) that
 * has a 1 for each heap size it holds an odd number of times; an assignment is
 * a linear map f from such vectors to nimbers, and it explains the sums iff f
 * is 0 on each P sum and not 0 on each N sum.
 *
 * Criterion: sums have an assignment iff no N vector is in the span W of the P
 * vectors. If one is, f is 0 on W and so on it. If none is, take for f the
 * projection onto the quotient by W: its kernel is W, so every N vector has an
 * image other than 0. In a reduced basis of W each vector has a pivot that no
 * other has; give each heap size that is no pivot a power of two of its own,
 * and each pivot the exclusive-or of the others in its vector. That is the
 * projection, in coordinates.
 *
 * So a set of sums without an assignment that is as small as possible holds
 * one N sum, and its P sums add up to it: with fewer of them in the sum, or
 * with another N, a smaller set would do.
 */
#include "engine/theory/assign.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Bit h - 1: heap h occurs an odd number of times. */
static uint64_t vector_of(const struct assign_sum *sum)
{
    uint64_t v = 0;
    assert(sum->parts <= ASSIGN_PARTS_MAX);
    for (unsigned i = 0; i < sum->parts; i++) {
        assert(sum->heap[i] >= 1 && sum->heap[i] <= ASSIGN_HEAPS_MAX);
        v ^= UINT64_C(1) << (sum->heap[i] - 1);
    }
    return v;
}

/* A reduced basis: basis[b] is 0 or has lowest bit b, which no other has. */
static uint64_t reduce(const uint64_t basis[ASSIGN_HEAPS_MAX], uint64_t v)
{
    for (unsigned b = 0; b < ASSIGN_HEAPS_MAX; b++)
        if (v >> b & 1)
            v ^= basis[b];
    return v;
}

static void extend(uint64_t basis[ASSIGN_HEAPS_MAX], uint64_t v)
{
    v = reduce(basis, v);
    if (!v)
        return;
    unsigned pivot = (unsigned)__builtin_ctzll(v);
    for (unsigned b = 0; b < ASSIGN_HEAPS_MAX; b++)
        if (basis[b] >> pivot & 1)
            basis[b] ^= v;
    basis[pivot] = v;
}

/* The projection, see above. */
static void project(const uint64_t basis[ASSIGN_HEAPS_MAX], unsigned heaps,
                    uint64_t value[])
{
    uint64_t power = 1;
    for (unsigned h = 1; h <= heaps; h++)
        if (!basis[h - 1]) {
            value[h] = power;
            power <<= 1;
        }
    for (unsigned h = 1; h <= heaps; h++)
        for (uint64_t rest = basis[h - 1]; rest; rest &= rest - 1) {
            unsigned other = (unsigned)__builtin_ctzll(rest) + 1;
            if (other != h)
                value[h] ^= value[other];
        }
}

void assign_linear(const struct assign_sum sums[], size_t n, unsigned heaps,
                   struct assignment *a)
{
    uint64_t basis[ASSIGN_HEAPS_MAX] = {0};
    assert(heaps <= ASSIGN_HEAPS_MAX);
    *a = (struct assignment){.found = true};
    for (size_t i = 0; i < n; i++)
        if (sums[i].lost)
            extend(basis, vector_of(&sums[i]));
    for (size_t i = 0; i < n && a->found; i++)
        a->found = sums[i].lost || reduce(basis, vector_of(&sums[i]));
    if (a->found)
        project(basis, heaps, a->value);
}

/* The search by backtracking, independent of the above. */

static unsigned largest_heap(const struct assign_sum *sum)
{
    unsigned largest = 0;
    for (unsigned i = 0; i < sum->parts; i++)
        if (sum->heap[i] > largest)
            largest = sum->heap[i];
    return largest;
}

static int compare_largest(const void *a, const void *b)
{
    const struct assign_sum *x = a, *y = b;
    return (int)largest_heap(x) - (int)largest_heap(y);
}

/* Do the values explain sums[0..n-1], all of whose heaps have one? */
static bool explained(const struct assign_sum sums[], size_t n,
                      const uint64_t value[])
{
    for (size_t i = 0; i < n; i++) {
        uint64_t nim_sum = 0;
        for (unsigned j = 0; j < sums[i].parts; j++)
            nim_sum ^= value[sums[i].heap[j]];
        if ((nim_sum == 0) != sums[i].lost)
            return false;
    }
    return true;
}

/* sums[first[h] .. first[h+1]-1] have h as their largest heap. */
static bool try_heaps(const struct assign_sum sums[], const size_t first[],
                      unsigned heaps, unsigned h, uint64_t bound,
                      struct assignment *a)
{
    if (h > heaps)
        return true;
    for (a->value[h] = 0; a->value[h] < bound; a->value[h]++) {
        a->nodes++;
        if (explained(sums + first[h], first[h + 1] - first[h], a->value) &&
            try_heaps(sums, first, heaps, h + 1, bound, a))
            return true;
    }
    return false;
}

enum status assign_search(const struct assign_sum sums[], size_t n,
                          unsigned heaps, uint64_t bound, struct assignment *a)
{
    size_t first[ASSIGN_HEAPS_MAX + 2] = {0};
    struct assign_sum *sorted = malloc((n + 1) * sizeof *sorted);
    assert(heaps <= ASSIGN_HEAPS_MAX);
    if (!sorted)
        return log_error(STATUS_NOMEM, "sorting %zu sums: out of memory", n);
    memcpy(sorted, sums, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_largest);
    for (unsigned h = 0, i = 0; h <= heaps + 1; h++) {
        while (i < n && largest_heap(&sorted[i]) < h)
            i++;
        first[h] = i;
    }
    assert(first[heaps + 1] == n);

    *a = (struct assignment){0};
    /* The sum of no heaps is 0, whatever the values. */
    a->found = explained(sorted, first[1], a->value) &&
               try_heaps(sorted, first, heaps, 1, bound, a);
    free(sorted);
    return STATUS_OK;
}

/* The sums as vectors, sorted by vector, P and N apart. */
struct entry {
    uint64_t vector;
    size_t index;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->vector != y->vector)
        return x->vector < y->vector ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

struct hunt {
    struct entry *p, *n;
    size_t np, nn;
    void (*visit)(void *context, const size_t set[], unsigned k);
    void *context;
    bool any;
};

static void report(struct hunt *hunt, unsigned k, size_t n, size_t p, size_t q)
{
    size_t set[] = {n, p, q};
    hunt->any = true;
    for (unsigned i = 1; i < k; i++)
        for (unsigned j = i; j > 0 && set[j] < set[j - 1]; j--) {
            size_t swap = set[j];
            set[j] = set[j - 1];
            set[j - 1] = swap;
        }
    if (hunt->visit)
        hunt->visit(hunt->context, set, k);
}

/* The first of p[] from `from` on whose vector is at least v. */
static size_t lower_bound(const struct hunt *hunt, size_t from, uint64_t v)
{
    size_t to = hunt->np;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (hunt->p[middle].vector < v)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The sets of one N sum and k - 1 P sums that add up to it. */
static void hunt_for(struct hunt *h, unsigned k)
{
    for (size_t i = 0; i < h->nn; i++) {
        uint64_t v = h->n[i].vector;
        size_t index = h->n[i].index;
        if (k == 1 && !v)
            report(h, 1, index, 0, 0);
        if (k == 2)
            for (size_t j = lower_bound(h, 0, v);
                 j < h->np && h->p[j].vector == v; j++)
                report(h, 2, index, h->p[j].index, 0);
        if (k != 3)
            continue;
        for (size_t j = 0; j < h->np; j++) {
            uint64_t other = v ^ h->p[j].vector;
            for (size_t l = lower_bound(h, j + 1, other);
                 l < h->np && h->p[l].vector == other; l++)
                report(h, 3, index, h->p[j].index, h->p[l].index);
        }
    }
}

enum status assign_contradictions(const struct assign_sum sums[], size_t n,
                                  void (*visit)(void *context,
                                                const size_t set[], unsigned k),
                                  void *context, unsigned *k)
{
    struct entry *entries = malloc((n + 1) * sizeof *entries);
    struct hunt hunt = {.visit = visit, .context = context};
    if (!entries)
        return log_error(STATUS_NOMEM, "%zu sums: out of memory", n);
    for (size_t i = 0; i < n; i++) /* P sums from the front, N from the back */
        entries[sums[i].lost ? hunt.np++ : n - ++hunt.nn] =
            (struct entry){vector_of(&sums[i]), i};
    hunt.p = entries;
    hunt.n = entries + hunt.np;
    qsort(hunt.p, hunt.np, sizeof *hunt.p, compare_entries);
    qsort(hunt.n, hunt.nn, sizeof *hunt.n, compare_entries);

    *k = 0;
    for (unsigned size = 1; size <= 3 && !hunt.any; size++) {
        hunt_for(&hunt, size);
        if (hunt.any)
            *k = size;
    }
    free(entries);
    return STATUS_OK;
}
