#include "rules/heaps_move.h"

#include "rules/heaps_code.h"

#include <assert.h>

/* Is a heap of a kind other than the own left after the move? Kinds ascend, so
 * the last entries decide. */
static bool mixed_after(const struct heaps *h, const struct heap_move *m)
{
    uint32_t last = h->n - 1;
    if (h->at[last].kind == PART_OWN)
        return false;
    if (last != m->from || h->at[last].count > 1 || m->nadd)
        return true;
    return last && h->at[last - 1].kind != PART_OWN;
}

/* How far a move has been written. */
struct change {
    uint32_t next;    /* the first old heap that is not written yet */
    uint32_t entries; /* written so far */
    uint32_t named;   /* which of them is the first new heap */
};

/* Writes old heaps from c->next on, up to and including the changed heap and
 * all new ones. */
static void write_change(struct writer *w, const struct heaps *h,
                         const struct heap_move *m, struct change *c)
{
    const uint8_t kind = h->at[m->from].kind;
    uint32_t added = 0;
    for (;; c->next++) {
        const uint32_t i = c->next;
        const bool end = i == h->n || h->at[i].kind > kind;
        const bool here = i < h->n && h->at[i].kind == kind;
        /* New heaps that are smaller than heap i come before it. */
        while (added < m->nadd &&
               (end || (here && m->size[added] < h->at[i].size))) {
            uint32_t count = 1 + (added + 1 < m->nadd &&
                                  m->size[added] == m->size[added + 1]);
            c->named = added == 0 ? c->entries : c->named;
            write_heap(w, kind, m->size[added], count);
            added += count;
            c->entries++;
        }
        if (i > m->from && added == m->nadd)
            return;
        uint32_t count = h->at[i].count - (i == m->from);
        while (here && added < m->nadd && m->size[added] == h->at[i].size) {
            c->named = added == 0 ? c->entries : c->named;
            added++;
            count++;
        }
        if (count) {
            write_heap(w, h->at[i].kind, h->at[i].size, count);
            c->entries++;
        }
    }
}

static bool finish_move(const struct writer *w, const struct heaps *h,
                        const struct heap_move *m, const struct change *c,
                        struct position *p)
{
    return c->entries + h->n - c->next <= HEAPS_MAX &&
           finish_writer(w, m->duty, duty_names_heap(m->duty) ? c->named : 0,
                         p);
}

bool heaps_pack_move(const struct heaps *h, const struct heap_move *m,
                     struct position *p)
{
    struct change c = {0};
    struct writer w;
    start_writer(&w, mixed_after(h, m));
    write_change(&w, h, m, &c);
    for (uint32_t i = c.next; i < h->n; i++)
        write_heap(&w, h->at[i].kind, h->at[i].size, h->at[i].count);
    return finish_move(&w, h, m, &c, p);
}

void heaps_encoder_init(struct heaps_encoder *m, const struct heaps *h)
{
    struct writer w;
    start_writer(&w, h->n && h->at[h->n - 1].kind != PART_OWN);
    m->h = h;
    for (uint32_t i = 0; i < h->n; i++) {
        m->used[i] = (uint8_t)w.used;
        write_heap(&w, h->at[i].kind, h->at[i].size, h->at[i].count);
    }
    assert(w.used <= 128);
    m->used[h->n] = (uint8_t)w.used;
    m->code[0] = w.lo;
    m->code[1] = w.hi;
}

static uint64_t lowest(uint64_t x, unsigned n)
{
    return n < 64 ? x & ((1ull << n) - 1) : x;
}

/* Copies the code of heaps 0..n-1. */
static void start_with(struct writer *w, const struct heaps_encoder *m,
                       uint32_t n)
{
    const unsigned used = m->used[n];
    start_writer(w, m->code[0] >> MIXED_BIT & 1);
    w->lo = lowest(m->code[0], used);
    w->hi = used > 64 ? lowest(m->code[1], used - 64) : 0;
    w->used = used;
    if (n) {
        w->kind = m->h->at[n - 1].kind;
        w->size = m->h->at[n - 1].size;
    }
}

/* Appends heaps n..: encodes the first again, since its gap has changed, and
 * copies the code of the others. */
static void end_with(struct writer *w, const struct heaps_encoder *m,
                     uint32_t n)
{
    const struct heaps *h = m->h;
    if (n == h->n)
        return;
    write_heap(w, h->at[n].kind, h->at[n].size, h->at[n].count);
    unsigned from = m->used[n + 1];
    const unsigned to = m->used[h->n];
    if (from < 64 && from < to) {
        const unsigned part = (to < 64 ? to : 64) - from;
        write_bits(w, m->code[0] >> from, part);
        from += part;
    }
    if (from < to)
        write_bits(w, m->code[1] >> (from - 64), to - from);
}

/* Heaps before this one are smaller than the new ones, or of earlier kinds. */
static uint32_t first_changed(const struct heaps *h,
                              const struct heap_move *move)
{
    uint32_t first = move->from;
    while (move->nadd && first && h->at[first - 1].size >= move->size[0] &&
           h->at[first - 1].kind == h->at[move->from].kind)
        first--;
    return first;
}

bool heaps_move(const struct heaps_encoder *m, const struct heap_move *move,
                struct position *p)
{
    const struct heaps *h = m->h;
    const uint32_t first = first_changed(h, move);
    struct change c = {.next = first, .entries = first};
    struct writer w;
    if (mixed_after(h, move) != (m->code[0] >> MIXED_BIT & 1))
        return heaps_pack_move(h, move, p);
    start_with(&w, m, first);
    write_change(&w, h, move, &c);
    end_with(&w, m, c.next);
    return finish_move(&w, h, move, &c, p);
}
