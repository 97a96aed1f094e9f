#include "engine/retrograde/retrograde_inner.h"

enum { SIZES_MAX = 16 };

/* A point and what ranks its neighbours: see partitions.h for c and P. */
struct walk {
    uint32_t total, largest;
    uint64_t rank;
    uint32_t c[TOTAL_MAX + 3]; /* c[1..largest], then 0 */
    uint32_t n[TOTAL_MAX + 3]; /* n[j] = c[j] + c[j + 1] + ... */
    /* Sums over i <= j of P(n[i], c[i] - 1), and of P(n[i] - 1, c[i] - 1). */
    uint64_t terms[TOTAL_MAX + 3], taken[TOTAL_MAX + 3];
    uint32_t size[SIZES_MAX]; /* the heap sizes, ascending */
    uint32_t sizes;
};

static uint64_t ways(const struct retrograde *r, uint32_t n, uint32_t m)
{
    return r->grid->table[(size_t)n * (r->grid->hi + 1) + m];
}

static uint64_t index_of(const struct retrograde *r, uint32_t total,
                         uint64_t rank)
{
    return r->grid->offset[total + 1] - 1 - rank;
}

/* Sums and sizes after c[from..largest] has changed. */
static void refresh(const struct retrograde *r, struct walk *w, uint32_t from)
{
    w->n[1] = w->total;
    for (uint32_t j = from; j <= w->largest; j++) {
        w->n[j + 1] = w->n[j] - w->c[j];
        w->terms[j] = w->terms[j - 1] + ways(r, w->n[j], w->c[j] - 1);
        w->taken[j] = w->taken[j - 1] + ways(r, w->n[j] - 1, w->c[j] - 1);
    }
    w->c[w->largest + 1] = 0;
    w->sizes = 0;
    for (uint32_t h = 1; h <= w->largest; h++)
        if (w->c[h] > w->c[h + 1])
            w->size[w->sizes++] = h;
}

static void walk_start(const struct retrograde *r, struct walk *w,
                       uint64_t index)
{
    const uint64_t *offset = r->grid->offset;
    w->total = 0;
    while (offset[w->total + 1] <= index)
        w->total++;
    w->rank = offset[w->total + 1] - 1 - index;
    w->largest = 0;
    w->terms[0] = w->taken[0] = 0;
    uint64_t rank = w->rank;
    for (uint32_t n = w->total; n > 0;) {
        uint32_t c = 1;
        while (ways(r, n, c) <= rank)
            c++;
        rank -= ways(r, n, c - 1);
        w->c[++w->largest] = c;
        n -= c;
    }
    refresh(r, w, 1);
}

/* The next point: of c the partition before it in lexicographic order, or the
 * last one of the next total. */
static void walk_next(const struct retrograde *r, struct walk *w)
{
    uint32_t j = w->largest, rest = 1;
    if (w->rank == 0) {
        w->rank = ways(r, w->total + 1, w->total + 1) - 1;
        w->total++;
        w->largest = 1;
        w->c[1] = w->total;
        refresh(r, w, 1);
        return;
    }
    w->rank--;
    for (; w->c[j] == 1; j--)
        rest++;
    const uint32_t from = j, most = --w->c[j];
    while (rest > 0) {
        w->c[++j] = rest < most ? rest : most;
        rest -= w->c[j];
    }
    w->largest = j;
    refresh(r, w, from);
}

static void walk_point(const struct walk *w, struct point *p)
{
    p->n = 0;
    for (uint32_t i = 0; i < w->sizes; i++) {
        const uint32_t h = w->size[i];
        for (uint32_t k = w->c[h + 1]; k < w->c[h]; k++) {
            p->size[p->n] = h;
            p->kind[p->n++] = PART_OWN;
        }
    }
}

/* A neighbour: heaps a and b (0: none) replaced by h (0: none). Its index, and
 * how many of its sizes are smaller than `than`. */
static uint64_t neighbour(const struct retrograde *r, const struct walk *w,
                          uint32_t a, uint32_t b, uint32_t h, uint32_t than,
                          unsigned *smaller)
{
    const uint32_t largest = w->largest > h ? w->largest : h;
    uint32_t total = w->total - a - b + h, rest = total;
    uint32_t c = 0, previous = 0;
    uint64_t rank = 0;
    *smaller = 0;
    for (uint32_t j = 1; j <= largest; j++, previous = c) {
        c = (j <= w->largest ? w->c[j] : 0) - (j <= a) - (j <= b) + (j <= h);
        *smaller += j > 1 && j <= than && previous > c;
        if (c == 0)
            break;
        rank += ways(r, rest, c - 1);
        rest -= c;
    }
    return index_of(r, total, rank);
}

/* The index of the neighbour with one counter less in a heap of size h. */
static uint64_t one_less(const struct retrograde *r, const struct walk *w,
                         uint32_t h)
{
    uint64_t rank = w->rank - w->terms[h] + w->taken[h - 1];
    if (w->c[h] > 1)
        rank += ways(r, w->n[h] - 1, w->c[h] - 2);
    return index_of(r, w->total - 1, rank);
}

static unsigned read_mask(const struct retrograde *r, uint64_t index)
{
    return atomic_load_explicit(&r->masks.at[index], memory_order_relaxed);
}

/* Does a move that obliges win in the i-th size? It wins if the opponent,
 * compelled into what is left, loses. */
static bool obliging_wins(const struct retrograde *r, const struct walk *w,
                          uint32_t i)
{
    const uint32_t h = w->size[i];
    for (uint32_t k = 0; k < r->lefts[h]; k++) {
        const uint32_t left = r->left[h][k];
        uint64_t index;
        unsigned slot;
        if (left == 0)
            return true;
        if (left == h - 1) {
            index = one_less(r, w, h);
            slot = i - (i > 0 && w->size[i - 1] == h - 1);
        } else {
            index = neighbour(r, w, h, 0, left, left, &slot);
        }
        if (!(read_mask(r, index) >> slot & 1))
            return true;
    }
    return false;
}

/* Marks every position with a move that makes {a, b} of some heap: that move
 * leads to a loss, the position of the walk. */
static void mark(struct retrograde *r, const struct walk *w, uint32_t a,
                 uint32_t b)
{
    const size_t at = pair(r, a, b);
    for (uint32_t k = r->first[at]; k < r->first[at + 1]; k++) {
        const uint32_t h = r->heap[k];
        unsigned slot;
        if (w->total - a - b + h > r->grid->hi)
            continue;
        uint64_t index = neighbour(r, w, a, b, h, h, &slot);
        atomic_fetch_or_explicit(&r->masks.at[index], (uint16_t)(1u << slot),
                                 memory_order_relaxed);
    }
}

static void mark_all(struct retrograde *r, const struct walk *w)
{
    mark(r, w, 0, 0);
    for (uint32_t i = 0; i < w->sizes; i++) {
        const uint32_t h = w->size[i];
        mark(r, w, h, 0);
        for (uint32_t k = 0; k < i; k++)
            mark(r, w, h, w->size[k]);
        if (w->c[h] - w->c[h + 1] > 1)
            mark(r, w, h, h);
    }
}

static unsigned solve_point(struct retrograde *r, const struct walk *w,
                            uint64_t index)
{
    unsigned mask = read_mask(r, index);
    if (r->obliges) {
        for (uint32_t i = 0; i < w->sizes; i++)
            if (!(mask >> i & 1) && obliging_wins(r, w, i))
                mask |= 1u << i;
        atomic_store_explicit(&r->masks.at[index], (uint16_t)mask,
                              memory_order_relaxed);
    }
    if (mask == 0)
        mark_all(r, w);
    return mask;
}

uint64_t retrograde_range(struct retrograde *r, uint64_t from, uint64_t to,
                          bool (*visit)(void *context, uint64_t index,
                                        const struct point *, unsigned mask,
                                        unsigned sizes),
                          void *context)
{
    struct walk w;
    struct point point = {.n = 0};
    uint64_t states = 0;
    walk_start(r, &w, from);
    for (uint64_t index = from; index < to; index++) {
        unsigned mask = solve_point(r, &w, index);
        states += r->obliges ? 1 + w.sizes : 1;
        if (visit) {
            walk_point(&w, &point);
            if (!visit(context, index, &point, mask, w.sizes))
                break;
        }
        if (index + 1 < to)
            walk_next(r, &w);
    }
    return states;
}
