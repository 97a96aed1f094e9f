#include "engine/theory/quotient/quotient_fold.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

/* Moves in the longest play of each heap; a move in a sum always shortens the
 * sum of these. Lowers fold->top to the heaps below 2^32. */
static void longest_plays(struct quotient_fold *f, const struct heap_moves *m,
                          uint64_t length[])
{
    length[0] = 0;
    for (unsigned h = 1; h <= f->top; h++) {
        length[h] = 0;
        for (uint32_t i = m->first[h]; i < m->first[h + 1]; i++) {
            const uint64_t then =
                1 + length[m->option[i][0]] + length[m->option[i][1]];
            length[h] = then > length[h] ? then : length[h];
        }
        if (length[h] > UINT32_MAX)
            f->top = h - 1;
    }
}

/* The words, by Dijkstra's algorithm: element x is x heaps away from nothing.
 * Elements that heaps 1..top do not make keep UINT64_MAX. */
static void find_words(struct quotient_fold *f, const struct quotient *q,
                       const uint64_t length[], uint64_t distance[],
                       bool done[])
{
    const size_t stride = f->top + 1;
    for (unsigned x = 0; x < q->order; x++)
        distance[x] = x ? UINT64_MAX : 0;
    for (;;) {
        unsigned x = q->order;
        for (unsigned y = 0; y < q->order; y++)
            if (!done[y] && distance[y] != UINT64_MAX &&
                (x == q->order || distance[y] < distance[x]))
                x = y;
        if (x == q->order)
            return;
        done[x] = true;
        for (unsigned h = 1; h <= f->top; h++) {
            const unsigned y = quotient_times(q, x, q->image[h]);
            const uint8_t *word = f->word + x * stride;
            if (distance[x] + length[h] >= distance[y] || word[h] == UINT8_MAX)
                continue;
            distance[y] = distance[x] + length[h];
            memcpy(f->word + y * stride, word, stride);
            f->word[y * stride + h]++;
        }
    }
}

/* Marks what one move in heap h of the word of x makes. */
static void mark_moves(const struct quotient_fold *f, const struct quotient *q,
                       const struct heap_moves *m, unsigned x, unsigned h,
                       bool reached[])
{
    unsigned rest = 0;
    for (unsigned g = 1; g <= f->top; g++)
        for (unsigned k = f->word[(size_t)x * (f->top + 1) + g] - (g == h); k;
             k--)
            rest = quotient_times(q, rest, q->image[g]);
    for (uint32_t i = m->first[h]; i < m->first[h + 1]; i++) {
        const uint8_t *made = m->option[i];
        const unsigned both =
            quotient_times(q, q->image[made[0]], q->image[made[1]]);
        reached[quotient_times(q, rest, both)] = true;
    }
}

static void find_options(struct quotient_fold *f, const struct quotient *q,
                         const struct heap_moves *m, bool reached[])
{
    f->first[0] = 0;
    for (unsigned x = 0; x < q->order; x++) {
        uint32_t n = f->first[x];
        memset(reached, 0, q->order);
        for (unsigned h = 1; h <= f->top; h++)
            if (f->word[(size_t)x * (f->top + 1) + h])
                mark_moves(f, q, m, x, h, reached);
        for (unsigned y = 0; y < q->order; y++)
            if (reached[y])
                f->option[n++] = (uint16_t)y;
        f->first[x + 1] = n;
    }
}

enum status quotient_fold_open(struct quotient_fold *f,
                               const struct quotient *q,
                               const struct heap_moves *m, unsigned top)
{
    const size_t order = q->order;
    uint64_t length[HEAP_MOVES_TOP + 1];
    *f = (struct quotient_fold){.top = top};
    longest_plays(f, m, length);
    uint64_t *distance = calloc(order, sizeof *distance);
    bool *flag = calloc(order, sizeof *flag);
    f->word = calloc(order, f->top + 1);
    f->first = calloc(order + 1, sizeof *f->first);
    f->option = calloc(order * order, sizeof *f->option);
    enum status st = STATUS_OK;
    if (!distance || !flag || !f->word || !f->first || !f->option)
        st = log_error(STATUS_NOMEM, "folding heaps to %u", top);
    if (!st) {
        find_words(f, q, length, distance, flag);
        find_options(f, q, m, flag);
    }
    free(distance);
    free(flag);
    if (st)
        quotient_fold_close(f);
    return st;
}

void quotient_fold_close(struct quotient_fold *f)
{
    free(f->word);
    free(f->first);
    free(f->option);
    *f = (struct quotient_fold){0};
}
