/* dense_read.c - the values of a point's states, when all are solved. */
#include "engine/retrograde/dense_inner.h"

#include "engine/base/column.h"

#include <assert.h>
#include <string.h>

void dense_read_begin(const struct dense *d, struct dense_reader *r)
{
    r->dense = d;
    r->n = 0;
    r->terms[0] = 0;
    r->weight[0] = 0;
}

/* Adds a part that is smaller than some before it. */
static uint32_t insert(struct point_run run[], uint32_t n, uint32_t size)
{
    uint32_t j = n;
    while (j > 0 && run[j - 1].size >= size)
        j--;
    if (run[j].size == size) {
        run[j].count++;
        return n;
    }
    memmove(run + j + 1, run + j, (n - j) * sizeof *run);
    run[j] = (struct point_run){size, 1};
    return n + 1;
}

/* Parts of a point, in any order, as runs by ascending size: quickest in this
 * order. */
static uint32_t runs_of(const struct point *p, struct point_run run[])
{
    uint32_t n = 0, largest = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t size = p->size[i];
        if (size == largest) {
            run[n - 1].count++;
        } else if (size > largest) {
            run[n++] = (struct point_run){size, 1};
            largest = size;
        } else {
            n = insert(run, n, size);
        }
    }
    return n;
}

/* The run and the terms of the rank of part i, of those that ascend. */
static void append(struct dense_reader *r, uint32_t i, uint32_t size)
{
    const struct numbering *m = &r->dense->m;
    const uint32_t x = r->weight[i], y = x + numbering_weight(m, size);
    const bool more = i > 0 && r->size[i - 1] == size;
    r->size[i] = size;
    r->weight[i + 1] = y;
    r->terms[i + 1] =
        r->terms[i] + numbering_ways(m, y, size) - numbering_ways(m, x, size);
    r->place[i] = i == 0 ? 0 : r->place[i - 1] + !more;
    r->count[i] = more ? r->count[i - 1] + 1 : 1;
    r->run[r->place[i]] = (struct point_run){size, r->count[i]};
}

/* The rank of a point whose parts ascend, by what has changed since the one
 * before, and its runs; false if they do not ascend. */
static bool follow(struct dense_reader *r, const struct point *p,
                   uint32_t *runs, uint64_t *rank)
{
    const uint32_t n = p->n < r->n ? p->n : r->n;
    uint32_t same = 0;
    while (same + 4 <= n &&
           !memcmp(r->size + same, p->size + same, 4 * sizeof *p->size))
        same += 4;
    while (same < n && r->size[same] == p->size[same])
        same++;
    r->n = same;
    if (same)
        r->run[r->place[same - 1]].count = r->count[same - 1];
    for (uint32_t i = same; i < p->n; i++) {
        if (i > 0 && p->size[i] < p->size[i - 1])
            return false;
        append(r, i, p->size[i]);
        r->n = i + 1;
    }
    *runs = p->n ? r->place[p->n - 1] + 1u : 0;
    *rank = r->terms[p->n] + r->dense->m.offset[r->weight[p->n]];
    return true;
}

static uint64_t outcome(bool wins)
{
    return wins ? OUTCOME_N : OUTCOME_P;
}

/* In any of the sizes but number `barred` (n: none), is there a move? */
static bool moves_in(const struct dense *d, const struct point_run run[],
                     uint32_t n, uint32_t barred)
{
    for (uint32_t i = 0; i < n; i++)
        if (i != barred && heap_table_moves(&d->moves, run[i].size))
            return true;
    return false;
}

static size_t outcomes(const struct dense *d, uint64_t mask,
                       const struct point_run run[], uint32_t n,
                       uint64_t values[])
{
    const struct heap_table *t = &d->moves;
    const bool free = mask || (t->misere && !moves_in(d, run, n, n));
    values[0] = outcome(free);
    for (uint32_t i = 0; i < n; i++) {
        const bool own = mask >> i & 1;
        if (!t->elsewhere)
            values[1 + i] = outcome(
                own || (t->misere && !heap_table_moves(t, run[i].size)));
        else if (run[i].count > 1 || (n == 1 && t->lapses))
            values[1 + i] = outcome(free);
        else
            values[1 + i] = outcome((mask & ~(1ull << i)) ||
                                    (t->misere && !moves_in(d, run, n, i)));
    }
    if (t->sinks)
        values[1 + n] = outcome(t->misere);
    return 1 + (size_t)n + t->sinks;
}

static uint64_t free_value(const struct dense *d, uint64_t value)
{
    return d->fold.is_outcome ? outcome(value != 0) : value;
}

/* Are this point's neighbours read with it? In misere play only if every heap
 * has a move. */
static bool in_run(const struct dense *d, const struct point *p)
{
    const uint32_t n = p->n, *size = p->size;
    return d->ordered && (!d->moves.misere || d->moves.takes == 1) && n >= 3 &&
           size[n - 1] >= size[n - 2] && size[n - 2] >= size[n - 3] &&
           (n == 3 || size[n - 3] >= size[n - 4]);
}

/* The last three parts c <= a <= b follow each other as (c, a, b), (c, a - 1,
 * b + 1), ... (c, c, ...), then from c - 1 with the largest a on, down to the
 * part before c. The next point after those changes that part, too. */
size_t dense_read_run(struct dense_reader *r, struct point *p, size_t most,
                      uint64_t values[])
{
    const struct dense *d = r->dense;
    const struct numbering *m = &d->m;
    const uint32_t n = p->n;
    uint64_t states[POINT_PARTS_MAX + 2], rank;
    uint32_t runs;
    if (!in_run(d, p) || !follow(r, p, &runs, &rank)) {
        dense_read(r, p, states);
        values[0] = states[0];
        return 1;
    }
    const uint32_t least = n > 3 ? p->size[n - 4] : 1;
    const uint32_t before = r->weight[n - 3], total = r->weight[n];
    uint32_t c = p->size[n - 3], a = p->size[n - 2], b = p->size[n - 1];
    size_t i = 0;
    for (;; c--, a = (total - before - c) / 2, b = total - before - c - a) {
        const uint32_t x = before + c;
        const uint64_t terms = r->terms[n - 3] + numbering_ways(m, x, c) -
                               numbering_ways(m, before, c) + m->offset[total];
        for (; i < most && a >= c; a--, b++) {
            rank = terms + numbering_ways(m, x + a, a) -
                   numbering_ways(m, x, a) + numbering_ways(m, total, b) -
                   numbering_ways(m, x + a, b);
            values[i++] = free_value(d, bit_table_get(&d->points, rank));
        }
        if (i == most || c == least)
            break;
    }
    p->size[n - 3] = c;
    p->size[n - 2] = a + 1;
    p->size[n - 1] = b - 1;
    return i;
}

size_t dense_read(struct dense_reader *r, const struct point *p,
                  uint64_t values[])
{
    const struct dense *d = r->dense;
    uint64_t rank;
    uint32_t n;
    if (!d->m.by_total || !follow(r, p, &n, &rank)) {
        n = runs_of(p, r->run);
        rank = numbering_rank(&d->m, r->run, n);
        r->n = 0;
    }
    assert(rank >= d->m.offset[d->low] && d->solved > 0);
    const uint64_t value = bit_table_get(&d->points, rank);
    if (d->moves.obliges)
        return outcomes(d, value, r->run, n, values);
    values[0] = value;
    if (d->fold.is_outcome)
        values[0] =
            outcome(value || (d->moves.misere && !moves_in(d, r->run, n, n)));
    return 1;
}
