/* lies.c - a plug-in of rulesets that break one promise each, for
 * test/game/test_lies.c. The honest one is Kayles: take one or two counters off a
 * heap, what is left may be split. */
#include <engine/plugin.h>
#include <rules/heaps.h>
#include <rules/replies.h>

#include <stdio.h>
#include <stdlib.h>

static enum status sums_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = GAME_SHRINKS | GAME_SUMS;
    return STATUS_OK;
}

static enum status top_open(const struct param_value v[], struct game *game)
{
    return replies_open(PART_TOP, v, game);
}

static void none_close(void *self)
{
    (void)self;
}

static size_t kayles_max(const void *self, struct position p)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_counters(&h) + h.n;
}

/* unsorted: the larger heap first, where heaps_pack_move wants it last. */
static size_t moves(struct position p, struct position out[], bool unsorted)
{
    struct heaps h;
    size_t n = 0;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        for (uint32_t k = 1; k <= 2 && k <= h.at[i].size; k++)
            for (uint32_t a = 0; 2 * a <= h.at[i].size - k; a++) {
                const uint32_t b = h.at[i].size - k - a;
                struct heap_move move = {.from = i};
                if (unsorted && a && b)
                    move = (struct heap_move){i, 2, {b, a}, DUTY_NONE};
                else if (a)
                    move = (struct heap_move){i, 2, {a, b}, DUTY_NONE};
                else if (b)
                    move = (struct heap_move){i, 1, {b}, DUTY_NONE};
                heaps_pack_move(&h, &move, &out[n++]);
            }
    return n;
}

static size_t kayles_options(const void *self, struct position p,
                             enum mover mover, struct position out[])
{
    (void)self;
    (void)mover;
    return moves(p, out, false);
}

static unsigned few_bits(const void *self, const struct grid_bounds *b)
{
    (void)self;
    (void)b;
    return 12;
}

/* Enough for small boards, but no more. */
static unsigned always_64_bits(const void *self, const struct grid_bounds *b)
{
    (void)self;
    (void)b;
    return 64;
}

static size_t no_obliging(const void *self, uint32_t size, uint32_t out[])
{
    (void)self;
    (void)size;
    (void)out;
    return 0;
}

static size_t no_heap_options(const void *self, uint32_t size,
                              uint32_t out[][2])
{
    (void)self;
    (void)size;
    (void)out;
    return 0;
}

static bool small_movable(const void *self, struct position p)
{
    struct heaps h;
    (void)self;
    heaps_unpack(p, &h);
    return heaps_counters(&h) < 5;
}

static bool small_searchable(const void *self, struct position p)
{
    return !small_movable(self, p);
}

static size_t free_state(const void *self, struct position p,
                         struct position out[])
{
    (void)self;
    out[0] = heaps_under(p, DUTY_NONE, 0);
    return 1;
}

static bool obliged(const void *self, struct position p)
{
    (void)self;
    return heaps_duty(p) != DUTY_NONE;
}

static size_t fewer_pieces(const void *self, struct position p,
                           struct position out[])
{
    const size_t n = heaps_slot_split(self, p, out);
    return n > 1 ? n - 1 : n;
}

static size_t first_twice(const void *self, struct position p, enum mover mover,
                          struct position out[])
{
    size_t n = kayles_options(self, p, mover, out);
    if (n > 2)
        out[n++] = out[0];
    return n;
}

static size_t unsorted(const void *self, struct position p, enum mover mover,
                       struct position out[])
{
    (void)self;
    (void)mover;
    return moves(p, out, true);
}

static size_t one_place(const void *self, struct position p)
{
    (void)self;
    (void)p;
    return 1;
}

static size_t far_past(const void *self, struct position p, enum mover mover,
                       struct position out[])
{
    const size_t n = kayles_options(self, p, mover, out);
    for (size_t i = n; i < 1 << 24; i++)
        out[i] = out[0];
    return n;
}

/* A heap of one becomes a heap of two. */
static size_t grows_again(const void *self, struct position p, enum mover mover,
                          struct position out[])
{
    struct heaps h;
    size_t n = kayles_options(self, p, mover, out);
    heaps_unpack(p, &h);
    if (h.n == 1 && h.at[0].size == 1 && h.at[0].count == 1) {
        const struct heap_move move = {.nadd = 1, .size = {2}};
        heaps_pack_move(&h, &move, &out[n++]);
    }
    return n;
}

/* Heaps below 9 grow by one counter. */
static size_t grows(const void *self, struct position p, enum mover mover,
                    struct position out[])
{
    struct heaps h;
    size_t n = 0;
    (void)self;
    (void)mover;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++) {
        const struct heap_move move = {
            .from = i, .nadd = 1, .size = {h.at[i].size + 1}};
        if (h.at[i].size < 9)
            heaps_pack_move(&h, &move, &out[n++]);
    }
    return n;
}

static uint64_t to_nine(const void *self, struct position p)
{
    struct heaps h;
    uint64_t sum = 0;
    (void)self;
    heaps_unpack(p, &h);
    for (uint32_t i = 0; i < h.n; i++)
        sum += h.at[i].size < 9 ? h.at[i].count * (9 - h.at[i].size) : 0;
    return sum;
}

static void fewer_parts(const void *self, struct position p,
                        struct point *point)
{
    heaps_slot_parts(self, p, point);
    point->n -= point->n > 0;
}

static size_t prints_nothing(const void *self, struct position p, char out[],
                             size_t cap)
{
    (void)self;
    (void)p;
    return (size_t)snprintf(out, cap, "1");
}

static struct position no_mirror(const void *self, struct position p)
{
    struct heaps h = {.n = 0};
    (void)self;
    heaps_unpack(p, &h);
    if (h.n)
        h.at[0].count++;
    heaps_pack(&h, &p);
    return p;
}

static size_t aborts(const void *self, struct position p, enum mover mover,
                     struct position out[])
{
    (void)self;
    (void)p;
    (void)mover;
    (void)out;
    abort();
}

/* Counts options that it does not write. */
static size_t unwritten(const void *self, struct position p, enum mover mover,
                        struct position out[])
{
    const size_t n = kayles_options(self, p, mover, out);
    return n ? n + 1 : 0;
}

static enum status two_sided_open(const struct param_value v[],
                                  struct game *game)
{
    (void)v;
    game->traits = GAME_SHRINKS | GAME_SUMS | GAME_PARTIZAN;
    return STATUS_OK;
}

static enum status shrinks_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = GAME_SHRINKS;
    return STATUS_OK;
}

static enum status obliges_open(const struct param_value v[], struct game *game)
{
    (void)v;
    game->traits = GAME_SHRINKS | GAME_SUMS | GAME_OBLIGES;
    return STATUS_OK;
}

#define KAYLES                                                                 \
    .summary = "Kayles, or nearly", .open = sums_open, .close = none_close,    \
    .start = heaps_slot_start, .parse = heaps_slot_parse,                      \
    .print = heaps_slot_print, .options_max = kayles_max,                      \
    .options = kayles_options, .measure = heaps_slot_measure,                  \
    .bits = heaps_slot_bits, .searchable = heaps_slot_searchable,              \
    .movable = heaps_slot_movable, .parts = heaps_slot_parts,                  \
    .split = heaps_slot_split
#define TOP                                                                    \
    .summary = "Top Entails, or nearly", .open = top_open,                     \
    .params = replies_params, .nparams = REPLIES_PARAMS, REPLIES_SLOTS

#pragma GCC diagnostic ignored "-Woverride-init"
#define RULES(id, text, ...)                                                   \
    static const struct ruleset id = {.name = text, __VA_ARGS__};

RULES(honest, "honest", KAYLES)
RULES(whole, "lie-whole", KAYLES, .split = NULL)
RULES(bits, "lie-bits", KAYLES, .bits = few_bits)
RULES(bits_64, "lie-bits-64", KAYLES, .bits = always_64_bits)
RULES(obliging, "lie-obliging", TOP,
      .heap = &(const struct heap_slots){.options = no_heap_options,
                                         .obliging = no_obliging})
RULES(heaps, "lie-heaps", KAYLES,
      .heap = &(const struct heap_slots){.options = no_heap_options})
RULES(movable, "lie-movable", KAYLES, .movable = small_movable)
RULES(any_movable, "lie-any-movable", KAYLES, .movable = NULL)
RULES(searchable, "lie-searchable", KAYLES, .searchable = small_searchable)
RULES(states, "lie-states", TOP,
      .obligation = &(const struct obligation_slots){.states = free_state,
                                                     .obliged = obliged})
RULES(split, "lie-split", KAYLES, .split = fewer_pieces)
RULES(repeated, "lie-repeated", KAYLES, .options = first_twice)
RULES(no_order, "lie-unsorted", KAYLES, .options = unsorted)
RULES(past, "lie-past", KAYLES, .options_max = one_place)
RULES(far, "lie-far-past", KAYLES, .options = far_past)
RULES(cycle, "lie-cycle", KAYLES, .options = grows_again)
RULES(growing, "lie-shrinks", KAYLES, .options = grows, .measure = to_nine,
      .open = shrinks_open, .split = NULL, .bits = NULL)
RULES(parts, "lie-parts", KAYLES, .parts = fewer_parts)
RULES(notation, "lie-notation", KAYLES, .print = prints_nothing)
RULES(mirror, "lie-mirror", KAYLES, .open = two_sided_open,
      .partizan = &(const struct partizan_slots){.mirror = no_mirror})
RULES(ending, "lie-aborts", KAYLES, .options = aborts)
RULES(missing, "lie-unwritten", KAYLES, .options = unwritten)
RULES(traits, "lie-traits", KAYLES, .open = obliges_open)

CENSUS_PLUGIN_LISTS(.rulesets = PLUGIN_LIST(
                        struct ruleset, &honest, &whole, &bits, &bits_64,
                        &obliging, &heaps, &movable, &any_movable, &searchable,
                        &states, &split, &repeated, &no_order, &past, &far,
                        &cycle, &growing, &parts, &notation, &mirror, &ending,
                        &missing, &traits));
