/* retrograde_tables.c - what a sweep looks up: the moves of all heaps,
 * inverted, and how far they reach. */
#include "engine/retrograde/retrograde_inner.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool retrograde_fits(const struct grid *grid, const struct game *game)
{
    const unsigned traits = GAME_SHRINKS | GAME_SUMS;
    if (!grid->kind->partitions || !game->rules->heap ||
        (game->traits & traits) != traits || game->players != 2 ||
        game->traits & (GAME_PARTIZAN | GAME_MISERE))
        return false;
    const struct partitions *p = grid->kind->partitions(grid->self);
    return p->lo == 0 && p->hi <= TOTAL_MAX &&
           (!(game->traits & GAME_OBLIGES) || game->rules->heap->obliging);
}

/* Adds the moves of heap h to the inverse table: counts them in first[] if
 * heap[] is not there yet, else stores them at first[pair] and advances it. */
static enum status invert(struct retrograde *r, const struct game *game,
                          uint32_t h)
{
    const struct ruleset *rules = game->rules;
    size_t n = rules->heap->options(game->self, h, NULL);
    uint32_t(*out)[2] = calloc(n + 1, sizeof *out);
    if (!out)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    rules->heap->options(game->self, h, out);
    for (size_t i = 0; i < n; i++) {
        uint32_t a = out[i][0] > out[i][1] ? out[i][0] : out[i][1];
        uint32_t b = out[i][0] + out[i][1] - a;
        if (r->heap)
            r->heap[r->first[pair(r, a, b)]++] = h;
        else
            r->first[pair(r, a, b) + 1]++;
    }
    free(out);
    return STATUS_OK;
}

static enum status fill_inverse(struct retrograde *r, const struct game *game)
{
    const uint32_t hi = r->grid->hi;
    const size_t pairs = pair(r, hi, hi) + 1;
    enum status st = STATUS_OK;
    r->first = calloc(pairs + 1, sizeof *r->first);
    if (!r->first)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    for (uint32_t h = 1; h <= hi && !st; h++)
        st = invert(r, game, h);
    if (st)
        return st;
    for (size_t i = 0; i < pairs; i++)
        r->first[i + 1] += r->first[i];
    r->heap = calloc(r->first[pairs] + 1, sizeof *r->heap);
    if (!r->heap)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    for (uint32_t h = 1; h <= hi && !st; h++)
        st = invert(r, game, h);
    /* Each start was advanced to the next one: shift them back. */
    memmove(r->first + 1, r->first, pairs * sizeof *r->first);
    r->first[0] = 0;
    return st;
}

static void fill_obliging(struct retrograde *r, const struct game *game)
{
    uint32_t out[TOTAL_MAX + 1];
    for (uint32_t h = 1; h <= r->grid->hi; h++) {
        size_t n = game->rules->heap->obliging(game->self, h, out);
        assert(n <= h);
        r->lefts[h] = (uint8_t)n;
        for (size_t i = 0; i < n; i++)
            r->left[h][i] = (uint8_t)out[i];
    }
}

static struct reach reach_of(const struct retrograde *r)
{
    struct reach reach = {0, 0};
    for (uint32_t h = 1; h <= r->grid->hi; h++)
        for (uint32_t k = 0; k < r->lefts[h]; k++)
            if (h - r->left[h][k] > reach.back)
                reach.back = h - r->left[h][k];
    for (uint32_t a = 0; a <= r->grid->hi; a++)
        for (uint32_t b = 0; b <= a; b++)
            for (uint32_t k = r->first[pair(r, a, b)];
                 k < r->first[pair(r, a, b) + 1]; k++)
                if (r->heap[k] - a - b > reach.on)
                    reach.on = r->heap[k] - a - b;
    return reach;
}

/* The masks in use while a total is solved: *low .. *high - 1. */
static void window(const struct retrograde *r, uint32_t total, uint64_t *low,
                   uint64_t *high)
{
    const uint32_t hi = r->grid->hi, back = r->reach.back, on = r->reach.on;
    *low = r->grid->offset[total > back ? total - back : 0];
    *high = r->grid->offset[(total + on < hi ? total + on : hi) + 1];
}

static enum status prepare(const struct grid *grid, const struct game *game,
                           struct retrograde **out)
{
    struct retrograde *r = calloc(1, sizeof *r);
    if (!r)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    *r = (struct retrograde){.grid = grid->kind->partitions(grid->self),
                             .obliges = game->traits & GAME_OBLIGES};
    enum status st = fill_inverse(r, game);
    if (!st && r->obliges)
        fill_obliging(r, game);
    if (st) {
        retrograde_close(r);
        return st;
    }
    r->reach = reach_of(r);
    *out = r;
    return STATUS_OK;
}

enum status retrograde_window(const struct grid *grid, const struct game *game,
                              uint64_t *most)
{
    struct retrograde *r;
    enum status st = prepare(grid, game, &r);
    *most = 0;
    if (st)
        return st;
    for (uint32_t total = 0; total <= r->grid->hi; total++) {
        uint64_t low, high;
        window(r, total, &low, &high);
        *most = high - low > *most ? high - low : *most;
    }
    *most *= sizeof *r->masks.at;
    retrograde_close(r);
    return STATUS_OK;
}

enum status retrograde_open(const struct grid *grid, const struct game *game,
                            const char *folder, struct retrograde **out)
{
    struct retrograde *r;
    enum status st = prepare(grid, game, &r);
    if (st)
        return st;
    st = masks_open(grid->count, folder, &r->masks);
    if (st) {
        retrograde_close(r);
        return st;
    }
    retrograde_reached(r, 0);
    *out = r;
    return STATUS_OK;
}

void retrograde_reached(struct retrograde *r, uint64_t index)
{
    uint32_t total = 0;
    uint64_t low, high;
    while (total < r->grid->hi && r->grid->offset[total + 1] <= index)
        total++;
    window(r, total, &low, &high);
    if (high <= atomic_load(&r->masks.high) &&
        low <= atomic_load(&r->masks.low))
        return;
    masks_forget(&r->masks, low, high);
    masks_page_out(&r->masks);
}

void retrograde_close(struct retrograde *r)
{
    masks_close(&r->masks);
    free(r->first);
    free(r->heap);
    free(r);
}

uint64_t retrograde_bytes(const struct retrograde *r)
{
    return r->masks.file < 0 ? masks_bytes(&r->masks) : 0;
}
