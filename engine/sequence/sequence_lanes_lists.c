/* sequence_lanes_lists.c - the pairs of heaps that the sparse kernel marks and
 * compares (sequence_lanes.c): which, in which order, and their codes.
 */
#include "engine/sequence/sequence_lanes.h"

#include "engine/base/log.h"

#include <stdlib.h>
#include <string.h>

enum {
    AGAIN = 8,    /* times as many heaps: pairs are chosen anew */
    FEW = 64,     /* rare heaps: all are marked */
    SAMPLE = 256, /* heaps on which pairs are tried, while fewer are known: */
    LATER = 1 << 17,
};

/* Pairs that are chosen on few heaps fit those alone: a value of 0.6 takes 249
 * ns with 256 and 222 with 1,024; but choosing takes four times as long.
 *
 * Codes below the value of a heap that marked pairs may leave, on average: 222
 * ns for a value of 0.6 from 0.8 to 1.8 million (the median 232); with 1 for
 * the common ones 231, with 0.05 for the rare ones 235, with 1 for these 270.
 */
static const double rare_stay = 0.25, common_stay = 0.25, narrow_stay = 0.02;

uint64_t lanes_bytes(uint32_t most, uint32_t breaks)
{
    const uint64_t parts = 2ull * breaks * SPARSE_RARE_MOST + LANES_POOL_END;
    return sizeof(struct lanes) + most + LANES_HEAPS + 1 +
           parts * sizeof(struct vector_part);
}

static bool room_for(struct lanes_parts *parts, size_t most)
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
        l->code = calloc((size_t)s->most + LANES_HEAPS + 1, 1);
    if (l && l->code && room_for(&l->rare, most) &&
        room_for(&l->near, most + s->code.n) &&
        room_for(&l->single, s->code.n) && room_for(&l->common, LANES_POOL_END))
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

static void add(struct lanes_parts *parts, uint32_t offset, uint32_t code)
{
    parts->part[parts->n++] = (struct vector_part){offset, (uint8_t)code};
}

void lanes_list_rare(struct sequence *s, uint32_t from)
{
    const struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    for (uint32_t j = from; j < p->nrare; j++)
        for (uint32_t i = 0; i < s->nbreaks; i++) {
            const uint32_t offset = s->breaks[i] + p->heap[j];
            add(offset < LANES_HEAPS ? &l->near : &l->rare, offset,
                lanes_code(l, p->value[j]));
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
    for (uint32_t a = LANES_HEAPS + s->options.other; a < LANES_POOL_END;
         a += 4)
        if (sparse_class(p, a, s->head[a]) == p->common)
            add(&l->common, s->breaks[0] + a, l->code[a]);
}

static void list_nimbers(struct sequence *s)
{
    const struct sparse *p = s->sparse;
    struct lanes *l = s->lanes;
    const uint32_t below = (1u << l->low) - 1;
    for (uint32_t odd = 0; odd < 2; odd++)
        for (uint32_t code = 0; code < LANES_CODES; code++) {
            const uint32_t v = (code & ~below) << 1 | (code & below);
            const bool is = sparse_class(p, odd, v) == p->common;
            l->common_of[odd][code] = (uint16_t)(is ? v : v | 1u << l->low);
        }
}

static void turn(struct lanes_parts *parts)
{
    for (uint32_t i = 0; i < parts->marked / 2; i++) {
        const struct vector_part part = parts->part[i];
        parts->part[i] = parts->part[parts->marked - 1 - i];
        parts->part[parts->marked - 1 - i] = part;
    }
}

enum status lanes_prepare(struct sequence *s)
{
    const struct sparse *p = s->sparse;
    enum status st = s->lanes ? STATUS_OK : open_lanes(s);
    if (st)
        return st;
    struct lanes *l = s->lanes;
    l->low = (uint32_t)__builtin_ctz(p->mask);
    l->masks = p->masks;
    l->choose_at =
        s->known < UINT32_MAX / AGAIN ? AGAIN * s->known : UINT32_MAX;
    l->coded = 0;
    lanes_encode(s);
    l->rare.n = l->near.n = 0;
    lanes_list_rare(s, 0);
    list_single(s);
    list_common(s);
    list_nimbers(s);
    const uint32_t heaps = s->known < LATER ? SAMPLE : CHOICE_MOST;
    st = choice_make(l->code + s->known, l->rare.part, l->rare.n, heaps,
                     rare_stay, &l->rare.marked);
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
    return (last > LANES_POOL_END ? last : LANES_POOL_END) + s->code.n +
           CHOICE_SPAN + LANES_HEAPS;
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
    lanes_encode(s);
}

void lanes_move(struct sequence *s, uint32_t to, uint32_t from, uint32_t n)
{
    struct lanes *l = s->lanes;
    if (!l)
        return;
    lanes_encode(s);
    memmove(l->code + to, l->code + from, n);
}
