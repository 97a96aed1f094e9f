/* partitions.c - all multisets of heaps by their total:
 * "partitions:total=0..60", numbered as partitions.h says. There are 6,639,349
 * partitions of 0..60 and p(60) = 966,467.
 */
#include "engine/grid/partitions.h"

#include "engine/base/log.h"
#include "engine/grid/choose.h"
#include "engine/grid/grid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct param params[] = {
    {.name = "total",
     .type = PARAM_RANGE,
     .lo = 0,
     .hi = POINT_PARTS_MAX,
     .help = "counters in all heaps"},
};

static uint64_t *cell(const struct partitions *g, uint32_t n, uint32_t m)
{
    return &g->table[(size_t)n * (g->hi + 1) + m];
}

/* P(n, m) = P(n, m - 1) + P(n - m, m). */
static void fill_table(struct partitions *g)
{
    for (uint32_t n = 0; n <= g->hi; n++)
        for (uint32_t m = 0; m <= g->hi; m++) {
            uint64_t value = n == 0;
            if (m)
                value = *cell(g, n, m - 1);
            if (m && n >= m)
                value = choose_plus(value, *cell(g, n - m, m));
            *cell(g, n, m) = value;
        }
}

static void partitions_close(void *self)
{
    struct partitions *g = self;
    free(g->offset);
    free(g->table);
    free(g);
}

static enum status partitions_open(const struct param_value v[], void **self)
{
    struct partitions *g = calloc(1, sizeof *g);
    if (!g)
        return log_error(STATUS_NOMEM, "grid partitions: out of memory");
    g->lo = (uint32_t)param_of(v, "total")->lo;
    g->hi = (uint32_t)param_of(v, "total")->hi;
    g->offset = calloc(g->hi - g->lo + 2, sizeof *g->offset);
    g->table = calloc((size_t)(g->hi + 1) * (g->hi + 1), sizeof *g->table);
    *self = g;
    if (!g->offset || !g->table) {
        partitions_close(g);
        return log_error(STATUS_NOMEM, "grid partitions: out of memory");
    }
    fill_table(g);
    for (uint32_t n = g->lo; n <= g->hi; n++) {
        uint64_t *next = &g->offset[n - g->lo + 1];
        *next = choose_plus(g->offset[n - g->lo], *cell(g, n, n));
        if (*next == UINT64_MAX) {
            partitions_close(g);
            return log_error(STATUS_RANGE,
                             "grid partitions: with total=%u there are 2^63 "
                             "points or more",
                             n);
        }
    }
    return STATUS_OK;
}

static uint64_t partitions_count(const void *self)
{
    const struct partitions *g = self;
    return g->offset[g->hi - g->lo + 1];
}

/* The total of point `index`, and its rank from the end among them. */
static uint32_t locate(const struct partitions *g, uint64_t index,
                       uint64_t *from_end)
{
    uint32_t i = 0;
    while (g->offset[i + 1] <= index)
        i++;
    *from_end = g->offset[i + 1] - 1 - index;
    return g->lo + i;
}

/* The least m with P(n, m) > rank. */
static uint32_t first_part(const struct partitions *g, uint32_t n,
                           uint64_t rank)
{
    const uint64_t *row = cell(g, n, 0);
    uint32_t m = n > 0;
    while (row[m] <= rank)
        m++;
    return m;
}

static void partitions_unrank(const void *self, uint64_t index, struct point *p)
{
    const struct partitions *g = self;
    uint32_t reach[POINT_PARTS_MAX + 1]; /* reach[i]: the number of c_j >= i */
    uint64_t rank;
    uint32_t n = locate(g, index, &rank);
    uint32_t previous = 0, j = 0;
    p->n = 0;
    while (n > 0) {
        uint32_t c = first_part(g, n, rank);
        if (j == 0)
            p->n = previous = c;
        for (; previous > c; previous--)
            reach[previous] = j;
        rank -= *cell(g, n, c - 1);
        n -= c;
        j++;
    }
    for (; previous > 0; previous--)
        reach[previous] = j;
    for (uint32_t i = 0; i < p->n; i++) {
        p->size[i] = reach[p->n - i];
        p->kind[i] = PART_OWN;
    }
}

/* All heaps of one counter: the first point of its total. */
static void all_ones(uint32_t total, struct point *p)
{
    p->n = total;
    for (uint32_t i = 0; i < total; i++) {
        p->size[i] = 1;
        p->kind[i] = PART_OWN;
    }
}

/* Of c the partition before it in lexicographic order, or the last one of the
 * next total. The last c_j that is not 1 is the number of heaps not smaller
 * than the second largest. It loses one, and with what follows is filled up to
 * c_j's as large as that: only these heaps change. */
static void partitions_next(const void *self, struct point *p)
{
    const uint32_t n = p->n;
    (void)self;
    if (n <= 1) {
        all_ones(n ? p->size[0] + 1 : 1, p);
        return;
    }
    const uint32_t j = p->size[n - 2], rest = p->size[n - 1] - j + 1;
    uint32_t most = 1; /* c_j - 1 */
    while (most < n - 1 && p->size[n - 2 - most] == j)
        most++;
    for (uint32_t i = 1; i <= most; i++)
        p->size[n - i] = j + rest / most + (i <= rest % most);
    p->size[n - most - 1] = j - 1;
    if (j > 1)
        return;
    for (uint32_t i = 1; i < n; i++)
        p->size[i - 1] = p->size[i];
    p->n--;
}

static bool partitions_rank_runs(const void *self, const struct point_run run[],
                                 size_t n, uint64_t *index)
{
    const struct partitions *g = self;
    uint64_t total = 0, parts = 0, rank = 0;
    for (size_t i = 0; i < n; i++) {
        total += (uint64_t)run[i].size * run[i].count;
        parts += run[i].count;
    }
    if (total < g->lo || total > g->hi)
        return false;
    /* c_j is the same from one size to the next, and the terms of such a run
     * add up to a difference: P(n, c) = P(n, c - 1) + P(n - c, c). */
    uint32_t left = (uint32_t)total, c = (uint32_t)parts, previous = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t step = (run[i].size - previous) * c;
        rank += *cell(g, left, c) - *cell(g, left - step, c);
        left -= step;
        c -= run[i].count;
        previous = run[i].size;
    }
    *index = g->offset[total - g->lo + 1] - 1 - rank;
    return true;
}

static bool partitions_rank(const void *self, const struct point *p,
                            uint64_t *index)
{
    const struct partitions *g = self;
    uint32_t equal[POINT_PARTS_MAX + 1] = {0}; /* equal[s]: parts of size s */
    struct point_run run[POINT_PARTS_MAX];
    uint32_t largest = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->kind[i] != PART_OWN || p->size[i] == 0 || p->size[i] > g->hi)
            return false;
        equal[p->size[i]]++;
        largest = p->size[i] > largest ? p->size[i] : largest;
    }
    for (uint32_t size = 1; size <= largest; size++)
        if (equal[size])
            run[n++] = (struct point_run){size, equal[size]};
    return partitions_rank_runs(g, run, n, index);
}

static void partitions_bounds(const void *self, struct grid_bounds *b)
{
    const struct partitions *g = self;
    *b = (struct grid_bounds){.parts = g->hi, .size = g->hi, .total = g->hi};
}

static uint64_t partitions_layer_end(const void *self, uint64_t index)
{
    const struct partitions *g = self;
    uint64_t rank;
    uint32_t n = locate(g, index, &rank);
    if (n == 0)
        return index + 1;
    uint32_t parts = first_part(g, n, rank);
    return g->offset[n - g->lo + 1] - *cell(g, n, parts - 1);
}

static const struct partitions *partitions_numbering(const void *self)
{
    return self;
}

const struct grid_kind grid_partitions = {
    .name = "partitions",
    .summary = "all multisets of heaps with a given total",
    .params = params,
    .nparams = sizeof params / sizeof params[0],
    .open = partitions_open,
    .close = partitions_close,
    .count = partitions_count,
    .unrank = partitions_unrank,
    .next = partitions_next,
    .rank = partitions_rank,
    .rank_runs = partitions_rank_runs,
    .bounds = partitions_bounds,
    .layer_end = partitions_layer_end,
    .partitions = partitions_numbering,
};
