/* sequence_sparse.c - games whose values are sparse: rare and common heaps.
 *
 * Let the class of a nimber v of a heap of n be the parity of the bits of v
 * that are in a mask, plus that of n if the heap's parity counts. For many
 * games there is a mask for which nearly all heaps are of one class, the common
 * ones, while the others are rare, and all exclusive-ors of two common heaps
 * are of the rare class (Berlekamp, Conway, Guy, Winning Ways, ch. 4, on sparse
 * spaces; for one bit of octal 0.6 and a long run: J. P. Grossman's
 * computation).
 *
 * So a nimber of the common class can be excluded only by a pair with a rare
 * heap in it, or by a single heap: the least one that is not excluded follows
 * from the rare heaps. The value is that, unless a smaller nimber of the rare
 * class is excluded by no pair at all. Each of those is looked for among the
 * pairs until it is found; one that is in none is the value, and the heap is
 * rare. The class of every new value is what decides whether the heap is rare,
 * so nothing rests on the mask but the time. It is sought from the values when
 * their number has doubled, and given up when too many heaps are rare.
 */
#include "engine/sequence/sequence_inner.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK = 2048,      /* known heaps, when a mask is sought at first */
    RARE_MOST = 8192, /* rare heaps, and at most a share of all */
    RARE_SHARE = 6,
    MARK_LEAST = 16,  /* pairs marked before nimbers are looked for: so many, */
    MARK_MOST = 4096, /* until about so few nimbers are left: */
    OPEN = 8,
    CHUNK = 1024,
    ROWS = 16, /* heaps of a block */
};

struct sparse {
    uint32_t next_look; /* no mask is in use before so many heaps are known */
    uint32_t mask;      /* 0: none */
    uint32_t odd;       /* 1: the heap's parity counts */
    uint32_t common;    /* the class of common heaps */
    uint32_t nrare;
    uint32_t heap[RARE_MOST]; /* the rare heaps, ascending */
    uint16_t value[RARE_MOST];
    uint32_t nwanted;
    uint16_t wanted[NIMBERS];
    uint64_t ones[NIMBERS / 64]; /* nimbers of class 1 of an even heap */
    uint64_t marked[NIMBERS / 64];
    uint32_t first;  /* heap of the block */
    uint32_t mark;   /* pairs to be marked, as the last blocks needed */
    uint32_t left;   /* nimbers looked for, of all heaps of the block */
    uint32_t stride; /* bytes of a row of marks */
    uint8_t rows[ROWS * NIMBERS];
};

uint64_t sparse_bytes(void)
{
    return sizeof(struct sparse);
}

static enum status open_sparse(struct sequence *s)
{
    s->sparse = calloc(1, sizeof *s->sparse);
    if (!s->sparse)
        return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
    s->sparse->next_look = LOOK;
    s->sparse->mark = MARK_LEAST;
    return STATUS_OK;
}

void sparse_close(struct sequence *s)
{
    free(s->sparse);
    s->sparse = NULL;
}

struct sequence_rare sparse_state(const struct sequence *s)
{
    const struct sparse *p = s->sparse;
    if (!p || !p->mask)
        return (struct sequence_rare){0};
    return (struct sequence_rare){.mask = p->mask,
                                  .parity = p->odd,
                                  .n = p->nrare,
                                  .last = p->nrare ? p->heap[p->nrare - 1] : 0};
}

void sparse_forget(struct sequence *s)
{
    if (s->sparse) {
        s->sparse->mask = 0;
        s->sparse->next_look = LOOK;
        s->sparse->mark = MARK_LEAST;
    }
}

static uint32_t class_of(const struct sparse *p, uint32_t n, uint32_t value)
{
    const uint32_t parity = (uint32_t)__builtin_popcount(value & p->mask);
    return (parity ^ (n & p->odd)) & 1;
}

/* The class of two common heaps after k counters were taken is that of k, if
 * the heap's parity counts, else 0: it must be the rare one for every k. */
static bool classes_part(const struct sequence *s, uint32_t odd,
                         uint32_t *common)
{
    *common = 1 ^ (s->breaks[0] & odd);
    for (uint32_t i = 1; i < s->nbreaks; i++)
        if ((1 ^ (s->breaks[i] & odd)) != *common)
            return false;
    return true;
}

/* Heaps of the rare class, from how often each nimber is the value of an even
 * and of an odd heap. */
static uint64_t count_rare(const struct sparse *p, const uint32_t *often,
                           uint32_t end)
{
    uint64_t rare = 0;
    for (uint32_t n = 0; n < 2; n++)
        for (uint32_t v = 0; v < end; v++)
            if (class_of(p, n, v) != p->common)
                rare += often[n * end + v];
    return rare;
}

static void list_rare(struct sequence *s)
{
    struct sparse *p = s->sparse;
    p->nrare = 0;
    for (uint32_t n = 1; n <= s->known; n++)
        if (class_of(p, n, s->head[n]) != p->common) {
            p->heap[p->nrare] = n;
            p->value[p->nrare++] = s->head[n];
        }
}

static uint32_t rare_most(const struct sequence *s)
{
    const uint32_t share = s->known / RARE_SHARE;
    return share < RARE_MOST ? share : RARE_MOST - 1;
}

/* The mask with the fewest rare heaps, if they are few. */
static enum status seek_mask(struct sequence *s)
{
    struct sparse *p = s->sparse;
    uint32_t best_mask = 0, best_odd = 0, best_common = 0;
    const uint32_t end = s->end;
    uint64_t least = rare_most(s);
    uint32_t *often = calloc(2 * (size_t)end, sizeof *often);
    if (!often)
        return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
    for (uint32_t n = 1; n <= s->known; n++)
        often[(n & 1) * end + s->head[n]]++;
    p->mask = 0;
    for (p->odd = 0; p->odd < 2; p->odd++)
        for (uint32_t mask = 1; mask < end; mask++) {
            p->mask = mask;
            if (!classes_part(s, p->odd, &p->common))
                continue;
            const uint64_t rare = count_rare(p, often, end);
            if (rare < least) {
                least = rare;
                best_mask = mask;
                best_odd = p->odd;
                best_common = p->common;
            }
        }
    free(often);
    p->mask = best_mask;
    p->odd = best_odd;
    p->common = best_common;
    p->next_look = s->known < UINT32_MAX / 2 ? 2 * s->known : UINT32_MAX;
    if (!p->mask)
        return STATUS_OK;
    list_rare(s);
    memset(p->ones, 0, sizeof p->ones);
    for (uint32_t k = 0; k < NIMBERS; k++)
        p->ones[k / 64] |= (uint64_t)class_of(p, 0, k) << k % 64;
    return STATUS_OK;
}

enum status sparse_ready(struct sequence *s, bool *ready)
{
    enum status st = STATUS_OK;
    if (!s->sparse)
        st = open_sparse(s);
    if (!st && !s->sparse->mask && s->known >= s->sparse->next_look)
        st = seek_mask(s);
    *ready = !st && s->sparse->mask;
    return st;
}

/* Marks v xor head[first + t] in row t, for all rows. */
static void mark_rows(struct sparse *p, const uint16_t *head, uint16_t v)
{
    const uint64_t all = v * 0x0001000100010001u;
    const size_t stride = p->stride;
    uint8_t *row = p->rows;
    for (uint32_t t = 0; t < ROWS; t += 4, row += 4 * stride) {
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
    const bool middle = unequal && 2 * a >= m && 2 * a < m + ROWS;
    if (a < m && m - a + ROWS <= p->first && !middle) {
        mark_rows(p, s->head + (m - a), s->head[a]);
        return;
    }
    for (uint32_t t = 0; t < ROWS; t++)
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
    memset(p->rows, 0, ROWS * p->stride);
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

static void look(struct sequence *s, uint32_t m, uint32_t from, uint32_t to)
{
    struct sparse *p = s->sparse;
    const uint32_t n = p->nwanted;
    p->nwanted = 0;
    for (uint32_t first = 0; first < n; first += VECTOR_WANTED) {
        const uint32_t left = n - first;
        const uint32_t count = left < VECTOR_WANTED ? left : VECTOR_WANTED;
        const unsigned found = s->options.vector->scan(
            s->head + from, s->tail + s->most - m + from, to - from + 1,
            p->wanted + first, count);
        for (uint32_t j = 0; j < count; j++)
            if (!(found >> j & 1))
                p->wanted[p->nwanted++] = p->wanted[first + j];
    }
}

/* Looks for the wanted among all pairs that are not marked yet. */
static void look_everywhere(struct sequence *s, uint32_t n)
{
    const struct sparse *p = s->sparse;
    bool more = true;
    for (uint32_t from = p->mark + 1; more && p->nwanted; from += CHUNK) {
        more = false;
        for (uint32_t i = 0; i < s->nbreaks && p->nwanted; i++) {
            const uint32_t m = n - s->breaks[i], half = sequence_half(s, i, m);
            const uint32_t last = from + (CHUNK - 1);
            if (from > half)
                continue;
            look(s, m, from, last < half ? last : half);
            more = true;
        }
    }
}

static void add_rare(struct sequence *s, uint32_t n, uint32_t value)
{
    struct sparse *p = s->sparse;
    const uint64_t one = p->ones[value / 64] >> value % 64;
    if (((one ^ (n & p->odd)) & 1) == p->common)
        return;
    p->heap[p->nrare] = n;
    p->value[p->nrare++] = (uint16_t)value;
    if (p->nrare > rare_most(s))
        p->mask = 0;
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
    if (p->nwanted)
        look_everywhere(s, n);
    if (p->nwanted)
        least = p->wanted[0];
    enum status st = sequence_note(s, least);
    if (!st)
        add_rare(s, n, least);
    return st;
}

enum status sparse_block(struct sequence *s, uint32_t to)
{
    struct sparse *p = s->sparse;
    const uint32_t end = s->end;
    enum status st = STATUS_OK;
    mark_block(s);
    /* Rows are as long as nimbers were when they were made. */
    for (uint32_t t = 0;
         t < ROWS && !st && s->known < to && p->mask && s->end == end; t++)
        st = next_heap(s);
    if (p->left > 2 * OPEN * ROWS && p->mark < MARK_MOST)
        p->mark += p->mark / 2;
    if (p->left < OPEN * ROWS / 2 && p->mark > MARK_LEAST + MARK_LEAST / 2)
        p->mark -= p->mark / 3;
    p->left = 0;
    return st;
}
