#include "engine/memo/table/lines.h"

#include "engine/base/log.h"
#include "engine/memo/table/value.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>

/* An entry on its way to the new segment, whose line there is being fetched. */
struct moving {
    struct search s;
    struct position key;
    uint64_t stored;
};

struct migration {
    const struct lines *l;
    struct segment *to;
    size_t begun, done;
    struct moving ring[RING_AHEAD];
};

/* Places fill from the left: the number of those in use says where the first
 * empty one is, without a branch that would be mispredicted. Seven values of
 * one byte are the line's last word, below the byte of bits. */
static unsigned used_places(struct layout l, const unsigned char *line)
{
    unsigned used = 0;
    if (l.value_bytes == 1 && l.slots == LINE_WORDS - 1) {
        const uint64_t last = le64toh(word_load(line, LINE_WORDS - 1));
        const uint64_t values = last << 8 >> 8;
        return values ? LINE_WORDS - (unsigned)__builtin_clzll(values) / 8 : 0;
    }
    for (unsigned i = 0; i < l.slots; i++)
        used += value_load(line + l.values_at + i * l.value_bytes,
                           l.value_bytes) != 0;
    return used;
}

/* Ends a search in a segment that no other thread sees; it is larger than the
 * one that the entry comes from, so there is a place. */
static void move_done(struct migration *m)
{
    const struct lines *l = m->l;
    struct moving *e = &m->ring[m->done++ % RING_AHEAD];
    unsigned used = used_places(l->layout, e->s.line);
    while (used == l->layout.slots) {
        e->s.line[LINES_META] |= (unsigned char)seek_class(&e->s);
        bool more = seek_advance(m->to, e->key, l->layout.wide, &e->s);
        assert(more);
        used = used_places(l->layout, e->s.line);
    }
    unsigned bytes = l->layout.wide ? 16 : 8;
    memcpy(e->s.line + used * bytes, &e->key, bytes);
    value_store(e->s.line + l->layout.values_at + used * l->layout.value_bytes,
                l->layout.value_bytes, e->stored);
}

static void move_begin(void *context, struct position key, uint64_t value)
{
    struct migration *m = context;
    if (m->begun - m->done == RING_AHEAD)
        move_done(m);
    struct moving *e = &m->ring[m->begun++ % RING_AHEAD];
    const uint64_t hash = lines_hash(key, m->l->layout.wide);
    *e = (struct moving){seek_start(m->to, hash), key, value + 1};
    fetch_line(e->s.line);
}

static void segment_each(const struct lines *l, const struct segment *segment,
                         memo_visit *visit, void *context)
{
    unsigned bytes = l->layout.wide ? 16 : 8;
    for (uint64_t at = 0; at < segment->lines.n; at++) {
        const unsigned char *line = segment->line + at * LINE_BYTES;
        unsigned used = used_places(l->layout, line);
        for (unsigned i = 0; i < used; i++) {
            struct position key = {0, 0};
            memcpy(&key, line + i * bytes, bytes);
            visit(context, key,
                  value_load(line + l->layout.values_at +
                                 i * l->layout.value_bytes,
                             l->layout.value_bytes) -
                      1);
        }
    }
}

static enum status move(void *self, unsigned number, const struct segment *from,
                        struct segment *to)
{
    struct lines *l = self;
    struct migration m = {.l = l, .to = to};
    (void)number;
    segment_each(l, from, move_begin, &m);
    while (m.done < m.begun)
        move_done(&m);
    return STATUS_OK;
}

void lines_each(const void *self, memo_visit *visit, void *context)
{
    const struct lines *l = self;
    const uint64_t zero = atomic_load(&l->zero);
    if (zero)
        visit(context, (struct position){0, 0}, zero - 1);
    for (size_t i = 0; i < SEGMENTS; i++)
        segment_each(l, &l->segments.segment[i], visit, context);
}

enum { LINES_LEAST = 5 };

static struct layout layout_for(const struct memo_spec *spec)
{
    return layout_of(spec->key_bits > 64, spec->value_bytes);
}

static enum status lines_init(struct lines *l, const struct memo_spec *spec)
{
    l->layout = layout_for(spec);
    l->form = forms_best();
    l->segments.slots = l->layout.slots;
    l->segments.least = LINES_LEAST;
    l->segments.move = move;
    l->segments.self = l;
    return segments_init(&l->segments, spec);
}

enum status lines_open(const char *name, bool locks,
                       const struct memo_spec *spec, void **self)
{
    if (spec->key_bits > 64 && !locks)
        return log_error(STATUS_USAGE,
                         "memo %s: keys of %u bits do not fit; take spin, wide "
                         "or striped",
                         name, spec->key_bits);
    struct lines *l = aligned_alloc(_Alignof(struct lines), sizeof *l);
    if (!l)
        return log_error(STATUS_NOMEM, "memo %s: no memory", name);
    *l = (struct lines){.locks = locks};
    enum status st = lines_init(l, spec);
    if (st) {
        free(l);
        return st;
    }
    *self = l;
    return STATUS_OK;
}

uint64_t lines_bytes(const struct memo_spec *spec, uint64_t entries)
{
    return segments_bytes(layout_for(spec).slots, LINES_LEAST, spec, entries);
}

void lines_close(void *self)
{
    struct lines *l = self;
    segments_release(&l->segments);
    free(l);
}

void lines_stats(const void *self, struct memo_stats *stats)
{
    const struct lines *l = self;
    *stats = (struct memo_stats){.entries = atomic_load(&l->zero) != 0};
    segments_stats(&l->segments, stats);
}

enum status lines_settle(void *self)
{
    struct lines *l = self;
    return segments_grow(&l->segments, 0);
}
