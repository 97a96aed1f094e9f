#include "engine/memo/table/segments.h"

#include "engine/base/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A segment is made for a load of 0.80 and grows at 0.90; short lines, which
 * are full more often, at 0.85. */
enum { LOAD_MADE = 80, LOAD_MOST = 90, LOAD_MOST_SHORT = 85, SHORT_LINE = 4 };

static unsigned load_most(unsigned slots)
{
    return slots <= SHORT_LINE ? LOAD_MOST_SHORT : LOAD_MOST;
}

/* Below this size a table doubles, all segments together, since that takes no
 * time worth spreading. Above it each segment grows by 1.3 when it must. */
static const uint64_t small_slots = 1u << 20;
static const double step_small = 2.0, step_large = 1.3;

/* Small enough that what all threads count ahead does not make a segment grow
 * early. */
static uint32_t quantum_of(const struct segments *s,
                           const struct segment *segment)
{
    return (uint32_t)(segment->lines.n * s->slots / 64 / s->gate.threads + 1);
}

static enum status segment_make(struct segments *s, struct segment *segment,
                                uint64_t lines)
{
    segment->lines = divisor_of(lines);
    segment->limit = lines * s->slots * load_most(s->slots) / 100 +
                     (uint64_t)s->gate.threads * (quantum_of(s, segment) - 1);
    return arena_take(&s->arena, lines * LINE_BYTES, &segment->line);
}

static enum status make_all(struct segments *s, uint64_t lines)
{
    enum status st = arena_extend(&s->arena, SEGMENTS * lines * LINE_BYTES);
    for (size_t i = 0; !st && i < SEGMENTS; i++) {
        st = segment_make(s, &s->segment[i], lines);
        s->tally[i].quantum = quantum_of(s, &s->segment[i]);
    }
    return st;
}

static enum status workers_init(struct segments *s, unsigned threads)
{
    size_t bytes = threads * sizeof *s->workers;
    s->workers = aligned_alloc(_Alignof(struct segment_worker), bytes);
    if (!s->workers)
        return log_error(STATUS_NOMEM, "memo: no memory for %u threads",
                         threads);
    memset(s->workers, 0, bytes);
    return STATUS_OK;
}

/* A prime number of lines, at least `least`, for a segment's share of `expect`
 * entries. The share may be four standard deviations above the mean before the
 * segment has to grow. */
static uint64_t lines_for(unsigned slots_in_line, uint64_t least,
                          uint64_t expect)
{
    double share = (double)expect / SEGMENTS;
    double slots = share * 100 / LOAD_MADE;
    double most = (share + 4 * sqrt(share)) * 100 / load_most(slots_in_line);
    uint64_t lines =
        (uint64_t)((slots > most ? slots : most) / slots_in_line) + 1;
    if (lines < least)
        lines = least;
    return lines >= 1u << 31 ? lines : prime_from(lines);
}

uint64_t segments_bytes(unsigned slots, uint64_t least,
                        const struct memo_spec *spec, uint64_t entries)
{
    return entries > spec->expect
               ? 0
               : arena_bytes(SEGMENTS * LINE_BYTES *
                             lines_for(slots, least, spec->expect)) +
                     spec->threads * sizeof(struct segment_worker);
}

enum status segments_init(struct segments *s, const struct memo_spec *spec)
{
    const uint64_t lines = lines_for(s->slots, s->least, spec->expect);
    enum status st;
    const uint64_t foretold = lines_for(s->slots, s->least, spec->foretold);
    s->foretold = foretold < 1u << 31 ? foretold : 0;
    if (lines >= 1u << 31)
        return log_error(STATUS_RANGE, "memo: %llu entries are too many",
                         (unsigned long long)spec->expect);
    st = arena_init(&s->arena);
    if (st)
        return st;
    st = gate_init(&s->gate, spec->threads);
    if (st) {
        arena_release(&s->arena);
        return st;
    }
    st = workers_init(s, spec->threads);
    if (!st)
        st = make_all(s, lines);
    if (st)
        segments_release(s);
    return st;
}

void segments_release(struct segments *s)
{
    arena_release(&s->arena);
    free(s->workers);
    gate_release(&s->gate);
}

void segments_count(struct segments *s, unsigned worker, unsigned number)
{
    struct segment_worker *w = &s->workers[worker];
    struct segment_tally *tally = &s->tally[number];
    const uint64_t before = atomic_fetch_add_explicit(
        &tally->counted, tally->quantum, memory_order_relaxed);
    atomic_store_explicit(&w->ahead[number], tally->quantum,
                          memory_order_relaxed);
    if (before + tally->quantum >= s->segment[number].limit)
        w->want = true;
}

static uint64_t counted(const struct segments *s, size_t number)
{
    return atomic_load_explicit(&s->tally[number].counted,
                                memory_order_relaxed);
}

uint64_t segments_entries(const struct segments *s, size_t number)
{
    uint64_t ahead = 0;
    for (unsigned w = 0; w < s->gate.threads; w++)
        ahead += atomic_load_explicit(&s->workers[w].ahead[number],
                                      memory_order_relaxed);
    const uint64_t all = counted(s, number);
    return all > ahead ? all - ahead : 0;
}

/* A table that is going to be larger for certain is made so when it has a 64th
 * of that, and doubles before: nearly no entry is moved, and not 3 times each.
 * From empty to 2^22 entries, batches, M inserts a second beside a table made
 * for them, a busy machine (bench/memo -k 22): `line` 28.6 of 38.2, and 8.4 if
 * nothing is foretold; `packed` 30.3 of 34.5, 8.8. */
enum { FORETOLD_SHARE = 64 };

/* The next size: segment i of 256 has sizes 1.3^(k + i/256), so that the
 * segments of a large table, which fill at the same speed, reach their limits
 * one after the other. */
static uint64_t next_lines(const struct segments *s, size_t number)
{
    uint64_t lines = s->segment[number].lines.n;
    if (lines < s->foretold && lines >= s->foretold / FORETOLD_SHARE)
        return s->foretold;
    if (lines < s->foretold || lines * s->slots * SEGMENTS < small_slots)
        return prime_from((uint64_t)((double)lines * step_small) + 1);
    double next = 1 + (double)(number * 3) / (10 * SEGMENTS);
    while (next < 1.1 * (double)lines)
        next *= step_large;
    return prime_from((uint64_t)next);
}

static enum status grow_one(struct segments *s, unsigned number)
{
    struct segment old = s->segment[number], grown = old;
    enum status st = segment_make(s, &grown, next_lines(s, number));
    if (st)
        return st;
    st = s->move(s->self, number, &old, &grown);
    if (st) {
        arena_free(&s->arena, grown.line, grown.lines.n * LINE_BYTES);
        return st;
    }
    arena_free(&s->arena, old.line, old.lines.n * LINE_BYTES);
    s->segment[number] = grown;
    s->tally[number].quantum = quantum_of(s, &grown);
    atomic_store(&s->tally[number].full, false);
    atomic_fetch_add(&s->growths, 1);
    return STATUS_OK;
}

/* In a small table, segments that are near their limits grow as well. */
static bool must_grow(const struct segments *s, size_t number)
{
    const struct segment *segment = &s->segment[number];
    bool small = segment->lines.n * s->slots * SEGMENTS < small_slots;
    uint64_t limit = small ? segment->limit * 3 / 4 : segment->limit;
    return atomic_load(&s->tally[number].full) || counted(s, number) >= limit;
}

enum status segments_grow(struct segments *s, unsigned worker)
{
    enum status st = STATUS_OK;
    s->workers[worker].want = false;
    gate_shut(&s->gate);
    for (unsigned i = 0; !st && i < SEGMENTS; i++)
        if (must_grow(s, i))
            st = grow_one(s, i);
    gate_open(&s->gate);
    return st;
}

void segments_stats(const struct segments *s, struct memo_stats *stats)
{
    stats->growths += atomic_load(&s->growths);
    stats->bytes +=
        atomic_load(&s->arena.bytes) + s->gate.threads * sizeof *s->workers;
    for (size_t i = 0; i < SEGMENTS; i++)
        stats->entries += segments_entries(s, i);
}
