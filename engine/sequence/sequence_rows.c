/* sequence_rows.c - the sparse kernel for values of any size: sixteen heaps, a
 * row of bytes each, one for each nimber.
 *
 * Every pair with a rare heap in it is marked, and some others; which nimbers
 * of the rare class are smaller than the least common one and not marked is
 * looked for among all pairs.
 */
#include "engine/sequence/sequence_sparse.h"

#include <string.h>

enum {
    MARK_MOST = 4096, /* pairs marked, until about so few nimbers are left: */
    OPEN = 8,
};

/* Marks v xor head[first + t] in row t, for all rows. */
static void mark_rows(struct sparse *p, const uint16_t *head, uint16_t v)
{
    const uint64_t all = v * 0x0001000100010001u;
    const size_t stride = p->stride;
    uint8_t *row = p->rows;
    for (uint32_t t = 0; t < SPARSE_ROWS; t += 4, row += 4 * stride) {
        uint64_t x;
        memcpy(&x, &head[t], sizeof x);
        x ^= all;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        x = x >> 48 | (x >> 16 & 0xffff0000) | (x & 0xffff0000) << 16 | x << 48;
#endif
        row[x & 0xffff] = 1;
        row[stride + (x >> 16 & 0xffff)] = 1;
        row[2 * stride + (x >> 32 & 0xffff)] = 1;
        row[3 * stride + (x >> 48)] = 1;
    }
}

/* Pairs (a, m - a) of heaps first.. of the block, break i, where both parts are
 * below the block. */
static void mark_part(struct sequence *s, uint32_t i, uint32_t a)
{
    struct sparse *p = s->sparse;
    const uint32_t m = p->first - s->breaks[i];
    const bool unequal = s->code.digit[s->breaks[i]] & HEAP_UNEQUAL;
    const bool middle = unequal && 2 * a >= m && 2 * a < m + SPARSE_ROWS;
    if (a < m && m - a + SPARSE_ROWS <= p->first && !middle) {
        mark_rows(p, s->head + (m - a), s->head[a]);
        return;
    }
    for (uint32_t t = 0; t < SPARSE_ROWS; t++)
        if (a < m + t && m + t - a < p->first && (!unequal || 2 * a != m + t))
            p->rows[t * p->stride + (s->head[a] ^ s->head[m + t - a])] = 1;
}

/* Every pair with a rare heap in it, and some others, of all heaps of the
 * block. */
static void mark_block(struct sequence *s)
{
    struct sparse *p = s->sparse;
    p->first = s->known + 1;
    p->stride = s->end < 64 ? 64 : s->end;
    memset(p->rows, 0, SPARSE_ROWS * p->stride);
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        for (uint32_t j = 0; j < p->nrare; j++)
            mark_part(s, i, p->heap[j]);
        for (uint32_t a = 1; a <= p->mark; a++)
            mark_part(s, i, a);
    }
}

/* Pairs with a part in the block, and single heaps, of heap n. */
static void mark_inside(struct sequence *s, uint32_t n)
{
    struct sparse *p = s->sparse;
    uint8_t *row = p->rows + (n - p->first) * p->stride;
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        const uint32_t m = n - s->breaks[i];
        for (uint32_t a = 1; m >= p->first && a <= m - p->first; a++)
            row[s->head[a] ^ s->head[m - a]] = 1;
    }
    for (uint32_t k = 1; k < s->code.n; k++)
        if (s->code.digit[k] & HEAP_ONE)
            row[s->head[n - k]] = 1;
}

/* Word w of the nimbers of the common class of a heap of n, or of the others.
 */
static uint64_t of_class(const struct sparse *p, uint32_t n, uint32_t w,
                         bool common)
{
    const bool ones = (p->common ^ (n & p->odd)) == common;
    return ones ? p->ones[w] : ~p->ones[w];
}

/* The least nimber of the common class that is not marked: there is one below
 * 2 * end, as none is marked from end on. */
static uint32_t least_common(const struct sparse *p, uint32_t n, uint32_t end)
{
    const uint32_t words = (end - 1) / 64 + 1;
    for (uint32_t w = 0;; w++) {
        const uint64_t marked = w < words ? p->marked[w] : 0;
        const uint64_t open = of_class(p, n, w, true) & ~marked;
        if (open)
            return 64 * w + (uint32_t)__builtin_ctzll(open);
    }
}

/* Lists the nimbers below `least` of the rare class that are not marked. */
static void want_rare(struct sparse *p, uint32_t n, uint32_t least)
{
    p->nwanted = 0;
    for (uint32_t w = 0; w <= least / 64; w++) {
        uint64_t open = of_class(p, n, w, false) & ~p->marked[w];
        if (w == least / 64)
            open &= (1ull << least % 64) - 1;
        for (; open; open &= open - 1)
            p->wanted[p->nwanted++] =
                (uint16_t)(64 * w + (uint32_t)__builtin_ctzll(open));
    }
}

/* Heap known + 1 of the block. */
static enum status next_heap(struct sequence *s)
{
    struct sparse *p = s->sparse;
    const uint32_t n = s->known + 1;
    mark_inside(s, n);
    sequence_gather(p->rows + (n - p->first) * p->stride, s->end, p->marked);
    uint32_t least = least_common(p, n, s->end);
    want_rare(p, n, least);
    p->left += p->nwanted;
    enum status st = sparse_decide(s, n, p->mark + 1, &least);
    return st ? st : sparse_note(s, least);
}

enum status rows_block(struct sequence *s, uint32_t to)
{
    struct sparse *p = s->sparse;
    const uint32_t end = s->end;
    enum status st = STATUS_OK;
    mark_block(s);
    /* Rows are as long as nimbers were when they were made. */
    for (uint32_t t = 0;
         t < SPARSE_ROWS && !st && s->known < to && p->mask && s->end == end;
         t++)
        st = next_heap(s);
    if (p->left > 2 * OPEN * SPARSE_ROWS && p->mark < MARK_MOST)
        p->mark += p->mark / 2;
    if (p->left < OPEN * SPARSE_ROWS / 2 &&
        p->mark > SPARSE_MARK_LEAST + SPARSE_MARK_LEAST / 2)
        p->mark -= p->mark / 3;
    p->left = 0;
    return st;
}
