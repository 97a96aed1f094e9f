/* dense_blocks.c - positions that differ in their smaller heaps alone, up to 64
 * of them, solved together by the bits of a word: outcomes of games that take
 * any number of counters and oblige nobody.
 *
 *     P + q_0, P + q_1, ... P + q_n-1      P: heaps above `most`
 *                                          q: all ways to make `rest` of
 *                                             smaller ones, as they are ranked
 *
 * They are neighbours by rank, and so are their lines without one heap of P. Of
 * their lines without a heap of d <= most there is one for each q that holds d,
 * in the same order, since heaps are compared from the largest on. So the
 * options of all of them in one size are a run of bits; spread over the q that
 * hold d in the second case.
 */
#include "engine/retrograde/dense_inner.h"

#include "engine/base/log.h"

#include <stdlib.h>

enum { BLOCK = 64 };

/* Of the ways to make `rest`, those that hold a heap of d: their bits, and the
 * number of each. */
struct holding {
    uint64_t bits;
    uint8_t at[BLOCK];
};

struct dense_blocks {
    size_t *first; /* of a rest; d = 1, 2, ... follow each other */
    struct holding *holding;
};

static uint64_t ones(uint64_t n)
{
    return n ? UINT64_MAX >> (64 - n) : 0;
}

unsigned dense_block_size(const struct dense *d, uint32_t rest, uint32_t most)
{
    const uint64_t ways = numbering_ways(&d->m, rest, most);
    return ways <= BLOCK ? (unsigned)ways : 0;
}

/* Those without a heap of `most` come first. */
static uint64_t bits_of(const struct numbering *m, uint32_t rest, uint32_t most,
                        uint32_t d)
{
    if (most < d || rest < d)
        return 0;
    const uint64_t bits = bits_of(m, rest, most - 1, d);
    const uint64_t fewer = numbering_ways(m, rest, most - 1);
    if (most > rest)
        return bits;
    return bits | (most == d ? ones(numbering_ways(m, rest - d, d))
                             : bits_of(m, rest - most, most, d))
                      << fewer;
}

/* The largest of the smaller heaps of a block. */
static uint32_t largest(const struct dense *d, uint32_t rest)
{
    uint32_t most = rest < d->m.size ? rest : d->m.size;
    while (most && !dense_block_size(d, rest, most))
        most--;
    return most;
}

static void list(const struct dense *d, uint32_t rest, struct holding h[])
{
    const uint32_t most = largest(d, rest);
    for (uint32_t i = 1; i <= most; i++, h++) {
        unsigned n = 0;
        h->bits = bits_of(&d->m, rest, most, i);
        for (uint64_t bits = h->bits; bits; bits &= bits - 1)
            h->at[n++] = (uint8_t)__builtin_ctzll(bits);
    }
}

enum status dense_blocks_open(struct dense *d)
{
    const size_t rests = (size_t)d->m.total + 1;
    size_t n = 0;
    if (!d->m.by_total || !d->fold.is_outcome || d->moves.obliges ||
        d->moves.takes != 1)
        return STATUS_OK;
    d->blocks = calloc(1, sizeof *d->blocks);
    size_t *first = calloc(rests, sizeof *first);
    for (uint32_t r = 0; r < rests && first; r++) {
        first[r] = n;
        n += largest(d, r);
    }
    struct holding *holding = calloc(n + 1, sizeof *holding);
    if (!d->blocks || !first || !holding) {
        free(first);
        free(holding);
        return log_error(STATUS_NOMEM, "out of memory for blocks of positions");
    }
    *d->blocks = (struct dense_blocks){first, holding};
    for (uint32_t r = 0; r < rests; r++)
        list(d, r, holding + first[r]);
    return STATUS_OK;
}

void dense_blocks_close(struct dense *d)
{
    if (!d->blocks)
        return;
    free(d->blocks->first);
    free(d->blocks->holding);
    free(d->blocks);
}

/* The lines of a block without one heap of a size: n from `at` on. */
static uint64_t read_lines(const struct dense *d, uint32_t size, uint64_t at,
                           unsigned n)
{
    const struct dense_view *v = &d->lines.view[size];
    return bit_table_get_run(&v->bits, at - v->base, n);
}

static void mark_lines(struct dense *d, uint32_t size, uint64_t at,
                       uint64_t losses)
{
    struct dense_view *v = &d->lines.view[size];
    bit_table_set_run(&v->bits, at - v->base, losses);
    if (d->lines.spilled)
        atomic_store_explicit(&v->marked, true, memory_order_relaxed);
}

/* The first of the lines without a smaller heap of size. */
static uint64_t smaller_line(const struct dense_walk *w, uint32_t size)
{
    return w->d->m.offset[w->total - size] + dense_above(w, w->base, size);
}

static uint64_t wins_by_smaller(const struct dense_walk *w, uint32_t rest,
                                uint32_t size, uint32_t most,
                                const struct holding *h)
{
    const unsigned n = dense_block_size(w->d, rest - size, most);
    uint64_t wins = 0;
    uint64_t bits = read_lines(w->d, size, smaller_line(w, size), n);
    for (; bits; bits &= bits - 1)
        wins |= 1ull << h->at[__builtin_ctzll(bits)];
    return wins;
}

/* Lines of all that move to these losses. */
static void found_losses(struct dense_walk *w, uint32_t most,
                         const struct holding *h, uint64_t own, uint64_t losses)
{
    struct dense *d = w->d;
    for (unsigned i = w->base; i < DENSE_SIZES; i++)
        mark_lines(d, w->at[i].size, dense_line(w, i), losses);
    for (uint32_t size = 1; size <= most; size++, h++) {
        uint64_t marks = 0;
        for (uint64_t bits = losses & h->bits; bits; bits &= bits - 1) {
            const uint64_t below = (bits & -bits) - 1;
            marks |= 1ull << __builtin_popcountll(h->bits & below);
        }
        if (marks)
            mark_lines(d, size, smaller_line(w, size), marks);
    }
    if (w->total < d->m.total)
        mark_lines(d, 0, own, losses);
}

void dense_block(struct dense_walk *w, uint32_t rest, uint32_t most)
{
    struct dense *d = w->d;
    const struct holding *h = d->blocks->holding + d->blocks->first[rest];
    const unsigned n = dense_block_size(d, rest, most);
    const uint64_t own = d->m.offset[w->total] + w->from[w->base];
    const uint64_t all = ones(n);
    uint64_t wins = 0;
    for (unsigned i = w->base; i < DENSE_SIZES && wins != all; i++)
        wins |= read_lines(d, w->at[i].size, dense_line(w, i), n);
    for (uint32_t size = most; size > 0 && wins != all; size--)
        if (h[size - 1].bits & all & ~wins)
            wins |= wins_by_smaller(w, rest, size, most, &h[size - 1]);
    bit_table_set_run(&d->points, own, wins);
    if (wins != all)
        found_losses(w, most, h, own, all & ~wins);
    w->states += n;
}
