#include "engine/sequence/window.h"

#include "engine/base/log.h"
#include "engine/sequence/sequence_sparse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { AGAIN = 8, BLOCKS = 256 };

/* The heaps of the sequence are local: those from the prefix on are moved down
 * when its arrays are full. */
struct window {
    struct sequence *s;
    uint32_t length, prefix;
    uint64_t next;      /* heap to be handed out */
    uint64_t chosen_at; /* heap for which lanes have chosen their pairs */
};

bool window_fits(const struct game *game)
{
    struct heap_code code;
    bool breaks = false;
    if (!sequence_fits(game) || game->traits & GAME_OBLIGES ||
        !game->rules->heap->code || !game->rules->heap->code(game->self, &code))
        return false;
    for (uint32_t k = 0; k < code.n; k++)
        breaks = breaks || code.digit[k] & (HEAP_TWO | HEAP_UNEQUAL);
    return breaks;
}

/* The first heaps by all pairs; then a mask. */
static enum status find_prefix(struct window *w, bool (*stop)(void *),
                               void *context)
{
    struct sequence *s = w->s;
    bool ready;
    enum status st = sequence_extend(s, w->prefix - 1, stop, context);
    if (!st)
        st = sparse_settle(s, &ready);
    if (st)
        return st;
    if (!ready)
        return log_error(STATUS_NO_ANSWER,
                         "%s: its first %u heaps are not sparse: far heaps "
                         "cannot be found from a window; ask for a row of each "
                         "heap (multisets:parts=1..1)",
                         s->game->spec, w->prefix);
    const uint32_t reach = lanes_reach(s);
    /* Of a pair with a rare heap the other is common. */
    if (2 * reach > w->prefix)
        return log_error(STATUS_NO_ANSWER,
                         "%s: of its first %u heaps %u is rare: far heaps "
                         "cannot be found from a window",
                         s->game->spec, w->prefix, sequence_rare(s).last);
    if (w->length < reach || w->length > w->prefix)
        return log_error(STATUS_NO_ANSWER,
                         "%s: its last rare heap is %u: windows must have %u "
                         "to %u heaps",
                         s->game->spec, sequence_rare(s).last, reach,
                         w->prefix);
    s->prefix = w->prefix;
    s->start = 1;
    return STATUS_OK;
}

enum status window_open(const struct game *game, uint32_t length,
                        const struct window_options *options,
                        bool (*stop)(void *), void *context,
                        struct window **out)
{
    static const struct window_options none;
    struct window *w = calloc(1, sizeof *w);
    if (!w)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    options = options ? options : &none;
    const uint32_t recent = options->recent ? options->recent : WINDOW_RECENT;
    w->length = length;
    w->prefix = options->prefix ? options->prefix : WINDOW_PREFIX;
    w->chosen_at = w->prefix;
    assert(recent > length + 2 * SEQUENCE_BLOCK);
    struct sequence_options lean = options->sequence;
    lean.lean = true;
    enum status st = sequence_open(game, w->prefix + recent - 1, &lean, &w->s);
    if (!st)
        st = find_prefix(w, stop, context);
    if (st)
        window_close(w);
    else
        *out = w;
    return st;
}

void window_close(struct window *w)
{
    if (w->s)
        sequence_close(w->s);
    free(w);
}

uint64_t window_bytes(const struct game *game)
{
    return sequence_bytes(game, WINDOW_PREFIX + WINDOW_RECENT - 1, true);
}

uint64_t window_next(const struct window *w)
{
    return w->next;
}

struct sequence_rare window_rare(const struct window *w)
{
    return sequence_rare(w->s);
}

bool window_is_rare(const struct window *w, uint64_t heap, uint32_t value)
{
    const struct sparse *p = w->s->sparse;
    const uint64_t one = p->ones[value / 64] >> value % 64;
    return heap && ((one ^ (heap & p->odd)) & 1) != p->common;
}

/* Is some rare heap none of the first? */
static bool is_lost(const struct window *w)
{
    return sequence_rare(w->s).last >= w->prefix;
}

static void choose_again(struct window *w, uint32_t first)
{
    struct sequence *s = w->s;
    const bool again = w->next / AGAIN >= w->chosen_at;
    if (again)
        w->chosen_at = w->next;
    lanes_forget(s, first, again);
}

/* The last heaps, as many as looks can use, down to the prefix. */
static void slide(struct window *w)
{
    struct sequence *s = w->s;
    const uint32_t room = s->most + 1 - w->prefix;
    const uint32_t most = room > 2 * w->length ? room / 4 * 3 : w->length;
    const uint32_t known = s->known, held = known + 1 - s->start;
    const uint32_t keep = most < held ? most : held;
    const uint32_t from = known + 1 - keep;
    const uint32_t to = w->prefix + ((from - w->prefix) & 1);
    if (from <= to)
        return;
    lanes_move(s, to, from, keep);
    memmove(s->head + to, s->head + from, keep * sizeof *s->head);
    memmove(s->tail + s->most - (to + keep - 1), s->tail + s->most - known,
            keep * sizeof *s->tail);
    s->known = to + keep - 1;
    s->shift += from - to;
    s->start = to;
    choose_again(w, s->known + 1);
}

static enum status extend(struct window *w, uint32_t to)
{
    struct sequence *s = w->s;
    const uint32_t known = s->known;
    enum status st = lanes_block(s, to);
    if (!st && s->known == known)
        st = rows_block(s, to);
    /* Too many are rare. */
    return st || s->sparse->mask ? st : STATUS_NO_ANSWER;
}

enum status window_find(struct window *w, uint32_t most,
                        const uint16_t **values, uint32_t *n)
{
    struct sequence *s = w->s;
    enum status st = STATUS_OK;
    if (w->next < w->prefix) {
        const uint64_t left = w->prefix - w->next;
        *values = s->head + w->next;
        *n = left < most ? (uint32_t)left : most;
        w->next += *n;
        return STATUS_OK;
    }
    if (s->shift + s->known + 1 != w->next) {
        assert(w->next == w->prefix);
        st = window_go(w, w->prefix, s->head + w->prefix - w->length);
        assert(!st);
    }
    if (is_lost(w))
        return STATUS_NO_ANSWER;
    if (s->most - s->known < 2 * SEQUENCE_BLOCK)
        slide(w);
    const uint32_t from = s->known + 1, room = s->most - s->known;
    const uint32_t some = BLOCKS * SEQUENCE_BLOCK;
    const uint32_t wanted = most < some ? most : some;
    const uint32_t to = s->known + (wanted < room ? wanted : room);
    while (!st && s->known < to)
        st = extend(w, to);
    /* What was found before that stands. */
    if (st == STATUS_NO_ANSWER && s->known >= from)
        st = STATUS_OK;
    *values = s->head + from;
    *n = s->known + 1 - from;
    w->next += *n;
    return st;
}

static bool are_values(const struct window *w, uint64_t heap,
                       const uint16_t values[])
{
    for (uint32_t i = 0; i < w->length; i++)
        if (values[i] >= NIMBERS / 2 ||
            (heap - w->length + i >= w->prefix &&
             window_is_rare(w, heap - w->length + i, values[i])))
            return false;
    return true;
}

enum status window_go(struct window *w, uint64_t heap, const uint16_t values[])
{
    struct sequence *s = w->s;
    w->next = heap;
    if (heap < w->prefix || s->shift + s->known + 1 == heap)
        return STATUS_OK;
    if (!are_values(w, heap, values))
        return STATUS_FORMAT;
    const uint64_t first = heap - w->length;
    s->start = w->prefix + (uint32_t)((first - w->prefix) & 1);
    s->shift = first - s->start;
    s->known = s->start - 1;
    for (uint32_t i = 0; i < w->length; i++) {
        s->known++;
        s->head[s->known] = s->tail[s->most - s->known] = values[i];
        s->largest = values[i] > s->largest ? values[i] : s->largest;
    }
    while (s->end <= s->largest)
        s->end *= 2;
    choose_again(w, s->start);
    return STATUS_OK;
}
