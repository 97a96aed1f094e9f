#include "engine/retrograde/dense_inner.h"

#include "engine/base/column.h"
#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

static unsigned bits_of(uint64_t most)
{
    return most ? 64 - (unsigned)__builtin_clzll(most) : 1;
}

static unsigned point_bits(const struct dense *d)
{
    const uint32_t sizes = numbering_sizes(&d->m);
    return d->moves.obliges     ? (sizes ? sizes : 1)
           : d->fold.is_outcome ? 1
                                : bits_of(d->fold.most);
}

static unsigned line_bits(const struct dense *d)
{
    return d->fold.is_outcome ? 1 : (unsigned)d->fold.most + 1;
}

/* In a box a line's heaps are one fewer than a position's. */
static uint64_t count_lines(const struct dense *d)
{
    const struct numbering *m = &d->m;
    if (!d->moves.takes)
        return 0;
    return m->by_total
               ? m->count
               : numbering_ways(m, m->parts ? m->parts - 1 : 0, m->size);
}

static bool wide(const struct dense *d)
{
    return d->words > 1 && d->moves.takes;
}

/* Without splits, layers are the points of one total. */
static enum status list_layers(struct dense *d)
{
    const uint32_t total = d->m.total, size = d->m.size;
    size_t n = 0, most = (size_t)total + 1;
    if (d->moves.splits)
        most += (size_t)total * (total + 1) / 2;
    d->layer = calloc(most, sizeof *d->layer);
    if (!d->layer)
        return log_error(STATUS_NOMEM, "out of memory for layers");
    for (uint32_t t = 0; t <= total; t++) {
        if (t == 0 || !d->moves.splits) {
            d->layer[n].total = t;
            d->layer[n++].parts = 0;
            continue;
        }
        for (uint32_t k = t; k > 0 && (uint64_t)k * size >= t; k--) {
            d->layer[n].total = t;
            d->layer[n++].parts = k;
        }
    }
    d->layers = n;
    return STATUS_OK;
}

/* A move takes a counter or splits a heap. */
enum status dense_moves(const struct grid *grid, const struct game *game,
                        uint64_t *moves)
{
    struct grid_bounds b;
    struct heap_table t;
    grid->kind->bounds(grid->self, &b);
    if (b.mixed || grid_of_positions(grid) || !heap_table_serves(game))
        return STATUS_RANGE;
    enum status st = heap_table_open(game, b.size, &t);
    if (st)
        return st;
    *moves = t.splits ? 2 * b.total : b.total;
    heap_table_close(&t);
    return STATUS_OK;
}

/* Everything but the tables. Splits raise the number of heaps, so that only
 * their total is bounded. */
static enum status prepare(const struct grid *grid, const struct game *game,
                           const struct dense_fold *fold, struct dense *d)
{
    struct grid_bounds b;
    *d = (struct dense){.fold = *fold, .words = (size_t)(fold->most / 64 + 1)};
    grid->kind->bounds(grid->self, &b);
    if (b.mixed || grid_of_positions(grid) || !heap_table_serves(game) ||
        d->words > DENSE_WORDS ||
        (game->traits & GAME_OBLIGES && !fold->is_outcome))
        return STATUS_RANGE;
    enum status st = heap_table_open(game, b.size, &d->moves);
    if (st)
        return st;
    const bool by_total =
        d->moves.splits || b.total < (uint64_t)b.parts * b.size;
    st = numbering_open(by_total, b.parts, b.size, b.total, &d->m);
    if (!st && numbering_sizes(&d->m) > DENSE_SIZES)
        st = STATUS_RANGE;
    if (!st)
        d->nlines = count_lines(d);
    if (st) {
        heap_table_close(&d->moves);
        numbering_close(&d->m);
    }
    return st;
}

static struct dense_size size_of(const struct dense *d)
{
    struct dense_size size = {.points = d->m.count, .states = d->m.count};
    size.bytes = bit_table_bytes(d->m.count, point_bits(d));
    if (d->moves.obliges)
        size.states +=
            numbering_pairs(&d->m) + (d->moves.sinks ? d->m.count : 0);
    if (wide(d))
        size.bytes += d->nlines * d->words * sizeof *d->wide;
    else if (d->moves.takes)
        size.bytes += bit_table_bytes(d->nlines, line_bits(d));
    return size;
}

static void release(struct dense *d)
{
    bit_table_close(&d->points);
    bit_table_close(&d->lines);
    free(d->wide);
    free(d->layer);
    heap_table_close(&d->moves);
    numbering_close(&d->m);
}

enum status dense_measure(const struct grid *grid, const struct game *game,
                          const struct dense_fold *fold,
                          struct dense_size *size)
{
    struct dense d;
    enum status st = prepare(grid, game, fold, &d);
    if (st)
        return st;
    *size = size_of(&d);
    release(&d);
    return STATUS_OK;
}

static enum status open_lines(struct dense *d, bool shared)
{
    if (!d->moves.takes)
        return STATUS_OK;
    if (!wide(d))
        return bit_table_open(d->nlines, line_bits(d), shared, &d->lines);
    d->wide = calloc(d->nlines * d->words, sizeof *d->wide);
    return d->wide
               ? STATUS_OK
               : log_error(STATUS_NOMEM, "out of memory for sets of values");
}

enum status dense_open(const struct grid *grid, const struct game *game,
                       const struct dense_fold *fold, unsigned threads,
                       struct dense **out)
{
    struct dense *d = malloc(sizeof *d);
    if (!d)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    enum status st = prepare(grid, game, fold, d);
    if (st) {
        free(d);
        return st;
    }
    st = list_layers(d);
    if (!st)
        st = bit_table_open(d->m.count, point_bits(d), threads > 1, &d->points);
    if (!st)
        st = open_lines(d, threads > 1);
    if (st)
        dense_close(d);
    else
        *out = d;
    return st;
}

void dense_close(struct dense *d)
{
    if (d)
        release(d);
    free(d);
}

uint64_t dense_bytes(const struct dense *d)
{
    return size_of(d).bytes;
}

size_t dense_layers(const struct dense *d)
{
    return d->layers;
}

/* The largest heap numbers the tasks of a layer. */
static void largest_heaps(const struct dense *d, size_t layer, uint32_t *lo,
                          uint32_t *hi)
{
    const uint32_t total = d->layer[layer].total;
    const uint32_t parts = d->layer[layer].parts;
    const uint32_t most = parts ? total - parts + 1 : total;
    const uint32_t spread = parts ? parts : d->m.parts;
    *lo = spread ? (total + spread - 1) / spread : 0;
    *hi = most < d->m.size ? most : d->m.size;
}

uint64_t dense_tasks(const struct dense *d, size_t layer)
{
    uint32_t lo, hi;
    if (d->layer[layer].total == 0)
        return 1;
    largest_heaps(d, layer, &lo, &hi);
    return hi >= lo ? hi - lo + 1 : 0;
}

/* Puts `count` heaps of a size below those that stand. */
static void put(struct dense_walk *w, uint32_t size, uint32_t count)
{
    const struct numbering *m = &w->d->m;
    const unsigned i = w->base - 1;
    const uint32_t x = w->base < DENSE_SIZES ? w->at[w->base].below
                       : m->by_total         ? w->total
                                             : m->parts;
    struct dense_run *r = &w->at[i];
    *r = (struct dense_run){size, count, x,
                            x - count * numbering_weight(m, size)};
    w->from[i] = w->from[i + 1] + numbering_ways(m, r->x, size) -
                 numbering_ways(m, r->below, size);
    w->less[i] = w->less[i + 1] + numbering_ways(m, r->x - 1, size);
    if (r->below)
        w->less[i] -= numbering_ways(m, r->below - 1, size);
    w->base = i;
}

/* All ways to make `total` of heaps below `size`: just `parts` of them, or at
 * most so many. */
static void fill(struct dense_walk *w, uint32_t total, uint32_t parts,
                 uint32_t size, bool just)
{
    if (total == 0) {
        if (parts == 0 || !just)
            dense_solve(w);
        return;
    }
    if (parts == 0)
        return;
    const uint32_t most = just ? total - parts + 1 : total;
    uint32_t d = size - 1 < most ? size - 1 : most;
    for (; d > 0 && (uint64_t)parts * d >= total; d--)
        for (uint32_t n = 1; n <= parts && n * d <= total; n++) {
            const uint32_t rest = total - n * d, left = parts - n;
            if (rest > (uint64_t)left * (d - 1) || (just && rest < left))
                continue;
            put(w, d, n);
            w->parts += n;
            fill(w, rest, left, d, just);
            w->parts -= n;
            w->base++;
        }
}

uint64_t dense_task(struct dense *d, size_t layer, uint64_t task)
{
    struct dense_walk w;
    const uint32_t total = d->layer[layer].total;
    const bool just = d->layer[layer].parts;
    const uint32_t parts = just ? d->layer[layer].parts : d->m.parts;
    uint32_t lo, hi;
    w.d = d;
    w.states = 0;
    w.total = total;
    w.parts = 0;
    w.base = DENSE_SIZES;
    w.from[DENSE_SIZES] = w.less[DENSE_SIZES] = 0;
    if (total == 0) {
        dense_solve(&w);
        return w.states;
    }
    largest_heaps(d, layer, &lo, &hi);
    const uint32_t g = lo + (uint32_t)task;
    for (uint32_t n = 1; n <= parts && (uint64_t)n * g <= total; n++) {
        const uint32_t rest = total - n * g, left = parts - n;
        if (rest > (uint64_t)left * (g - 1) || (just && rest < left))
            continue;
        put(&w, g, n);
        w.parts += n;
        fill(&w, rest, left, g, just);
        w.parts -= n;
        w.base++;
    }
    return w.states;
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

size_t dense_states(const struct dense *d, const struct point *p,
                    uint64_t values[])
{
    struct point_run run[DENSE_SIZES + 1];
    const uint32_t n = runs_of(p, run);
    const uint64_t value =
        bit_table_get(&d->points, numbering_rank(&d->m, run, n));
    if (d->moves.obliges)
        return outcomes(d, value, run, n, values);
    values[0] = value;
    if (d->fold.is_outcome)
        values[0] =
            outcome(value || (d->moves.misere && !moves_in(d, run, n, n)));
    return 1;
}
