#include "rules/take_break.h"

#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/heaps_move.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum status take_break_open(const struct take_break *code,
                            const struct param_value v[], struct game *game)
{
    struct take_break *self = malloc(sizeof *self);
    if (!self)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    *self = *code;
    game->self = self;
    game->traits = GAME_SHRINKS | GAME_SUMS;
    if (param_of(v, "play")->lo)
        game->traits |= GAME_MISERE;
    game->players = (unsigned)param_of(v, "players")->lo;
    return STATUS_OK;
}

void take_break_close(void *self)
{
    free(self);
}

/* What may be left of a heap of `size`: calls visit with two heaps, the smaller
 * one first, 0 for none. */
static void each_remainder(const struct take_break *code, uint32_t size,
                           void (*visit)(void *context, uint32_t small,
                                         uint32_t large),
                           void *context)
{
    for (uint32_t k = 0; k < code->n && k <= size; k++) {
        const uint32_t left = size - k;
        const uint32_t last = code->digit[k] & 4 ? left / 2 : 0;
        if (code->digit[k] & (left ? 2 : 1))
            visit(context, 0, left);
        for (uint32_t small = 1; small <= last; small++)
            visit(context, small, left - small);
    }
}

struct pairs {
    uint32_t (*out)[2];
    size_t n;
};

static void add_pair(void *context, uint32_t small, uint32_t large)
{
    struct pairs *pairs = context;
    if (pairs->out) {
        pairs->out[pairs->n][0] = large;
        pairs->out[pairs->n][1] = small;
    }
    pairs->n++;
}

static size_t take_break_heap_options(const void *self, uint32_t size,
                                      uint32_t out[][2])
{
    struct pairs pairs = {out, 0};
    each_remainder(self, size, add_pair, &pairs);
    return pairs.n;
}

/* The digits mean the same here and there. */
static bool take_break_heap_code(const void *self, struct heap_code *out)
{
    const struct take_break *code = self;
    *out = (struct heap_code){.n = code->n};
    memcpy(out->digit, code->digit, code->n);
    return true;
}

size_t take_break_options_max(const void *self, struct position p)
{
    struct heaps h;
    size_t n = 0;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        n += take_break_heap_options(self, h.at[i].size, NULL);
    return n;
}

struct sink {
    struct heaps_encoder encoder;
    uint32_t from;
    struct position *out;
    size_t n;
};

static void emit(void *context, uint32_t small, uint32_t large)
{
    struct sink *sink = context;
    struct heap_move move = {.from = sink->from};
    if (small)
        move.size[move.nadd++] = small;
    if (large)
        move.size[move.nadd++] = large;
    bool fits = heaps_move(&sink->encoder, &move, &sink->out[sink->n++]);
    assert(fits); /* searchable() or movable() promised it */
}

/* Heaps of different sizes never lead to the same position: the heap that one
 * lacks is in the other. */
size_t take_break_options(const void *self, struct position p, enum mover mover,
                          struct position out[])
{
    struct heaps h;
    struct sink sink;
    (void)mover;
    heaps_unpack(p, &h);
    heaps_encoder_init(&sink.encoder, &h);
    sink.out = out;
    sink.n = 0;
    for (sink.from = 0; sink.from < h.n; sink.from++)
        each_remainder(self, h.at[sink.from].size, emit, &sink);
    return sink.n;
}

bool take_break_searchable(const void *self, struct position p)
{
    const struct take_break *code = self;
    struct heaps h;
    bool splits = false;
    for (uint32_t k = 0; k < code->n; k++)
        splits = splits || code->digit[k] & 4;
    heaps_unpack(p, &h);
    return heaps_searchable(&h, splits);
}

const struct heap_slots take_break_heap = {
    .options = take_break_heap_options,
    .code = take_break_heap_code,
};
