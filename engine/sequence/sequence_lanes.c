/* sequence_lanes.c - the sparse kernel at pace: 64 heaps side by side, each in
 * a lane of a byte.
 *
 * All common nimbers of a heap have the same parity in the bits of the mask,
 * and so have the rare ones, so the lowest of these bits need not be kept: what
 * is left is the code of the nimber. Codes are ordered as their nimbers are,
 * and the exclusive-or of two is the code of the exclusive-or. While they are
 * below 256, a row of bytes holds those of 64 consecutive heaps, and a pair of
 * heaps is, for all 64 at once, one load at the distance of its other part.
 *
 *   excluded[t]   codes of the common nimbers that heap t cannot have
 *   reached[t]    those of rare nimbers that are in some pair of heap t
 *
 * Marking as bits costs more than comparing with nimbers that are given. So the
 * pairs that exclude most are marked (found by trying them on some known heaps,
 * the best first: 660 of the 1,583 rare heaps of 0.6 leave one nimber in four
 * heaps), then the eight least nimbers that are left are compared with all
 * other pairs. The first that none of them has is the least common one that is
 * not excluded. Rare nimbers are marked in the same way, by pairs of two common
 * heaps; the smaller ones that are in none of those are sought in other such
 * pairs, and then among all.
 *
 * A pair of two rare heaps, or of a heap that was not marked as common, would
 * be taken for another nimber: blocks with such a pair are left to the rows.
 */
#include "engine/sequence/sequence_lanes.h"

#include <string.h>

enum {
    FROM = 2 * LANES_POOL_END + 2 * LANES_HEAPS,
    SEEK_MOST = 64, /* times so many pairs as are looked at together */
    FEWEST = 16,    /* heaps that are asked for */
    CLEAR = 1024,   /* heaps for which pairs of rare heaps are sought at once */
};

static void put(uint64_t set[], uint32_t code)
{
    set[code / 64] |= 1ull << code % 64;
}

static bool has(const uint64_t set[], uint32_t code)
{
    return set[code / 64] >> code % 64 & 1;
}

/* Are the other parts of pairs with a rare heap, for heaps first .. first + n -
 * 1, all common heaps? */
static bool is_clear(const struct sequence *s, uint32_t first, uint32_t n)
{
    const struct sparse *p = s->sparse;
    for (uint32_t i = 0; i < s->nbreaks; i++) {
        uint32_t j = p->nrare;
        for (uint32_t r = 0; r < p->nrare; r++) {
            const int64_t from =
                (int64_t)first - s->breaks[i] - (int64_t)p->heap[r];
            while (j > 0 && p->heap[j - 1] >= from + n)
                j--;
            if (from < 1 || (j > 0 && p->heap[j - 1] >= from))
                return false;
        }
    }
    return true;
}

/* May the next block be found by lanes? */
static bool serves(struct sequence *s)
{
    const struct sparse *p = s->sparse;
    const uint64_t first = (uint64_t)s->known + 1;
    const uint32_t last = p->nrare ? p->heap[p->nrare - 1] : 0;
    const uint32_t low = (uint32_t)__builtin_ctz(p->mask);
    const uint32_t below = (1u << low) - 1;
    /* No smaller nimber has a larger code. */
    const uint32_t code = s->largest >> (low + 1) << low |
                          (s->largest < below ? s->largest : below);
    return first > FROM + s->code.n && code < LANES_CODES &&
           first > (uint64_t)last + LANES_POOL_END + s->code.n;
}

static bool clear(struct sequence *s)
{
    struct lanes *l = s->lanes;
    const uint32_t first = s->known + 1;
    if (first + LANES_HEAPS <= l->clear_to)
        return true;
    if (is_clear(s, first, CLEAR)) {
        l->clear_to = first + CLEAR;
        return true;
    }
    return is_clear(s, first, LANES_HEAPS);
}

/* The least code from `from` on that is in no pair that was marked; LANES_CODES
 * if there is none below the end. */
static uint32_t next_unmarked(const struct lanes *l, uint32_t t, uint32_t from)
{
    for (uint32_t w = from / 64; 64 * w < l->end; w++) {
        uint64_t open = ~l->excluded[t][w];
        if (w == from / 64)
            open &= ~0ull << from % 64;
        if (open) {
            const uint32_t code = 64 * w + (uint32_t)__builtin_ctzll(open);
            return code < l->end ? code : LANES_CODES;
        }
    }
    return LANES_CODES;
}

/* The codes that are in no pair that was marked, up to VECTOR_TRIES of each
 * heap. */
static void list_tries(struct lanes *l)
{
    for (uint32_t t = 0; t < LANES_HEAPS; t++) {
        uint32_t n = 0;
        for (uint32_t w = 0; 64 * w < l->end && n < VECTOR_TRIES; w++) {
            uint64_t open = ~l->excluded[t][w];
            if (w == l->end / 64)
                open &= (1ull << l->end % 64) - 1;
            for (; open && n < VECTOR_TRIES; open &= open - 1)
                l->tries.code[n++][t] =
                    (uint8_t)(64 * w + (uint32_t)__builtin_ctzll(open));
        }
        l->tries.n[t] = (uint8_t)n;
    }
}

static bool all_marked(const struct lanes *l)
{
    return l->rare.marked == l->rare.n;
}

/* The least code from `from` on that no pair with a rare heap has, but for the
 * near ones; LANES_CODES if that is not known. */
static uint32_t next_open(const struct lanes *l, uint32_t t, uint32_t from)
{
    if (all_marked(l))
        return next_unmarked(l, t, from);
    for (uint32_t j = 0; j < l->tries.n[t]; j++)
        if (l->tries.missed[j][t] && l->tries.code[j][t] >= from)
            return l->tries.code[j][t];
    return LANES_CODES;
}

static void mark_row(struct sequence *s)
{
    struct lanes *l = s->lanes;
    const struct sequence_vector *v = s->options.vector;
    const uint8_t *at = l->code + s->known + 1;
    l->end = lanes_code(l, s->largest) + 1;
    memset(l->excluded, 0, sizeof l->excluded);
    memset(l->reached, 0, sizeof l->reached);
    v->mark(at, l->rare.part, l->rare.marked, l->end, l->excluded);
    v->mark(at, l->common.part, l->common.marked, l->end, l->reached);
    if (!all_marked(l)) {
        list_tries(l);
        v->hit(at, l->rare.part + l->rare.marked, l->rare.n - l->rare.marked,
               l->tries.code, l->tries.missed);
    }
}

/* Is it that of one of these pairs? */
static bool among(const uint8_t *at, const struct lanes_parts *parts,
                  uint32_t code)
{
    bool is = false;
    for (uint32_t i = 0; i < parts->n; i++)
        is |= (*(at - parts->part[i].offset) ^ parts->part[i].code) == code;
    return is;
}

static void put_all(uint64_t set[], const uint8_t *at,
                    const struct lanes_parts *parts)
{
    for (uint32_t i = 0; i < parts->n; i++)
        put(set, *(at - parts->part[i].offset) ^ parts->part[i].code);
}

/* The least code that is not excluded, from all pairs with a rare heap;
 * LANES_CODES if there is none. */
static uint32_t least_of_all(struct lanes *l, const uint8_t *at, uint32_t t)
{
    uint32_t code = 0;
    put_all(l->excluded[t], at, &l->rare);
    put_all(l->excluded[t], at, &l->near);
    while (code < LANES_CODES && has(l->excluded[t], code))
        code++;
    return code;
}

static uint32_t least_common(struct lanes *l, const uint8_t *at, uint32_t t)
{
    uint32_t code = next_open(l, t, 0);
    while (code < LANES_CODES && among(at, &l->near, code))
        code = next_open(l, t, code + 1);
    return code < LANES_CODES ? code : least_of_all(l, at, t);
}

/* Rare nimbers below a common one have the codes below this. */
static uint32_t rare_end(const struct lanes *l, uint32_t least)
{
    return ((least >> l->low) + 1) / 2 << l->low;
}

static uint64_t unreached(const struct lanes *l, uint32_t t, uint32_t w,
                          uint32_t end)
{
    const uint64_t open = ~l->reached[t][w];
    return end - 64 * w < 64 ? open & ((1ull << end % 64) - 1) : open;
}

/* Looks for codes[n] among pairs of two common heaps; n of those that are left.
 */
static uint32_t seek(const struct sequence *s, uint32_t n, uint8_t codes[],
                     uint32_t count)
{
    const struct lanes *l = s->lanes;
    const uint32_t m = n - s->breaks[0];
    const uint32_t end = sparse_last_pair(s, 0, m);
    uint32_t a = l->from + s->options.other;
    for (uint32_t i = 0; i < SEEK_MOST && count && a + VECTOR_PAIRS <= end;
         i++, a += VECTOR_PAIRS) {
        const uint32_t some = count < VECTOR_SOUGHT ? count : VECTOR_SOUGHT;
        const unsigned found =
            s->options.vector->seek(l->code + a, l->code + m - a, codes, some);
        uint32_t left = 0;
        for (uint32_t j = 0; j < count; j++)
            if (j >= some || !(found >> j & 1))
                codes[left++] = codes[j];
        count = left;
    }
    return count;
}

/* Looks for the rare nimbers below `least` of heap n, in lane t, that are not
 * reached: the value is the least of them that is in no pair, or `least`. */
static enum status decide(struct sequence *s, uint32_t n, uint32_t t,
                          uint32_t *least)
{
    struct sparse *p = s->sparse;
    const struct lanes *l = s->lanes;
    const uint32_t end = rare_end(l, *least);
    uint8_t codes[LANES_CODES];
    uint32_t count = 0;
    for (uint32_t w = 0; 64 * w < end; w++)
        for (uint64_t open = unreached(l, t, w, end); open; open &= open - 1) {
            const uint32_t code = 64 * w + (uint32_t)__builtin_ctzll(open);
            if (!among(l->code + n, &l->single, code))
                codes[count++] = (uint8_t)code;
        }
    count = seek(s, n, codes, count);
    for (uint32_t j = 0; j < count; j++)
        p->wanted[j] =
            l->common_of[n & p->odd][codes[j]] ^ (uint16_t)(1u << l->low);
    p->nwanted = count;
    return sparse_decide(s, n, 1, least);
}

/* Heap known + 1, in lane t. Its value stays unknown if it has no code. */
static enum status next_heap(struct sequence *s, uint32_t t)
{
    struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    const uint32_t n = s->known + 1;
    const uint32_t code = least_common(l, l->code + n, t);
    if (code >= LANES_CODES)
        return STATUS_OK;
    const uint32_t common = l->common_of[n & p->odd][code];
    const uint32_t end = rare_end(l, common);
    uint32_t least = common;
    uint64_t open = 0;
    enum status st = STATUS_OK;
    for (uint32_t w = 0; 64 * w < end; w++)
        open |= unreached(l, t, w, end);
    if (open)
        st = decide(s, n, t, &least);
    if (st)
        return st;
    p->found++;
    if (least == common && least <= s->largest) {
        sequence_give(s, least);
        l->code[n] = (uint8_t)code;
        l->coded = n;
        return STATUS_OK;
    }
    st = sparse_note(s, least);
    lanes_encode(s);
    return st;
}

/* Heaps whose codes are bits of one word need few steps each: octal 0.106 to
 * 2^25 takes 1.0 CPU seconds, and 1.7 without. */

/* Are all codes bits of one word, and all pairs with a rare heap marked? */
static bool is_narrow(const struct sequence *s)
{
    const struct lanes *l = s->lanes;
    return all_marked(l) && s->largest < 128 && l->low < 7;
}

static uint64_t bits_of(const uint8_t *at, const struct lanes_parts *parts)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < parts->n; i++)
        bits |= 1ull << ((*(at - parts->part[i].offset) ^ parts->part[i].code) &
                         63);
    return bits;
}

/* The heaps from lane t on, as long as they are common, reached, and no
 * records; the lane that is next. */
static uint32_t next_narrow(struct sequence *s, uint32_t t, uint32_t to)
{
    const uint32_t odd = s->sparse->odd;
    struct lanes *l = s->lanes;
    for (; t < s->options.block && s->known < to; t++) {
        const uint32_t n = s->known + 1;
        uint8_t *at = l->code + n;
        const uint64_t open = ~(l->excluded[t][0] | bits_of(at, &l->near));
        const uint32_t code =
            open ? (uint32_t)__builtin_ctzll(open) : LANES_CODES;
        if (code >= l->end)
            break;
        const uint32_t value = l->common_of[n & odd][code];
        const uint64_t below = (1ull << rare_end(l, value) % 64) - 1;
        const uint64_t reached = l->reached[t][0] | bits_of(at, &l->single);
        if (value > s->largest || rare_end(l, value) > 63 || below & ~reached)
            break;
        sequence_give(s, value);
        *at = (uint8_t)code;
        l->coded = n;
        s->sparse->found++;
    }
    return t;
}

enum status lanes_block(struct sequence *s, uint32_t to)
{
    struct sparse *p = s->sparse;
    enum status st = STATUS_OK;
    if (to - s->known < FEWEST || !serves(s))
        return STATUS_OK;
    if (!s->lanes || s->lanes->masks != p->masks ||
        s->known >= s->lanes->choose_at)
        st = lanes_prepare(s);
    if (st)
        return st;
    struct lanes *l = s->lanes;
    if (p->nrare > l->nrare)
        lanes_list_rare(s, l->nrare);
    if (!clear(s))
        return STATUS_OK;
    lanes_encode(s);
    mark_row(s);
    bool more = true;
    for (uint32_t t = 0; more && !st; t++) {
        if (is_narrow(s))
            t = next_narrow(s, t, to);
        if (t >= s->options.block || s->known >= to)
            break;
        const uint32_t known = s->known, nrare = p->nrare;
        st = next_heap(s, t);
        more = s->known > known && p->nrare == nrare && p->mask;
    }
    return st;
}
