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
#include "engine/sequence/sequence_sparse.h"

#include "engine/base/log.h"
#include "engine/sequence/choice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEAPS = VECTOR_HEAPS,
    CODES = 64 * VECTOR_WORDS,
    POOL_END = 8192, /* common heaps below it are tried, every fourth */
    FROM = 2 * POOL_END + 2 * HEAPS,
    SEEK_MOST = 64, /* times so many pairs as are looked at together */
    AGAIN = 8,      /* times as many heaps: pairs are chosen anew */
    FEW = 64,       /* rare heaps: all are marked */
    FEWEST = 16,    /* heaps that are asked for */
    SAMPLE = 256,   /* heaps on which pairs are tried, while fewer are known: */
    LATER = 1 << 17,
    CLEAR = 1024, /* heaps for which pairs of rare heaps are sought at once */
};

/* Pairs that are chosen on few heaps fit those alone: a value of 0.6 takes 249
 * ns with 256 and 222 with 1,024; but choosing takes four times as long.
 *
 * Codes below the value of a heap that marked pairs may leave, on average: 222
 * ns for a value of 0.6 from 0.8 to 1.8 million (the median 232); with 1 for
 * the common ones 231, with 0.05 for the rare ones 235, with 1 for these 270.
 */
static const double rare_stay = 0.25, common_stay = 0.25, narrow_stay = 0.02;

struct parts {
    struct vector_part *part;
    uint32_t n, marked; /* the first are marked, the others compared */
};

/* Codes that are compared with pairs, of each heap. */
struct tries {
    uint8_t code[VECTOR_TRIES][HEAPS], missed[VECTOR_TRIES][HEAPS];
    uint8_t n[HEAPS];
};

struct lanes {
    uint8_t *code;  /* of heaps up to `coded`, and HEAPS more */
    uint32_t coded; /* heaps */
    uint32_t low;   /* the bit that is left out */
    uint32_t masks, choose_at, clear_to;
    uint32_t nrare; /* of the sequence, that are in the lists */
    uint32_t end;   /* of the codes that are marked */
    uint32_t from;  /* all heaps from it on are common */
    struct parts rare, near, common; /* near: not before the whole block */
    struct parts single;             /* heaps, that may be left alone */
    uint16_t common_of[2][CODES];    /* nimbers, of even heaps and odd ones */
    uint64_t excluded[HEAPS][VECTOR_WORDS], reached[HEAPS][VECTOR_WORDS];
    struct tries tries;
};

uint64_t lanes_bytes(uint32_t most, uint32_t breaks)
{
    const uint64_t parts = 2ull * breaks * SPARSE_RARE_MOST + POOL_END;
    return sizeof(struct lanes) + most + HEAPS + 1 +
           parts * sizeof(struct vector_part);
}

static uint32_t code_of(const struct lanes *l, uint32_t nimber)
{
    return nimber >> (l->low + 1) << l->low | (nimber & ((1u << l->low) - 1));
}

static void put(uint64_t set[], uint32_t code)
{
    set[code / 64] |= 1ull << code % 64;
}

static bool has(const uint64_t set[], uint32_t code)
{
    return set[code / 64] >> code % 64 & 1;
}

static bool room_for(struct parts *parts, size_t most)
{
    parts->part = malloc(most * sizeof *parts->part);
    return parts->part;
}

static enum status open_lanes(struct sequence *s)
{
    struct lanes *l = calloc(1, sizeof *l);
    const size_t most = (size_t)s->nbreaks * SPARSE_RARE_MOST;
    s->lanes = l;
    if (l)
        l->code = calloc((size_t)s->most + HEAPS + 1, 1);
    if (l && l->code && room_for(&l->rare, most) &&
        room_for(&l->near, most + s->code.n) &&
        room_for(&l->single, s->code.n) && room_for(&l->common, POOL_END))
        return STATUS_OK;
    lanes_close(s);
    return log_error(STATUS_NOMEM, "%s: out of memory", s->game->spec);
}

void lanes_close(struct sequence *s)
{
    struct lanes *l = s->lanes;
    s->lanes = NULL;
    if (!l)
        return;
    free(l->code);
    free(l->rare.part);
    free(l->near.part);
    free(l->single.part);
    free(l->common.part);
    free(l);
}

static void add(struct parts *parts, uint32_t offset, uint32_t code)
{
    parts->part[parts->n++] = (struct vector_part){offset, (uint8_t)code};
}

/* The rare heaps from number `from` on. */
static void list_rare(struct sequence *s, uint32_t from)
{
    const struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    for (uint32_t j = from; j < p->nrare; j++)
        for (uint32_t i = 0; i < s->nbreaks; i++) {
            const uint32_t offset = s->breaks[i] + p->heap[j];
            add(offset < HEAPS ? &l->near : &l->rare, offset,
                code_of(l, p->value[j]));
        }
    l->nrare = p->nrare;
    l->clear_to = 0;
    l->from = p->nrare ? p->heap[p->nrare - 1] + 1 : 1;
}

/* What may be left alone is a common heap, and a common nimber unless the
 * parity of heaps counts and is another. */
static void list_single(struct sequence *s)
{
    struct lanes *l = s->lanes;
    l->single.n = 0;
    for (uint32_t k = 1; k < s->code.n; k++)
        if (s->code.digit[k] & HEAP_ONE)
            add(k & s->sparse->odd ? &l->single : &l->near, k, 0);
}

static void list_common(struct sequence *s)
{
    const struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    l->common.n = 0;
    for (uint32_t a = HEAPS + s->options.other; a < POOL_END; a += 4)
        if (sparse_class(p, a, s->head[a]) == p->common)
            add(&l->common, s->breaks[0] + a, l->code[a]);
}

static void list_nimbers(struct sequence *s)
{
    const struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    const uint32_t below = (1u << l->low) - 1;
    for (uint32_t odd = 0; odd < 2; odd++)
        for (uint32_t code = 0; code < CODES; code++) {
            const uint32_t v = (code & ~below) << 1 | (code & below);
            const bool is = sparse_class(p, odd, v) == p->common;
            l->common_of[odd][code] = (uint16_t)(is ? v : v | 1u << l->low);
        }
}

static void encode(struct sequence *s)
{
    struct lanes *l = s->lanes;
    for (uint32_t n = l->coded + 1; n <= s->known; n++)
        l->code[n] = (uint8_t)code_of(l, s->head[n]);
    l->coded = s->known;
}

static void turn(struct parts *parts)
{
    for (uint32_t i = 0; i < parts->marked / 2; i++) {
        const struct vector_part part = parts->part[i];
        parts->part[i] = parts->part[parts->marked - 1 - i];
        parts->part[parts->marked - 1 - i] = part;
    }
}

/* Lists of pairs for the mask. */
static enum status prepare(struct sequence *s)
{
    struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    l->low = (uint32_t)__builtin_ctz(p->mask);
    l->masks = p->masks;
    l->choose_at =
        s->known < UINT32_MAX / AGAIN ? AGAIN * s->known : UINT32_MAX;
    l->coded = 0;
    encode(s);
    l->rare.n = l->near.n = 0;
    list_rare(s, 0);
    list_single(s);
    list_common(s);
    list_nimbers(s);
    const uint32_t heaps = s->known < LATER ? SAMPLE : CHOICE_MOST;
    enum status st = choice_make(l->code + s->known, l->rare.part, l->rare.n,
                                 heaps, rare_stay, &l->rare.marked);
    if (l->rare.n <= FEW)
        l->rare.marked = l->rare.n;
    const bool narrow = l->rare.n <= FEW && s->largest < 128;
    if (!st)
        st = choice_make(l->code + s->known, l->common.part, l->common.n, heaps,
                         narrow ? narrow_stay : common_stay, &l->common.marked);
    if (!st && s->options.other) {
        turn(&l->rare);
        turn(&l->common);
    }
    return st;
}

uint32_t lanes_reach(const struct sequence *s)
{
    const struct sparse *p = s->sparse;
    const uint32_t last = p->nrare ? p->heap[p->nrare - 1] : 0;
    return (last > POOL_END ? last : POOL_END) + s->code.n + CHOICE_SPAN +
           HEAPS;
}

void lanes_forget(struct sequence *s, uint32_t first, bool again)
{
    struct lanes *l = s->lanes;
    if (!l)
        return;
    l->coded = first - 1;
    l->clear_to = 0;
    if (again)
        l->choose_at = 0;
    encode(s);
}

void lanes_move(struct sequence *s, uint32_t to, uint32_t from, uint32_t n)
{
    struct lanes *l = s->lanes;
    if (!l)
        return;
    encode(s);
    memmove(l->code + to, l->code + from, n);
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
    return first > FROM + s->code.n && code < CODES &&
           first > (uint64_t)last + POOL_END + s->code.n;
}

static bool clear(struct sequence *s)
{
    struct lanes *l = s->lanes;
    const uint32_t first = s->known + 1;
    if (first + HEAPS <= l->clear_to)
        return true;
    if (is_clear(s, first, CLEAR)) {
        l->clear_to = first + CLEAR;
        return true;
    }
    return is_clear(s, first, HEAPS);
}

/* The least code from `from` on that is in no pair that was marked; CODES if
 * there is none below the end. */
static uint32_t next_unmarked(const struct lanes *l, uint32_t t, uint32_t from)
{
    for (uint32_t w = from / 64; 64 * w < l->end; w++) {
        uint64_t open = ~l->excluded[t][w];
        if (w == from / 64)
            open &= ~0ull << from % 64;
        if (open) {
            const uint32_t code = 64 * w + (uint32_t)__builtin_ctzll(open);
            return code < l->end ? code : CODES;
        }
    }
    return CODES;
}

/* The codes that are in no pair that was marked, up to VECTOR_TRIES of each
 * heap. */
static void list_tries(struct lanes *l)
{
    for (uint32_t t = 0; t < HEAPS; t++) {
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
 * near ones; CODES if that is not known. */
static uint32_t next_open(const struct lanes *l, uint32_t t, uint32_t from)
{
    if (all_marked(l))
        return next_unmarked(l, t, from);
    for (uint32_t j = 0; j < l->tries.n[t]; j++)
        if (l->tries.missed[j][t] && l->tries.code[j][t] >= from)
            return l->tries.code[j][t];
    return CODES;
}

static void mark_row(struct sequence *s)
{
    struct lanes *l = s->lanes;
    const struct sequence_vector *v = s->options.vector;
    const uint8_t *at = l->code + s->known + 1;
    l->end = code_of(l, s->largest) + 1;
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
static bool among(const uint8_t *at, const struct parts *parts, uint32_t code)
{
    bool is = false;
    for (uint32_t i = 0; i < parts->n; i++)
        is |= (*(at - parts->part[i].offset) ^ parts->part[i].code) == code;
    return is;
}

static void put_all(uint64_t set[], const uint8_t *at,
                    const struct parts *parts)
{
    for (uint32_t i = 0; i < parts->n; i++)
        put(set, *(at - parts->part[i].offset) ^ parts->part[i].code);
}

/* The least code that is not excluded, from all pairs with a rare heap; CODES
 * if there is none. */
static uint32_t least_of_all(struct lanes *l, const uint8_t *at, uint32_t t)
{
    uint32_t code = 0;
    put_all(l->excluded[t], at, &l->rare);
    put_all(l->excluded[t], at, &l->near);
    while (code < CODES && has(l->excluded[t], code))
        code++;
    return code;
}

static uint32_t least_common(struct lanes *l, const uint8_t *at, uint32_t t)
{
    uint32_t code = next_open(l, t, 0);
    while (code < CODES && among(at, &l->near, code))
        code = next_open(l, t, code + 1);
    return code < CODES ? code : least_of_all(l, at, t);
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
    uint8_t codes[CODES];
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
    if (code >= CODES)
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
    encode(s);
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

static uint64_t bits_of(const uint8_t *at, const struct parts *parts)
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
        const uint32_t code = open ? (uint32_t)__builtin_ctzll(open) : CODES;
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
    if (!s->lanes)
        st = open_lanes(s);
    if (!st && (s->lanes->masks != p->masks || s->known >= s->lanes->choose_at))
        st = prepare(s);
    if (st)
        return st;
    struct lanes *l = s->lanes;
    if (p->nrare > l->nrare)
        list_rare(s, l->nrare);
    if (!clear(s))
        return STATUS_OK;
    encode(s);
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
