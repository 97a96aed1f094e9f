/* sequence_dense.c - blocks of heaps, for values of any kind.
 *
 *        1                         lo           split            half
 *        |------ in the block -----|--- scanned --|--- marked ---|
 *
 * Of the pairs (a, m - a) that a heap of the block can be broken into, only
 * those with a small a have a part in the block itself. Of the others the last
 * ones, whose parts are about equal, are marked, a byte for each, until nearly
 * all nimbers below the value are. The few least that are not are looked for
 * among all the rest by comparing vectors, tile by tile for all heaps of the
 * block, so that a tile is read from a cache. Then the heaps are finished one
 * by one.
 *
 * So it stays unknown of larger nimbers whether they are in S(n). Where answers
 * are compelled, E(n) needs E(n-1), and so on back to the last S with k in it.
 * The value of a heap is the least nimber of its E, which tells of that E what
 * is not larger; for what is larger, S is looked through again, which is rare.
 * But nimbers that are hardly ever in any S would be looked for through all
 * heaps: those of end/2 and more are found exactly, by the heaps that have such
 * a value themselves, as long as these are few.
 */
#include "engine/sequence/sequence_inner.h"

#include "engine/base/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 4096, /* pairs: 16 KB of both arrays */
    TILE_HALVES = 4 * TILE,
    LARGE = 2 * NIMBERS,
    MARK = 1024, /* pairs marked before nimbers are counted again */
    MISSED = 32, /* nimbers not marked, of those that are likely values */
    MISSED_HALVES = 2 * MISSED,
    MORE = 16, /* are looked for, beside them */
    WANTED = MISSED_HALVES + MORE,
    WORDS = NIMBERS / 64,
    HALVES = 4, /* arrays of bytes */
    HALF = 64,
    HALVES_MOST = 1 << 26, /* heaps; this kernel is slow for so many */
    FLAG = 0x80,
};

/* A heap of the block. */
struct sequence_dense_heap {
    uint32_t split[HEAP_CODE_DIGITS]; /* by break: the last pair to be scanned;
                                         0 for none */
    uint16_t wanted[WANTED];          /* those not found yet */
    uint32_t nwanted;
    /* Below it every nimber is known to be in S or not. */
    uint32_t resolved;
    uint64_t in[WORDS]; /* those known to be in S */
};

struct dense {
    uint32_t first, n; /* the block */
    uint32_t *large, nlarge;
    uint32_t large_end; /* for which end */
    uint32_t large_to;  /* heaps looked at */
    bool exact;         /* all large ones are in the list */
    uint32_t mark;      /* pairs marked at first, as the heap before needed */
    uint8_t *halves;    /* of head, lower and upper, and of tail; or NULL */
    uint32_t halved;    /* heaps */
    uint32_t likely;    /* most values of the last blocks were below it */
    struct sequence_dense_heap heap[SEQUENCE_BLOCK];
};

static bool halves_serve(uint32_t most, bool lean)
{
    return !lean && most < HALVES_MOST;
}

uint64_t sequence_dense_bytes(uint32_t most, bool lean)
{
    const uint64_t halves = HALVES * ((uint64_t)most + 1);
    return sizeof(struct dense) + LARGE * sizeof(uint32_t) +
           (halves_serve(most, lean) ? halves : 0);
}

enum status sequence_dense_open(struct sequence *s)
{
    struct dense *d = calloc(1, sizeof *d);
    const bool halves = s->options.vector->scan_halves &&
                        halves_serve(s->most, s->options.lean);
    if (d) {
        d->large = malloc(LARGE * sizeof *d->large);
        d->halves = halves ? malloc(HALVES * ((size_t)s->most + 1)) : NULL;
        d->mark = MARK;
    }
    s->dense = d;
    if (!d || !d->large || (halves && !d->halves)) {
        sequence_dense_close(s);
        return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
    }
    return STATUS_OK;
}

void sequence_dense_close(struct sequence *s)
{
    if (s->dense) {
        free(s->dense->large);
        free(s->dense->halves);
    }
    free(s->dense);
    s->dense = NULL;
}

static bool is_in(const struct sequence_dense_heap *h, uint32_t k)
{
    return h->in[k / 64] >> k % 64 & 1;
}

static void put_in(struct sequence_dense_heap *h, uint32_t k)
{
    if (k < NIMBERS)
        h->in[k / 64] |= 1ull << k % 64;
}

/* The heaps up to known whose value is end/2 or more. */
static void list_large(struct sequence *s)
{
    struct dense *d = s->dense;
    if (d->large_end != s->end) {
        d->large_end = s->end;
        d->nlarge = d->large_to = 0;
        d->exact = true;
    }
    for (uint32_t n = d->large_to + 1; n <= s->known && d->exact; n++) {
        if (s->head[n] == LOONY_HEAD || s->head[n] < s->end / 2)
            continue;
        /* Then each such nimber is in every S a few times. */
        if (d->nlarge >= 2 * s->end)
            d->exact = false;
        else
            d->large[d->nlarge++] = n;
    }
    d->large_to = s->known;
}

/* Halves are looked for at twice the pace: at 950,000 Top Entails heaps
 * 8.4e9 pairs a CPU second with these, 6.9e9 with the tiles and nimbers of the
 * others. */
static bool in_halves(const struct sequence *s)
{
    return s->dense->halves && s->end < NIMBERS / 2;
}

static uint32_t tile_of(const struct sequence *s)
{
    return in_halves(s) ? TILE_HALVES : TILE;
}

static uint32_t missed_most(const struct sequence *s)
{
    return in_halves(s) ? MISSED_HALVES : MISSED;
}

static struct vector_halves halves_from(const struct sequence *s, bool tail,
                                        size_t at)
{
    const size_t n = (size_t)s->most + 1;
    const uint8_t *lower = s->dense->halves + (tail ? 2 * n : 0) + at;
    return (struct vector_halves){lower, lower + n};
}

/* Loony heaps have the nimber 0 in one and 8191 in the other. */
static void halve(struct sequence *s)
{
    struct dense *d = s->dense;
    const size_t n = (size_t)s->most + 1;
    uint8_t *head = d->halves, *tail = d->halves + 2 * n;
    for (uint32_t i = d->halved + 1; i <= s->known && d->halves; i++) {
        const bool loony = s->head[i] == LOONY_HEAD;
        const uint32_t v = s->head[i], at = s->most - i;
        head[i] = loony ? 0 : v % HALF;
        head[n + i] = (uint8_t)(loony ? 0 : FLAG | v / HALF);
        tail[at] = loony ? HALF - 1 : v % HALF;
        tail[n + at] = (uint8_t)(loony ? FLAG | (FLAG - 1) : v / HALF);
    }
    d->halved = s->known;
}

/* How many nimbers below d->likely are not in S as far as is known. */
static uint32_t missed(const struct dense *d,
                       const struct sequence_dense_heap *h)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < d->likely / 64; w++)
        n += 64 - (uint32_t)__builtin_popcountll(h->in[w]);
    return n;
}

/* Pairs of break i with one large heap, outside of the block. */
static void mark_large(struct sequence *s, uint32_t i, uint32_t m)
{
    const struct dense *d = s->dense;
    for (uint32_t j = 0; j < d->nlarge && d->exact; j++) {
        const uint32_t a = d->large[j];
        if (a < m && m - a < d->first &&
            (2 * a != m || s->code.digit[s->breaks[i]] & HEAP_TWO))
            s->marks[s->head[a] ^ s->tail[s->most - (m - a)]] = s->stamp;
    }
}

/* Marks for heap n pairs outside of the block, from the middle down, until few
 * of the likely nimbers are missed. */
static void mark_outside(struct sequence *s, struct sequence_dense_heap *h,
                         uint32_t n)
{
    struct dense *d = s->dense;
    bool more = true;
    uint32_t mark = d->mark, marked = 0;
    sequence_clear_bits(s);
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        h->split[i] = sequence_half(s, i, n - s->breaks[i]);
        mark_large(s, i, n - s->breaks[i]);
    }
    while (more) {
        more = false;
        for (uint32_t i = 0; i < s->nbreaks; i++) {
            const uint32_t m = n - s->breaks[i];
            const uint32_t lo = m >= d->first ? m - d->first + 1 : 1;
            const uint32_t to = h->split[i];
            const uint32_t from = to >= lo + mark ? to - mark + 1 : lo;
            if (from > to)
                continue;
            sequence_mark(s, m, from, to);
            h->split[i] = from - 1;
            more = true;
        }
        marked += mark;
        mark = MARK;
        sequence_gather(s->marks, s->end, h->in);
        more = more && missed(d, h) > missed_most(s);
    }
    d->mark = marked > 2 * MARK ? marked - MARK : MARK;
}

/* The nimbers below it have to be looked for, the others up to `end` are known
 * to be in S(n) or not. */
static uint32_t in_doubt(const struct sequence *s)
{
    return s->dense->exact ? s->end / 2 : s->end;
}

/* The next nimbers that are looked for: the least that may not be in S. */
static void want(const struct sequence *s, struct sequence_dense_heap *h)
{
    const uint32_t end = in_doubt(s), most = missed_most(s) + MORE;
    uint32_t k = h->resolved;
    h->nwanted = 0;
    for (; k < end && h->nwanted < most; k++)
        if (!is_in(h, k))
            h->wanted[h->nwanted++] = (uint16_t)k;
    /* What is beyond the end is known. */
    h->resolved = k < end ? k : UINT32_MAX;
}

/* Which of the wanted are in pairs from..to of m? */
static unsigned scan(const struct sequence *s, uint32_t m, uint32_t from,
                     uint32_t to, const uint16_t wanted[], unsigned count)
{
    const struct sequence_vector *v = s->options.vector;
    const size_t at = s->most - m + from;
    if (in_halves(s))
        return v->scan_halves(halves_from(s, false, from),
                              halves_from(s, true, at), to - from + 1, wanted,
                              count);
    return v->scan(s->head + from, s->tail + at, to - from + 1, wanted, count);
}

/* Looks for the wanted of a heap among the pairs from..to of m. */
static void look(const struct sequence *s, struct sequence_dense_heap *h,
                 uint32_t m, uint32_t from, uint32_t to)
{
    const uint32_t n = h->nwanted;
    const uint32_t most = in_halves(s) ? VECTOR_HALVES : VECTOR_WANTED;
    if (from > to)
        return;
    h->nwanted = 0;
    for (uint32_t first = 0; first < n; first += most) {
        const uint32_t left = n - first;
        const uint32_t count = left < most ? left : most;
        const unsigned found = scan(s, m, from, to, h->wanted + first, count);
        for (uint32_t j = 0; j < count; j++)
            if (found >> j & 1)
                put_in(h, h->wanted[first + j]);
            else
                h->wanted[h->nwanted++] = h->wanted[first + j];
    }
}

/* All heaps of the block, tile by tile from the middle down. */
static void look_in_tiles(const struct sequence *s)
{
    struct dense *d = s->dense;
    const uint32_t tile = tile_of(s);
    const uint32_t tiles = (d->first + d->n) / 2 / tile + 1;
    for (uint32_t t = tiles; t-- > 0;)
        for (uint32_t j = 0; j < d->n; j++) {
            struct sequence_dense_heap *h = &d->heap[j];
            for (uint32_t i = 0; i < s->nbreaks && h->nwanted; i++) {
                const uint32_t m = d->first + j - s->breaks[i];
                const uint32_t lo = m >= d->first ? m - d->first + 1 : 1;
                const uint32_t from = t * tile > lo ? t * tile : lo;
                const uint32_t last = t * tile + (tile - 1);
                look(s, h, m, from, last < h->split[i] ? last : h->split[i]);
            }
        }
}

/* One heap alone, for nimbers that are wanted later. */
static void look_alone(const struct sequence *s, struct sequence_dense_heap *h,
                       uint32_t n)
{
    for (uint32_t i = 0; i < s->nbreaks && h->nwanted; i++) {
        const uint32_t m = n - s->breaks[i];
        const uint32_t lo = m >= s->dense->first ? m - s->dense->first + 1 : 1;
        for (uint32_t to = h->split[i]; to >= lo && h->nwanted;) {
            const uint32_t from = to - lo >= TILE ? to - TILE + 1 : lo;
            look(s, h, m, from, to);
            to = from - 1;
        }
    }
}

/* Pairs with a part in the block, and single heaps. */
static void mark_inside(const struct sequence *s, struct sequence_dense_heap *h,
                        uint32_t n)
{
    const struct dense *d = s->dense;
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        const uint32_t m = n - s->breaks[i];
        for (uint32_t a = 1; m >= d->first && a <= m - d->first; a++)
            put_in(h, s->head[a] ^ s->tail[s->most - (m - a)]);
    }
    for (uint32_t k = 1; k < s->code.n; k++)
        if (s->code.digit[k] & HEAP_ONE)
            put_in(h, s->head[n - k]);
}

/* Is k in S(m), of a heap before the one in hand? */
static bool was_in(const struct sequence *s, uint32_t m, uint32_t k)
{
    const struct dense *d = s->dense;
    const uint16_t wanted = (uint16_t)k;
    if (m >= d->first && is_in(&d->heap[m - d->first], k))
        return true;
    if (m >= d->first && k < d->heap[m - d->first].resolved)
        return false;
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        const uint32_t left = m - s->breaks[i];
        for (uint32_t to = sequence_half(s, i, left); to >= 1;) {
            const uint32_t from = to > TILE ? to - TILE + 1 : 1;
            if (scan(s, left, from, to, &wanted, 1))
                return true;
            to = from - 1;
        }
    }
    for (uint32_t j = 1; j < s->code.n; j++)
        if (s->code.digit[j] & HEAP_ONE && s->head[m - j] == k)
            return true;
    return false;
}

/* Is k in E(m)? The value of a heap is the least of its E: if k is larger, it
 * takes the heap before to tell, unless k is in S(m). */
static bool was_won(const struct sequence *s, uint32_t m, uint32_t k)
{
    bool won = false; /* if k is not in the E of heap m, as it is now */
    for (; m > 0; m--, won = !won) {
        const uint32_t value = s->head[m];
        if (value == k)
            return !won;
        if (value > k || (k < s->end && was_in(s, m, k)))
            return won;
    }
    return won != s->sunk;
}

/* The least nimber of E(n). */
static uint32_t least_winning(struct sequence *s, struct sequence_dense_heap *h,
                              uint32_t n)
{
    for (uint32_t k = 0; k <= s->end; k++) {
        if (k < s->end && is_in(h, k))
            continue;
        while (k >= h->resolved) {
            want(s, h);
            look_alone(s, h, n);
        }
        if (k < s->end && is_in(h, k))
            continue;
        if (!s->entails || !was_won(s, n - 1, k))
            return k;
    }
    return SEQUENCE_LOONY;
}

/* Heap first + j, all before it being known. */
static enum status finish(struct sequence *s, uint32_t j)
{
    struct dense *d = s->dense;
    struct sequence_dense_heap *h = &d->heap[j];
    const uint32_t n = d->first + j;
    mark_inside(s, h, n);
    const uint32_t least = least_winning(s, h, n);
    const uint32_t end = s->end;
    enum status st = sequence_note(s, least);
    halve(s);
    /* The others of the block have not heard of larger nimbers. */
    if (s->end != end)
        d->n = j + 1;
    return st;
}

/* The mean of the values of the last heaps, less a quarter. */
static uint32_t likely(const struct sequence *s)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < SEQUENCE_BLOCK; i++)
        sum += s->head[s->known - i] & (NIMBERS - 1);
    return sum / SEQUENCE_BLOCK * 3 / 4;
}

enum status sequence_dense_block(struct sequence *s, uint32_t to)
{
    struct dense *d = s->dense;
    enum status st = STATUS_OK;
    d->first = s->known + 1;
    d->n = to - s->known < s->options.block ? to - s->known : s->options.block;
    list_large(s);
    halve(s);
    for (uint32_t j = 0; j < d->n; j++) {
        struct sequence_dense_heap *h = &d->heap[j];
        mark_outside(s, h, d->first + j);
        h->resolved = 0;
        want(s, h);
    }
    look_in_tiles(s);
    for (uint32_t j = 0; j < d->n && !st; j++)
        st = finish(s, j);
    d->likely = likely(s);
    return st;
}
