#include "engine/retrograde/heap_table.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* All lists together have at most so many moves. */
enum { MOVES_MAX = 1 << 24 };

bool heap_table_serves(const struct game *game)
{
    const unsigned traits = game->traits;
    return game->rules->heap && traits & GAME_SHRINKS &&
           traits & (GAME_SUMS | GAME_ELSEWHERE) && !(traits & GAME_PARTIZAN) &&
           (!(traits & GAME_OBLIGES) || game->rules->heap->obliging);
}

static enum status count_moves(const struct game *game, struct heap_table *t)
{
    uint32_t *out = calloc(t->size + 1, sizeof *out);
    enum status st = STATUS_OK;
    if (!out)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    for (uint32_t h = 1; h <= t->size && !st; h++) {
        const size_t n = game->rules->heap->options(game->self, h, NULL);
        const size_t m =
            t->obliges ? game->rules->heap->obliging(game->self, h, out) : 0;
        assert(m <= h);
        t->first[h + 1] = t->first[h] + n;
        t->lefts[h + 1] = t->lefts[h] + m;
        if (t->first[h + 1] > MOVES_MAX || t->lefts[h + 1] > MOVES_MAX)
            st = STATUS_RANGE;
    }
    free(out);
    return st;
}

static int larger_rest_first(const void *x, const void *y)
{
    const uint32_t *p = x, *q = y;
    const uint32_t m = p[0] + p[1], n = q[0] + q[1];
    if (m != n)
        return m < n ? 1 : -1;
    return p[0] < q[0] ? 1 : p[0] > q[0] ? -1 : 0;
}

static void list_moves(const struct game *game, struct heap_table *t)
{
    for (uint32_t h = 1; h <= t->size; h++) {
        uint32_t(*pair)[2] = t->pair + t->first[h];
        const size_t n = t->first[h + 1] - t->first[h];
        game->rules->heap->options(game->self, h, pair);
        for (size_t i = 0; i < n; i++) {
            const uint32_t a = pair[i][0], b = pair[i][1];
            pair[i][0] = a > b ? a : b;
            pair[i][1] = a > b ? b : a;
            t->splits = t->splits || pair[i][1];
        }
        qsort(pair, n, sizeof *pair, larger_rest_first);
        if (t->obliges)
            game->rules->heap->obliging(game->self, h, t->left + t->lefts[h]);
        for (size_t i = t->lefts[h]; i < t->lefts[h + 1]; i++)
            t->sinks = t->sinks || t->left[i] == 0;
    }
}

/* Sorted as they are, h - d, h - d - 1, ..., 0; of a heap of 1 at least 0, if
 * takes_one. */
static bool takes_from(const struct heap_table *t, uint32_t d)
{
    for (uint32_t h = 1; h <= t->size; h++) {
        const uint32_t least = h == 1 && t->takes_one ? 1 : d;
        const uint32_t n = h >= least ? h - least + 1 : 0;
        if (t->first[h + 1] - t->first[h] != n)
            return false;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t *pair = t->pair[t->first[h] + i];
            if (pair[0] != h - least - i || pair[1])
                return false;
        }
    }
    return true;
}

static enum status invert(const struct game *game, struct heap_table *t)
{
    const size_t side = t->size + 1, pairs = side * side;
    t->into = calloc(pairs + 1, sizeof *t->into);
    t->heap = calloc(t->first[t->size + 1] + 1, sizeof *t->heap);
    if (!t->into || !t->heap)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    for (size_t i = 0; i < t->first[t->size + 1]; i++)
        t->into[t->pair[i][0] * side + t->pair[i][1] + 1]++;
    for (size_t i = 0; i < pairs; i++)
        t->into[i + 1] += t->into[i];
    for (uint32_t h = 1; h <= t->size; h++)
        for (size_t i = t->first[h]; i < t->first[h + 1]; i++)
            t->heap[t->into[t->pair[i][0] * side + t->pair[i][1]]++] = h;
    /* Each start was advanced to the next one: shift them back. */
    memmove(t->into + 1, t->into, pairs * sizeof *t->into);
    t->into[0] = 0;
    return STATUS_OK;
}

static void find_takes(struct heap_table *t)
{
    t->takes_one = t->size && t->first[2] > t->first[1];
    for (uint32_t d = 1; d <= 2 && !t->takes; d++)
        if (takes_from(t, d))
            t->takes = d;
}

enum status heap_table_open(const struct game *game, uint32_t size,
                            struct heap_table *t)
{
    const unsigned traits = game->traits;
    *t = (struct heap_table){.size = size,
                             .obliges = traits & GAME_OBLIGES,
                             .elsewhere = traits & GAME_ELSEWHERE,
                             .lapses = traits & GAME_LAPSES,
                             .misere = traits & GAME_MISERE};
    if (size > HEAP_TABLE_SIZE_MAX)
        return STATUS_RANGE;
    t->first = calloc((size_t)size + 2, sizeof *t->first);
    t->lefts = calloc((size_t)size + 2, sizeof *t->lefts);
    enum status st = STATUS_OK;
    if (!t->first || !t->lefts)
        st = log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    if (!st)
        st = count_moves(game, t);
    if (!st) {
        t->pair = calloc(t->first[size + 1] + 1, sizeof *t->pair);
        t->left = calloc(t->lefts[size + 1] + 1, sizeof *t->left);
        if (!t->pair || !t->left)
            st = log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    }
    if (!st) {
        list_moves(game, t);
        find_takes(t);
        if (!t->takes)
            st = invert(game, t);
    }
    if (st)
        heap_table_close(t);
    return st;
}

struct heap_table_reach heap_table_reach(const struct heap_table *t)
{
    struct heap_table_reach reach = {0, 0};
    for (uint32_t h = 1; h <= t->size; h++) {
        for (size_t k = t->first[h]; k < t->first[h + 1]; k++) {
            const uint32_t less = h - t->pair[k][0] - t->pair[k][1];
            reach.free = less > reach.free ? less : reach.free;
        }
        for (size_t k = t->lefts[h]; k < t->lefts[h + 1]; k++) {
            const uint32_t less = h - t->left[k];
            reach.obliging = less > reach.obliging ? less : reach.obliging;
        }
    }
    return reach;
}

void heap_table_close(struct heap_table *t)
{
    free(t->first);
    free(t->pair);
    free(t->lefts);
    free(t->left);
    free(t->into);
    free(t->heap);
    *t = (struct heap_table){.size = 0};
}
