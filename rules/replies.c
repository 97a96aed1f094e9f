#include "rules/replies.h"

#include "engine/base/log.h"
#include "rules/heaps.h"
#include "rules/heaps_move.h"

#include <assert.h>
#include <stdlib.h>

enum empty { EMPTY_FREE, EMPTY_LOSE, EMPTY_ILLEGAL };
enum alone { ALONE_STRICT, ALONE_LAPSE };

struct replies {
    uint8_t own; /* the kind that PART_OWN stands for */
    enum reply reply;
    enum empty empty;
    enum alone alone;
};

const struct param replies_params[REPLIES_PARAMS] = {
    {.name = "reply",
     .type = PARAM_CHOICE,
     .choices = "same|elsewhere|any|largest|smallest",
     .def = "same",
     .help = "where an entailing move compels the answer"},
    {.name = "empty",
     .type = PARAM_CHOICE,
     .choices = "free|lose|illegal",
     .def = "free",
     .help = "an entailing move that takes a heap's last counter (reply=same)"},
    {.name = "alone",
     .type = PARAM_CHOICE,
     .choices = "strict|lapse",
     .def = "strict",
     .help = "compelled to move in another heap without one (reply=elsewhere, "
             "largest or smallest)"},
    {.name = "play",
     .type = PARAM_CHOICE,
     .choices = "normal|misere",
     .def = "normal",
     .help = "does the player without a move lose or win"},
};

enum status replies_open(uint8_t own, const struct param_value v[],
                         struct game *game)
{
    struct replies *r = malloc(sizeof *r);
    if (!r)
        return log_error(STATUS_NOMEM, "%s: out of memory", game->spec);
    *r = (struct replies){own, (enum reply)param_of(v, "reply")->lo,
                          (enum empty)param_of(v, "empty")->lo,
                          (enum alone)param_of(v, "alone")->lo};
    game->self = r;
    game->traits = GAME_SHRINKS;
    if (r->reply != REPLY_ANY)
        game->traits |= GAME_OBLIGES;
    if (r->reply == REPLY_SAME || r->reply == REPLY_ANY)
        game->traits |= GAME_SUMS;
    else if (r->reply == REPLY_ELSEWHERE)
        game->traits |=
            GAME_ELSEWHERE | (r->alone == ALONE_LAPSE ? GAME_LAPSES : 0);
    if (param_of(v, "play")->lo)
        game->traits |= GAME_MISERE;
    return STATUS_OK;
}

void replies_close(void *self)
{
    free(self);
}

/* Does a move that compels name the heap to answer in by its size? */
static bool names_by_size(const struct replies *r)
{
    return r->reply == REPLY_LARGEST || r->reply == REPLY_SMALLEST;
}

static bool entails(const struct replies *r, const struct heap *heap)
{
    return (heap->kind == PART_OWN ? r->own : heap->kind) != PART_NIM;
}

/* The heap to answer in, of those beside one copy of the heap that a move has
 * left; h->n if there is none. */
static uint32_t answer_heap(const struct replies *r, const struct heaps *h,
                            uint32_t left)
{
    uint32_t best = h->n;
    for (uint32_t i = 0; i < h->n; i++) {
        if (i == left && h->at[i].count == 1)
            continue;
        if (best == h->n ||
            (r->reply == REPLY_LARGEST ? h->at[i].size > h->at[best].size
                                       : h->at[i].size < h->at[best].size))
            best = i;
    }
    return best;
}

/* Can a move have obliged the player to this, with these heaps left? */
static bool obliges_by_size(const struct replies *r, const struct heaps *h)
{
    bool found = false;
    for (uint32_t i = 0; i < h->n && !found; i++) {
        const uint32_t named = answer_heap(r, h, i);
        found =
            entails(r, &h->at[i]) &&
            (h->duty == DUTY_IN ? named < h->n && named == h->named
                                : named == h->n && r->alone == ALONE_STRICT);
    }
    return found;
}

/* May positions of these heaps carry this obligation? */
static bool occurs(const struct replies *r, const struct heaps *h)
{
    switch (h->duty) {
    case DUTY_NONE:
        return true;
    case DUTY_IN:
        return r->reply == REPLY_SAME ||
               (names_by_size(r) && obliges_by_size(r, h));
    case DUTY_NOT_IN:
        return r->reply == REPLY_ELSEWHERE;
    case DUTY_SUNK:
        return (r->reply == REPLY_SAME && r->empty == EMPTY_LOSE) ||
               (names_by_size(r) && obliges_by_size(r, h));
    }
    return false;
}

/* text: NULL for a point of a grid, which has no obligation. */
static enum status pack(const struct replies *r, const struct heaps *h,
                        const char *text, struct position *p)
{
    if (!occurs(r, h))
        return log_error(STATUS_USAGE,
                         "position '%s': this obligation does not occur under "
                         "these rules",
                         text ? text : "of the grid");
    if (!heaps_pack(h, p))
        return text ? log_error(STATUS_RANGE,
                                "position '%s' does not fit in 128 bits", text)
                    : log_error(STATUS_RANGE, "a position of the grid does not "
                                              "fit in 128 bits");
    return STATUS_OK;
}

enum status replies_start(const void *self, const struct point *point,
                          struct position *p)
{
    const struct replies *r = self;
    struct heaps h;
    enum status st = heaps_from_point(point, r->own, &h);
    return st ? st : pack(r, &h, NULL, p);
}

enum status replies_parse(const void *self, const char *text,
                          struct position *p)
{
    const struct replies *r = self;
    struct heaps h;
    enum status st = heaps_parse(text, r->own, &h);
    return st ? st : pack(r, &h, text, p);
}

size_t replies_options_max(const void *self, struct position p)
{
    struct heaps h;
    size_t n = 1;
    (void)self;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        n += h.at[i].size;
    return n;
}

/* The position whose options are listed, and their destination. */
struct sink {
    const struct replies *r;
    const struct heaps *h;
    struct position *out;
    size_t n;
    struct heaps_encoder encoder;
};

static void emit(struct sink *sink, struct heap_move move)
{
    bool fits = heaps_move(&sink->encoder, &move, &sink->out[sink->n++]);
    assert(fits); /* searchable() or movable() promised it */
}

/* Obliges the opponent to answer in the largest (smallest) other heap. */
static void oblige_by_size(const struct replies *r, uint8_t kind, uint32_t size,
                           struct position *p)
{
    struct heaps h;
    heaps_unpack(*p, &h);
    uint32_t left = 0;
    while (h.at[left].kind != kind || h.at[left].size != size)
        left++;
    const uint32_t named = answer_heap(r, &h, left);
    if (named < h.n)
        *p = heaps_under(*p, DUTY_IN, named);
    else if (r->alone == ALONE_STRICT)
        *p = heaps_under(*p, DUTY_SUNK, 0);
}

/* The entailing move: take exactly one counter of at[from]. */
static void emit_entailing(struct sink *sink, uint32_t from)
{
    static const enum duty duty[] = {[REPLY_SAME] = DUTY_IN,
                                     [REPLY_ELSEWHERE] = DUTY_NOT_IN,
                                     [REPLY_ANY] = DUTY_NONE,
                                     [REPLY_LARGEST] = DUTY_NONE,
                                     [REPLY_SMALLEST] = DUTY_NONE};
    const struct replies *r = sink->r;
    struct heap_move move = {.from = from};
    uint32_t left = sink->h->at[from].size - 1;
    if (left) {
        move.nadd = 1;
        move.size[0] = left;
        move.duty = duty[r->reply];
    } else if (r->reply == REPLY_SAME && r->empty == EMPTY_ILLEGAL) {
        return;
    } else if (r->reply == REPLY_SAME && r->empty == EMPTY_LOSE) {
        move.duty = DUTY_SUNK;
    }
    emit(sink, move);
    if (left && names_by_size(r))
        oblige_by_size(r, sink->h->at[from].kind, left,
                       &sink->out[sink->n - 1]);
}

static void emit_splits(struct sink *sink, uint32_t from)
{
    const uint32_t size = sink->h->at[from].size;
    for (uint32_t a = 1; a <= size / 2; a++)
        emit(sink, (struct heap_move){from, 2, {a, size - a}, DUTY_NONE});
}

/* Takes `least` counters or more; the smallest remainders come first, so that a
 * recursion solves small positions first. */
static void emit_takes(struct sink *sink, uint32_t from, uint32_t least)
{
    const uint32_t size = sink->h->at[from].size;
    for (uint32_t left = 0; left + least <= size; left++)
        emit(sink, (struct heap_move){from, left > 0, {left, 0}, DUTY_NONE});
}

static bool may_move_in(const struct replies *r, const struct heaps *h,
                        uint32_t i)
{
    switch (h->duty) {
    case DUTY_NONE:
        return true;
    case DUTY_IN:
        return i == h->named;
    case DUTY_NOT_IN:
        if (i != h->named || h->at[i].count > 1)
            return true;
        return r->alone == ALONE_LAPSE && h->n == 1;
    case DUTY_SUNK:
        return false;
    }
    return false;
}

size_t replies_options(const void *self, struct position p, enum mover mover,
                       struct position out[])
{
    const struct replies *r = self;
    struct heaps h;
    struct sink sink;
    (void)mover;
    heaps_unpack(p, &h);
    sink.r = r;
    sink.h = &h;
    sink.out = out;
    sink.n = 0;
    heaps_encoder_init(&sink.encoder, &h);
    for (uint32_t i = 0; i < h.n; i++) {
        if (!may_move_in(r, &h, i))
            continue;
        switch (h.at[i].kind == PART_OWN ? r->own : h.at[i].kind) {
        case PART_TOP:
            emit_entailing(&sink, i);
            emit_splits(&sink, i);
            break;
        case PART_ONE:
            emit_entailing(&sink, i);
            emit_takes(&sink, i, 2);
            break;
        case PART_NIM:
            emit_takes(&sink, i, 1);
            break;
        }
    }
    return sink.n;
}

/* The obligations that moves which name a heap by its size can leave. */
static size_t states_by_size(const struct replies *r, struct position p,
                             struct position out[])
{
    struct heaps h;
    size_t n = 0;
    heaps_unpack(p, &h);
    for (h.duty = DUTY_IN, h.named = 0; h.named < h.n; h.named++)
        if (obliges_by_size(r, &h))
            out[n++] = heaps_under(p, DUTY_IN, h.named);
    h.duty = DUTY_SUNK;
    if (obliges_by_size(r, &h))
        out[n++] = heaps_under(p, DUTY_SUNK, 0);
    return n;
}

static size_t replies_states(const void *self, struct position p,
                             struct position out[])
{
    const struct replies *r = self;
    struct heaps h;
    size_t n = 0;
    heaps_unpack(p, &h);
    out[n++] = heaps_under(p, DUTY_NONE, 0);
    if (names_by_size(r))
        return n + states_by_size(r, p, out + n);
    const enum duty duty = r->reply == REPLY_SAME ? DUTY_IN : DUTY_NOT_IN;
    for (uint32_t i = 0; i < h.n && r->reply != REPLY_ANY; i++)
        if (entails(r, &h.at[i]))
            out[n++] = heaps_under(p, duty, i);
    if (r->reply == REPLY_SAME && r->empty == EMPTY_LOSE)
        out[n++] = heaps_under(p, DUTY_SUNK, 0);
    return n;
}

static size_t replies_state(const void *self, struct position p)
{
    const struct replies *r = self;
    struct heaps h;
    size_t state = 1;
    if (heaps_duty(p) == DUTY_NONE)
        return 0;
    if (names_by_size(r)) {
        struct position all[POINT_PARTS_MAX];
        states_by_size(r, p, all);
        while (!position_equal(all[state - 1], p))
            state++;
        return state;
    }
    if (heaps_duty(p) != DUTY_SUNK && !heaps_mixed(p))
        return 1 + heaps_named(p);
    heaps_unpack(p, &h);
    const uint32_t before = h.duty == DUTY_SUNK ? h.n : h.named;
    for (uint32_t i = 0; i < before; i++)
        state += entails(r, &h.at[i]);
    return state;
}

static bool replies_obliged(const void *self, struct position p)
{
    (void)self;
    return heaps_duty(p) != DUTY_NONE;
}

bool replies_searchable(const void *self, struct position p)
{
    const struct replies *r = self;
    struct heaps h;
    bool splits = r->own == PART_TOP;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        splits = splits || h.at[i].kind == PART_TOP;
    return heaps_searchable(&h, splits);
}

/* {lo, 0}, ..., {hi, 0}: what taking can leave. */
static size_t put_takes(uint32_t lo, uint32_t hi, uint32_t out[][2])
{
    for (uint32_t left = lo; out && left <= hi; left++) {
        out[left - lo][0] = left;
        out[left - lo][1] = 0;
    }
    return hi + 1 - lo;
}

static size_t put_splits(uint32_t size, uint32_t out[][2])
{
    for (uint32_t a = 1; out && a <= size / 2; a++) {
        out[a - 1][0] = size - a;
        out[a - 1][1] = a;
    }
    return size / 2;
}

/* Does taking one counter of a heap of this size compel nothing? */
static bool takes_freely(const struct replies *r, uint32_t size)
{
    if (size == 1)
        return r->reply != REPLY_SAME || r->empty == EMPTY_FREE;
    return r->reply == REPLY_ANY;
}

static size_t replies_heap_options(const void *self, uint32_t size,
                                   uint32_t out[][2])
{
    const struct replies *r = self;
    size_t n = 0;
    if (size == 0)
        return 0;
    if (takes_freely(r, size))
        n += put_takes(size - 1, size - 1, out);
    if (r->own == PART_TOP)
        n += put_splits(size, out ? out + n : NULL);
    else if (size >= 2)
        n += put_takes(0, size - 2, out ? out + n : NULL);
    return n;
}

static size_t replies_heap_obliging(const void *self, uint32_t size,
                                    uint32_t out[])
{
    const struct replies *r = self;
    if (size == 0 || takes_freely(r, size) ||
        (size == 1 && r->empty == EMPTY_ILLEGAL))
        return 0;
    out[0] = size - 1;
    return 1;
}

/* The digit of taking one counter, of heaps whose moves entail. */
static uint8_t entailing_digit(const struct replies *r)
{
    if (r->reply == REPLY_ANY)
        return HEAP_NONE | HEAP_ONE;
    return HEAP_ANSWER | (r->empty == EMPTY_FREE   ? HEAP_NONE
                          : r->empty == EMPTY_LOSE ? HEAP_SUNK
                                                   : 0);
}

bool replies_heap_code(const void *self, struct heap_code *out)
{
    const struct replies *r = self;
    *out = (struct heap_code){.n = 2};
    if (r->reply != REPLY_SAME && r->reply != REPLY_ANY)
        return false;
    out->digit[0] = r->own == PART_TOP ? HEAP_TWO : 0;
    out->digit[1] =
        r->own == PART_NIM ? HEAP_NONE | HEAP_ONE : entailing_digit(r);
    out->rest = r->own == PART_TOP ? 0 : HEAP_NONE | HEAP_ONE;
    return true;
}

const struct obligation_slots replies_obligation = {
    .states = replies_states,
    .state = replies_state,
    .obliged = replies_obliged,
};

const struct heap_slots replies_heap = {
    .options = replies_heap_options,
    .obliging = replies_heap_obliging,
    .code = replies_heap_code,
};
