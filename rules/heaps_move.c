#include "rules/heaps_move.h"

#include "rules/heaps_code.h"

#include <assert.h>

void heaps_mover_init(struct heaps_mover *m, const struct heaps *h)
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

/* The code of heaps 0..n-1, as they are. */
static void start_with(struct writer *w, const struct heaps_mover *m,
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

/* Heaps n.. as they are: the first one anew, since its gap has changed. */
static void end_with(struct writer *w, const struct heaps_mover *m, uint32_t n)
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

bool heaps_move(const struct heaps_mover *m, const struct heap_move *move,
                struct position *p)
{
    const struct heaps *h = m->h;
    const uint8_t kind = h->at[move->from].kind;
    uint32_t i = first_changed(h, move), entry = i, named = 0, added = 0;
    struct writer w;
    if (heaps_mixed_after(h, move) != (m->code[0] >> MIXED_BIT & 1) ||
        (move->nadd && move->size[move->nadd - 1] >= h->at[move->from].size))
        return heaps_pack_move(h, move, p);
    for (start_with(&w, m, i); i <= move->from; i++) {
        uint32_t count = h->at[i].count - (i == move->from);
        while (added < move->nadd && move->size[added] < h->at[i].size) {
            uint32_t same = 1 + (added + 1 < move->nadd &&
                                 move->size[added] == move->size[added + 1]);
            named = added == 0 ? entry : named;
            write_heap(&w, kind, move->size[added], same);
            added += same;
            entry++;
        }
        for (; added < move->nadd && move->size[added] == h->at[i].size;
             added++) {
            named = added == 0 ? entry : named;
            count++;
        }
        if (count) {
            write_heap(&w, kind, h->at[i].size, count);
            entry++;
        }
    }
    end_with(&w, m, i);
    return entry + h->n - i <= HEAPS_MAX &&
           finish_writer(&w, move->duty,
                         duty_names_heap(move->duty) ? named : 0, p);
}
