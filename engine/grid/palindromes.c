/* palindromes.c - rows of heaps that read the same both ways:
 * "palindromes:heaps=1..6,size=1..4".
 *
 * Smaller totals first; of one total, shorter rows first; of one length, the
 * smaller middle heap first; then lexicographic in the outer half. A move
 * leaves the grid, so it has no layers. palindromes:heaps=1..6,size=1..4 has
 * 168 points.
 */
#include "engine/base/log.h"
#include "engine/grid/box.h"
#include "engine/grid/choose.h"
#include "engine/grid/compositions.h"
#include "engine/grid/grid.h"

#include <stdlib.h>
#include <string.h>

/* Rows of one total, length and middle heap (0: the length is even). */
struct group {
    uint64_t first;
    uint32_t total, n, middle;
};

struct palindromes {
    struct box box;
    struct compositions c; /* of the outer half */
    struct group *groups;
    size_t ngroups;
    uint64_t count;
};

static const struct param params[] = {BOX_HEAPS(128), BOX_HEAP_SIZE};

static void palindromes_close(void *self)
{
    struct palindromes *g = self;
    compositions_close(&g->c);
    free(g->groups);
    free(g);
}

/* Halves that go with a total, length and middle heap; 0 if none do. */
static uint64_t halves(const struct palindromes *g, uint32_t total, uint32_t n,
                       uint32_t middle)
{
    if (total < middle || (total - middle) % 2)
        return 0;
    return compositions_count(&g->c, n / 2, (total - middle) / 2);
}

static bool add_group(struct palindromes *g, uint32_t total, uint32_t n,
                      uint32_t middle)
{
    uint64_t count = halves(g, total, n, middle);
    if (!count)
        return true;
    /* Doubled whenever the number is a power of two. */
    if (!(g->ngroups & (g->ngroups - 1))) {
        size_t cap = g->ngroups ? 2 * g->ngroups : 1;
        struct group *groups = realloc(g->groups, cap * sizeof *groups);
        if (!groups)
            return false;
        g->groups = groups;
    }
    g->groups[g->ngroups++] = (struct group){g->count, total, n, middle};
    g->count = choose_plus(g->count, count);
    return true;
}

static bool add_groups(struct palindromes *g)
{
    const uint32_t lo = g->box.lo, hi = g->box.hi;
    bool ok = true;
    for (uint32_t total = 0; total <= g->box.most * hi; total++)
        for (uint32_t n = g->box.least; n <= g->box.most && ok; n++) {
            if (n % 2 == 0)
                ok = add_group(g, total, n, 0);
            for (uint32_t middle = lo; n % 2 && middle <= hi && ok; middle++)
                ok = add_group(g, total, n, middle);
        }
    return ok;
}

/* 2^63 points or more? A palindrome is its outer half and middle. Known before
 * anything is allocated for them. */
static bool too_many(const struct box *b)
{
    const uint64_t most = (uint64_t)1 << 63, sizes = b->hi - b->lo + 1;
    uint64_t count = 0;
    for (uint32_t n = b->least; n <= b->most; n++) {
        uint64_t points = 1;
        for (uint32_t i = 0; i < (n + 1) / 2; i++)
            points = points > most / sizes ? most : points * sizes;
        if (points >= most - count)
            return true;
        count += points;
    }
    return false;
}

static enum status palindromes_open(const struct param_value v[], void **self)
{
    struct palindromes *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid palindromes: out of memory");
    g->box = box_read(v, "heaps");
    if (too_many(&g->box)) {
        free(g);
        return log_error(STATUS_RANGE, "grid palindromes: 2^63 points or more");
    }
    enum status st =
        compositions_open(&g->c, g->box.most / 2, g->box.lo, g->box.hi);
    if (!st && !add_groups(g))
        st = log_error(STATUS_NOMEM, "grid palindromes: out of memory");
    if (!st && g->count == UINT64_MAX)
        st = log_error(STATUS_RANGE, "grid palindromes: 2^63 points or more");
    if (st)
        palindromes_close(g);
    else
        *self = g;
    return st;
}

static uint64_t palindromes_count(const void *self)
{
    return ((const struct palindromes *)self)->count;
}

static void palindromes_unrank(const void *self, uint64_t index,
                               struct point *p)
{
    const struct palindromes *g = self;
    size_t lo = 0, hi = g->ngroups; /* the group is lo..hi-1 */
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        if (g->groups[mid].first <= index)
            lo = mid;
        else
            hi = mid;
    }
    const struct group *group = &g->groups[lo];
    const uint32_t half = group->n / 2;
    p->n = group->n;
    compositions_unrank(&g->c, half, (group->total - group->middle) / 2,
                        index - group->first, p->size);
    if (p->n % 2)
        p->size[half] = group->middle;
    for (uint32_t i = 0; i < half; i++)
        p->size[p->n - 1 - i] = p->size[i];
    memset(p->kind, PART_OWN, p->n);
}

/* The group of a total, length and middle heap, which must be there. */
static const struct group *find_group(const struct palindromes *g,
                                      struct group key)
{
    size_t lo = 0, hi = g->ngroups;
    while (hi - lo > 1) {
        size_t mid = lo + (hi - lo) / 2;
        const struct group *at = &g->groups[mid];
        bool before = at->total != key.total ? at->total < key.total
                      : at->n != key.n       ? at->n < key.n
                                             : at->middle <= key.middle;
        if (before)
            lo = mid;
        else
            hi = mid;
    }
    return &g->groups[lo];
}

static bool palindromes_rank(const void *self, const struct point *p,
                             uint64_t *index)
{
    const struct palindromes *g = self;
    struct group key = {.n = p->n};
    if (!box_has_number(&g->box, p))
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!box_has_part(&g->box, p, i) || p->size[i] != p->size[p->n - 1 - i])
            return false;
        key.total += p->size[i];
    }
    key.middle = p->n % 2 ? p->size[p->n / 2] : 0;
    *index =
        find_group(g, key)->first + compositions_rank(&g->c, p->n / 2, p->size);
    return true;
}

static void palindromes_bounds(const void *self, struct grid_bounds *b)
{
    *b = box_bounds(&((const struct palindromes *)self)->box);
}

const struct grid_kind grid_palindromes = {
    .name = "palindromes",
    .summary = "rows of heaps that read the same both ways",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = palindromes_open,
    .close = palindromes_close,
    .count = palindromes_count,
    .unrank = palindromes_unrank,
    .rank = palindromes_rank,
    .bounds = palindromes_bounds,
};
