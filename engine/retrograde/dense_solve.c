/* dense_solve.c - one position from those of earlier layers. */
#include "engine/retrograde/dense_inner.h"

#include "engine/base/column.h"

enum { TOP = DENSE_SIZES };

uint64_t dense_above(const struct dense_walk *w, unsigned i, uint32_t less)
{
    const struct numbering *m = &w->d->m;
    if (less == 0)
        return w->from[i];
    if (less == 1)
        return w->less[i];
    uint64_t sum = 0;
    for (; i < TOP; i++) {
        const struct dense_run *r = &w->at[i];
        sum += numbering_ways(m, r->x - less, r->size) -
               numbering_ways(m, r->below - less, r->size);
    }
    return sum;
}

static uint32_t top_weight(const struct dense_walk *w)
{
    return w->d->m.by_total ? w->total : w->d->m.parts;
}

/* The terms from run i on, of which one heap has become others of weight
 * `weight`; and what comes before all of that weight. */
static uint64_t head(const struct dense_walk *w, unsigned i, uint32_t weight)
{
    const struct numbering *m = &w->d->m;
    const struct dense_run *r = &w->at[i];
    const uint32_t less = numbering_weight(m, r->size) - weight;
    return dense_above(w, i + 1, less) +
           numbering_ways(m, r->x - less, r->size) -
           numbering_ways(m, r->below + weight, r->size) +
           m->offset[top_weight(w) - less];
}

/* The rank after a heap of run i has become a >= b, of which only sizes of some
 * weight count. head: of that run and their weight. *at: the first run not
 * below a. */
static uint64_t tail(const struct dense_walk *w, unsigned i, uint32_t a,
                     uint32_t b, uint64_t rank, unsigned *at)
{
    const struct numbering *m = &w->d->m;
    const uint32_t of_b = b ? numbering_weight(m, b) : 0;
    const uint32_t both = numbering_weight(m, a) + of_b;
    unsigned j = i;
    for (; j > w->base && w->at[j - 1].size > a; j--)
        rank += numbering_ways(m, w->at[j - 1].x + both, w->at[j - 1].size) -
                numbering_ways(m, w->at[j - 1].below + both, w->at[j - 1].size);
    *at = j;
    rank += numbering_ways(m, w->at[j].below + both, a) -
            numbering_ways(m, w->at[j].below + of_b, a);
    if (b) {
        for (; j > w->base && w->at[j - 1].size > b; j--)
            rank +=
                numbering_ways(m, w->at[j - 1].x + of_b, w->at[j - 1].size) -
                numbering_ways(m, w->at[j - 1].below + of_b, w->at[j - 1].size);
        rank += numbering_ways(m, w->at[j].below + of_b, b) -
                numbering_ways(m, w->at[j].below, b);
    }
    return rank + w->from[w->base] - w->from[j];
}

/* The rank after a heap of run i has become one of a (0: none). */
static uint64_t neighbour(const struct dense_walk *w, unsigned i, uint32_t a,
                          unsigned *at)
{
    return tail(w, i, a, 0, head(w, i, numbering_weight(&w->d->m, a)), at);
}

/* Below run i the rank is made of the same terms. What lies above is the same
 * for many positions. */
uint64_t dense_line(struct dense_walk *w, unsigned i)
{
    if (w->at[i].line == DENSE_LATER)
        w->at[i].line = head(w, i, 0) - w->from[i];
    return w->at[i].line + w->from[w->base];
}

/* The line of all heaps of the position and a heap of 0. */
static uint64_t line_of_all(const struct dense_walk *w)
{
    return w->d->m.by_total ? w->d->m.offset[w->total] + w->from[w->base]
                            : w->less[w->base];
}

/* The view of the lines without a heap of h (0: with all of them). */
static struct dense_view *view_of(const struct dense *d, uint32_t h)
{
    return &d->lines.view[h];
}

static void read_line(const struct dense *d, const struct dense_view *v,
                      uint64_t line, uint64_t set[])
{
    const struct dense_lines *l = &d->lines;
    const uint64_t at = line - v->base;
    if (l->words > 1) {
        const size_t used =
            atomic_load_explicit(&l->used, memory_order_relaxed);
        for (size_t k = 0; k < used; k++)
            set[k] |= bit_table_get(&v->bits, at * l->step + k * l->plane);
    } else
        set[0] |= bit_table_get(&v->bits, at)
                  << (d->fold.is_outcome ? OUTCOME_P : 0);
}

static void mark_wide(struct dense *d, struct dense_view *v, uint64_t at,
                      uint64_t value)
{
    const size_t word = (size_t)value / 64;
    size_t used = atomic_load_explicit(&d->lines.used, memory_order_relaxed);
    while (used <= word && !atomic_compare_exchange_weak_explicit(
                               &d->lines.used, &used, word + 1,
                               memory_order_relaxed, memory_order_relaxed))
        ;
    bit_table_set(&v->bits, at * d->lines.step + word * d->lines.plane,
                  1ull << value % 64);
}

static void mark_line(struct dense *d, struct dense_view *v, uint64_t line,
                      uint64_t value)
{
    const uint64_t at = line - v->base;
    if (d->lines.words > 1)
        mark_wide(d, v, at, value);
    else if (!d->fold.is_outcome)
        bit_table_set(&v->bits, at, 1ull << value);
    else if (value == OUTCOME_P)
        bit_table_set(&v->bits, at, 1);
    if (d->lines.spilled)
        atomic_store_explicit(&v->marked, true, memory_order_relaxed);
}

static bool can_move(const struct dense_walk *w)
{
    for (unsigned i = w->base; i < TOP; i++)
        if (heap_table_moves(&w->d->moves, w->at[i].size))
            return true;
    return false;
}

/* The same after a heap of run i has become one of a. */
static bool could_move(const struct dense_walk *w, unsigned i, uint32_t a)
{
    const struct heap_table *t = &w->d->moves;
    for (unsigned j = w->base; j < TOP; j++)
        if (w->at[j].count > (j == i) && heap_table_moves(t, w->at[j].size))
            return true;
    return a && heap_table_moves(t, a);
}

static void mark_lines(struct dense_walk *w, uint64_t value)
{
    for (unsigned i = w->base; i < TOP; i++)
        mark_line(w->d, view_of(w->d, w->at[i].size), dense_line(w, i), value);
    if (w->parts < w->d->m.parts && w->total < w->d->m.total)
        mark_line(w->d, view_of(w->d, 0), line_of_all(w), value);
}

/* Lines that lag behind, since a move takes several counters: adds to that of
 * run i what has come within reach. */
static void catch_up(struct dense_walk *w, unsigned i, uint64_t line)
{
    struct dense *d = w->d;
    const uint32_t h = w->at[i].size;
    const bool one = h == 1 && d->moves.takes_one;
    unsigned at;
    if (h < d->moves.takes && !one)
        return;
    const uint32_t a = one ? 0 : h - d->moves.takes;
    const uint64_t rank = neighbour(w, i, a, &at);
    if (!d->fold.is_outcome)
        mark_line(d, view_of(d, h), line, bit_table_get(&d->points, rank));
    else if (!bit_table_get(&d->points, rank) &&
             !(d->moves.misere && !could_move(w, i, a)))
        mark_line(d, view_of(d, h), line, OUTCOME_P);
}

/* Values of what run i can become, into the set; all of them, unless one of
 * them settles it. */
static void look_at(const struct dense_walk *w, unsigned i, uint64_t set[])
{
    const struct dense *d = w->d;
    const size_t end = d->moves.first[w->at[i].size + 1];
    uint32_t weight = UINT32_MAX;
    uint64_t rank = 0;
    unsigned at;
    for (size_t k = d->moves.first[w->at[i].size]; k < end; k++) {
        const uint32_t *pair = d->moves.pair[k];
        const uint32_t both = numbering_weight(&d->m, pair[0]) + pair[1];
        if (both != weight)
            rank = head(w, i, weight = both);
        const uint64_t value =
            bit_table_get(&d->points, tail(w, i, pair[0], pair[1], rank, &at));
        set[value / 64] |= 1ull << value % 64;
        if (set[0] & d->fold.deciding)
            return;
    }
}

/* Values that are no outcomes. */
static void solve_free(struct dense_walk *w)
{
    struct dense *d = w->d;
    uint64_t set[DENSE_WORDS] = {0};
    for (unsigned i = TOP; i-- > w->base && !(set[0] & d->fold.deciding);) {
        if (!d->moves.takes) {
            look_at(w, i, set);
            continue;
        }
        const uint64_t line = dense_line(w, i);
        if (d->moves.takes > 1)
            catch_up(w, i, line);
        read_line(d, view_of(d, w->at[i].size), line, set);
    }
    const uint64_t value = d->fold.value(d->fold.context, set);
    bit_table_set(&d->points, d->m.offset[top_weight(w)] + w->from[w->base],
                  value);
    if (d->moves.takes == 1)
        mark_lines(w, value);
    w->states++;
}

/* A player is compelled by a move in run i that left a heap of a >= 1. Does he
 * lose? mask: of that position, at[at] being the first run above a. */
static bool compelled_loses(const struct dense_walk *w, unsigned i, uint32_t a,
                            uint64_t mask, unsigned at)
{
    const struct heap_table *t = &w->d->moves;
    const bool several = at > w->base && w->at[at - 1].size == a;
    const uint64_t bit = 1ull << (at - several - w->base);
    if (!t->elsewhere)
        return !(mask & bit) && !(t->misere && !heap_table_moves(t, a));
    const bool alone = w->parts == 1;
    if (several || (alone && t->lapses))
        return mask == 0 && !(t->misere && !could_move(w, i, a));
    return !(mask & ~bit) && !(t->misere && !could_move(w, i, 0));
}

/* Does a move in run i that obliges win? */
static bool obliging_wins(const struct dense_walk *w, unsigned i)
{
    const struct dense *d = w->d;
    const uint32_t h = w->at[i].size;
    for (size_t k = d->moves.lefts[h]; k < d->moves.lefts[h + 1]; k++) {
        const uint32_t a = d->moves.left[k];
        unsigned at;
        /* A player sent into an empty heap has no move. */
        if (a == 0 && d->moves.misere)
            continue;
        if (a == 0)
            return true;
        const uint64_t rank = neighbour(w, i, a, &at);
        if (compelled_loses(w, i, a, bit_table_get(&d->points, rank), at))
            return true;
    }
    return false;
}

/* Of run i the size and weight; of none (TOP), those of a heap that weighs
 * `none`. */
static uint32_t size_at(const struct dense_walk *w, unsigned i)
{
    return i < TOP ? w->at[i].size : 0;
}

/* The terms from run i on, with all weights greater by `more`. */
static uint64_t above_more(const struct dense_walk *w, unsigned i,
                           uint32_t more)
{
    const struct numbering *m = &w->d->m;
    if (more == 0)
        return w->from[i];
    uint64_t sum = 0;
    for (; i < TOP; i++)
        sum += numbering_ways(m, w->at[i].x + more, w->at[i].size) -
               numbering_ways(m, w->at[i].below + more, w->at[i].size);
    return sum;
}

/* The rank of the position with a heap of h in place of one of run i and one of
 * run k <= i (TOP: of none). *place: of h among its sizes. */
static uint64_t before_rank(const struct dense_walk *w, unsigned i, unsigned k,
                            uint32_t h, unsigned *place)
{
    const struct numbering *m = &w->d->m;
    const uint32_t a = size_at(w, i), b = size_at(w, k);
    const uint32_t of_b = k < TOP ? numbering_weight(m, b) : 0;
    const uint32_t both = numbering_weight(m, a) + of_b;
    const uint32_t more = numbering_weight(m, h) - both;
    unsigned j = TOP;
    while (j > w->base && w->at[j - 1].size > h)
        j--;
    const uint32_t x = j < TOP ? w->at[j].below : top_weight(w);
    uint64_t rank = above_more(w, j, more) + numbering_ways(m, x + more, h) -
                    numbering_ways(m, x - both, h) +
                    m->offset[top_weight(w) + more];
    *place = j - w->base;
    *place -= j > w->base && w->at[j - 1].size == h;
    *place -= i < TOP && w->at[i].count == 1u + (i == k);
    *place -= k < i && w->at[k].count == 1;
    const unsigned end = i < TOP ? i : w->base;
    for (; j-- > end && j != i;)
        rank += numbering_ways(m, w->at[j].x - both, w->at[j].size) -
                numbering_ways(m, w->at[j].below - both, w->at[j].size);
    if (i == TOP)
        return rank;
    rank += numbering_ways(m, w->at[i].x - both, a) -
            numbering_ways(m, w->at[i].below - (k < i ? of_b : 0), a);
    if (k < i) {
        for (j = i; --j > k;)
            rank += numbering_ways(m, w->at[j].x - of_b, w->at[j].size) -
                    numbering_ways(m, w->at[j].below - of_b, w->at[j].size);
        rank += numbering_ways(m, w->at[k].x - of_b, b) -
                numbering_ways(m, w->at[k].below, b);
        i = k;
    }
    return rank + w->from[w->base] - w->from[i];
}

/* Every position from which a move in a heap of h that obliges nobody, and
 * makes a heap of run i and one of run k of it (TOP: none), leads to a loss,
 * the position of the walk. */
static void mark(struct dense_walk *w, unsigned i, unsigned k)
{
    struct dense *d = w->d;
    const uint32_t a = size_at(w, i), b = size_at(w, k);
    const size_t at = (size_t)a * (d->moves.size + 1) + b;
    if (w->parts - (a > 0) - (b > 0) + 1 > d->m.parts)
        return;
    for (size_t n = d->moves.into[at]; n < d->moves.into[at + 1]; n++) {
        const uint32_t h = d->moves.heap[n];
        unsigned place;
        if (w->total - a - b + h > d->m.total)
            continue;
        const uint64_t rank = before_rank(w, i, k, h, &place);
        bit_table_set(&d->points, rank, d->moves.obliges ? 1ull << place : 1);
    }
}

static void mark_all(struct dense_walk *w)
{
    mark(w, TOP, TOP);
    for (unsigned i = w->base; i < TOP; i++) {
        mark(w, i, TOP);
        for (unsigned k = w->base; k < i; k++)
            if (w->at[i].size + w->at[k].size <= w->d->m.size)
                mark(w, i, k);
        if (w->at[i].count > 1 && 2 * w->at[i].size <= w->d->m.size)
            mark(w, i, i);
    }
}

static bool taking_wins(struct dense_walk *w, unsigned i)
{
    uint64_t set[1] = {0};
    const uint64_t line = dense_line(w, i);
    if (w->d->moves.takes > 1)
        catch_up(w, i, line);
    read_line(w->d, view_of(w->d, w->at[i].size), line, set);
    return set[0] != 0;
}

/* The free player loses; so whoever can move to here wins. */
static void found_loss(struct dense_walk *w)
{
    if (!w->d->moves.takes)
        mark_all(w);
    else if (w->d->moves.takes == 1)
        mark_lines(w, OUTCOME_P);
}

/* Outcomes without obligations: one bit, which losses have set already where
 * moves are told by lists. */
static void solve_outcome(struct dense_walk *w)
{
    struct dense *d = w->d;
    const uint64_t rank = d->m.offset[top_weight(w)] + w->from[w->base];
    bool wins = false;
    w->states++;
    if (!d->moves.takes)
        wins = bit_table_get(&d->points, rank);
    /* Lines that lag must be kept up to date in any case. */
    for (unsigned i = TOP; d->moves.takes && i-- > w->base;)
        if ((d->moves.takes > 1 || !wins) && taking_wins(w, i))
            wins = true;
    if (wins && d->moves.takes)
        bit_table_set(&d->points, rank, 1);
    if (!wins && !(d->moves.misere && !can_move(w)))
        found_loss(w);
}

static void solve_obliging(struct dense_walk *w)
{
    struct dense *d = w->d;
    const uint64_t rank = d->m.offset[top_weight(w)] + w->from[w->base];
    uint64_t mask = bit_table_get(&d->points, rank), found = 0;
    for (unsigned i = w->base; i < TOP; i++) {
        const uint64_t bit = 1ull << (i - w->base);
        if (d->moves.takes && taking_wins(w, i))
            found |= bit;
        else if (!(mask & bit) && obliging_wins(w, i))
            found |= bit;
    }
    if (found)
        bit_table_set(&d->points, rank, found);
    mask |= found;
    w->states += 1 + TOP - w->base + d->moves.sinks;
    if (!mask && !(d->moves.misere && !can_move(w)))
        found_loss(w);
}

void dense_solve(struct dense_walk *w)
{
    if (w->d->moves.obliges)
        solve_obliging(w);
    else if (w->d->fold.is_outcome)
        solve_outcome(w);
    else
        solve_free(w);
}
