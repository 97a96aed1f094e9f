#include "engine/theory/heap_moves.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare_pairs(const void *a, const void *b)
{
    return memcmp(a, b, 2);
}

/* Sorted, larger heap first, each once: a move that can be made in two ways is
 * one option. */
static size_t tidy(uint8_t pair[][2], size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (pair[i][0] < pair[i][1]) {
            uint8_t swap = pair[i][0];
            pair[i][0] = pair[i][1];
            pair[i][1] = swap;
        }
    if (n)
        qsort(pair, n, sizeof *pair, compare_pairs);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || memcmp(pair[i], pair[kept - 1], 2))
            memmove(pair[kept++], pair[i], 2);
    return kept;
}

static enum status add_heap(struct heap_moves *m, uint32_t h,
                            size_t (*options)(const void *, uint32_t,
                                              uint32_t[][2]),
                            const void *self)
{
    size_t n = options(self, h, NULL), at = m->first[h];
    uint32_t(*out)[2] = calloc(n + 1, sizeof *out);
    void *grown = realloc(m->option, (at + n + 1) * sizeof *m->option);
    if (grown)
        m->option = grown;
    if (!out || !grown) {
        free(out);
        return log_error(STATUS_NOMEM, "moves of heaps to %u", m->top);
    }
    options(self, h, out);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            assert(out[i][k] <= h);
            m->option[at + i][k] = (uint8_t)out[i][k];
        }
    free(out);
    m->first[h + 1] = (uint32_t)(at + tidy(m->option + at, n));
    return STATUS_OK;
}

/* Options of heap h with every heap replaced by the least isomorphic one. */
static size_t likeness(const struct heap_moves *m, unsigned h, uint8_t out[][2])
{
    size_t n = m->first[h + 1] - m->first[h];
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            out[i][k] = m->isomorphic[m->option[m->first[h] + i][k]];
    return tidy(out, n);
}

static enum status find_alike(struct heap_moves *m)
{
    size_t all = m->first[m->top + 1] + 1;
    uint8_t(*mine)[2] = calloc(all, sizeof *mine);
    uint8_t(*other)[2] = calloc(all, sizeof *other);
    enum status st = STATUS_OK;
    if (!mine || !other)
        st = log_error(STATUS_NOMEM, "moves of heaps to %u", m->top);
    for (unsigned h = 1; !st && h <= m->top; h++) {
        size_t n = likeness(m, h, mine);
        m->isomorphic[h] = (uint8_t)h;
        for (unsigned g = 0; g < h && m->isomorphic[h] == h; g++)
            if (m->isomorphic[g] == g && likeness(m, g, other) == n &&
                !memcmp(mine, other, n * sizeof *mine))
                m->isomorphic[h] = (uint8_t)g;
    }
    free(mine);
    free(other);
    return st;
}

enum status heap_moves_build(struct heap_moves *m, unsigned top,
                             size_t (*options)(const void *, uint32_t,
                                               uint32_t[][2]),
                             const void *self)
{
    *m = (struct heap_moves){.top = top};
    if (top > HEAP_MOVES_TOP)
        return log_error(STATUS_RANGE, "heaps to %u: at most %d", top,
                         HEAP_MOVES_TOP);
    m->first = calloc(top + 2, sizeof *m->first);
    m->option = calloc(1, sizeof *m->option);
    m->isomorphic = calloc(top + 1, 1);
    enum status st = STATUS_OK;
    if (!m->first || !m->option || !m->isomorphic)
        st = log_error(STATUS_NOMEM, "moves of heaps to %u", top);
    for (unsigned h = 1; !st && h <= top; h++)
        st = add_heap(m, h, options, self);
    if (!st)
        st = find_alike(m);
    if (st)
        heap_moves_close(m);
    return st;
}

enum status heap_moves_open(struct heap_moves *m, const struct game *game,
                            unsigned top)
{
    if (!game->rules->heap || game->traits & GAME_OBLIGES)
        return log_error(STATUS_USAGE, "%s is no game of heaps", game->spec);
    return heap_moves_build(m, top, game->rules->heap->options, game->self);
}

void heap_moves_close(struct heap_moves *m)
{
    free(m->first);
    free(m->option);
    free(m->isomorphic);
    *m = (struct heap_moves){0};
}
