#include "engine/retrograde/dense_inner.h"

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

/* Every partition of every total, and no point before its options. */
static bool ascends(const struct grid *grid, const struct grid_bounds *b)
{
    return grid->kind->layer_end && b->parts >= b->total && b->size >= b->total;
}

/* Which totals are looked up or marked from a point (dense_solve.c). */
static void find_window(struct dense *d)
{
    const struct heap_table *t = &d->moves;
    const struct heap_table_reach reach = heap_table_reach(t);
    d->back = t->obliges ? reach.obliging : 0;
    if (t->takes > 1 && t->takes > d->back)
        d->back = t->takes;
    if (!t->takes && !d->fold.is_outcome && reach.free > d->back)
        d->back = reach.free;
    d->on = !t->takes && d->fold.is_outcome ? reach.free : 0;
}

/* Everything but the tables. Splits raise the number of heaps, so that only
 * their total is bounded. */
static enum status prepare(const struct grid *grid, const struct game *game,
                           const struct dense_fold *fold, struct dense *d)
{
    struct grid_bounds b;
    *d = (struct dense){.fold = *fold};
    grid->kind->bounds(grid->self, &b);
    if (b.mixed || grid_of_positions(grid) || !heap_table_serves(game) ||
        fold->most / 64 + 1 > DENSE_WORDS ||
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
    if (!st) {
        d->ascends = d->m.by_total && ascends(grid, &b);
        d->ordered = d->m.by_total && grid->kind->partitions;
        find_window(d);
        dense_lines_prepare(d);
    }
    if (st) {
        heap_table_close(&d->moves);
        numbering_close(&d->m);
    }
    return st;
}

/* Points of totals from..to, and lines up to there, which later totals mark. */
static uint64_t bytes_between(const struct dense *d, uint32_t from, uint32_t to)
{
    const uint32_t end = to < d->m.total ? to + 1 : d->m.total + 1;
    const uint64_t points = d->m.offset[end] - d->m.offset[from];
    const uint64_t lines = d->m.offset[end];
    return bit_table_bytes(points, point_bits(d)) +
           (d->lines.spilled ? dense_lines_window(d)
                             : dense_lines_bytes(d, lines));
}

static uint64_t window(const struct dense *d)
{
    uint64_t most = 0;
    for (uint32_t t = 0; t <= d->m.total; t++) {
        const uint32_t from = t > d->back ? t - d->back : 0;
        const uint64_t bytes = bytes_between(d, from, t + d->on);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static struct dense_size size_of(const struct dense *d)
{
    struct dense_size size = {.points = d->m.count, .states = d->m.count};
    size.bytes = bit_table_bytes(d->m.count, point_bits(d)) +
                 dense_lines_bytes(d, d->lines.count);
    size.window = d->ascends ? window(d) : size.bytes;
    size.disk = dense_lines_disk(d);
    if (d->moves.obliges)
        size.states +=
            numbering_pairs(&d->m) + (d->moves.sinks ? d->m.count : 0);
    return size;
}

static void release(struct dense *d)
{
    bit_table_close(&d->points);
    dense_lines_close(&d->lines);
    dense_blocks_close(d);
    free(d->layer);
    heap_table_close(&d->moves);
    numbering_close(&d->m);
}

enum status dense_measure(const struct grid *grid, const struct game *game,
                          const struct dense_fold *fold, bool spill,
                          struct dense_size *size)
{
    struct dense d;
    enum status st = prepare(grid, game, fold, &d);
    if (st)
        return st;
    if (spill && dense_lines_spill(&d))
        dense_lines_plan(&d);
    *size = size_of(&d);
    release(&d);
    return STATUS_OK;
}

enum status dense_open(const struct grid *grid, const struct game *game,
                       const struct dense_fold *fold, unsigned threads,
                       const char *folder, struct dense **out)
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
        st = dense_lines_open(d, threads > 1,
                              dense_lines_spill(d) ? folder : NULL);
    if (!st)
        st = dense_blocks_open(d);
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
    if (!d->ascends)
        return size_of(d).bytes;
    return d->solved
               ? bytes_between(d, d->low, d->layer[d->solved - 1].total + d->on)
               : 0;
}

static uint32_t total_of(const struct point *p)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < p->n; i++)
        total += p->size[i];
    return total;
}

static void begin_anew(struct dense *d)
{
    bit_table_clear(&d->points);
    if (d->moves.takes)
        dense_lines_clear(d);
    d->low = 0;
    d->solved = 0;
}

/* Totals below this one are not looked up by the next layer to be solved. */
static uint32_t looked_up(const struct dense *d)
{
    const uint32_t next =
        d->solved < d->layers ? d->layer[d->solved].total : d->m.total + 1;
    return next > d->back ? next - d->back : 0;
}

size_t dense_need(struct dense *d, const struct point *first,
                  const struct point *last, size_t *solved)
{
    size_t need = d->layers;
    if (d->ascends) {
        const uint32_t from = total_of(first), to = total_of(last);
        const uint32_t needed = looked_up(d);
        const uint32_t low = from < needed ? from : needed;
        if (from < d->low)
            begin_anew(d);
        if (low > d->low) {
            bit_table_forget(&d->points, d->m.offset[d->low], d->m.offset[low]);
            d->low = low;
        }
        while (need > 0 && d->layer[need - 1].total > to)
            need--;
    }
    *solved = d->solved;
    return need;
}

void dense_solved(struct dense *d, size_t layers)
{
    d->solved = layers > d->solved ? layers : d->solved;
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

enum status dense_window(struct dense *d, size_t layer, uint64_t from,
                         uint64_t *end)
{
    const uint32_t total = d->layer[layer].total;
    uint32_t lo = 0, hi = 0, to;
    *end = dense_tasks(d, layer);
    if (!d->lines.spilled)
        return STATUS_OK;
    if (total)
        largest_heaps(d, layer, &lo, &hi);
    enum status st = dense_lines_move(d, total, lo + (uint32_t)from, hi, &to);
    *end = st ? *end : to - lo;
    return st;
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
                            x - count * numbering_weight(m, size), DENSE_LATER};
    w->from[i] = w->from[i + 1] + numbering_ways(m, r->x, size) -
                 numbering_ways(m, r->below, size);
    w->less[i] = w->less[i + 1] + numbering_ways(m, r->x - 1, size);
    if (r->below)
        w->less[i] -= numbering_ways(m, r->below - 1, size);
    w->base = i;
}

/* Heaps of d, with which smaller ones can make up the total; at least 1. */
static uint32_t fewest(uint32_t total, uint32_t parts, uint32_t d)
{
    const uint64_t others = (uint64_t)parts * (d - 1);
    return total > others + 1 ? (uint32_t)(total - others) : 1;
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
    if (w->d->blocks && dense_block_size(w->d, total, d)) {
        dense_block(w, total, d);
        return;
    }
    for (; d > 0 && (uint64_t)parts * d >= total; d--)
        for (uint32_t n = fewest(total, parts, d); n <= parts && n * d <= total;
             n++) {
            const uint32_t rest = total - n * d, left = parts - n;
            if (just && rest < left)
                break;
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
    for (uint32_t n = fewest(total, parts, g);
         n <= parts && (uint64_t)n * g <= total; n++) {
        const uint32_t rest = total - n * g, left = parts - n;
        if (just && rest < left)
            break;
        put(&w, g, n);
        w.parts += n;
        fill(&w, rest, left, g, just);
        w.parts -= n;
        w.base++;
    }
    return w.states;
}
