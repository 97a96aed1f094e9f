/* contract_code.c - the promise that a heap's rule and its lists of moves say
 * the same. */
#include "engine/base/log.h"
#include "engine/game/contract.h"

#include <stdlib.h>
#include <string.h>

static int compare_pairs(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0])
                        : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Sorted, larger heap first. */
static void tidy_pairs(uint32_t pairs[][2], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pairs[i][0] < pairs[i][1]) {
            const uint32_t swap = pairs[i][0];
            pairs[i][0] = pairs[i][1];
            pairs[i][1] = swap;
        }
    qsort(pairs, n, sizeof *pairs, compare_pairs);
}

/* Are the lists equal, in any order? pairs: room for 2 n. */
static bool same_options(const struct game *g, const struct heap_code *code,
                         uint32_t size, uint32_t pairs[][2], size_t n)
{
    uint32_t(*ours)[2] = pairs + n;
    if (heap_code_options(code, size, NULL) != n)
        return false;
    g->rules->heap->options(g->self, size, pairs);
    heap_code_options(code, size, ours);
    tidy_pairs(pairs, n);
    tidy_pairs(ours, n);
    return !memcmp(pairs, ours, n * sizeof *pairs);
}

enum { CODE_SIZES = 40 };

static bool same_obliging(const struct game *g, const struct heap_code *code,
                          uint32_t size)
{
    uint32_t listed[CODE_SIZES] = {0}, ours[CODE_SIZES] = {0};
    size_t n = 0;
    if (g->traits & GAME_OBLIGES)
        n = g->rules->heap->obliging(g->self, size, listed);
    return heap_code_obliging(code, size, NULL) == n &&
           heap_code_obliging(code, size, ours) == n &&
           !memcmp(listed, ours, n * sizeof *ours);
}

enum status contract_code(const struct contract_sample *s, char broken[])
{
    const struct game *g = s->game;
    struct heap_code code;
    enum status st = STATUS_OK;
    const struct heap_slots *heap = g->rules->heap;
    if (!heap || !heap->code || !heap->code(g->self, &code))
        return STATUS_OK;
    for (uint32_t size = 1; size < CODE_SIZES && !st; size++) {
        const size_t n = g->rules->heap->options(g->self, size, NULL);
        uint32_t(*pairs)[2] = calloc(2 * n + 1, sizeof *pairs);
        if (!pairs)
            return log_error(STATUS_NOMEM, "moves of a heap");
        if (!same_options(g, &code, size, pairs, n) ||
            !same_obliging(g, &code, size))
            st = contract_broken(g, s->at[0], broken,
                                 "heap->code is not what the lists say");
        free(pairs);
    }
    return st;
}
